"""Lords and subordinates: the pyramid as it stands, and as it stands after a round's battles (C7, K23-K29, K37, K38, K47, K48)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from rules.campaign.battles import Result
from rules.campaign.settings import Settings
from rules.rulings import Player, Ruling, listing, mention

Lords = Mapping[Player, Player | None]
"""Each player's direct lord, None for the free."""


def above(lord: Lords, p: Player) -> tuple[Player, ...]:
    """The lords above p, his direct lord first."""
    chain: list[Player] = []
    here = lord.get(p)
    while here is not None:
        chain.append(here)
        here = lord.get(here)
    return tuple(chain)


def roots(lord: Lords) -> dict[Player, Player]:
    """The head of each player's pyramid (himself, when he has no lord)."""
    found: dict[Player, Player] = {}
    for p in lord:
        trail, here = [p], p
        while here not in found and (up := lord[here]) is not None:
            here = up
            trail.append(here)
        head = found.get(here, here)
        for q in trail:
            found[q] = head
    return found


def vassals(lord: Lords) -> dict[Player, tuple[Player, ...]]:
    """The direct subordinates of each player who has any, sorted."""
    men: dict[Player, list[Player]] = {}
    for p in sorted(lord):
        if (up := lord[p]) is not None:
            men.setdefault(up, []).append(p)
    return {p: tuple(below) for p, below in men.items()}


def sizes(lord: Lords, deep: bool = True) -> dict[Player, int]:
    """How many subordinates each player has: everybody below him, or direct ones only (K27)."""
    size = dict.fromkeys(lord, 0)
    for p in lord:
        here = lord[p]
        while here is not None:
            size[here] += 1
            here = lord[here] if deep else None
    return size


def bonus(lord: Lords, settings: Settings) -> dict[Player, int]:
    """What each player scores for his subordinates when the campaign ends (C10, K34)."""
    size = sizes(lord, deep=settings.lord_points != "direct")
    only_heads = settings.lord_points == "top_only"
    return {p: 0 if only_heads and lord[p] is not None else n * settings.lord_bonus for p, n in size.items()}


@dataclass(frozen=True, slots=True)
class Shift:
    """The pyramid after the battles, with a ruling for everybody whose place was decided."""

    lord: dict[Player, Player | None]
    rulings: tuple[Ruling, ...]


def without(lord: Lords, gone: Collection[Player]) -> dict[Player, Player | None]:
    """The pyramid when some have left: they have no lord any more and their subordinates go free (K43)."""
    return {p: None if p in gone or up in gone else up for p, up in lord.items()}


def after(lord: Lords, results: Iterable[Result], settings: Settings) -> Shift:
    """The pyramid after these battles, all judged at once from the same snapshot; the order in which they are given does not matter."""
    return _Update(lord, sorted(results, key=lambda r: r.battle.defender), settings).run()


