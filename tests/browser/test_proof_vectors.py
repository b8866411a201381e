"""The browser finds the same dice as rules/arena/proof.py: both are held to the same vectors."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

VECTORS = json.loads((Path(__file__).parents[1] / "rules" / "vectors" / "arena_dice.json").read_text(encoding="utf-8"))
CHECK = """async (v) => {
  const p = await import("/static/js/proof.js");
  const text = (t) => new TextEncoder().encode(t);
  return {
    hashes: v.texts.map((t) => p.hex(p.sha256(text(t)))),
    commitments: v.commitments.map((c) => p.commitment(c.match, c.anchor)),
    places: v.places.map((x) => p.place(x.round, x.role, v.roles, v.links)),
    dice: v.dice.map((d) => p.dice(d.link, d.match, d.i, d.role, d.words_a, d.words_b)),
    links: Object.entries(v.chain.some).map(([i, link]) => p.leadsTo(link, Number(i), v.chain.anchor)),
    wrong: p.leadsTo(v.chain.some["2"], 3, v.chain.anchor),
  };
}"""


def test_python_and_the_browser_agree_on_every_vector(come):
    page = come()
    page.goto("/")
    texts = ["", "abc", "a" * 55, "b" * 56, "c" * 64, "d" * 1000, "Zoë ⚔ 20"]
    found = page.evaluate(CHECK, {**VECTORS, "texts": texts})
    assert found["hashes"] == [hashlib.sha256(t.encode()).hexdigest() for t in texts]
    assert found["commitments"] == [c["commitment"] for c in VECTORS["commitments"]]
    assert found["places"] == [[p["chain"], p["i"]] for p in VECTORS["places"]]
    assert found["dice"] == [d["dice"] for d in VECTORS["dice"]]
    assert all(found["links"])
    assert len(found["links"]) == len(VECTORS["chain"]["some"])
    assert found["wrong"] is False
