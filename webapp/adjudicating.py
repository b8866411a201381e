"""The adjudicator in the shell: worked cases and whole event files through the rules, without a database."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from rules.arena import cases as arena
from rules.campaign import cases as campaign
from rules.entry import Entry
from rules.rulings import Refusal, Ruling
from webapp import eventfile, journal

FINE, MISMATCH, MALFORMED = 0, 1, 2
NEARLY = 1e-9
"""Two numbers with decimals agree when they are this close."""


def adjudicate(path: Path) -> tuple[dict[str, Any], int]:
    """The answer to one file, and how it went: FINE, MISMATCH (or a refusal nobody expected), MALFORMED. Whole event files are told, not compared."""
    try:
        data = eventfile.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as no:
        return {"file": str(path), "error": no.strerror or "cannot be read"}, MALFORMED
    except ValueError as no:
        return {"file": str(path), "error": f"this is not JSON: {no}"}, MALFORMED
    if not isinstance(data, dict):
        return {"file": str(path), "error": "$: must be an object"}, MALFORMED
    try:
        answer, status = _event(data) if "banneret" in data else _case(data)
    except ValueError as no:
        answer, status = {"error": str(no)}, MALFORMED
    return {"file": str(path)} | answer, status


def _case(data: dict[str, Any]) -> tuple[dict[str, Any], int]:
    kind, settings, given, expected = data.get("kind"), data.get("settings", {}), data.get("input"), data.get("expected")
    if not isinstance(kind, str):
        raise ValueError("$.kind: is missing or not a text")
    for name, value in (("settings", settings), ("input", given)):
        if not isinstance(value, dict):
            raise ValueError(f"$.{name}: must be an object")
    if expected is not None and not isinstance(expected, dict):
        raise ValueError("$.expected: must be an object")
    sheet = arena if kind.startswith("arena.") else campaign
    try:
        answer = sheet.outcome(kind, settings, given)
    except Refusal as no:
        answer = {"refused": True, "clause": no.clause, "reason": no.say()}
        if expected is None or not expected.get("refused"):
            return answer, MISMATCH
    wrong = [] if expected is None else differences(expected, answer)
    return answer | ({"mismatch": wrong} if wrong else {}), MISMATCH if wrong else FINE


def differences(expected: dict[str, Any], answer: dict[str, Any]) -> list[str]:
    """The keys that `expected` names and the answer has otherwise."""
    return [key for key, value in expected.items() if key not in answer or not _same(key, value, answer[key])]


def _same(key: str, expected: Any, got: Any) -> bool:
    if key == "problems" and isinstance(expected, list) and isinstance(got, list):
        return sorted(map(json.dumps, expected)) == sorted(map(json.dumps, got))
    if key == "open" and isinstance(expected, dict) and isinstance(got, dict):
        return _unordered(expected) == _unordered(got)
    return _equal(expected, got)


def _unordered(pairs: dict[str, Any]) -> dict[str, Any]:
    return {slot: sorted(map(json.dumps, pair)) if isinstance(pair, list | tuple) else pair for slot, pair in pairs.items()}


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_equal(a[k], b[k]) for k in a)
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(_equal(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, bool) or isinstance(b, bool) or a is None or b is None:
        return a is b
    if isinstance(a, int | float) and isinstance(b, int | float):
        return abs(a - b) <= NEARLY if isinstance(a, float) or isinstance(b, float) else a == b
    return bool(a == b)


def _event(data: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """Every ruling of a whole event, by round or match, from its file."""
    try:
        parsed = eventfile.parse(json.dumps(data))
        state = _replayed(parsed)
    except eventfile.BadFile as no:
        return {"error": no.faults[0], "errors": no.faults}, MALFORMED
    names = {key: person["name"] for key, person in parsed.people.items()}
    parts = _rounds(state) if parsed.kind == "campaign" else _matches(state)
    told = [{"part": part, "rulings": [_told(r, names) for r in rulings]} for part, rulings in parts]
    return {"event": parsed.kind, "name": parsed.name, "told": told}, FINE


def _replayed(parsed: eventfile.Parsed) -> Any:
    engine = journal.ENGINES[parsed.kind]
    state = engine.replay(())
    for seq, (by, for_, at, reason, corrects, act) in enumerate(parsed.deeds, start=1):
        try:
            state = engine.apply(state, Entry(seq, at, by, act, for_, reason, corrects))
        except Refusal as no:
            raise eventfile.BadFile([f"$.acts[{seq - 1}]: {no.clause}: {no.say()}"]) from None
    return state


def _rounds(season: Any) -> Iterable[tuple[str, Iterable[Ruling]]]:
    yield "Before round 1", season.notes
    for one in season.rounds:
        yield f"Round {one.number}", one.rulings


def _matches(tourney: Any) -> Iterable[tuple[str, Iterable[Ruling]]]:
    yield "The tournament", [note.ruling for note in tourney.journal]
    for fight in (*tourney.fights.values(), *tourney.void):
        name = fight.slot if fight.game == 1 else f"{fight.slot}, fight {fight.game}"
        yield name, [replace(r, text=f"Round {number}: {r.text}") for number, r in fight.rulings()]


def _told(ruling: Ruling, names: dict[str, str]) -> dict[str, Any]:
    return {"clauses": list(ruling.clauses), "text": ruling.say(lambda p: names.get(p, p))}


def in_words(answer: dict[str, Any]) -> str:
    """A told event as text."""
    lines = [answer["name"]]
    for part in answer["told"]:
        lines += ["", part["part"]] + [f"  {r['text']} [{' '.join(r['clauses'])}]" for r in part["rulings"]]
    return "\n".join(lines)
