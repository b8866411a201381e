"""What everybody's declaration of war comes to when diplomacy closes: orders first, then a player's own (C4, C8, K3, K5-K8, K10, K11)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rules.campaign.pyramid import Lords, above
from rules.campaign.settings import Settings
from rules.lots import tickets
from rules.rulings import Player, Problem, Ruling, mention


@dataclass(frozen=True, slots=True)
class Given:
    """An order as it was given. `stands`: the umpire lets it stand although a correction made it unlawful (K52)."""

    lord: Player
    vassal: Player
    target: Player | None
    stands: bool = False


@dataclass(frozen=True, slots=True)
class Effective:
    """Whom each player is at war with this round, what went wrong on the way, the orders that count, and what players filed themselves."""

    target: dict[Player, Player | None]
    problems: tuple[Problem, ...]
    kept: dict[Player, Given]
    own: Mapping[Player, Player | None]

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """Why each declaration is what it is, one sentence a player; orders that came to nothing first."""
        failed = {p.who: p for p in self.problems if p.code in OWN}
        said = [Ruling((p.clause,), (p.who,), p.text, p.code) for p in self.problems if p.code not in OWN and p.who]
        for p, target in self.target.items():
            if p in self.kept:
                said.append(_by_order(self.kept[p], self.own.get(p)))
            elif p in failed:
                said.append(_without(failed[p], p, target))
            else:
                said.append(_by_himself(p, target))
        return tuple(said)


OWN = ("no_declaration", "target_not_lawful")
"""What can be wrong with a player's own declaration."""


def order_problem(order: Given, lord: Lords, lawful: Mapping[Player, Sequence[Player]]) -> Problem | None:
    """What makes an order void: not given from above, or a target its receiver may not attack (K10, K10b)."""
    if order.lord not in above(lord, order.vassal):
        text = f"{mention(order.lord)} is no lord of {mention(order.vassal)} and cannot order him"
        return Problem("order_not_from_a_lord", order.vassal, "K10", text)
    if order.target is None or order.target not in lawful[order.vassal]:
        whom = mention(order.target) if order.target else "nobody"
        text = f"the order to {mention(order.vassal)} is void, because he may not declare war on {whom}: his own choice counts"
        return Problem("order_target_not_lawful", order.vassal, "K10b", text)
    return None


def effective(
    lawful: Mapping[Player, Sequence[Player]],
    lord: Lords,
    own: Mapping[Player, Player | None],
    orders: Sequence[Given],
    settings: Settings,
    lot: str = "",
    entered: Sequence[Player] = (),
    standing: Collection[Player] = (),
) -> Effective:
    """The declarations that count. `own` has only those who filed; `lawful` everybody present; `orders` in the order they were given.

    The order of the highest lord counts, of several by him the latest (K10a); it overrides what the subordinate filed, whenever he did (K10c).
    `lot` is the published text from which `missing_declaration: random` draws for those who `entered` in this order; `standing` names players
    whose own declaration stands by K52. Nothing stands against somebody who has left.
    """
    kept, problems = _kept(orders, lord, lawful)
    target: dict[Player, Player | None] = {}
    for p in sorted(lawful):
        if p in kept:
            target[p] = kept[p].target
            continue
        stands = p in standing and (own.get(p) is None or own[p] in lawful)
        wrong = None if stands else _own_problem(p, own, lawful[p])
        if not wrong:
            target[p] = own.get(p)
            continue
        problems.append(wrong)
        target[p] = drawn(lot, p, lawful[p], entered) if settings.missing_declaration == "random" else None
    return Effective(target, tuple(problems), kept, own)


def _kept(orders: Sequence[Given], lord: Lords, lawful: Mapping[Player, Sequence[Player]]) -> tuple[dict[Player, Given], list[Problem]]:
    """The order that counts for each player who has one, and what makes others void."""
    kept: dict[Player, Given] = {}
    problems = []
    for order in orders:
        stands = order.stands and order.target in lawful and order.vassal in lawful
        wrong = None if stands else order_problem(order, lord, lawful)
        if wrong:
            problems.append(wrong)
        elif _outranks(order, kept.get(order.vassal), lord):
            kept[order.vassal] = order
    return kept, problems


def _outranks(order: Given, held: Given | None, lord: Lords) -> bool:
    """Whether a later order replaces the one held: given by the same lord or a higher one."""
    return held is None or order.lord == held.lord or order.lord in above(lord, held.lord)


def _own_problem(p: Player, own: Mapping[Player, Player | None], lawful: Sequence[Player]) -> Problem | None:
    """What is wrong with what p filed himself (K5); an empty declaration is right where nobody can be named (K6, K7)."""
    target = own.get(p)
    if target is not None and target not in lawful:
        return Problem("target_not_lawful", p, "C4", f"{mention(p)} declared war on {mention(target)}, whom he may not attack")
    if target is None and lawful:
        what = "an empty declaration although he could attack somebody" if p in own else "no declaration"
        return Problem("no_declaration", p, "C4", f"{mention(p)} handed in {what}")
    return None


def drawn(lot: str, p: Player, lawful: Sequence[Player], entered: Sequence[Player]) -> Player | None:
    """The target the published lot draws for p, None when he has none (K5): what he draws, as a number, counts round those he may name.

    These stand in the order in which they `entered`.
    """
    if not lawful:
        return None
    named = [q for q in entered if q in lawful]
    return named[int.from_bytes(tickets(f"{lot}|target", entered)[p]) % len(named)]


def _by_order(order: Given, own: Player | None) -> Ruling:
    instead = f" instead of on {mention(own)}" if own and own != order.target else ""
    text = f"{mention(order.vassal)} declares war on {mention(order.target or '')}{instead}, by order of {mention(order.lord)}"
    return Ruling(("C8", "K10"), (order.vassal, order.lord), text, "ordered")


def _by_himself(p: Player, target: Player | None) -> Ruling:
    if target is None:
        return Ruling(("C4", "K6"), (p,), f"{mention(p)} has nobody he may declare war on and hands in an empty declaration", "empty")
    return Ruling(("C4",), (p, target), f"{mention(p)} declares war on {mention(target)}", "declared")


def _without(wrong: Problem, p: Player, target: Player | None) -> Ruling:
    if target is None:
        return Ruling(("C4", "K5", "K8"), (p,), f"{wrong.text}: he starts no war, but can be attacked", wrong.code)
    return Ruling(("C4", "K5"), (p, target), f"{wrong.text}: the lot draws war on {mention(target)} for him", wrong.code)
