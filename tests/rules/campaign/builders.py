"""Small campaigns for tests: a row or ring of provinces, and a journal that plays acts one by one."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

from rules.campaign import acts
from rules.campaign.acts import Act
from rules.campaign.records import ATTACKERS, DEFENDER, UMPIRE, Border, Dated, Place, Seat
from rules.campaign.season import Season, apply
from rules.campaign.settings import Settings
from rules.campaign.state import open_round
from rules.campaign.territory import Position, position
from rules.entry import Entry, SettingValue

START = datetime(2024, 5, 4, 9, 0, tzinfo=UTC)


def row(*players: str) -> list[tuple[str, str]]:
    """Borders of a row of provinces, one a player."""
    return [(f"p{a}", f"p{b}") for a, b in pairwise(players)]


def ring(*players: str) -> list[tuple[str, str]]:
    """Borders of a ring of provinces."""
    return [*row(*players), (f"p{players[-1]}", f"p{players[0]}")]


def where(borders: list[tuple[str, str]], lord: dict[str, str] | None = None, peace: Any = (), absent: Any = (), **chosen: Any) -> Position:
    """A position in which every player x holds the province px."""
    players = sorted({code[1:] for both in borders for code in both if not code.startswith("_")})
    return position(borders, {p: f"p{p}" for p in players}, {p: (lord or {}).get(p) for p in players}, peace, absent, Settings.of(chosen))


class Journal:
    """A campaign being played; `season` is how it stands. Acts are the umpire's unless `by` says whose they are."""

    def __init__(self, season: Season | None = None) -> None:
        self.season = season or Season()
        self.at = START

    def do(self, act: Act, by: str | None = None, for_: str | None = None, reason: str = "", corrects: int | None = None) -> int:
        """Plays one act and answers its number."""
        self.at += timedelta(minutes=1)
        entry = Entry(self.season.version + 1, self.at, by, act, for_, reason, corrects)
        self.season = apply(self.season, entry)
        return entry.seq

    def choose(self, reason: str = "", **values: Any) -> int:
        """Chooses settings."""
        return self.do(acts.SetSettings(tuple(SettingValue(n, json.dumps(v)) for n, v in values.items())), reason=reason)

    def declare(self, **targets: str | None) -> None:
        """Files declarations, each player for himself."""
        for player, target in targets.items():
            self.do(acts.Declare(player, target), by=player)

    def close(self) -> None:
        """Closes diplomacy."""
        self.do(acts.CloseDiplomacy())

    def publish(self, *battles: tuple[str, str], reason: str = "") -> None:
        """Publishes battles (defender, attackers as one text of letters), or the proposal when none are given."""
        proposed = open_round(self.season).proposal.battles
        wanted = [(d, tuple(a)) for d, a in battles] or [(b.defender, b.attackers) for b in proposed]
        self.do(acts.PublishAllotment(seats(*wanted)), reason=reason)

    def result(self, battle: str, broken: str | None, attackers: int = 5, defender: int = 5, **more: Any) -> int:
        """The umpire settles a battle."""
        return self.do(acts.Report(battle, UMPIRE, broken, attackers, defender), **more)

    def won(self, battle: str) -> int:
        """The attackers break the defender."""
        return self.result(battle, DEFENDER, 10, 0)

    def held(self, battle: str) -> int:
        """The defender breaks the attackers."""
        return self.result(battle, ATTACKERS, 0, 10)

    def drawn(self, battle: str) -> int:
        """No army breaks."""
        return self.result(battle, None)

    def end(self, **more: Any) -> int:
        """Closes the round."""
        return self.do(acts.CloseRound(), **more)

    def play(self, targets: dict[str, str | None], *how: str) -> None:
        """A whole round: everybody declares, the proposal is published, its battles end so ("won", "held", "drawn")."""
        self.declare(**targets)
        self.close()
        self.publish()
        for battle, what in zip(list(open_round(self.season).fights), how, strict=True):
            getattr(self, what)(battle)
        self.end()


def seats(*battles: tuple[str, tuple[str, ...]]) -> tuple[Seat, ...]:
    """Seats for battles given as (defender, attackers), on tables 1, 2, ..."""
    return tuple(Seat(i, p, side) for i, (d, team) in enumerate(battles, 1) for p, side in ((d, DEFENDER), *((a, ATTACKERS) for a in team)))


def signed_up(borders: list[tuple[str, str]], priority: str = "", **chosen: Any) -> Journal:
    """A campaign ready to begin: each player x holds the province px; other provinces ("_1") are unheld."""
    journal = Journal()
    codes = sorted({code for both in borders for code in both})
    journal.do(acts.DrawMap("", tuple(Place(c, c, 0, 0) for c in codes), tuple(Border(a, b) for a, b in borders)))
    journal.do(acts.SetSchedule((Dated(1, "first round", START),)))
    if chosen:
        journal.choose(**chosen)
    for code in codes:
        if not code.startswith("_"):
            journal.do(acts.Enter(code[1:], "Later Carthaginian", 2, 32))
            journal.do(acts.AssignProvince(code[1:], code))
    return journal


def begun(borders: list[tuple[str, str]], **chosen: Any) -> Journal:
    """The same after the opening of round 1; the lot is the alphabet in every round."""
    journal = signed_up(borders, **chosen)
    journal.do(acts.Begin("seed", tuple(sorted(journal.season.people))))
    return journal
