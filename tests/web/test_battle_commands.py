"""A player puts his army into commands before his battle, and sees where they break (L5, K40)."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient

from rules.campaign import acts
from rules.campaign.records import CINC, SUB_GENERAL, Command, Part, TroopLine
from tests.web.campaign_cast import SLUG, Campaign, build
from tests.web.test_battle_page import BATTLE, SQLITE
from tests.web.test_desk_close import text

pytestmark = pytest.mark.clause("L5", "K40")
COMMANDS = f"/campaigns/{SLUG}/commands"
TROOPS = (TroopLine(1, "Reg", "Cv", "O", CINC), TroopLine(1, "Reg", "Cv", "O", SUB_GENERAL), TroopLine(20, "Reg", "Bd", "O"))


@pytest.fixture
def small(club: Flask) -> Campaign:
    made = build(club)
    received = datetime(1999, 9, 1, tzinfo=UTC)
    made.write(made.umpire_for("Bram", acts.HandInList(made.id("Bram"), 2, 10, "2nd", False, None, received, None, TROOPS)))
    return made


def organising(browser: FlaskClient, **typed: str) -> dict[str, str]:
    """What a browser would send from the form; `typed` has - for _ in its names."""
    html = browser.get(COMMANDS).text.split("<main")[1].split("</main>")[0]
    fields = dict(re.findall(r'<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"', html))
    for name, options in re.findall(r'<select[^>]*name="([^"]*)">(.*?)</select>', html):
        fields[name] = re.search(r'value="([^"]*)" selected', options).group(1)
    return fields | {name.replace("_", "-"): value for name, value in typed.items()}


def test_a_player_puts_his_army_into_commands_and_everybody_sees_where_they_break(small, signed_in, visitor):
    bram = signed_in("Bram")
    assert COMMANDS in bram.get(BATTLE).text
    data = organising(bram, commands_2_rank="", commands_0_name="The guard")
    data |= {"lines-0-0": "1", "lines-1-1": "1", "lines-2-0": "12", "lines-2-1": "8"}
    answer = bram.post(COMMANDS, data=data)
    assert answer.status_code == 303
    organised = small.season.people[small.id("Bram")].organisation
    assert organised.commands == (Command(CINC, "The guard"), Command(SUB_GENERAL))
    assert organised.parts == (Part(0, 0, 1), Part(1, 1, 1), Part(0, 2, 12), Part(1, 2, 8))
    assert "Your army stands in these commands" in bram.get(answer.location).text
    page = text(visitor.get(BATTLE).text)
    assert "The guard commander-in-chief, 13 elements demoralised at 4.5" in page  # a third of 13, up to the next half
    assert "breaks once 11 element equivalents are lost" in page


@SQLITE
def test_it_shows_where_they_break_before_anything_is_kept(small, signed_in):
    bram = signed_in("Bram")
    data = organising(bram) | {"lines-0-0": "1", "lines-2-1": "8"}
    before = small.snapshot().version
    fragment = bram.post(COMMANDS, data=data, headers={"HX-Request": "true"})
    assert "Demoralised at" in fragment.text
    assert "13 elements of the list stand in no command" in text(fragment.text)
    assert "lines-2-1" in bram.post(COMMANDS, data=data | {"look": "1"}).text
    assert small.snapshot().version == before


@SQLITE
@pytest.mark.parametrize(
    "typed, words",
    [
        ({"commands_1_rank": CINC}, "exactly one commander-in-chief"),
        ({"lines_2_0": "21"}, "line 3 has 20 elements, and its commands take 21"),
        ({"lines_2_0": "many"}, "Not a valid integer value"),
    ],
)
def test_what_the_list_does_not_have_is_refused(small, signed_in, typed, words):
    bram = signed_in("Bram")
    answer = bram.post(COMMANDS, data=organising(bram, **typed))
    assert answer.status_code == 422
    assert words in text(answer.text)
    assert all(f'value="{value}"' in answer.text for value in typed.values())
    assert len(small.season.people[small.id("Bram")].organisation.commands) == 3


@SQLITE
def test_the_umpire_does_it_for_a_player_and_nobody_else_does(small, signed_in):
    gijs = f"{COMMANDS}?for={small.id('Gijs')}"
    umpire = signed_in("Xena")
    assert "You write this for Gijs" in text(umpire.get(gijs).text)
    assert umpire.post(gijs, data={"commands-0-rank": CINC, "commands-1-rank": SUB_GENERAL}).status_code == 303
    assert len(small.season.people[small.id("Gijs")].organisation.commands) == 2
    anna = signed_in("Anna")
    assert anna.get(gijs).status_code == 422
    answer = anna.post(gijs, data={"commands-0-rank": CINC})
    assert answer.status_code == 422
    assert "only the umpire can act for somebody else" in answer.text
    assert len(small.season.people[small.id("Gijs")].organisation.commands) == 2


@SQLITE
def test_what_was_typed_outlives_an_organisation_that_came_meanwhile(small, signed_in):
    bram = signed_in("Bram")
    data = organising(bram, commands_0_name="The guard")
    small.write(small.umpire(acts.Organise(small.id("Bram"), (Command(CINC), Command(SUB_GENERAL)))))
    answer = bram.post(COMMANDS, data=data)
    assert answer.status_code == 409
    assert 'value="The guard"' in answer.text
    assert len(small.season.people[small.id("Bram")].organisation.commands) == 2
    again = dict(re.findall(r'<input[^>]*name="(key|seen)"[^>]*value="([^"]*)"', answer.text))
    assert bram.post(COMMANDS, data=data | again).status_code == 303
    assert small.season.people[small.id("Bram")].organisation.commands[0].name == "The guard"
