"""Who fights whom: the best way to turn declarations of war into battles (C5, K17-K22), exact and in linear time.

Every player points at whom he declares war on, so the declarations form trees that hang on rings or on players without a declaration. Each player
attacks (and then cannot be attacked), defends against one to `cap` of those who point at him, or stands idle. The best outcome honours the most
attackers; then places the most players; then has the most wars in which the defender attacks his attacker; then follows the lot.

The four aims are one whole number: a field of bits for each, the first aim highest, the lot lowest with one bit for each player. Such numbers add up
without spilling from field to field, so sums compare as the aims do, and no two sets of attackers have the same number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.campaign.battles import Battle
from rules.lots import tickets
from rules.rulings import Player

ATTACK, DEFEND, IDLE = "attack", "defend", "idle"


def lot(seed: str, round_number: int, entered: Sequence[Player], here: Iterable[Player], idle_before: Iterable[Player] = ()) -> tuple[Player, ...]:
    """The lot of one round, drawn from the published seed: everybody `here` in order, those who stood idle the round before first (K19, K20).

    Anybody can check it: number all players in the order in which they `entered`, and sort them by SHA-256 of "seed|lot|round|number".
    """
    waited, drawn = set(idle_before), tickets(f"{seed}|lot|{round_number}", entered)
    return tuple(sorted(here, key=lambda p: (p not in waited, drawn[p])))


def allot(target: Mapping[Player, Player | None], priority: Sequence[Player], cap: int) -> tuple[Battle, ...]:
    """The battles, sorted by defender. `target`: everybody's effective declaration; `priority`: the lot, first wins; at most `cap` in a double."""
    return _Graph(target, priority, cap).battles()


