"""A blow at a mage who is conjuring: the man-at-arms' table, and the mage who stands alone (M2-M10, rulings II.3)."""

from __future__ import annotations

from rules.arena.blows import Draft, name, points, scoring_clauses
from rules.arena.dice import Throw
from rules.arena.state import OUT, SIDES

CRITICAL_DAMAGE = 3
"""What an attacker who scores takes from a man-at-arms' double 20 (M10)."""


def assault(draft: Draft, a: int, hit: Throw, shield: Throw | None) -> None:
    """Side `a` attacks while the other conjures; `shield` is the throw of the man-at-arms or of a mage who defends himself, if any.

    A lone mage's own throw only shields: its doubles mean nothing (A28).
    """
    if hit.double20:
        _critical(draft, a, shield)
    elif hit.points:
        _score(draft, a, hit, shield)
    else:
        _no_score(draft, a, hit, shield)


def _critical(draft: Draft, a: int, shield: Throw | None) -> None:
    """A double 20 at a conjuring mage: the shield's throw is the opposing one (P6, X1, X2)."""
    m, worth = 1 - a, draft.settings.double20
    if shield is None or not shield.points:
        return _unmet_critical(draft, a, draft.guarded(m))
    draft.gained[a] += worth
    clauses = ("P6", *draft.shown("X1", a), "A15") if draft.guarded(m) else ("P6", "A28", "A15")
    draft.tell("double20", (a, m), f"{name(a)} throws a double 20, but {_guard(draft, m)} scores: {points(worth)}, and they fight on.", *clauses)
    if draft.guarded(m) and shield.double20:
        _critical_damage(draft, a, "A16")
    if draft.settings.crit_through == "keep":
        return _stands(draft, m, f"{name(m)}'s conjuring holds all the same", "M7", "A15")
    return _breaks(draft, m, f"The damage breaks {name(m)}'s conjuring", "M3", "A15")


def _unmet_critical(draft: Draft, a: int, guarded: bool) -> None:
    """A double 20 that nothing met: the match, save for the setting about lone mages (X2, A29)."""
    m = 1 - a
    if guarded or draft.settings.lone_double20 == "win":
        clauses = ("P6", *draft.shown("X2", a)) if guarded else ("P6", "A29")
        draft.tell("critical", (a,), f"{name(a)} throws a double 20 and nobody on {name(m)}'s side scores: a critical hit wins the match.", *clauses)
        return draft.win(a)
    draft.gained[a] += draft.settings.double20
    draft.tell("double20", (a,), f"{name(a)} throws a double 20 at a mage who stands alone: {points(draft.settings.double20)}.", "P6", "A29")
    return _breaks(draft, m, f"{name(m)} is struck and the conjuring broken", "M3", "M6")


def _score(draft: Draft, a: int, hit: Throw, shield: Throw | None) -> None:
    """An attacker who scores, short of a double 20."""
    m = 1 - a
    if shield is not None and draft.guarded(m) and shield.double1:
        return _guard_falls(draft, a, hit)
    if shield is not None and shield.points:
        return _shielded(draft, a, hit, shield)
    draft.gained[a] += hit.points
    draft.tell("points", (a,), f"{name(a)} strikes for {points(hit.points)}.", *scoring_clauses(draft, a, hit))
    clauses = ("M6", *draft.shown("E2", a)) if draft.guarded(m) else ("M6", "A28")
    return _breaks(draft, m, f"{name(m)} is struck and the conjuring broken", "M3", *clauses)


def _shielded(draft: Draft, a: int, hit: Throw, shield: Throw) -> None:
    """The shield holds the blow off, wholly or, for a man-at-arms under block=subtract, point by point (M7, A14)."""
    m = 1 - a
    guarded = draft.guarded(m)
    through = max(0, hit.points - shield.points) if guarded and draft.settings.block == "subtract" else 0
    draft.gained[a] += through
    if through:
        what = f"only {points(through)} of {name(a)}'s {hit.points} {'gets' if through == 1 else 'get'} through"
    else:
        what = f"{name(a)}'s {points(hit.points)} {'does' if hit.points == 1 else 'do'} not count"
    clauses = ("M7", "A14", *(draft.shown("E1", a) if not through else ())) if guarded else ("A28",)
    draft.tell("shielded", (a, m), f"{_guard(draft, m)} shields: {what}.", *clauses)
    if guarded and shield.double20:
        _critical_damage(draft, a, "A17a", *draft.shown("X6", a))
    _stands(draft, m, f"{name(m)}'s conjuring stands", "M7")


def _guard_falls(draft: Draft, a: int, hit: Throw) -> None:
    """The man-at-arms throws a double 1 while the attacker scores (M9, X3, A18, A19)."""
    m, rule = 1 - a, draft.settings.man_at_arms_fumble_vs_score
    if draft.settings.man_at_arms_fumble_points:
        draft.gained[a] += hit.points
        draft.tell("points", (a,), f"{name(a)} strikes for {points(hit.points)}.", *scoring_clauses(draft, a, hit), "A19")
    example = draft.shown("X3", a) if rule == "example" else ()
    guard, fate = _guard(draft, m), "is down for a moment" if rule == "resume" else "is out of this match"
    if rule != "resume":
        draft.men[m] = OUT
    draft.free = SIDES[a]
    text = f"{guard} fumbles with a double 1 and {fate}; {name(a)} has one uncontested throw."
    draft.tell("guard_out" if rule != "resume" else "guard_down", (a, m), text, "M9", *example, "A18", "A46")
    if rule == "example":
        return _stands(draft, m, f"{name(m)}'s conjuring stands", "A18", *example)
    return _breaks(draft, m, f"{name(m)}'s conjuring is broken", "M6", "A18")


