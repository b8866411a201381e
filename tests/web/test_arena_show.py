"""GET /arenas and /arenas/<slug>: the list, the bracket, the path, what is fought, and the parts that keep themselves fresh."""

from __future__ import annotations

import itertools
import re
from datetime import UTC, datetime, timedelta

import pytest

from rules.arena import acts
from tests.conftest import SQLITE
from tests.web.arena_cast import SLUG, arena, do, event, person, state, typed

pytestmark = SQLITE

URL = f"/arenas/{SLUG}"
FIVE = ("Anna", "Bram", "Cleo", "Dirk", "Piet")


@pytest.fixture
def five(club):
    """Five contestants, of whom three have a bye."""
    from webapp import db
    from webapp.accounts.acts import register

    with club.app_context(), db.writing() as own:
        register(own, "Piet", None)
    arena(club, FIVE)
    return club


def card(page: str, slot: str) -> str:
    """A match of the bracket as text."""
    found = re.search(rf'<a class="match[^"]*" href="{URL}/matches/{re.escape(slot)}">.*?</a>', page, re.S)
    assert found, f"no {slot} on the page"
    return " ".join(re.sub(r"<[^>]+>", " ", found.group()).split())


def test_a_club_without_arenas_says_what_comes_first(visitor):
    assert "No arena yet" in visitor.get("/arenas").text


def test_the_list_shows_how_each_arena_stands(club, visitor):
    arena(club)
    page = visitor.get("/arenas").text
    assert "The lists" in page
    assert "1 match can be fought now" in page


def test_an_unknown_arena_is_not_found(club, visitor):
    assert visitor.get("/arenas/nowhere").status_code == 404


@pytest.mark.clause("R2", "A34")
def test_every_match_stands_in_the_bracket_and_says_where_its_people_come_from(five, visitor):
    page = visitor.get(URL).text
    for slot in state(five).bracket.shape.slots:
        card(page, slot)
    assert card(page, "W1.1") == "W1.1 Bye Anna bye"
    assert card(page, "W1.2") == "W1.2 Open Dirk Piet"
    assert card(page, "W2.1") == "W2.1 Waiting Anna winner of W1.2"
    assert card(page, "L1.1") == "L1.1 Waiting nobody lost W1.1 loser of W1.2"
    assert card(page, "GF2") == "Second final Waiting the same two if each has lost once"


def test_states_are_told_apart_by_word_and_form(five, visitor):
    with five.app_context():
        do(acts.Result("W1.2", person("Dirk"), 15, 9))
        do(*typed("W2.2", 1, A=(15, 2), B=(3, 4)))
    page = visitor.get(URL).text
    assert card(page, "W1.2") == "W1.2 Provisional Dirk 15 Piet 9"
    assert card(page, "W2.2") == "W2.2 Playing now Bram 1 Cleo 0"
    assert "provisional" in card(page, "W2.1"), "a person who came by a provisional result is marked"
    assert 'class="match live"' in page
    assert 'class="match provisional"' in page
    assert 'class="match void"' in page


@pytest.mark.clause("R7", "A32")
def test_a_resignation_shows_in_the_bracket(five, visitor):
    with five.app_context():
        do(acts.Resign(person("Piet")))
    page = visitor.get(URL).text
    assert card(page, "W1.2") == "W1.2 Walkover Dirk Piet resigned"
    assert "resigns, which counts as two losses" in page


@pytest.mark.clause("R8", "A38")
def test_a_no_show_shows_in_the_bracket(club, visitor):
    arena(club)
    now = datetime.now(UTC)
    with club.app_context():
        do(acts.ContactJudge("W1.1", person("Anna")), at=now - timedelta(hours=5))
        do(acts.JudgeTime("W1.1", now - timedelta(hours=1)), by="Xena", at=now - timedelta(hours=4))
        do(acts.NoShow("W1.1", (person("Bram"),)), by="Xena")
    page = visitor.get(URL).text
    assert card(page, "W1.1") == "W1.1 No-show Anna Bram did not come"
    assert "Champion of the arena" in page


def test_rounds_are_links_that_work_without_script(five, visitor):
    page = visitor.get(f"{URL}?round=L1").text
    assert f'href="{URL}?round=W2#bracket"' in page
    shown = re.findall(r'<section class="round( shown)?"><h3>([^<]+)</h3>', page)
    assert [title for mark, title in shown if mark] == ["Losers’ round 1"]


def test_a_visitor_is_shown_the_round_that_is_on_and_a_contestant_his_path(five, visitor, signed_in):
    assert '<section class="round shown"><h3>Winners’ round 1</h3>' in visitor.get(URL).text
    page = signed_in("Dirk").get(URL).text
    assert 'class="mypath shown"' in page
    path = " ".join(re.sub(r"<[^>]+>", " ", re.search(r'<div class="mypath.*?</div>', page, re.S).group()).split())
    assert "First match: W1.2" in path
    assert "Win: W2.1 against Anna" in path
    assert "Lose: L1.1 against" in path
    assert 'class="mypath' not in visitor.get(URL).text


