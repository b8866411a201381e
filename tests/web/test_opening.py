"""A campaign and an arena opened by clicking, and a campaign set up until round 1 begins."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select

from tests.conftest import SQLITE
from tests.web.forms import filled
from webapp import db, eventfile, journal
from webapp.models import Event, Person

NEW = {"kind": "campaign", "name": "  Spring   war ", "place": "The hall", "lede": "Six of us.", "lists_by": "2027-03-01T00:00", "key": "one"}
MAP = "Latium @ 350,250 : Etruria\nEtruria @ 300,200\nSicilia @ 368,351 : Latium ~"


@pytest.fixture
def yves(signed_in):
    return signed_in("Yves")


def ids(app) -> dict[str, str]:
    with app.app_context():
        return {p.name: str(p.id) for p in db.session().scalars(select(Person))}


def state(app, slug):
    with app.app_context():
        return journal.snapshot(db.session().scalar(select(Event).where(Event.slug == slug))).state


@pytest.mark.clause("S1", "K49", "C1", "C2", "L1")
def test_a_campaign_is_opened_set_up_and_begun(club, yves, signed_in):
    known = ids(club)
    assert "Open an event" in yves.get("/").text
    assert yves.post("/events/new", data=NEW | {"runner": known["Xena"]}).headers["Location"] == "/campaigns/spring-war"
    xena, here = signed_in("Xena"), "/campaigns/spring-war"
    assert "The hall" in xena.get(here).text
    assert state(club, "spring-war").settings.list_deadline.isoformat() == "2027-03-01T00:00:00+01:00"
    assert "schedule is empty" in xena.post(f"{here}/setup/begin", data={"key": "a"}).text
    for words, fill in (("/map/text", {"text": MAP}), ("/map/use", {})):
        sent = filled(xena.get(f"{here}/map/edit").text, f"{words}$", **fill)
        assert xena.post(f"{here}{words}", data=sent).status_code == 303
    for name, code in (("Anna", "LAT"), ("Bram", "ETR")):
        assert xena.post(f"{here}/enter", data={"player": known[name], "army": "own", "name": "Free men", "key": name}).status_code == 303
        assert xena.post(f"{here}/setup/province", data={"player": known[name], "province": code, "key": code}).status_code == 303
    again = xena.post(f"{here}/setup/province", data={"player": known["Bram"], "province": "LAT", "key": "z"})
    assert again.status_code == 422
    assert "holds that province" in again.text
    assert xena.post(f"{here}/setup/schedule", data={"lines": "2027-03-08 20:00 | 1 | Declarations close", "key": "s"}).status_code == 303
    assert "2027-03-08 20:00 | 1 | Declarations close" in xena.get(f"{here}/setup").text
    assert xena.post(f"{here}/setup/begin", data={"key": "b"}).headers["Location"] == f"{here}/desk"
    season = state(club, "spring-war")
    assert (season.phase, season.round, len(season.seed)) == ("diplomacy", 1, 32)
    assert xena.post(f"{here}/setup/begin", data={"key": "c"}).status_code == 422


@SQLITE
@pytest.mark.parametrize("lines, told", [("tomorrow | 1 | War", "Line 1"), ("", "at least one line"), ("2027-03-08 20:00 | 1 |", "Line 1")])
def test_a_schedule_that_cannot_be_read_is_told_by_line_and_kept(club, yves, signed_in, lines, told):
    yves.post("/events/new", data=NEW | {"runner": ids(club)["Xena"]})
    answer = signed_in("Xena").post("/campaigns/spring-war/setup/schedule", data={"lines": lines, "key": "s"})
    assert answer.status_code == 422
    assert told in answer.text
    assert lines in answer.text


@SQLITE
@pytest.mark.parametrize(
    "change, told", [({"name": " "}, "called"), ({"kind": "x"}, "choice"), ({"lists_by": ""}, "L1"), ({"runner": "99"}, "choice")]
)
def test_an_event_that_lacks_something_is_not_opened(club, yves, change, told):
    answer = yves.post("/events/new", data=NEW | {"runner": ids(club)["Xena"]} | change)
    assert answer.status_code == 422
    assert told in answer.text
    assert "Six of us." in answer.text


@SQLITE
def test_events_of_one_name_have_addresses_of_their_own(club, yves):
    sent = NEW | {"runner": ids(club)["Yves"]}
    found = [
        yves.post("/events/new", data=sent | {"name": name, "key": str(n)}).headers["Location"] for n, name in enumerate(("War", "War", "👑", "שלום"))
    ]
    assert found == ["/campaigns/war/setup", "/campaigns/war-2/setup", "/campaigns/event/setup", "/campaigns/event-2/setup"]
    assert all(yves.get(place.removesuffix("/setup")).status_code == 200 for place in found)
    for url in ("/", "/campaigns", *found):
        assert yves.get(url).status_code == 200


@pytest.mark.clause("R4", "R10")
def test_an_arena_is_opened_and_five_enter(club, yves, signed_in):
    known = ids(club)
    answer = yves.post("/events/new", data=NEW | {"kind": "arena", "runner": known["Anna"], "lists_by": ""})
    assert answer.headers["Location"] == "/arenas/spring-war/setup"
    anna, here = signed_in("Anna"), "/arenas/spring-war"
    assert anna.post(f"{here}/meeting", data={"time": "2027-03-01T20:00", "key": "m"}).status_code == 303
    for n, name in enumerate(("Anna", "Bram", "Cleo", "Dirk", "Elsa")):
        sent = {"klass": "mage" if n % 2 else "fighter", "weapon": "axe", "for": known[name], "key": name}
        assert anna.post(f"{here}/enter/done", data=sent).status_code == 303
    assert len(state(club, "spring-war").entrants) == 5
    for url in (here, f"{here}/setup", "/arenas", "/", f"{here}/standings", f"{here}/rules"):
        assert anna.get(url).status_code == 200


@SQLITE
def test_nobody_but_the_secretary_opens_events(club, visitor, signed_in):
    assert visitor.get("/events/new").status_code == 302
    assert signed_in("Xena").get("/events/new").status_code == 403
    assert "Open an event" not in visitor.get("/").text


def test_the_same_form_sent_twice_opens_one_event(club, yves):
    sent = NEW | {"runner": ids(club)["Yves"]}
    assert yves.post("/events/new", data=sent).headers["Location"] == yves.post("/events/new", data=sent).headers["Location"]
    with club.app_context():
        assert len(list(db.session().scalars(select(Event)))) == 1


@SQLITE
def test_a_schedule_drawn_from_an_older_one_is_not_written_over_it(club, yves):
    here = yves.post("/events/new", data=NEW | {"runner": ids(club)["Yves"]}).headers["Location"]
    page = yves.get(here).text
    first, second = (filled(page, "/setup/schedule$", lines=f"2027-03-08 20:00 | 1 | {words}") for words in ("Ours", "Theirs"))
    assert yves.post(f"{here}/schedule", data=first).status_code == 303
    answer = yves.post(f"{here}/schedule", data=second)
    assert answer.status_code == 409
    assert "Theirs" in answer.text
    assert [item.what for item in state(club, "spring-war").schedule] == ["Ours"]


@SQLITE
def test_the_place_goes_into_the_event_file_and_back(club, yves):
    yves.post("/events/new", data=NEW | {"runner": ids(club)["Yves"]})
    with club.app_context():
        event = db.session().scalar(select(Event))
        people = {str(p.id): p for p in db.session().scalars(select(Person))}
        text = json.dumps(eventfile.export(event, journal.snapshot(event), people))
        with db.writing() as own:
            assert eventfile.bring(own, eventfile.parse(text)).place == "The hall"
