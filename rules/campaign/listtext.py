"""An army list as text: lines as people write them, read one by one, and what could not be read with the reason. Reading never fails (L3)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.campaign.records import ALLY, CINC, SUB_GENERAL, Drill, Extra, General, Rank, TroopLine
from rules.campaign.troops import EXTRA, SORTS, line_problems

TYPES = {
    "El": "elephants", "Kn": "knights", "Cv": "cavalry", "Lh": "light horse", "Cm": "camelry", "Exp": "expendables", "Sp": "spears", "Pk": "pikes",
    "Bd": "blades", "Ax": "auxilia", "Bw": "bows", "Ps": "psiloi", "Wb": "warband", "Hd": "hordes", "Art": "artillery", "Wwg": "war wagons",
    "Gal": "galleys", "Bts": "boats", "Shp": "ships", "Bge": "baggage", "TF": "temporary fortification", "PF": "permanent fortification",
}  # fmt: skip
"""Every troop type of the points table, in words."""
GRADES = {"S": "superior", "O": "ordinary", "I": "inferior", "F": "fast", "X": "exception"}
DRILLS: dict[Drill, str] = {"Reg": "regular", "Irr": "irregular", "Fort": "fortification"}

_RANKS: dict[str, Rank] = {
    "c-in-c": CINC, "cinc": CINC, "general": CINC, "sub-general": SUB_GENERAL, "subgeneral": SUB_GENERAL, "ally": ALLY, "ally-general": ALLY,
}  # fmt: skip
_WRITTEN: dict[General, str] = {"": "", CINC: "C-in-C", SUB_GENERAL: "sub-general", ALLY: "ally-general"}
_LINE = re.compile(r"(\d{1,4})(?!\d) ?[x×]? ?(.*)", re.ASCII)
_SORT = re.compile(r"(Reg|Irr|Fort)[a-z]*\.? +([a-z]+)\b ?(.*)", re.ASCII | re.IGNORECASE)
_GRADE = re.compile(r"\( ?([a-z]) ?\)(.*)|([soifx])(?![\w'’-])(.*)", re.ASCII | re.IGNORECASE)
_COMMENTS = ("#", "//", "--", "==")


@dataclass(frozen=True, slots=True)
class Unread:
    """A line of a text that was not understood: its place (from 1), what it says, and why."""

    place: int
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class ListText:
    """What was read in a text: its troop lines in order, and the lines that were not understood."""

    lines: tuple[TroopLine, ...]
    unread: tuple[Unread, ...]


def read_list(text: str) -> ListText:
    """A whole list as it was pasted, a line each; empty lines and comments (# or //) are passed over."""
    lines: list[TroopLine] = []
    unread: list[Unread] = []
    for place, written in enumerate(text.splitlines(), 1):
        plain = " ".join(written.split())
        if not plain or plain.startswith(_COMMENTS):
            continue
        found = read(plain)
        if isinstance(found, TroopLine):
            lines.append(found)
        else:
            unread.append(Unread(place, plain, found))
    return ListText(tuple(lines), tuple(unread))


def read(text: str) -> TroopLine | str:
    """A line as people write it, "12 Reg Bd (O)" or "1 Irr Cv (S) C-in-C, chariot; his guard", or why it cannot be understood.

    What stands behind a semicolon, and words that are neither a rank nor "chariot" or "mounted", is a note.
    """
    counted = _LINE.fullmatch(" ".join(text.split()).lstrip("-*•· "))
    if not counted:
        return "there is no number of elements at the front, as in 12 Reg Bd (O)"
    number, rest = counted.groups()
    sort = _SORT.fullmatch(rest)
    if not sort:
        return "after the number comes Reg, Irr or Fort, then the troop type, as in 12 Reg Bd (O)"
    drill: Drill = next(known for known in DRILLS if known.lower() == sort[1].lower())
    troop = next((known for known in TYPES if known.lower() == sort[2].lower()), None)
    if troop is None:
        return f"there is no troop type {sort[2][:20]}; types are {_either(TYPES)}"
    grade, rest = _graded(sort[3])
    line = _described(TroopLine(int(number), drill, troop, grade), rest)
    return sort_fault(drill, troop, grade) or next((problem.text.removeprefix("line 1: ") for problem in line_problems([line])), line)


def _graded(rest: str) -> tuple[str, str]:
    found = _GRADE.fullmatch(rest)
    if not found:
        return "", rest
    return (found[1] or found[3]).upper(), found[2] or found[4] or ""


def _described(line: TroopLine, rest: str) -> TroopLine:
    """The line with its general's rank, what makes it dearer or cheaper, and its note."""
    said, _, note = rest.partition(";")
    words = said.replace(",", " ").split()
    general: General = next((_RANKS[w.lower()] for w in words if w.lower() in _RANKS), "")
    extra: Extra = next((known for w in words for known in EXTRA if known and known == w.lower()), "")
    spare = [w for w in words if w.lower() not in _RANKS and w.lower() != extra]
    return replace(line, general=general, extra=extra, note=" ".join([*spare, *note.split()]))


def sort_fault(drill: str, troop: str, grade: str) -> str:
    """Why the points table has no such sort, with what it has instead; "" when it has."""
    if (drill, troop, grade) in SORTS:
        return ""
    grades = sorted((g for d, t, g in SORTS if (d, t) == (drill, troop)), key=["", *GRADES].index)
    if not grades:
        others = [d for d in DRILLS if any((d, troop) == (e, t) for e, t, _ in SORTS)]
        there = f"{troop} is {_either(others)}" if others else f"there is no troop type {troop}"
        return f"the points table has no {drill} {troop}; {there}"
    if grades == [""]:
        return f"{drill} {troop} has no grade"
    known = _either(f"({g})" for g in grades)
    return f"the points table has no {drill} {troop} ({grade}); its grades are {known}" if grade else f"the grade is missing: {known}"


def _either(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def line_text(line: TroopLine) -> str:
    """A line as `read` understands it: "12 Reg Bd (O), sub-general; the old guard"."""
    sort = f"{line.count} {line.drill} {line.troop}" + (f" ({line.grade})" if line.grade else "")
    note = " ".join(line.note.split())
    return ", ".join(filter(None, (sort, _WRITTEN.get(line.general, line.general), line.extra))) + (f"; {note}" if note else "")


def list_text(lines: Iterable[TroopLine]) -> str:
    """A whole list as text, a line each; `read_list` makes the same lines of it."""
    return "\n".join(map(line_text, lines))
