"""Forms as a page shows them: what a browser would send from the one whose words match, filled in so."""

from __future__ import annotations

import html
import re

from tests.browser.forms import forms


def filled(page: str, words: str, loose: bool = False, **fill: str) -> dict[str, str | list[str]]:
    """What the first form with these words would send. It must offer the answers, unless they are forged (`loose`)."""
    found = [f for f in forms(page, "http://localhost/") if re.search(words, f"{f.words} {f.action}")]
    assert found, f"no form for {words!r}, only {[(f.words, f.action) for f in forms(page, '')]}"
    values: dict[str, str | list[str]] = {name: old if len(old) > 1 else old[0] for name, old in found[0].filled.items() if old}
    for name, wanted in fill.items():
        offered = found[0].choices.get(name, set())
        assert loose or offered is None or wanted in offered, f"{name} offers {offered}, not {wanted}"
        values[name] = wanted
    return values


def said(page: str) -> str:
    """The words of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def sentences(page: str) -> str:
    """A page's words, with names standing in their sentences as one reads them."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", re.sub(r"</?(?:a|b|span|time)\b[^>]*>", "", page))).split())
