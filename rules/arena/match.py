"""The match machine: which throws a round needs, and what they do. One round at a time, and nothing before every throw is there (P1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

from rules.arena.acts import Role
from rules.arena.blows import Draft, melee, name, uncontested
from rules.arena.dice import Dice, Throw, checked, read
from rules.arena.mage import assault
from rules.arena.settings import Settings
from rules.arena.state import CAST, CONJURE, DRAWN, FIGHTER, MAGE, NO_GUARD, OUT, PRESENT, SIDES, Match, Round, at, begin, verdict
from rules.rulings import Refusal, Ruling, listing, mention

__all__ = ["SIDES", "Match", "Round", "at", "begin", "match_outcome", "next_throws", "play_round", "role_name", "roller", "verdict"]

ROLES: tuple[Role, ...] = get_args(Role)


def roller(role: str) -> str:
    """The side for which a role throws: "A" for A, CA and DA."""
    return role[-1]


def role_name(role: str) -> str:
    """Who throws in a role, as words with marks: a combatant, his man-at-arms, or the lone mage who shields himself."""
    side = mention(roller(role))
    return f"{side}'s man-at-arms" if role[0] == "C" else side


def attacks(match: Match, i: int) -> bool:
    """Whether side number `i` strikes in an ordinary round: fighters always, a mage when he casts (M2)."""
    return match.classes[i] == FIGHTER or match.step[i] == CAST


def next_throws(match: Match) -> tuple[str, ...]:
    """The roles that throw in the coming round, in the order A, B, CA, CB, DA, DB.

    A, B the combatants; CA, CB their men-at-arms; DA, DB a lone mage who shields himself (lone_conjure). Empty when the match is over, and when two
    mages conjure, which is a round without dice (A30).
    """
    if match.winner:
        return ()
    if match.free:
        return (match.free,)
    needed = []
    for i, side in enumerate(SIDES):
        if attacks(match, i):
            needed.append(side)
        elif attacks(match, 1 - i):
            needed += _shield(match, i)
    return tuple(sorted(needed, key=ROLES.index))


def _shield(match: Match, i: int) -> list[str]:
    """Who throws to shield side number `i`, a mage who conjures under attack."""
    if match.men_at_arms[i] == PRESENT:
        return ["C" + SIDES[i]]
    return ["D" + SIDES[i]] if match.settings.lone_conjure == "mage_defends" else []


def play_round(match: Match, throws: Mapping[str, Dice]) -> tuple[Match, tuple[Ruling, ...]]:
    """The match after one round, and what was ruled in it.

    `throws` has two dice for exactly the roles that `next_throws` names; their order means nothing (A7). Refusal after the end (R3), for missing or
    extra throws (P1) and for dice that are none (P2). Rulings mention the sides as A and B.
    """
    if match.winner:
        raise Refusal("R3", "the winner is declared, so nothing more can be thrown in this match")
    needed = next_throws(match)
    dice = {role: checked(throws[role]) for role in needed if role in throws}
    if len(dice) != len(needed) or len(throws) != len(needed):
        raise Refusal("P1", _wrong_throws(needed, throws))
    draft = Draft(match)
    _fight(match, draft, {role: read(pair, low_of(match, role)) for role, pair in dice.items()})
    return _close(match, draft, tuple(dice.items()))


def _wrong_throws(needed: tuple[str, ...], throws: Mapping[str, Dice]) -> str:
    """Why these are not the throws of this round."""
    wanted = " and ".join(role_name(role) for role in needed) if needed else "nobody: both mages conjure"
    return f"this round needs the throws of {wanted} ({', '.join(needed) or 'none'}), but got {', '.join(map(str, throws)) or 'none'}"


def low_of(match: Match, role: str) -> int:
    """The lowest die with which a role scores: a combatant by his class, a man-at-arms by his own threshold (A12)."""
    return match.settings.low("guard" if role[0] == "C" else match.classes[SIDES.index(roller(role))])


def _fight(match: Match, draft: Draft, read_throws: dict[str, Throw]) -> None:
    """Works out one round on the draft."""
    if match.free:
        return uncontested(draft, match.free, read_throws[match.free])
    strikers = [i for i in (0, 1) if attacks(match, i)]
    for i in strikers:
        draft.step[i] = CONJURE  # a cast spends the conjuring
    if len(strikers) == 2:
        melee(draft, (read_throws["A"], read_throws["B"]))
    elif strikers:
        (a,) = strikers
        defender = SIDES[1 - a]
        assault(draft, a, read_throws[SIDES[a]], read_throws.get("C" + defender, read_throws.get("D" + defender)))
    else:
        draft.conjuring_stands(0)
        draft.conjuring_stands(1)
        draft.tell("conjured", (0, 1), f"{name(0)} and {name(1)} both conjure, and nobody throws.", "M2", "A30")
    if not draft.told:
        draft.tell("nothing", (0, 1), f"Neither {name(0)} nor {name(1)} scores.", "P1")
    return None


def _close(match: Match, draft: Draft, dice: tuple[tuple[str, Dice], ...]) -> tuple[Match, tuple[Ruling, ...]]:
    """The end of a round: scores, a sudden end first, then the totals (R5, II.3)."""
    score = _floored(match, draft.gained)
    step = (draft.step[0], draft.step[1])
    winner, sudden = draft.winner, match.sudden
    if winner is None:
        winner, sudden = verdict(match.settings, match.classes, score, step, match.sudden, (draft.gained[0], draft.gained[1]))
        _tell_end(match, draft, score, winner, sudden)
    rulings = tuple(draft.told)
    gained = (score[0] - match.score[0], score[1] - match.score[1])
    played = Round(match.rounds + 1, dice, gained, score, match.free, rulings)
    after = replace(
        match,
        men_at_arms=(draft.men[0], draft.men[1]),
        score=score,
        step=step,
        free=None if winner else draft.free,
        winner=winner,
        barred=(draft.barred[0], draft.barred[1]),
        sudden=sudden,
        rounds=played.number,
        log=(*match.log, played),
    )
    return after, rulings


def _floored(match: Match, gained: list[int]) -> tuple[int, int]:
    """Both scores after the round: everything it gave and took at once, then the floor, if the club has one (A5)."""
    a, b = (had + got for had, got in zip(match.score, gained, strict=True))
    low = match.settings.floor
    return (a, b) if low is None else (max(a, low), max(b, low))


def _tell_end(match: Match, draft: Draft, score: tuple[int, int], winner: str | None, sudden: bool) -> None:
    """What the totals mean at the end of the round, where they mean anything (R5, A8, A9)."""
    target = match.settings.target
    standing = f"{score[0]} to {score[1]}"
    both = min(score) >= target
    if winner == DRAWN:
        draft.tell("drawn", (0, 1), f"Both have {score[0]} after the same number of rounds: the match is drawn.", "R5", "A8")
    elif winner:
        i = SIDES.index(winner)
        draft.tell("won", (i,), f"{name(i)} wins the match, {score[i]} to {score[1 - i]}.", "R5", *(("A8",) if both or sudden else ()))
    elif sudden:
        draft.tell("plays_on", (0, 1), f"At {standing}, the first round in which one gains more than the other decides.", "R5", "A8")
    elif both and score[0] == score[1]:
        draft.tell("plays_on", (0, 1), f"Level at {standing} after the same number of rounds: they play full rounds until they differ.", "R5", "A8")
    elif max(score) >= target:
        late = tuple(i for i in (0, 1) if match.classes[i] == MAGE and draft.step[i] == CAST)
        draft.tell("last_cast", late, f"At {standing} a conjuring still stands: {listing(SIDES[i] for i in late)} may cast it before the end.", "A9")


def match_outcome(settings: Settings, given: Mapping[str, Any]) -> dict[str, Any]:
    """The outcome of an arena.match case: `classes`, `men_at_arms`, `rounds` (throws by role), optionally a state to start from (see `at`).

    Refusal when a round's throws are not lawful; ValueError, beginning with the JSON path, for an input of the wrong shape.
    """
    match = started(settings, given, "rounds")
    rounds = given.get("rounds", [])
    if not isinstance(rounds, list | tuple):
        raise ValueError("$.input.rounds: must be a list of throws by role")
    for i, throws in enumerate(rounds):
        if not isinstance(throws, Mapping):
            raise ValueError(f"$.input.rounds[{i}]: must be an object of throws by role")
        match, _ = play_round(match, throws)
    return {
        "score": list(match.score),
        "winner": match.winner,
        "step": list(match.step),
        "men_at_arms": list(match.men_at_arms),
        "free": match.free,
        "next": list(next_throws(match)),
    }


def started(settings: Settings, given: Mapping[str, Any], *more: str) -> Match:
    """The match a case begins with; `more` names the other keys it may have. ValueError as above."""
    for key in given:
        if key not in (*STATE, "free", *more):
            raise ValueError(f"$.input.{key}: is not known here; known are {', '.join((*STATE, 'free', *more))}")
    classes, men, score, step = (_pair(given.get(key, default), key, kind) for key, (default, kind) in STATE.items())
    if given.get("free") not in (None, *SIDES):
        raise ValueError("$.input.free: must be A, B or null")
    return at(settings, classes, men, score, step, given.get("free"))


STATE: dict[str, tuple[tuple[Any, Any], tuple[str, ...] | None]] = {
    "classes": ((FIGHTER, FIGHTER), (FIGHTER, MAGE)),
    "men_at_arms": ((NO_GUARD, NO_GUARD), (NO_GUARD, PRESENT, OUT)),
    "score": ((0, 0), None),
    "step": ((CONJURE, CONJURE), None),
}
"""The keys of a case that come as a pair, A's and B's: their default, and the words they may be (None: whole numbers)."""


def _pair(value: Any, key: str, words: tuple[str, ...] | None) -> tuple[Any, Any]:
    """The value as A's and B's part."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ValueError(f"$.input.{key}: must be a list of two, A's and B's")
    for i, part in enumerate(value):
        if type(part) is not int if words is None else part not in words:
            raise ValueError(f"$.input.{key}[{i}]: must be {'a whole number' if words is None else ' or '.join(words)}, not {part!r}")
    return value[0], value[1]
