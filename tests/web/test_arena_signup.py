"""Before the draw: signing up, the officials, the rules meeting and the checklist."""

from __future__ import annotations

import pytest

from tests.conftest import SQLITE
from tests.web import arena_cast
from tests.web.forms import filled, said

pytestmark = SQLITE


@pytest.fixture
def empty(club):
    """An arena in which nobody has entered."""
    from datetime import UTC, datetime

    from rules.arena import acts
    from webapp import db
    from webapp.models import Event

    with club.app_context():
        with db.writing() as own:
            own.add(
                Event(
                    slug=arena_cast.SLUG,
                    kind="arena",
                    name="The lists",
                    lede="",
                    made=datetime.now(UTC),
                )
            )
        arena_cast.do(
            acts.Appoint(arena_cast.person("Yves"), "guardian"),
            acts.Appoint(arena_cast.person("Xena"), "judge"),
        )
    return club


def test_a_member_signs_up_changes_and_withdraws(empty, signed_in):
    anna = signed_in("Anna")
    assert "Sign up" in anna.get("/arenas/lists").text
    form = filled(
        anna.get("/arenas/lists/enter").text,
        "Sign up",
        klass="mage",
        weapon="A  staff",
        guard="Gijs",
    )
    assert anna.post("/arenas/lists/enter/done", data=form).status_code == 303
    (one,) = arena_cast.state(empty).entrants.values()
    assert (one.klass, one.weapon, one.guard) == ("mage", "A staff", "Gijs")
    form = filled(
        anna.get("/arenas/lists/enter").text,
        "Keep the changes",
        klass="fighter",
        guard="",
    )
    assert anna.post("/arenas/lists/enter/done", data=form).status_code == 303
    form = filled(anna.get("/arenas/lists/enter").text, "Withdraw")
    assert anna.post("/arenas/lists/enter/withdraw", data=form).status_code == 303
    assert not arena_cast.state(empty).entrants


def test_a_fighter_with_a_man_at_arms_is_told_at_the_field(empty, signed_in):
    anna = signed_in("Anna")
    answer = anna.post("/arenas/lists/enter/done", data={"klass": "fighter", "guard": "Gijs"})
    assert answer.status_code == 422
    assert "Only a mage has a man-at-arms" in answer.text
    assert 'value="Gijs"' in answer.text


def test_a_judge_enters_somebody_and_another_member_cannot(empty, signed_in):
    with empty.app_context():
        bram = arena_cast.person("Bram")
    assert signed_in("Anna").get(f"/arenas/lists/enter?for={bram}").status_code == 403
    xena = signed_in("Xena")
    form = filled(xena.get(f"/arenas/lists/enter?for={bram}").text, "Enter him", klass="fighter")
    assert xena.post("/arenas/lists/enter/done", data=form).status_code == 303
    with empty.app_context():
        from webapp import journal

        last = journal.snapshot(arena_cast.event()).entries[-1]
        assert (last.by, last.for_) == (arena_cast.person("Xena"), bram)


def test_offices_are_given_and_taken_but_the_last_guardian_stays(empty, signed_in):
    yves = signed_in("Yves")
    with empty.app_context():
        elsa, me = arena_cast.person("Elsa"), arena_cast.person("Yves")
    form = filled(
        yves.get("/arenas/lists/officials").text,
        "Give an office",
        person=elsa,
        role="dice_master",
    )
    assert yves.post("/arenas/lists/officials", data=form).status_code == 303
    assert elsa in arena_cast.state(empty).officials.dice_masters
    answer = yves.post("/arenas/lists/officials", data={"person": me, "role": "guardian", "on": "no"})
    assert answer.status_code == 422
    assert "need a Guardian" in said(answer.text)


def test_the_rules_meeting_is_on_the_clubs_clock(empty, signed_in):
    yves = signed_in("Yves")
    assert "To do" in yves.get("/arenas/lists/setup").text
    assert yves.post("/arenas/lists/meeting", data={"time": "soon"}).status_code == 422
    form = filled(
        yves.get("/arenas/lists/meeting").text,
        "Set the time",
        loose=True,
        time="2026-01-15T20:00",
    )
    assert yves.post("/arenas/lists/meeting", data=form).status_code == 303
    assert arena_cast.state(empty).meeting.isoformat() == "2026-01-15T19:00:00+00:00"
    assert "2026-01-15T20:00" in yves.get("/arenas/lists/meeting").text


def test_after_the_draw_entries_are_closed(club, signed_in):
    arena_cast.arena(club)
    cleo = signed_in("Cleo")
    assert "entries are closed" in cleo.get("/arenas/lists/enter").text
    answer = cleo.post("/arenas/lists/enter/done", data={"klass": "fighter"})
    assert answer.status_code == 422
    assert "drawn" in answer.text
