"""Who borders whom, and on whom a player may declare war (C4, C8, C9, K2, K6, K7, K9, K12-K16, K31, K43)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.campaign.pyramid import above, roots
from rules.campaign.settings import Settings
from rules.rulings import Player, Refusal, Ruling, mention

Pair = tuple[Player, Player]
"""Two players in sorted order."""


def pair(p: Player, q: Player) -> Pair:
    """The two players in sorted order."""
    return (p, q) if p < q else (q, p)


def neighbours(borders: Iterable[tuple[str, str]], owner: Mapping[Player, str], settings: Settings) -> dict[Player, frozenset[Player]]:
    """For each owner the owners whose provinces border his. Owners are those present: land of somebody who left is unheld (C1, K2, K43).

    Unheld land is a wall, or with `unheld_land: passable` joins everybody round one connected stretch of it.
    Refuses two owners of one province.
    """
    holder: dict[str, Player] = {}
    for player, province in owner.items():
        if province in holder:
            raise Refusal("C1", f"{mention(holder[province])} already holds that province; {mention(player)} needs one of his own")
        holder[province] = player
    land: defaultdict[str, set[str]] = defaultdict(set)
    for a, b in borders:
        if a != b:
            land[a].add(b)
            land[b].add(a)
    near: dict[Player, set[Player]] = {p: {holder[b] for b in land.get(owner[p], ()) if b in holder} for p in owner}
    if settings.unheld_land == "passable":
        for round_it in _shores(land, holder):
            for p in round_it:
                near[p] |= round_it - {p}
    return {p: frozenset(around) for p, around in near.items()}


def _shores(land: Mapping[str, set[str]], holder: Mapping[str, Player]) -> Iterable[set[Player]]:
    """For each connected stretch of unheld provinces, the players round it."""
    seen: set[str] = set()
    for start in land:
        if start in holder or start in seen:
            continue
        seen.add(start)
        shore, walk = set(), [start]
        while walk:
            for province in land[walk.pop()]:
                if province in holder:
                    shore.add(holder[province])
                elif province not in seen:
                    seen.add(province)
                    walk.append(province)
        yield shore


@dataclass(frozen=True)
class Position:
    """How things stand at the start of a round: borders of provinces, owners, lords, and pairs at peace. All players in it are present.

    What follows from that is worked out when it is first asked for.
    """

    borders: Sequence[tuple[str, str]]
    owner: Mapping[Player, str]
    lord: Mapping[Player, Player | None]
    peace: Collection[Pair]
    settings: Settings

    @cached_property
    def near(self) -> dict[Player, frozenset[Player]]:
        """For each player those whose provinces border his."""
        return neighbours(self.borders, self.owner, self.settings)

    @cached_property
    def root(self) -> dict[Player, Player]:
        """The head of each player's pyramid."""
        return roots(self.lord)

    @cached_property
    def block(self) -> dict[Player, frozenset[Player]]:
        """The connected part of his pyramid in which each player's land lies (C8, K14)."""
        near, root = self.near, self.root
        found: dict[Player, frozenset[Player]] = {}
        for start, head in root.items():
            if start in found:
                continue
            members, walk = {start}, [start]
            while walk:
                new = {q for q in near[walk.pop()] if root[q] == head and q not in members}
                members |= new
                walk.extend(new)
            found.update(dict.fromkeys(members, frozenset(members)))
        return found

    @cached_property
    def lawful(self) -> dict[Player, tuple[Player, ...]]:
        """Everybody's lawful targets, sorted (C4)."""
        friends: dict[Player, set[Player]] = {}
        for p, q in self.peace:
            friends.setdefault(p, set()).add(q)
            friends.setdefault(q, set()).add(p)
        in_order: dict[frozenset[Player], tuple[Player, ...]] = {}
        answer = {}
        for p in self.near:
            reach = self.reach(p)
            free = reach - friends[p] if p in friends else reach
            if not free and self.settings.peace_yields:
                free = reach
            if free not in in_order:
                in_order[free] = tuple(sorted(free))
            answer[p] = in_order[free]
        return answer

    def reach(self, p: Player) -> frozenset[Player]:
        """Whom p could attack if there were no peace (K9, K12, K13)."""
        outside = self._outside[p]
        if self.settings.internal_war == "none":
            return outside
        inside = {q for q in self.near[p] if self.root[q] == self.root[p]}
        if self.settings.internal_war == "rebellion":
            inside &= set(above(self.lord, p))
        return outside | inside

    @cached_property
    def _outside(self) -> dict[Player, frozenset[Player]]:
        """For each player those of other pyramids whom his land reaches; one answer for all who use the same land."""
        answer: dict[Player, frozenset[Player]] = {}
        for p in self.near:
            if p not in answer:
                land = self._land(p)
                users = land if self.settings.realm_sharing == "shared" else (p,)
                answer.update(dict.fromkeys(users, self._beyond(land, self.root[p])))
        return answer

    def _land(self, p: Player) -> frozenset[Player]:
        """The players whose land p may attack from."""
        if self.settings.realm_sharing == "lord_only" and self.root[p] != p:
            return frozenset((p,))
        return self.block[p]

    def _beyond(self, land: Iterable[Player], root: Player) -> frozenset[Player]:
        near, roots_of, block = self.near, self.root, self.block
        touched = {q for member in land for q in near[member] if roots_of[q] != root}
        if self.settings.realm_exposure == "province":
            return frozenset(touched)
        return frozenset().union(*[block[q] for q in touched])


