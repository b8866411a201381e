"""Blows without a conjuring in their way: both attack (P1-P7, M8), or one of them alone in an uncontested round (A25-A27)."""

from __future__ import annotations

from rules.arena.dice import DOUBLE_FROM, Throw
from rules.arena.state import CAST, CONJURE, FIGHTER, PRESENT, SIDES, Match
from rules.rulings import Ruling, count, mention


class Draft:
    """A round while it is being worked out. Pairs are lists by side number, 0 for A and 1 for B; nothing is decided on points until it is whole."""

    def __init__(self, match: Match) -> None:
        self.settings = match.settings
        self.classes = match.classes
        self.men = list(match.men_at_arms)
        self.step = list(match.step)
        self.barred = list(match.barred)
        self.gained = [0, 0]
        self.free: str | None = None
        self.winner: str | None = None
        self.told: list[Ruling] = []

    def tell(self, code: str, who: tuple[int, ...], text: str, *clauses: str) -> None:
        """Adds a ruling that concerns these sides."""
        self.told.append(Ruling(clauses, tuple(SIDES[i] for i in who), text, code))

    def win(self, i: int) -> None:
        """The match ends here, whatever the totals."""
        self.winner = SIDES[i]

    def conjuring_stands(self, i: int) -> None:
        """The mage casts next, unless he is barred from casting (A13)."""
        self.step[i] = CONJURE if self.barred[i] else CAST

    def conjuring_breaks(self, i: int) -> None:
        """The mage is struck and begins anew (M3, M6), for good under struck_forever (A13)."""
        self.step[i] = CONJURE
        self.barred[i] = self.settings.struck_forever

    def guarded(self, i: int) -> bool:
        """Whether a man-at-arms stands before this side."""
        return self.men[i] == PRESENT

    def shown(self, example: str, *sides: int) -> tuple[str, ...]:
        """The worked example's id, when these sides are fighters as in the example."""
        return (example,) if all(self.classes[i] == FIGHTER for i in sides) else ()


def name(i: int) -> str:
    """The mark of a side."""
    return mention(SIDES[i])


def points(n: int) -> str:
    """So many points, in words."""
    return count(n, "point")


def scoring_clauses(draft: Draft, i: int, throw: Throw) -> tuple[str, ...]:
    """The clauses under which a side's dice score."""
    low = draft.settings.low(draft.classes[i])
    plain = any(low <= die < DOUBLE_FROM for die in throw.dice)
    return (("P3" if draft.classes[i] == FIGHTER else "P4",) if plain else ()) + (("P5",) if max(throw.dice) >= DOUBLE_FROM else ())


def melee(draft: Draft, throws: tuple[Throw, Throw]) -> None:
    """A round in which both attack: two fighters, or casts, with no shield between them (P1, M8)."""
    for i in (0, 1):
        mine, theirs = throws[i], throws[1 - i]
        if mine.double20:
            _double20(draft, i, theirs)
        elif mine.double1:
            _double1(draft, i, theirs)
        else:
            plain_blow(draft, i, mine)


def _double20(draft: Draft, i: int, theirs: Throw) -> None:
    """A double 20 wins when the other side does not score, else it is worth its points (P6)."""
    worth = draft.settings.double20
    if not theirs.points:
        clauses = ("P7", "A6") if theirs.double1 else draft.shown("G2", 0, 1)
        draft.tell("critical", (i,), f"{name(i)} throws a double 20 and {name(1 - i)} does not score: a critical hit wins the match.", "P6", *clauses)
        draft.win(i)
        return
    draft.gained[i] += worth
    clauses = ("A3",) if theirs.double20 else draft.shown("G1", 0, 1)
    draft.tell("double20", (i,), f"{name(i)} throws a double 20, but {name(1 - i)} scores too: {points(worth)}, and they fight on.", "P6", *clauses)


def _double1(draft: Draft, i: int, theirs: Throw) -> None:
    """A double 1 loses the match when the other side scores, else points (P7)."""
    loss = draft.settings.fumble_loss
    if theirs.points:
        if not theirs.double20:
            text = f"{name(i)} fumbles with a double 1 while {name(1 - i)} scores: the match is {name(1 - i)}'s."
            draft.tell("fumble_lost", (i,), text, "P7", *draft.shown("G4", 0, 1))
            draft.win(1 - i)
        return
    draft.gained[i] -= loss
    clauses = ("A4",) if theirs.double1 else draft.shown("G3", 0, 1)
    draft.tell("fumble", (i,), f"{name(i)} fumbles with a double 1 and loses {points(loss)}.", "P7", *clauses)


def plain_blow(draft: Draft, i: int, throw: Throw) -> None:
    """What the dice show, die by die (P3-P5)."""
    draft.gained[i] += throw.points
    verb = "strikes" if draft.classes[i] == FIGHTER else "casts"
    if throw.points:
        draft.tell("points", (i,), f"{name(i)} {verb} for {points(throw.points)}.", *scoring_clauses(draft, i, throw))
    elif draft.classes[i] != FIGHTER:
        draft.tell("nothing", (i,), f"{name(i)} casts, and the spell does nothing.", "M4")


def uncontested(draft: Draft, side: str, throw: Throw) -> None:
    """A round of his own for one side; the other neither throws nor is hindered in what he was about to do (A25).

    For a mage it is his cast (A24): afterwards he conjures, unless the cast came on top of his own.
    """
    i = SIDES.index(side)
    if throw.double20 and draft.settings.free_double20 == "win":
        draft.tell("critical", (i,), f"{name(i)} throws a double 20 with nobody against it: a critical hit wins the match.", "P6", "A26")
        draft.win(i)
    elif throw.double20:
        draft.gained[i] += draft.settings.double20
        draft.tell("double20", (i,), f"{name(i)} throws a double 20 uncontested: {points(draft.settings.double20)}.", "P6", "A26")
    elif throw.double1:
        _free_double1(draft, i)
    else:
        plain_blow(draft, i, throw)
    if draft.settings.free_cast == "consumes" or draft.barred[i]:
        draft.step[i] = CONJURE
    if not draft.told:
        draft.tell("nothing", (i,), f"{name(i)}'s uncontested throw does not score.", "A25")


def _free_double1(draft: Draft, i: int) -> None:
    """A double 1 in an uncontested round (A27)."""
    if draft.settings.free_fumble == "ignore":
        draft.tell("nothing", (i,), f"{name(i)}'s double 1 costs nothing, as nobody stands against it.", "A27")
        return
    draft.gained[i] -= draft.settings.fumble_loss
    draft.tell("fumble", (i,), f"{name(i)} fumbles with a double 1 and loses {points(draft.settings.fumble_loss)}.", "P7", "A27")
