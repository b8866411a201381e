"""A match as it is published for anyone to check: what was committed to, said and thrown, and the end it came to.

`record` writes plain data (ready for JSON), `check` recomputes all of it: every link back to its anchor, every pair of dice, and the whole
match from its first round to the score and winner that the record declares, so that no throw can be altered, added, swapped or left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.arena import proof
from rules.arena.dice import checked
from rules.arena.fight import Fight, Place, Thrown, played_out
from rules.arena.match import Match
from rules.arena.settings import MATCH_TABLE, Settings
from rules.arena.state import at
from rules.arena.tree import called
from rules.rulings import Refusal

FORMAT = "arena-match-1"


def record(fight: Fight) -> dict[str, Any]:
    """The published record of a fight; Refusal for one without a throw on the site."""
    if not fight.bases:
        raise Refusal("R1", f"nothing has been thrown in {called(fight.slot)} yet")
    played = {(r.number, role) for part in (*fight.earlier, *fight.parts) for r in part.log for role, _ in r.throws}
    pending = {place for place in fight.throws if place[0] == fight.parts[-1].rounds + 1 and not fight.parts[-1].winner}
    return {
        "format": FORMAT,
        "match": fight.name,
        "settings": _changed(fight.bases[0].settings),
        "anchors": list(fight.chains),
        "commitments": [proof.commitment(fight.name, bytes.fromhex(anchor)) for anchor in fight.chains],
        "words": list(fight.said()),
        "bases": [_base(base) for base in fight.bases],
        "throws": [_throw(place, fight.throws[place]) for place in sorted(played | pending, key=_order)],
        "score": list(fight.parts[-1].score),
        "winner": fight.parts[-1].winner,
    }


def _order(place: Place) -> tuple[int, int]:
    return place[0], proof.ROLES.index(place[1])


def _changed(settings: Settings) -> dict[str, Any]:
    """The match settings that are not the default."""
    return {c.name: value for c in MATCH_TABLE if (value := getattr(settings, c.name)) != c.default}


def _base(m: Match) -> dict[str, Any]:
    return {
        "rounds": m.rounds,
        "classes": list(m.classes),
        "men_at_arms": list(m.men_at_arms),
        "score": list(m.score),
        "step": list(m.step),
        "free": m.free,
        "barred": list(m.barred),
    }


def _state(settings: Settings, b: Mapping[str, Any]) -> Match:
    classes, men, score, step, barred = (tuple(b[key]) for key in ("classes", "men_at_arms", "score", "step", "barred"))
    return at(settings, classes, men, score, step, b["free"], barred, b["rounds"])


def _throw(place: Place, thrown: Thrown) -> dict[str, Any]:
    return {"round": place[0], "role": place[1], "dice": list(thrown.dice), "chain": thrown.chain, "link": thrown.link}


class Finding(NamedTuple):
    """Something wrong with a record: at which throw (round 0 for the record itself), and a code.

    Codes of proof.problems, and: malformed, wrong_commitment, not_needed (the round had no such throw), cut_short (the match goes on from
    here, or was taken up elsewhere), not_from_start (the Guardian set how it began), wrong_score, wrong_winner.
    """

    round: int
    role: str
    code: str


def check(published: Mapping[str, Any]) -> list[Finding]:
    """Everything wrong with a published record; nothing where all is well. Dice typed by an official are found as "typed": they prove nothing."""
    try:
        return _check(published)
    except (Refusal, KeyError, IndexError, TypeError, ValueError, AttributeError):
        return [Finding(0, "", "malformed")]


def _check(published: Mapping[str, Any]) -> list[Finding]:
    if published["format"] != FORMAT:
        return [Finding(0, "", "malformed")]
    name, words = str(published["match"]), (published["words"][0], published["words"][1])
    throws = [proof.Proven(t["round"], t["role"], checked(t["dice"]), t["chain"], t["link"]) for t in published["throws"]]
    if any(type(t.round) is not int or t.round < 1 or t.role not in proof.ROLES for t in throws) or len(published["words"]) != 2:
        return [Finding(0, "", "malformed")]
    found = [Finding(*problem) for problem in proof.problems(name, tuple(published["anchors"]), words, throws)]
    if published["commitments"] != [proof.commitment(name, bytes.fromhex(anchor)) for anchor in published["anchors"]]:
        found.append(Finding(0, "", "wrong_commitment"))
    return found + _rescored(published, {(t.round, t.role): Thrown(0, t.dice, None, t.link is None, t.chain, t.link) for t in throws})


def _rescored(published: Mapping[str, Any], throws: dict[Place, Thrown]) -> list[Finding]:
    """What is wrong with the end, once the whole match has been played again from these throws."""
    settings = Settings.of(published["settings"])
    bases = [_state(settings, base) for base in published["bases"]]
    if not bases:
        raise ValueError("a match has a beginning")
    found, used = [], set()
    if bases[0].rounds or bases[0].score != (0, 0):
        found.append(Finding(0, "", "not_from_start"))
    for i, base in enumerate(bases):
        last = bases[i + 1].rounds if i + 1 < len(bases) else None
        parts = played_out(base, {p: t for p, t in throws.items() if last is None or p[0] <= last})
        used |= {(r.number, role) for part in parts for r in part.log for role, _ in r.throws}
        if last is not None and parts[-1].rounds != last:
            found.append(Finding(parts[-1].rounds + 1, "", "cut_short"))
    end = parts[-1]
    used |= {place for place in throws if place[0] == end.rounds + 1 and not end.winner}
    found += [Finding(*place, "not_needed") for place in sorted(set(throws) - used, key=_order)]
    if published["winner"] != end.winner:
        found.append(Finding(end.rounds + 1, "", "wrong_winner" if end.winner else "cut_short"))
    if list(published["score"]) != list(end.score):
        found.append(Finding(end.rounds, "", "wrong_score"))
    return found