def position(
    borders: Sequence[tuple[str, str]],
    owner: Mapping[Player, str],
    lord: Mapping[Player, Player | None],
    peace: Iterable[Pair],
    absent: Collection[Player],
    settings: Settings,
) -> Position:
    """The position from plain facts; whoever is absent holds no land, has no lord and is nobody's lord (K43)."""
    present = {p: province for p, province in owner.items() if p not in absent}
    lords = {p: above_him if (above_him := lord.get(p)) in present else None for p in present}
    return Position(borders, present, lords, frozenset(pair(p, q) for p, q in peace), settings)


def why_not(now: Position, p: Player, q: Player) -> Ruling | None:
    """Why p may not declare war on q, or None if he may. Both belong to the campaign; whoever has left is not in the position."""
    if q not in now.lord:
        return Ruling(("K43",), (q,), f"{mention(q)} has left the campaign and cannot be attacked", "gone")
    if q == p:
        return Ruling(("C4",), (p,), "nobody declares war on himself", "self")
    if p not in now.lord:
        return Ruling(("K43",), (p,), f"{mention(p)} has left the campaign and declares nothing", "gone")
    if q in now.lawful[p]:
        return None
    if now.root[p] == now.root[q]:
        return _one_realm(now, p, q)
    if q in now.reach(p):
        return Ruling(("C9", "K31"), (p, q), f"{mention(p)} and {mention(q)} fought last round and are at peace until this round is over", "peace")
    if now.settings.realm_sharing == "lord_only" and now.root[p] != p and q in now._beyond(now.block[p], now.root[p]):
        return Ruling(("C4", "K12"), (p, q), f"only the head of the pyramid may attack {mention(q)} from its joined land", "lord_only")
    if now.settings.realm_exposure == "province" and any(m in now.reach(p) for m in now.block[q]):
        return Ruling(("C4", "K13"), (p, q), f"the land of {mention(q)} lies behind that of others of his pyramid and is not touched", "behind")
    clauses = ("C4", "C8", "K14") if len(now.block[p]) > 1 or len(now.block[q]) > 1 else ("C4",)
    return Ruling(clauses, (p, q), f"the land of {mention(q)} does not border the territory of {mention(p)}", "not_a_neighbour")


def _one_realm(now: Position, p: Player, q: Player) -> Ruling:
    """Why there is no war inside one pyramid."""
    if q in above(now.lord, p):
        what, code = f"{mention(q)} is lord of {mention(p)}", "own_lord"
    elif p in above(now.lord, q):
        what, code = f"{mention(q)} is a subordinate of {mention(p)}", "own_vassal"
    else:
        what, code = f"{mention(p)} and {mention(q)} serve the same lord {mention(now.root[p])}", "fellow_vassal"
    if pair(p, q) in now.peace and q in now.reach(p):
        return Ruling(("C9", "K31"), (p, q), f"{mention(p)} and {mention(q)} fought last round and are at peace until this round is over", "peace")
    allowed = now.settings.internal_war == "any" or (now.settings.internal_war == "rebellion" and code == "own_lord")
    because = "their own provinces do not border each other" if allowed else "their lands are one territory without inner borders"
    return Ruling(("C8", "K9"), (p, q), f"{what}: {because}", code)