def _no_score(draft: Draft, a: int, hit: Throw, shield: Throw | None) -> None:
    """An attacker who does not score, a fumble included."""
    m = 1 - a
    if hit.double1 and shield is not None and shield.points and draft.settings.fighter_fumble_vs_man_at_arms == "lose":
        draft.tell("fumble_lost", (a,), f"{name(a)} fumbles with a double 1 while {_guard(draft, m)} scores: the match is {name(m)}'s.", "P7", "A17")
        return draft.win(m)
    if hit.double1:
        _attacker_fumbles(draft, a, shield)
    if shield is not None and draft.guarded(m):
        if shield.double1:
            return _guard_fumbles(draft, a)
        if shield.double20:
            return _free_cast(draft, a)
    shown = draft.shown("E3", a) if draft.guarded(m) and shield is not None and shield.points and not hit.double1 else ()
    return _stands(draft, m, f"Nothing reaches {name(m)}: the conjuring stands", "M7" if shown else "M2", *shown)


def _attacker_fumbles(draft: Draft, a: int, shield: Throw | None) -> None:
    """A double 1 that costs points only: a shield is no blow (P7, M5, A17)."""
    draft.gained[a] -= draft.settings.fumble_loss
    clauses = ("M5", "A17") if shield is not None and shield.points else ()
    draft.tell("fumble", (a,), f"{name(a)} fumbles with a double 1 and loses {points(draft.settings.fumble_loss)}.", "P7", *clauses)


def _guard_fumbles(draft: Draft, a: int) -> None:
    """The man-at-arms throws a double 1 while the attacker does not score (M9, X4, A20-A22)."""
    m, loss = 1 - a, draft.settings.fumble_loss
    guard = _guard(draft, m)
    if draft.settings.man_at_arms_fumble_vs_none == "clause":
        draft.free = SIDES[a]
        draft.tell("guard_down", (a, m), f"{guard} fumbles with a double 1; {name(a)} has one uncontested throw, then he is back.", "M9", "A20")
        return _stands(draft, m, f"Nothing reaches {name(m)}: the conjuring stands", "M2")
    mage_pays = draft.settings.own_strike == "mage_minus"
    draft.gained[m if mage_pays else a] += -loss if mage_pays else loss
    price = f"who loses {points(loss)}" if mage_pays else f"and {name(a)} gains {points(loss)}"
    draft.tell("own_strike", (m,), f"{guard} fumbles with a double 1 and hits {name(m)}, {price}.", "M9", *draft.shown("X4", a), "A20", "A22")
    if draft.settings.man_at_arms_fumble_breaks:
        return _breaks(draft, m, f"That breaks {name(m)}'s conjuring", "M3", "A21")
    return _stands(draft, m, f"{name(m)}'s conjuring stands all the same", "A21")


def _free_cast(draft: Draft, a: int) -> None:
    """The man-at-arms throws a double 20 while the attacker does not score: the mage casts unopposed (M10, X5, A24)."""
    m = 1 - a
    draft.free = SIDES[m]
    _stands(draft, m, "", "M10")
    text = f"{_guard(draft, m)} throws a double 20 and steps aside: {name(m)} casts next, uncontested."
    draft.tell("free_cast", (m,), text, "M10", *draft.shown("X5", a), "A24")


def _critical_damage(draft: Draft, a: int, *clauses: str) -> None:
    """The 3 points of a man-at-arms' double 20 against an attacker who scored (M10, A23)."""
    m = 1 - a
    mage_gains = draft.settings.man_at_arms_critical_damage == "mage_plus"
    draft.gained[m if mage_gains else a] += CRITICAL_DAMAGE if mage_gains else -CRITICAL_DAMAGE
    effect = f"{name(m)} gains" if mage_gains else f"{name(a)} loses"
    draft.tell(
        "guard_critical", (a, m), f"{_guard(draft, m)} strikes back with a double 20: {effect} {points(CRITICAL_DAMAGE)}.", "M10", *clauses, "A23"
    )


def _stands(draft: Draft, m: int, why: str, *clauses: str) -> None:
    """The conjuring stands, and what that allows; silent when there is nothing to add."""
    draft.conjuring_stands(m)
    if not why:
        return
    if draft.barred[m]:
        draft.tell("barred", (m,), f"{why}, but a broken conjuring keeps {name(m)} from ever casting in this match.", *clauses, "A13")
    else:
        turn = " after that throw" if draft.free else " next"
        draft.tell("conjured", (m,), f"{why}, and the spell comes{turn}.", *clauses)


def _breaks(draft: Draft, m: int, why: str, *clauses: str) -> None:
    """The conjuring is broken, and what follows."""
    draft.conjuring_breaks(m)
    end = f"{name(m)} may cast no more in this match" if draft.barred[m] else f"{name(m)} conjures again"
    draft.tell("struck", (m,), f"{why}; {end}.", *clauses, *(("A13",) if draft.barred[m] else ()))


def _guard(draft: Draft, m: int) -> str:
    """Who shields this mage: his man-at-arms, or he himself."""
    return f"{name(m)}'s man-at-arms" if draft.guarded(m) else name(m)
