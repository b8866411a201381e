"""A small tournament to act upon: one fixed cast, a clock that moves a minute with every act, and shorthands for what tests do often."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rules.arena import acts, proof, status
from rules.arena.fight import Fight
from rules.arena.tourney import Tourney, apply
from rules.entry import Entry, SettingValue
from rules.rulings import Refusal

START = datetime(2000, 5, 1, 12, tzinfo=UTC)
GUARDIAN, JUDGE, KNIGHT, DICE = "guardian", "judge", "knight", "dice"
WHY = "so it is"
HIT, MISS, CRITICAL, FUMBLE = (15, 2), (2, 3), (20, 20), (1, 1)


class Stage:
    """`do` an act; `refused` asserts that it is refused and changes nothing. `entries` is the journal so far."""

    def __init__(self, **chosen: str) -> None:
        self.t, self.entries, self.now = Tourney(), [], START
        if chosen:
            self.do(acts.SetSettings(tuple(SettingValue(name, value) for name, value in chosen.items())))
        for person, role in ((GUARDIAN, "guardian"), (JUDGE, "judge"), (KNIGHT, "judge"), (DICE, "dice_master")):
            self.do(acts.Appoint(person, role))
        self.do(acts.RulesMeeting(START))

    def entry(self, act: acts.Act, by: str | None = None, hours: float | None = None, reason: str = WHY) -> Entry:
        """The act as the next entry; `hours` sets the clock to so long after the start."""
        self.now = self.now + timedelta(minutes=1) if hours is None else START + timedelta(hours=hours)
        return Entry(len(self.entries) + 1, self.now, by, act, reason=reason)

    def do(self, act: acts.Act, by: str | None = None, hours: float | None = None, reason: str = WHY) -> Tourney:
        entry = self.entry(act, by, hours, reason)
        self.t = apply(self.t, entry)
        self.entries.append(entry)
        return self.t

    def refused(
        self, clause: str, act: acts.Act, by: str | None = None, hours: float | None = None, match: str | None = None, reason: str = WHY
    ) -> Refusal:
        before = self.t
        with pytest.raises(Refusal, match=match) as refusal:
            apply(self.t, self.entry(act, by, hours, reason))
        assert refusal.value.clause == clause, refusal.value
        assert self.t is before
        return refusal.value

    def enter(self, *players: str, klass: str = "fighter", guard: str | None = None) -> Stage:
        for player in players:
            self.do(acts.Enter(player, klass, "axe", guard))
        return self

    def draw(self, *order: str) -> Stage:
        self.do(acts.Draw(order or tuple(self.t.entrants), "hand"))
        return self

    def fight(self, slot: str) -> Fight:
        return self.t.fights[slot]

    def typed(self, slot: str, role: str, dice: tuple[int, int], round_: int | None = None) -> acts.Throw:
        """The act of typing this role's dice for the coming round, or for another."""
        number = round_ if round_ is not None else status.match_of(self.t, slot).rounds + 1
        return acts.Throw(slot, self.fight(slot).game, number, role, *dice, typed=True)

    def round(self, slot: str, by: str = DICE, **dice: tuple[int, int]) -> Stage:
        """One round from typed dice, by role."""
        number = status.match_of(self.t, slot).rounds + 1
        for role, pair in dice.items():
            self.do(self.typed(slot, role, pair, number), by)
        return self

    def win(self, slot: str, winner: str, hours: float | None = None) -> Stage:
        """A match between fighters won at once, by a critical hit."""
        if hours is not None:
            self.now = START + timedelta(hours=hours)
        side = "AB"[self.fight(slot).side(winner)]
        return self.round(slot, **{side: CRITICAL, "BA"["AB".index(side)]: MISS})

    def status(self, slot: str, hours: float | None = None) -> status.Status:
        return status.status(self.t, slot, self.now if hours is None else START + timedelta(hours=hours))

    def codes(self) -> list[str]:
        return [note.ruling.code for note in self.t.journal]


def four(**chosen: str) -> Stage:
    """Four fighters, drawn: A against D, B against C."""
    return Stage(**chosen).enter("A", "B", "C", "D").draw()


def seven() -> Stage:
    """Seven fighters, drawn; p1 has a bye."""
    return Stage().enter(*(f"p{i}" for i in range(1, 8))).draw()


def chain_of(slot: str, number: int = 1) -> list[bytes]:
    """A dice chain for a slot, always the same."""
    return proof.chain(hashlib.sha256(f"{slot} {number}".encode()).digest())


def proven(stage: Stage, slot: str, role: str, by: str | None = None) -> Any:
    """The act of throwing a role's dice from the chain, as the house does."""
    fight = stage.fight(slot)
    round_ = status.match_of(stage.t, slot).rounds + 1
    number, i = proof.place(round_, role)
    link = chain_of(slot, number)[i]
    dice = proof.dice(link, fight.name, i, role, *fight.said())
    return acts.Throw(slot, fight.game, round_, role, *dice, chain=number, link=link.hex())
