"""What no form of ours sends: other people's numbers, characters no keyboard makes, texts where numbers belong. Never a 500, never a trace."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import select

from rules.arena import acts
from rules.campaign import acts as acts_of_a_campaign
from tests.web.arena_cast import SLUG, arena, do, kinds, state, typed
from tests.web.campaign_cast import build, in_diplomacy
from tests.web.conftest import PASSWORD
from webapp import db
from webapp.adjudicating import MALFORMED, adjudicate
from webapp.eventfile import BadFile, parse
from webapp.models import Event, Person
from webapp.models.club import spelling_fault

URL = f"/arenas/{SLUG}/matches/W1.1"
HUGE = "9" * 30


@pytest.mark.parametrize("url", [f"/members/{HUGE}", f"/arms/{HUGE}-x.svg", "/members/2147483648", "/campaigns/%00", "/arenas/a%00b"])
def test_an_address_that_no_database_could_know_is_not_there(visitor, url):
    assert visitor.get(url).status_code in (400, 404)


def test_ending_a_login_of_an_impossible_number_is_not_there(signed_in):
    assert signed_in("Anna").post(f"/account/logins/{HUGE}/end").status_code == 404


@pytest.mark.parametrize("field", ["name", "password", "next"])
def test_a_nul_character_is_refused(visitor, field):
    answer = visitor.post("/sign-in", data={"name": "Anna", "password": PASSWORD} | {field: "Anna\0"})
    assert answer.status_code == 400
    assert "did not arrive whole" in answer.text


@pytest.mark.parametrize("seen", ["²", "9" * 5000, "-1", "x", "١٢"])
def test_a_version_that_is_no_number_is_as_none(club, signed_in, seen):
    arena(club)
    sent = {"round": "1", "role": "A", "key": "one", "seen": seen}
    assert signed_in("Anna").post(f"{URL}/throw", data=sent).status_code in (303, 409)


@pytest.mark.parametrize("target", ["//[x", "/a\r\nX-Y: z", "///example.org", "/\\/example.org", "/\t/example.org"])
def test_a_page_to_go_on_to_that_is_none_of_ours_leads_home(visitor, target):
    for url, more in (("/theme", {}), ("/sign-in", {"name": "Anna", "password": PASSWORD})):
        answer = visitor.post(url, data={"next": target, **more})
        assert (answer.status_code, answer.headers["Location"]) == (303, "/")


@pytest.mark.clause("M5")
@pytest.mark.parametrize("player", ["x", "²", HUGE, "-1"])
def test_a_man_at_arms_for_nobody_is_refused_in_words(club, signed_in, player):
    arena(club, mages=["Anna"], guards={"Anna": "Hodge"})
    answer = signed_in("Anna").post(f"{URL}/guard", data={"player": player, "name": "Hodge", "key": "one"})
    assert answer.status_code == 422
    assert "pick_guard" not in kinds(club)


@pytest.mark.clause("P1")
def test_a_made_up_round_does_not_fill_the_journal_with_chains_of_dice(club, signed_in):
    arena(club)
    before = kinds(club)
    answer = signed_in("Anna").post(f"{URL}/throw", data={"round": "100000", "role": "A", "key": "one"})
    assert answer.status_code == 422
    assert "round 1 next" in answer.text
    assert kinds(club) == before


def test_a_role_sent_twice_is_thrown_once(club, signed_in):
    arena(club)
    assert signed_in("Anna").post(f"{URL}/throw", data={"round": "1", "role": ["A", "A"], "key": "one"}).status_code == 303
    assert list(state(club).fights["W1.1"].throws) == [(1, "A")]


@pytest.mark.clause("R3")
def test_late_blows_are_kept_once_however_often_they_are_sent(club, signed_in):
    arena(club)
    with club.app_context():
        do(*typed("W1.1", 1, A=(20, 20), B=(2, 2)))
    anna, seen = signed_in("Anna"), str(len(kinds(club)))
    for key in ("one", "two", "three"):
        assert anna.post(f"{URL}/throw", data={"round": "2", "role": "A", "key": key, "seen": seen}).status_code == 422
    assert kinds(club).count("late_hit") == 1
    with club.app_context():
        do(acts.JudgeLateHit(next(iter(state(club).late_hits)), False), by="Xena", reason="he had not seen it")
    anna.post(f"{URL}/throw", data={"round": "2", "role": "A", "key": "four", "seen": seen})
    assert kinds(club).count("late_hit") == 2


def test_what_anybody_may_cache_never_carries_a_session(signed_in):
    anna = signed_in("Anna")
    shield = anna.get("/members").text.split('src="/arms/')[1].split('"')[0]
    for url in (f"/arms/{shield}", "/static/css/base.css"):
        answer = anna.get(url)
        assert answer.status_code == 200
        assert "public" in answer.headers["Cache-Control"]
        assert "Set-Cookie" not in answer.headers
    assert "Set-Cookie" in anna.get("/members").headers


@pytest.mark.parametrize("name", ["A\u202enna", "An\u200bna", "A\0", "ﷺ" * 20, "x" * 41, "...", "A\u2066b"])
def test_a_name_that_hides_something_or_is_too_long_will_not_do(name):
    assert spelling_fault(name)


@pytest.mark.parametrize("name", ["Anna", "Zoë O’Neill-🛡", "محمد", "李", "x" * 40])
def test_a_name_in_any_script_will_do(name):
    assert spelling_fault(name) is None


FILE = {"banneret": 1, "event": "arena", "slug": "s", "name": "n", "people": {"a": {"name": "A"}}, "acts": []}
APPOINT = {"kind": "appoint", "person": "a", "role": "judge", "at": "2026-05-01"}


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"event": []}, "$"), ({"acts": [{"kind": {}}]}, "$.acts[0].kind"), ({"name": "n" * 81}, "$.name"), ({"name": "n\0"}, "$.name"),
        ({"name": "\ud800"}, "$"), ({"lede": 5}, "$.lede"), ({"lede": "x" * 201}, "$.lede"), ({"slug": " "}, "$.slug"),
        ({"people": {"a": {"name": "ﷺ" * 20}}}, "$.people.a.name"), ({"people": {"a": {"name": "x" * 41}}}, "$.people.a.name"),
        ({"acts": [APPOINT | {"at": "0001-01-01T00:00:00+14:00"}]}, "$.acts[0].at"),
        ({"acts": [APPOINT | {"at": "9999-12-31T23:59:59+00:00"}]}, "$.acts[0].at"),
    ],
)  # fmt: skip
def test_a_file_that_could_not_be_kept_is_refused_by_path(change, where):
    with pytest.raises(BadFile) as no:
        parse(json.dumps(FILE | change))
    assert no.value.faults[0].startswith(f"{where}:")
    assert parse(json.dumps(FILE | {"acts": [APPOINT]})).deeds


def test_half_a_character_in_a_case_is_malformed(tmp_path: Path):
    file = tmp_path / "case.json"
    file.write_text('{"kind": "campaign.targets", "input": {"\\ud800": 1}}')
    answer, status = adjudicate(file)
    assert status == MALFORMED
    assert "surrogate" in answer["error"]


def test_html_in_names_and_reasons_is_shown_as_it_was_written(club, signed_in, visitor):
    ugly = "<img src=x onerror=alert(1)> \"q\" 'x' {b}"[:40]
    made = build(club)
    with club.app_context(), db.writing() as own:
        own.get_one(Person, made.ids["Cleo"]).name = ugly
        for event in own.scalars(select(Event)):
            event.name = event.lede = ugly
    clock = max(e.seq for e in made.snapshot().entries if e.act.kind == "start_clock")
    made.write(made.umpire(acts_of_a_campaign.Strike(clock), f"a slip {ugly}"))
    cleo = made.ids["Cleo"]
    for browser in (visitor, signed_in("Xena")):
        for url in (
            "/",
            "/members",
            f"/members/{cleo}",
            "/campaigns",
            "/campaigns/small",
            "/campaigns/small/chronicle",
            "/campaigns/small/pulse?v=0",
        ):
            text = browser.get(url).text
            assert "<img src=x" not in text, url
        assert "&lt;img src=x onerror" in browser.get("/campaigns/small").text
    assert "<img src=x" not in signed_in("Xena").get("/campaigns/small/desk?battle=3.1").text


@pytest.mark.clause("C3")
@pytest.mark.parametrize("number", [HUGE, "²", "-1", "x", "9" * 5000])
def test_a_letter_of_an_impossible_number_is_as_none(club, signed_in, number):
    build(club)
    anna = signed_in("Anna")
    for url in (f"letters?before={number}", f"letters/box?before={number}", f"letters/new?answer={number}&to={number}"):
        assert anna.get(f"/campaigns/small/{url}").status_code == 200, url


@pytest.mark.clause("K43")
@pytest.mark.parametrize("player", ["x", "²", "9" * 5000, HUGE, "0"])
def test_taking_out_nobody_is_refused_in_words(club, signed_in, player):
    made = build(club)
    answer = signed_in("Xena").post(f"/campaigns/small/desk/leave?player={player}", data={"reason": "moved away", "key": "one"})
    assert answer.status_code == 422
    assert not made.season.left


@pytest.mark.clause("L5", "L6")
@pytest.mark.parametrize("place", ["²", "9" * 5000])
def test_a_row_of_a_form_that_no_list_can_have_is_refused(club, signed_in, place):
    made = build(club)
    for url, field in (("commands", f"lines-{place}-0"), ("commands", f"commands-{place}-rank"), ("battles/3.2/army", f"shares-{place}-points")):
        assert signed_in("Anna").post(f"/campaigns/small/{url}", data={field: "1", "key": "one"}).status_code == 400, field
    assert made.snapshot().entries[-1].act.kind == "start_clock"


@pytest.mark.clause("C5")
@pytest.mark.parametrize("table", ["0" * 5000, "0000123", "²", "100", ""])
def test_a_table_that_no_hall_has_takes_nobody(club, signed_in, table):
    made = in_diplomacy(club)
    made.write(made.umpire(acts_of_a_campaign.CloseDiplomacy()))
    sent = {"player": made.id("Anna"), "to": f"{table}.defender", "mark": "x"}
    answer = signed_in("Xena").post("/campaigns/small/desk/allotment/move", data=sent)
    assert answer.status_code == 422
    assert "choose a table from the list" in answer.text.lower()