class _Graph:
    """The declarations as numbers 0..n-1 and the tables of the dynamic programme; lives only inside `allot`."""

    def __init__(self, target: Mapping[Player, Player | None], priority: Sequence[Player], cap: int) -> None:
        self.names = sorted(target)
        number = {p: i for i, p in enumerate(self.names)}
        n = len(self.names)
        self.cap = cap
        self.to = [number[t] if (t := target[p]) is not None else -1 for p in self.names]
        bits = n.bit_length() + 2
        self.mutual, self.placed = 1 << n, 1 << (n + bits)
        honoured = 1 << (n + 2 * bits)
        rank = {number[p]: n - 1 - i for i, p in enumerate(priority)}
        self.attack = [honoured + self.placed + (1 << rank[i]) for i in range(n)]
        self.inside = [0] * n
        self.rest = [0] * n
        self.gains: list[list[tuple[int, int]]] = [[] for _ in range(n)]
        self.resting = [IDLE] * n
        self.role = [IDLE] * n
        self.team: list[list[int]] = [[] for _ in range(n)]

    def battles(self) -> tuple[Battle, ...]:
        """Weighs everything, then writes the best roles down from the feet of the trees and round the rings."""
        tops, rings = self._trees()
        for top in tops:
            self._settle(top, self.resting[top])
        for ring in rings:
            self._settle_ring(ring)
        return tuple(
            Battle(self.names[i], tuple(self.names[a] for a in sorted(self.team[i]))) for i in range(len(self.names)) if self.role[i] == DEFEND
        )

    def _trees(self) -> tuple[list[int], list[list[int]]]:
        """Works out every tree from the leaves down to its foot; returns the players without a declaration, and the rings."""
        pointing = [0] * len(self.to)
        for t in self.to:
            if t >= 0:
                pointing[t] += 1
        ready = [i for i, count in enumerate(pointing) if not count]
        tops, in_ring = [], set(range(len(self.to)))
        while ready:
            i = ready.pop()
            in_ring.discard(i)
            if self.gains[i]:
                self._weigh(i)
            t = self.to[i]
            if t < 0:
                tops.append(i)
                continue
            self.inside[t] += self.rest[i]
            self.gains[t].append((self.inside[i] + self.attack[i] - self.rest[i], i))
            pointing[t] -= 1
            if not pointing[t]:
                ready.append(t)
        return tops, self._rings(in_ring)

    def _rings(self, members: set[int]) -> list[list[int]]:
        rings = []
        for start in sorted(members):
            if start not in members:
                continue
            ring, here = [], start
            while here in members:
                members.discard(here)
                ring.append(here)
                self.gains[here].sort(reverse=True)
                here = self.to[here]
            rings.append(ring)
        return rings

    def _weigh(self, i: int) -> None:
        """The best for i and all behind him when he does not attack; his own attack is weighed by the player he points at."""
        self.gains[i].sort(reverse=True)
        defence = self._defence(i, self.cap, hit=False)
        self.rest[i] = self.inside[i]
        if defence > 0:
            self.rest[i] += defence
            self.resting[i] = DEFEND

    def _defence(self, i: int, places: int, hit: bool) -> int:
        """What defending adds: the best attackers behind him, at least one unless his ring already attacks him."""
        gains = self.gains[i]
        worth = self.placed
        for k, (gain, _) in enumerate(gains[:places]):
            if gain > 0 or (k == 0 and not hit):
                worth += gain
        return worth if hit or gains else -1

    def _best(self, i: int, places: int, hit: bool) -> list[int]:
        """The attackers behind him whom that takes."""
        return [c for k, (gain, c) in enumerate(self.gains[i][:places]) if gain > 0 or (k == 0 and not hit)]

    def _settle(self, top: int, role: str, by: int = -1) -> None:
        """Writes down the roles of i and everybody behind him; `by` is the ring's player who attacks i."""
        walk = [(top, role, by)]
        while walk:
            i, role, by = walk.pop()
            self.role[i] = role
            team: list[int] = []
            if role == DEFEND:
                hit = by >= 0
                team = self._best(i, self.cap - hit, hit)
                self.team[i] = team + [by] * hit
            for _, c in self.gains[i]:
                if self.gains[c]:
                    walk.append((c, ATTACK if c in team else self.resting[c], -1))
                elif c in team:
                    self.role[c] = ATTACK

    def _settle_ring(self, ring: list[int]) -> None:
        """The best roles round a ring: once with its first player attacked by the last, once without, the better one kept."""
        best, roles = max((self._walk(ring, hit) for hit in (False, True)), key=lambda found: found[0])
        assert best >= 0, "a ring can always rest"
        for k, i in enumerate(ring):
            self._settle(i, roles[k], ring[k - 1] if roles[k - 1] == ATTACK else -1)

    def _walk(self, ring: list[int], first_hit: bool) -> tuple[int, list[str]]:
        """The best value and roles when the first player is (not) attacked by the last. At each step: `hit` says whether the next one is attacked."""
        value: dict[bool, int] = {first_hit: 0}
        steps: list[dict[bool, tuple[str, bool]]] = []
        for i in ring:
            reached: dict[bool, int] = {}
            step: dict[bool, tuple[str, bool]] = {}
            for was_hit, so_far in value.items():
                for role, attacks, worth in self._options(i, was_hit, len(ring) == 2):
                    if attacks not in reached or so_far + worth > reached[attacks]:
                        reached[attacks], step[attacks] = so_far + worth, (role, was_hit)
            value = reached
            steps.append(step)
        if first_hit not in value:
            return -1, []
        roles, hit = [], first_hit
        for step in reversed(steps):
            role, hit = step[hit]
            roles.append(role)
        return value[first_hit], roles[::-1]

    def _options(self, i: int, hit: bool, pair: bool) -> list[tuple[str, bool, int]]:
        """What a ring's player can do, whether he then attacks the next, and what that is worth; an attacked one can only defend."""
        if hit:
            return [(DEFEND, False, self.inside[i] + self._defence(i, self.cap - 1, hit=True) + (self.mutual if pair else 0))]
        free = (DEFEND, False, self.inside[i] + self._defence(i, self.cap, hit=False)) if self.gains[i] else None
        return [(ATTACK, True, self.inside[i] + self.attack[i]), (IDLE, False, self.inside[i]), *((free,) if free else ())]
