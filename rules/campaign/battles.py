"""A battle and its result, as the pyramid, the peace and the points look at them."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.records import ATTACKERS, DEFENDER
from rules.rulings import Player, listing, mention


@dataclass(frozen=True, slots=True)
class Battle:
    """One defender against one attacker or a double (sorted); `id` is "round.table" once published."""

    defender: Player
    attackers: tuple[Player, ...]
    id: str = ""

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody in it, the defender first."""
        return (self.defender, *self.attackers)

    @property
    def words(self) -> str:
        """The battle in words."""
        return f"{listing(self.attackers)} against {mention(self.defender)}"


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a battle: whose army broke (attackers, defender, both, None), each side's points 0-10, and the lord a double named (7b)."""

    battle: Battle
    broken: str | None
    attackers: int = 0
    defender: int = 0
    named: Player | None = None

    @property
    def beaten(self) -> tuple[Player, ...]:
        """Those who lost decisively: only an army break is decisive, and two broken armies decide nothing (C7a, K23, K29)."""
        return {DEFENDER: (self.battle.defender,), ATTACKERS: self.battle.attackers}.get(self.broken or "", ())

    @property
    def victor(self) -> Player | None:
        """Who becomes lord of the beaten: the defender, the lone attacker, or whom the double named (C7a, C7b)."""
        if self.broken == ATTACKERS:
            return self.battle.defender
        if self.broken != DEFENDER:
            return None
        return self.battle.attackers[0] if len(self.battle.attackers) == 1 else self.named