def test_a_path_ends_with_the_place(five, signed_in):
    with five.app_context():
        do(acts.Resign(person("Dirk")))
    page = signed_in("Dirk").get(URL).text
    assert "Resigned." in page
    assert "Win:" not in page


@pytest.mark.clause("A33")
def test_the_path_of_the_finalists_tells_of_the_second_final(club, signed_in):
    arena(club)
    with club.app_context():
        do(acts.Result("W1.1", person("Anna"), 15, 3))
    anna, bram = signed_in("Anna").get(URL).text, signed_in("Bram").get(URL).text
    assert "<b>Win:</b> champion of the arena" in anna
    assert "Second final</a> against" in anna.split("<b>Lose:</b>")[1][:200]
    assert "<b>Lose:</b> out, with two losses" in bram
    assert "Second final</a> against" in bram.split("<b>Win:</b>")[1][:200]


@pytest.mark.parametrize("n", [2, 3, 4, 7])
def test_headings_and_lists_serve_a_screen_reader(club, visitor, n):
    from webapp import db
    from webapp.accounts.acts import register

    names = [f"Contestant {i}" for i in range(n)]
    with club.app_context(), db.writing() as own:
        for name in names:
            register(own, name, None)
    arena(club, names)
    page = visitor.get(URL).text
    levels = [int(x) for x in re.findall(r"<h(\d)", page)]
    assert levels[0] == 1
    assert all(b - a <= 1 for a, b in itertools.pairwise(levels)), levels
    assert page.count('<ol class="rd') == len(re.findall(r'<section class="round', page))


def test_before_the_draw_the_page_lists_who_has_entered(club, visitor):
    from webapp import db
    from webapp.models import Event

    with club.app_context():
        with db.writing() as own:
            own.add(Event(slug=SLUG, kind="arena", name="The lists", lede="", made=datetime.now(UTC)))
        assert "Nobody has entered yet" in visitor.get(URL).text
        do(acts.Appoint(person("Yves"), "guardian"), acts.Enter(person("Anna"), "mage", guard="Otto"))
    page = visitor.get(URL).text
    assert "mage, with Otto" in page
    assert "must be set before the draw" in page
    assert visitor.get(f"{URL}/matches/live").headers["Location"] == URL
    assert visitor.get(f"{URL}/matches/W1.1").status_code == 404
    assert "begin with the draw" in visitor.get(f"{URL}/standings").text


def test_a_part_of_the_page_answers_only_when_it_is_out_of_date(five, visitor):
    for name in ("bracket", "now"):
        page = visitor.get(URL).text
        address = re.search(rf'hx-get="({URL}/{name}\?[^"]*)"', page).group(1).replace("&amp;", "&")
        assert visitor.get(address).status_code == 204
        with five.app_context():
            do(acts.Resign(person({"bracket": "Piet", "now": "Cleo"}[name])))
        assert "resign" in visitor.get(address).text


def test_the_pulse_tells_pages_to_look_and_says_what_happened(club, visitor):
    arena(club)
    address = re.search(rf'hx-get="({URL}/pulse\?[^"]*)"', visitor.get(URL).text).group(1)
    assert visitor.get(address).status_code == 204
    with club.app_context():
        do(*typed("W1.1", 1, A=(15, 2), B=(3, 4)))
    answer = visitor.get(address)
    assert answer.headers["HX-Trigger"] == "banneret:changed"
    assert "Anna strikes for 1 point." in answer.text


@pytest.mark.clause("A40", "D3", "A39")
def test_a_page_left_open_past_a_deadline_is_renewed_without_a_write(club):
    from webapp import journal
    from webapp.arena import read

    arena(club)
    with club.app_context():
        do(acts.Result("W1.1", person("Anna"), 15, 3))
        snap, now = journal.snapshot(event()), datetime.now(UTC)
        assert read.mark(snap, now) == read.mark(snap, now + timedelta(hours=20))
        assert read.mark(snap, now) != read.mark(snap, now + timedelta(hours=24, minutes=1))


@pytest.mark.clause("R8")
def test_times_in_the_chronicle_are_told_on_the_clubs_clock(club, visitor):
    arena(club)
    with club.app_context():
        set_for = datetime(2031, 7, 1, 18, 30, tzinfo=UTC)
        do(acts.ContactJudge("W1.1", person("Anna")), at=set_for - timedelta(hours=20))
        do(acts.JudgeTime("W1.1", set_for), by="Xena", at=set_for - timedelta(hours=19))
    page = visitor.get(URL).text
    assert '<time datetime="2031-07-01T18:30+00:00">Tue 1 Jul 2031, 20:30</time>' in page
    assert "⟪" not in page
    pulse = visitor.get(f"{URL}/pulse?v=0").text
    assert "sets W1.1 for Tue 1 Jul 2031, 20:30; who does not come has resigned." in pulse
