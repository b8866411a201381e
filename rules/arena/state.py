"""Where a match stands between two rounds, and when it is over."""

from __future__ import annotations

from dataclasses import dataclass

from rules.arena.dice import Dice
from rules.arena.settings import Settings
from rules.rulings import Refusal, Ruling

SIDES = ("A", "B")
OTHER = {"A": "B", "B": "A"}
FIGHTER, MAGE = "fighter", "mage"
CONJURE, CAST = 1, 2
NO_GUARD, PRESENT, OUT = "none", "present", "out"
DRAWN = "D"
LIMIT = 100
"""How far below zero or above the target a score may be set by hand; play itself knows no such limit."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round as it was played: its number from 1, who threw what, what it changed on both scores, the scores after it, whose uncontested
    round it was (None for an ordinary one), and what was ruled."""

    number: int
    throws: tuple[tuple[str, Dice], ...]
    gained: tuple[int, int]
    score: tuple[int, int]
    free: str | None
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A match between two rounds. Pairs are (A's, B's).

    `step` is 1 for a mage who conjures next and 2 for one who casts next (a pending uncontested cast included), always 1 for a fighter.
    `free` says whose uncontested round comes next, `winner` is "A", "B", "D" for a draw, or None. `barred` marks a mage who may cast no more
    (struck_forever), `sudden` that the first uneven round decides (tie_rule sudden_death). `rounds` counts the rounds played.
    """

    settings: Settings
    classes: tuple[str, str]
    men_at_arms: tuple[str, str]
    score: tuple[int, int] = (0, 0)
    step: tuple[int, int] = (CONJURE, CONJURE)
    free: str | None = None
    winner: str | None = None
    barred: tuple[bool, bool] = (False, False)
    sudden: bool = False
    rounds: int = 0
    log: tuple[Round, ...] = ()


def begin(settings: Settings, classes: tuple[str, str], men_at_arms: tuple[str, str]) -> Match:
    """A match before its first round; Refusal for a class that is none, or a man-at-arms beside a fighter (M5)."""
    return at(settings, classes, men_at_arms)


def at(
    settings: Settings,
    classes: tuple[str, str],
    men_at_arms: tuple[str, str],
    score: tuple[int, int] = (0, 0),
    step: tuple[int, int] = (CONJURE, CONJURE),
    free: str | None = None,
    barred: tuple[bool, bool] = (False, False),
    rounds: int = 0,
) -> Match:
    """A match taken up from a given state, as the Guardian may set it (D5, A42); Refusal for a state that cannot be.

    A score that already decides gives a match with a winner.
    """
    for i, side in enumerate(SIDES):
        _check_side(settings, side, classes[i], men_at_arms[i], score[i], step[i], barred[i])
    if free not in (None, *SIDES):
        raise Refusal("A42", f"an uncontested round belongs to A, to B or to nobody, not to {free!r}")
    if barred == (True, True):
        raise Refusal("A13", "two mages who may both never cast again cannot finish a match: let one of them cast")
    winner, sudden = verdict(settings, classes, score, step)
    return Match(settings, classes, men_at_arms, score, step, None if winner else free, winner, barred, sudden, rounds)


def _check_side(settings: Settings, side: str, kind: str, guard: str, score: int, step: int, barred: bool) -> None:
    """Refusal when one side's class, man-at-arms, score or step cannot be."""
    if kind not in (FIGHTER, MAGE):
        raise Refusal("R6", f"{side} must be a fighter or a mage, not {kind!r}")
    if guard not in (NO_GUARD, PRESENT, OUT):
        raise Refusal("M5", f"{side}'s man-at-arms is none, present or out, not {guard!r}")
    if kind == FIGHTER and guard != NO_GUARD:
        raise Refusal("M5", f"{side} is a fighter, and only a mage may take a man-at-arms")
    if step not in (CONJURE, CAST) or (kind == FIGHTER and step != CONJURE):
        raise Refusal("M2", f"{side}'s step is 1 or, for a mage about to cast, 2, not {step!r}")
    if type(score) is not int or not -LIMIT <= score <= settings.target + LIMIT:
        raise Refusal("A42", f"{side}'s score must be a whole number from {-LIMIT} to {settings.target + LIMIT}, not {score!r}")
    if settings.floor is not None and score < settings.floor:
        raise Refusal("A5", f"{side}'s score cannot be below {settings.floor} in this arena")
    if barred and not (settings.struck_forever and kind == MAGE):
        raise Refusal("A13", f"{side} can only be kept from casting if he is a mage and the arena plays struck_forever")
    if barred and step == CAST:
        raise Refusal("A13", f"{side}'s conjuring was broken, so he may cast no more in this match")


def verdict(
    settings: Settings,
    classes: tuple[str, str],
    score: tuple[int, int],
    step: tuple[int, int],
    sudden: bool = False,
    gained: tuple[int, int] = (0, 0),
) -> tuple[str | None, bool]:
    """Who has won by points at the end of a complete round, if anybody (R5, A8), and whether sudden death is on from here.

    `gained` is what the round's dice gave and took on each side, before any floor. Sudden death, once on, looks at nothing else.
    """
    if sudden:
        return _higher(gained, None), True
    reached = [points >= settings.target for points in score]
    if not any(reached):
        return None, False
    if all(reached) and settings.tie_rule == "sudden_death":
        return None, True
    level = {"draw": DRAWN, "first_roller": SIDES[0]}.get(settings.tie_rule)
    leader = _higher(score, level)
    if settings.mage_last_cast and any(classes[i] == MAGE and step[i] == CAST and leader != side for i, side in enumerate(SIDES)):
        return None, False
    return leader, False


def _higher(pair: tuple[int, int], level: str | None) -> str | None:
    """The side with more, or `level` when they are equal."""
    return level if pair[0] == pair[1] else SIDES[0] if pair[0] > pair[1] else SIDES[1]
