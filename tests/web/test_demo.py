"""`flask demo load|remove`: the demonstration comes, is a club like any other, and goes."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

from sqlalchemy import func, select

from rules.campaign import acts as campaign_acts
from tests.conftest import SQLITE
from tests.web.demo_files import the_arena, the_campaign
from webapp import db, eventfile, events, journal
from webapp import demo as demonstration
from webapp.models import Act, Draft, Event, Letter, Person, Recipient


def test_it_loads_once_and_ends_now(app):
    now = datetime(2031, 2, 3, 4, 5, 6, tzinfo=UTC)
    with app.app_context():
        loaded = demonstration.load(now)
        assert app.test_client().get("/").status_code == 200
        assert {e.slug: e.kind for e in loaded} == {"mm99": "campaign", "autumn-lists": "arena"}
        assert [journal.snapshot(e).entries[-1].at for e in loaded] == [now, now]
        rows = [db.session().scalar(select(func.count()).select_from(table)) for table in (Act, Event, Person)]
        assert demonstration.load(now + timedelta(days=1)) == []
        assert [db.session().scalar(select(func.count()).select_from(table)) for table in (Act, Event, Person)] == rows


def test_removing_leaves_nothing_behind(demo):
    with demo.app_context():
        with db.writing() as own:
            event = own.scalars(select(Event).where(Event.slug == "mm99")).one()
            anna, xena = (own.scalars(select(Person).where(Person.name == name)).one() for name in ("Anna", "Xena"))
            to = [Recipient(person_id=xena.id, read=None)]
            own.add(Letter(event_id=event.id, sender_id=anna.id, sent=datetime.now(UTC), body="Shall we?", key="one", to=to))
            own.add(Draft(event_id=event.id, round=3, seats="[]", changed=datetime.now(UTC), by_id=xena.id))
        assert demonstration.remove()
        left = {t.name: db.session().scalar(select(func.count()).select_from(t)) for t in db.Base.metadata.sorted_tables}
        assert {name for name, rows in left.items() if rows} <= {"club"}
        assert not demonstration.present()
        assert not demonstration.remove()


def test_removing_keeps_what_members_made_themselves(demo):
    """Anna enters an event of the club's own: she stays, as somebody who takes part in it, and so does everything of that event."""
    with demo.app_context():
        with db.writing() as own:
            anna = own.scalars(select(Person).where(Person.name == "Anna")).one().id
            own.add(Person(name="Willem", folded="willem", joined=datetime.now(UTC)))
            mine = Event(slug="winter", kind="campaign", name="Winter campaign", made=datetime.now(UTC))
            own.add(mine)
        journal.write(mine, journal.Deed(campaign_acts.Enter(str(anna), "Gallic"), anna), "key")
        demonstration.remove()
        assert [e.slug for e in db.session().scalars(select(Event))] == ["winter"]
        people = db.session().scalars(select(Person).order_by(Person.name))
        assert [(p.name, p.demo, p.password) for p in people] == [("Anna", False, None), ("Willem", False, None)]
        assert journal.snapshot(mine).version == 1


@SQLITE
def test_loaded_again_it_is_not_taken_for_the_one_before(app):
    """A running site keeps events in memory, and a database may number a new event as the one that was removed."""
    now = datetime.now(UTC)
    ended = []
    for until in (now - timedelta(days=3), now):
        with app.app_context():
            demonstration.remove()
            demonstration.load(until)
            ended.append(journal.snapshot(db.session().scalars(select(Event).where(Event.slug == "mm99")).one()).entries[-1].at)
    assert ended[1] - ended[0] > timedelta(days=2)


@SQLITE
def test_it_loads_into_a_club_and_comes_out_as_it_went_in(app):
    """Members who are there keep their names; every act is stored and exported as the file has it, and lists are still in time."""
    with app.app_context():
        with db.writing() as own:
            own.add_all(Person(name=f"Member {n}", folded=f"member {n}", joined=datetime.now(UTC)) for n in range(93))
            own.add(Person(name="Bram", folded="bram", joined=datetime.now(UTC)))
        demonstration.load(datetime.now(UTC))
        people = {str(p.id): p for p in db.session().scalars(select(Person))}
        assert [p.demo for p in people.values() if p.name == "Bram"] == [False]
        for event, (entries, _) in zip(db.session().scalars(select(Event).order_by(Event.id)), (the_campaign(), the_arena()), strict=True):
            snap = journal.snapshot(event)
            again = eventfile.parse(json.dumps(eventfile.export(event, snap, people)))
            assert [(d[0], d[1], d[5]) for d in again.deeds] == [(e.by, e.for_, e.act) for e in snap.entries]
            assert [(e.act.kind, e.reason) for e in snap.entries] == [(e.act.kind, e.reason) for e in entries]
            assert journal.faults(event) == []
        people_of = journal.snapshot(db.session().scalars(select(Event).where(Event.slug == "mm99")).one()).state
        deadline = people_of.settings.list_deadline
        assert (deadline.hour, deadline.minute, deadline.microsecond) == (0, 0, 0)
        latest = max(p.handed_in.received for p in people_of.people.values())
        assert timedelta() < deadline.replace(tzinfo=UTC) - latest < timedelta(days=3)


@SQLITE
def test_those_who_can_sign_in_have_their_offices_and_see_both_events(sign_in_demo, demo):
    with demo.app_context():
        people = {p.name: p for p in db.session().scalars(select(Person))}
        held = {e.slug: {n: events.roles(e, people[n].id) for n, _ in demonstration.SIGN_INS} for e in db.session().scalars(select(Event))}
    assert {name for name, p in people.items() if p.password} == {name for name, _ in demonstration.SIGN_INS}
    assert len(people) > 3 * len(demonstration.SIGN_INS), "people without an account are the rule"
    assert [name for name, p in people.items() if p.secretary] == ["Yves"]
    assert {n: r for n, r in held["mm99"].items() if r} == {"Xena": {"umpire"}, "Anna": {"player"}}
    assert {n: r for n, r in held["autumn-lists"].items() if r} == {
        "Anna": {"player"}, "Rosa": {"player"}, "Yves": {"player"}, "Lumiere": {"dice_master"}, "Merel": {"judge"}, "Wulf": {"guardian", "judge"},
    }  # fmt: skip
    for name in (None, *held["mm99"]):
        client = sign_in_demo(name)
        home = client.get("/").text
        assert "MM99 campaign" in home, name
        assert "The autumn lists" in home, name
        for address in ("/campaigns/mm99", "/arenas/autumn-lists", "/members"):
            assert client.get(address).status_code == 200, (name, address)
