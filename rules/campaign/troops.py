"""What troops cost and weigh in DBM: army points and element equivalents, both counted in halves so that no fraction is ever rounded (C6, L3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import get_args

from rules.campaign.records import ALLY, Extra, General, TroopLine
from rules.rulings import Problem

_TABLE = """
Reg Kn 1 S15 O12 I10 F11 X13
Reg Cv 1 S10 O8 I6
Reg Lh 1 S7 O5 I3 F4
Reg Sp 1 S7 O5 I4
Reg Pk 1 S5 O4 I3 X4
Reg Bd 1 S9 O7 I5 F7 X8
Reg Ax 1 S5 O4 I3 X4
Reg Bw 1 S7 O5 I4 X7
Reg Ps 0.5 S3 O2 I1 X6
Reg Art 1 S10 O8 I4 F10 X5
Reg Wwg 1 S14 O10 X7
Reg Wwg 3 I3
Reg Gal 0 S4 O3 F2
Reg Bts 0.5 F2
Reg Bts 0 X6
Reg Bge 0 O0
Irr El 1 S20 O16 I14 X22
Irr Kn 1 S12 O10 I8 F9 X11
Irr Cv 1 S9 O7 I5
Irr Lh 1 S7 O5 I3 F4
Irr Cm 1 S11 O6 I5 X9
Irr Exp 0 O7
Irr Sp 1 O4 I3
Irr Pk 1 I3 X4
Irr Bd 1 S7 O5 I4 F5 X6
Irr Wb 1 S5 O3 F3
Irr Ax 1 S4 O3 X3
Irr Ax 0.5 I2
Irr Bw 1 S5 O4 I3 X5
Irr Ps 0.5 S3 O2 I1 X6
Irr Wwg 1 S10 O8 X6
Irr Wwg 3 I2
Irr Hd 0.5 S2 O1 F1
Irr Hd 0 I0.5
Irr Bts 0 S3 O2 I1
Irr Shp 0 S4 O3 I2 X6
Irr Bge 0 O0
Fort TF 0 -2
Fort PF 0 -2
"""
"""Drill, type, element equivalents, then grade and army points; fortifications have no grade."""


def _halves(number: str) -> int:
    whole, _, rest = number.partition(".")
    return int(whole) * 2 + (rest == "5")


def _read(table: str) -> dict[tuple[str, str, str], tuple[int, int]]:
    sorts = {}
    for row in table.split("\n"):
        drill, troop, weight, *grades = row.split() or ("", "", "")
        for grade in grades:
            sorts[drill, troop, grade[0].strip("-")] = (_halves(grade[1:]), _halves(weight))
    return sorts


SORTS = _read(_TABLE)
"""(drill, type, grade) -> half army points and half element equivalents of one element."""


@dataclass(frozen=True, slots=True)
class Surcharges:
    """What an element costs more in half points when it is a general, by drill: own generals, and ally generals of the army's own list."""

    general_reg: int = 40
    general_irr: int = 20
    ally_reg: int = 40
    ally_irr: int = 20


DBM_21 = Surcharges()
DBM_3 = Surcharges(ally_reg=20, ally_irr=10)

EXTRA: dict[Extra, int] = {"": 0, "chariot": -2, "mounted": 2}
"""Half points an element costs more: chariots instead of horse, infantry with mounts."""


def line_ap(line: TroopLine, extra: Surcharges = DBM_21) -> int:
    """Half army points of a line; a sort that is not in the table costs nothing here and is told by `line_problems`."""
    each, _ = SORTS.get((line.drill, line.troop, line.grade), (0, 0))
    regular = line.drill == "Reg"
    general = 0
    if line.general == ALLY:
        general = extra.ally_reg if regular else extra.ally_irr
    elif line.general:
        general = extra.general_reg if regular else extra.general_irr
    return line.count * (each + EXTRA.get(line.extra, 0) + general)


def line_equivalents(line: TroopLine, count: int | None = None) -> int:
    """Half element equivalents of a line, or of so many of its elements."""
    return SORTS.get((line.drill, line.troop, line.grade), (0, 0))[1] * (line.count if count is None else count)


def army_ap(lines: Iterable[TroopLine], extra: Surcharges = DBM_21) -> int:
    """Half army points of a whole list."""
    return sum(line_ap(line, extra) for line in lines)


def army_breaks_at(equivalents: int) -> int:
    """Lost half equivalents at which an army breaks: half of what it has, up to the next half."""
    return -(-equivalents // 2)


def command_breaks_at(equivalents: int) -> int:
    """Lost half equivalents at which a command is demoralised: a third of what it has, up to the next half."""
    return -(-equivalents // 3)


def line_problems(lines: Iterable[TroopLine]) -> tuple[Problem, ...]:
    """What the points table does not know about these lines (all grave); line numbers count from 1."""
    found = []
    for number, line in enumerate(lines, 1):
        sort = " ".join(filter(None, (line.drill, line.troop, line.grade and f"({line.grade})")))
        if (line.drill, line.troop, line.grade) not in SORTS:
            found.append(("unknown_troop", f"line {number}: the points table has no {sort}"))
        if line.count < 1:
            found.append(("no_elements", f"line {number}: {line.count} elements; a line has at least one"))
        if line.general not in get_args(General) or (line.general and line.drill not in ("Reg", "Irr")):
            found.append(("unknown_general", f"line {number}: {line.general} is no general's rank here"))
        if line.extra not in EXTRA:
            found.append(("unknown_extra", f"line {number}: {line.extra} changes no price; leave it empty, or write chariot or mounted"))
    return tuple(Problem(code, None, "L3", text) for code, text in found)