class _Update:
    """One update of the pyramid; lives only inside `after`."""

    def __init__(self, old: Lords, results: list[Result], settings: Settings) -> None:
        self.old, self.results, self.settings = old, results, settings
        self.new = dict(old)
        self.size = sizes(old, deep=settings.count_mode == "transitive")
        self.men = vassals(old)
        self.fresh: dict[Player, Player] = {}
        self.rulings: list[Ruling] = []

    def run(self) -> Shift:
        """New bonds of the beaten first, then their followers, then whatever ring that made."""
        for result in self.results:
            self._bind(result)
        for loser in sorted(self.fresh):
            self._follow(loser, self.fresh[loser])
        self._cut_rings()
        return Shift(self.new, tuple(self.rulings))

    def _say(self, code: str, who: tuple[Player, ...], text: str, *clauses: str) -> None:
        self.rulings.append(Ruling(clauses, who, text, code))

    def _bind(self, result: Result) -> None:
        """7a, 7b, 7d: every beaten player gets the victor as his lord."""
        victor, double = result.victor, len(result.battle.attackers) > 1
        for loser in result.beaten:
            was = self.old[loser]
            if victor is None:
                stays = f"keeps {mention(was)} as his lord" if was else "stays free"
                clauses = ("C7b", "K24", "K25") if was else ("C7b", "K24")
                self._say("no_lord_named", (loser,), f"{mention(loser)} is beaten, but the double named no lord of one mind: he {stays}", *clauses)
                continue
            self.fresh[loser] = self.new[loser] = victor
            clauses = ("C7a", *(("C7b",) if double and victor != result.battle.defender else ()), *(("C7d",) if was else ()))
            text = f"{mention(loser)} is beaten by {mention(victor)}, who becomes his lord"
            if was in result.beaten:
                clauses, text = (*clauses, "K47"), f"{text}; {mention(was)} was beaten beside him and loses him"
            elif was == victor:
                text = f"{mention(loser)} is beaten by {mention(victor)}, who stays his lord"
            elif was:
                text = f"{text} in place of {mention(was)}"
            self._say("new_lord", (loser, victor), text, *clauses)

    def _follow(self, loser: Player, victor: Player) -> None:
        """7c: the beaten lord's subordinates, from the top down; a freed man keeps everybody below him, so the walk ends there."""
        walk = list(reversed(self.men.get(loser, ())))
        while walk:
            s = walk.pop()
            if s in self.fresh:
                self._own_victor(s, loser)
                continue
            if s != victor:
                if self.size[victor] < self.size[s]:
                    self._free(s, victor)
                    continue
                self._come_along(s, loser, victor)
            walk.extend(reversed(self.men.get(s, ())))

    def _own_victor(self, s: Player, loser: Player) -> None:
        if self.fresh[s] != self.fresh[loser]:
            text = f"{mention(s)} was beaten himself and goes to his own victor {mention(self.fresh[s])}, not along with {mention(loser)}"
            self._say("own_victor", (s, self.fresh[s]), text, "C7d", "K48")

    def _free(self, s: Player, victor: Player) -> None:
        self.new[s] = None
        men = self.men.get(s, ())
        keeps = f" and keeps {listing(men)}" if men else ""
        why = f"before the battles he had {_men(self.size[s])}, more than {mention(victor)} with {self.size[victor] or 'none'}"
        self._say("goes_free", (s,), f"{mention(s)} goes free{keeps}: {why}", "C7c", "K27", "K28")

    def _come_along(self, s: Player, loser: Player, victor: Player) -> None:
        if self.settings.structure == "flat":
            self.new[s] = victor
            self._say("comes_along", (s, victor), f"{mention(s)} comes along and becomes a direct subordinate of {mention(victor)}", "C7c", "K26")
        else:
            stays = mention(self.old[s] or loser)
            self._say("comes_along", (s, victor), f"{mention(s)} stays under {stays} and comes along under {mention(victor)}", "C7c", "K26")

    def _cut_rings(self) -> None:
        """New bonds outrank old: in a ring the bond above each victor falls, all at once (K37, K38)."""
        victors = set(self.fresh.values())
        for ring in _rings(self.new):
            reached = {self.new[p] for p in ring if self.fresh.get(p) == self.new[p]}
            for p in sorted(q for q in ring if q in (reached or victors)):
                lost = mention(self.new[p] or p)
                text = f"{mention(p)} would end up below himself; his new bond outranks the old one, so he is free of {lost}"
                self.rulings = [r for r in self.rulings if not (r.code == "comes_along" and r.who[0] == p)]
                self._say("old_bond_falls", (p,), text, "K37", "K38")
                self.new[p] = None


def _men(count: int) -> str:
    return f"{count} subordinate{'s' if count > 1 else ''}"


def _rings(lord: Lords) -> list[list[Player]]:
    """Every ring in a map that should be a forest."""
    done: set[Player] = set()
    found = []
    for start in sorted(lord):
        trail: dict[Player, None] = {}
        here: Player | None = start
        while here is not None and here not in done and here not in trail:
            trail[here] = None
            here = lord[here]
        if here is not None and here in trail:
            members = list(trail)
            found.append(members[members.index(here) :])
        done.update(trail)
    return found
