"""A small campaign for web tests: seven players who all border each other, two rounds over, the third in its battle phase.

Cleo leads Dirk, who leads Elsa. In round 3 Bram attacks Cleo (a decisive win frees Dirk with Elsa, 7c) and Anna with Finn attacks Gijs (a double).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Any

from flask import Flask
from sqlalchemy import select

from rules.campaign import acts
from rules.campaign.records import ATTACKERS, CINC, DEFENDER, SUB_GENERAL, UMPIRE, Border, Command, Dated, Place, Seat
from rules.campaign.state import Season
from tests.rows import once
from webapp import db, journal
from webapp.journal import Deed
from webapp.models import Event, Person

PLAYERS = ("Anna", "Bram", "Cleo", "Dirk", "Elsa", "Finn", "Gijs")
SLUG = "small"


@dataclass(frozen=True)
class Campaign:
    """The campaign of a test, in an app whose context is pushed when it is asked."""

    app: Flask
    ids: dict[str, int]

    def id(self, name: str) -> str:
        """A person's id as the rules use it."""
        return str(self.ids[name])

    def snapshot(self) -> journal.Snapshot:
        """The event as it stands."""
        with self.app.app_context():
            return journal.snapshot(self._event())

    @property
    def season(self) -> Season:
        """What the rules make of it."""
        state: Season = self.snapshot().state
        return state

    def lord(self, name: str) -> str | None:
        """The name of somebody's direct lord."""
        up = self.season.lord[self.id(name)]
        return next((n for n, i in self.ids.items() if str(i) == up), None)

    def write(self, *deeds: Deed) -> int:
        """Do some acts as one."""
        with self.app.app_context():
            return journal.write_all(self._event(), deeds, f"test/{self.snapshot().version}").seq

    def umpire(self, act: Any, reason: str = "") -> Deed:
        """A deed of the umpire, for the player whose act it is."""
        player = getattr(act, "lord", getattr(act, "player", None))
        own = act.kind in ("enter", "declare", "order", "organise", "vote", "dispatch")
        return Deed(act, self.ids["Xena"], int(player) if own and player else None, datetime.now(UTC), reason)

    def umpire_for(self, name: str, act: Any) -> Deed:
        """A deed of the umpire for somebody."""
        return Deed(act, self.ids["Xena"], self.ids[name], datetime.now(UTC))

    def _event(self) -> Event:
        return db.session().scalars(select(Event).where(Event.slug == SLUG)).one()


def build(app: Flask) -> Campaign:
    """Make the campaign in a site with its club and cast."""
    with app.app_context():
        once(db.engine(), SLUG, lambda: _made(app))
        return Campaign(app, {p.name: p.id for p in db.session().scalars(select(Person))})


def in_signup(app: Flask) -> Campaign:
    """The same campaign before round 1: everybody has entered and has a province."""
    with app.app_context():
        once(db.engine(), f"{SLUG} in sign-up", lambda: _signed_up(app))
        return Campaign(app, {p.name: p.id for p in db.session().scalars(select(Person))})


def _signed_up(app: Flask) -> None:
    made = _announced(app)
    made.write(*_set_up(made)[:-1])


def _made(app: Flask) -> None:
    made = _announced(app)
    made.write(*_set_up(made), *_round_1(made), *_round_2(made), *_round_3(made))


def _announced(app: Flask) -> Campaign:
    """The players as members, and the event without an act."""
    with db.writing() as own:
        known = {p.name: p.id for p in own.scalars(select(Person))}
        for name in PLAYERS:
            if name not in known:
                person = Person(name=name, folded=name.casefold(), joined=datetime.now(UTC))
                own.add(person)
                own.flush()
                known[name] = person.id
        own.add(Event(slug=SLUG, kind="campaign", name="A small campaign", lede="Seven armies in one valley.", made=datetime.now(UTC)))
    return Campaign(app, known)


def _set_up(c: Campaign) -> list[Deed]:
    codes = [name[:3].upper() for name in PLAYERS]
    places = tuple(
        Place(code, f"Land of {name}", 120 + 130 * i, 320 + 160 * (i % 2)) for i, (code, name) in enumerate(zip(codes, PLAYERS, strict=True))
    )
    borders = tuple(Border(a, b) for a, b in combinations(codes, 2))
    when = datetime.now(UTC) + timedelta(hours=2)
    made = [acts.Appoint(c.id("Xena"), "umpire"), acts.SetSchedule((Dated(3, "Battles", when),)), acts.DrawMap("blank", places, borders)]
    for code, name in zip(codes, PLAYERS, strict=True):
        made += [acts.Enter(c.id(name), f"Army of {name}", 2, 10, "2nd"), acts.AssignProvince(c.id(name), code)]
        commands = (Command(CINC), Command(SUB_GENERAL), Command(SUB_GENERAL))
        made.append(acts.Organise(c.id(name), commands))
    return [c.umpire(act) for act in [*made, acts.Begin("a seed")]]


def _war(c: Campaign, *battles: tuple[str, str]) -> list[Deed]:
    """Declarations, their close, and the allotment: "Anna Finn", "Gijs" is a double of Anna and Finn against Gijs."""
    declared = [acts.Declare(c.id(a), c.id(d)) for attackers, d in battles for a in attackers.split()]
    seats: list[Seat] = []
    for table, (attackers, d) in enumerate(battles, start=1):
        seats += [Seat(table, c.id(a), ATTACKERS) for a in attackers.split()] + [Seat(table, c.id(d), DEFENDER)]
    return [c.umpire(act) for act in (*declared, acts.CloseDiplomacy())] + [c.umpire(acts.PublishAllotment(tuple(seats)), "the tables were set")]


def _round_1(c: Campaign) -> list[Deed]:
    reports = [acts.Report("1.1", UMPIRE, DEFENDER, 10, 0), acts.Report("1.2", UMPIRE, None, 5, 5), acts.Report("1.3", UMPIRE, None, 6, 4)]
    return [*_war(c, ("Dirk", "Elsa"), ("Anna", "Bram"), ("Cleo", "Finn")), *(c.umpire(r) for r in (*reports, acts.CloseRound()))]


def _round_2(c: Campaign) -> list[Deed]:
    reports = [acts.Report("2.1", UMPIRE, DEFENDER, 9, 1), acts.Report("2.2", UMPIRE, None, 6, 4)]
    return [*_war(c, ("Cleo", "Dirk"), ("Anna", "Finn")), *(c.umpire(r) for r in (*reports, acts.CloseRound()))]


def _round_3(c: Campaign) -> list[Deed]:
    return [*_war(c, ("Bram", "Cleo"), ("Anna Finn", "Gijs")), c.umpire(acts.StartClock())]


def in_diplomacy(app: Flask) -> Campaign:
    """The small campaign in the diplomacy phase of round 4: Bram beat Cleo, so Dirk is free and leads Elsa; Anna and Finn drew with Gijs."""
    c = build(app)
    c.write(*(c.umpire(a) for a in (acts.Report("3.1", UMPIRE, DEFENDER, 10, 0), acts.Report("3.2", UMPIRE, None, 5, 5), acts.CloseRound())))
    return c
