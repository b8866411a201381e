"""The members of a double agree on one army: who commands, and what each of them brings (L6, K41, K42)."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from rules.campaign import acts
from rules.campaign.records import ALLY, ATTACKERS, CINC, DEFENDER, SUB_GENERAL, UMPIRE, Seat, Share
from tests.web.campaign_cast import Campaign, in_diplomacy
from tests.web.test_battle_page import BATTLE, DOUBLE, SQLITE
from tests.web.test_desk_close import text

pytestmark = pytest.mark.clause("L6", "K41", "K42")


def proposing(browser: FlaskClient, page: str = DOUBLE, **typed: str) -> dict[str, str]:
    """What a browser would send from the form of a joint army; `typed` has - for _ in its names."""
    html = browser.get(f"{page}/army").text.split("<main")[1].split("</main>")[0]
    fields = {}
    for tag in re.findall(r"<input[^>]*>", html):
        name, value = re.search(r'name="([^"]*)"', tag).group(1), re.search(r'value="([^"]*)"', tag).group(1)
        if 'type="radio"' not in tag or "checked" in tag:
            fields[name] = value
    return fields | {name.replace("_", "-"): value for name, value in typed.items()}


def army(small: Campaign, battle: str = "3.2") -> dict[str, tuple[int, int, str]]:
    joint = small.season.fight(battle).army
    names = {str(i): n for n, i in small.ids.items()}
    return {names[s.player]: (s.ap_half, s.commands, s.role) for s in joint.shares} if joint else {}


def test_one_member_proposes_and_the_other_agrees(small, signed_in):
    anna = signed_in("Anna")
    page = text(anna.get(f"{DOUBLE}/army").text)
    assert "Anna Finn ally" in page  # under Anna, Finn is an ally
    data = proposing(anna, shares_0_points="250.5", shares_1_points="149.5", shares_1_commands="1")
    assert anna.post(f"{DOUBLE}/army", data=data).status_code == 303
    assert army(small) == {"Anna": (501, 2, CINC), "Finn": (299, 1, ALLY)}
    seen = text(anna.get(DOUBLE).text)
    assert "250.5 points, 2 commands" in seen
    assert "Finn must still agree" in seen
    finns = f"?for={small.id('Finn')}"
    umpire = signed_in("Xena")
    html = umpire.get(DOUBLE + finns).text.split("Do you agree")[0].rsplit("<form", 1)[1]
    hidden = dict(re.findall(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"', html))
    assert [umpire.post(f"{DOUBLE}/agree{finns}", data=hidden).status_code for _ in range(2)] == [303, 303]
    assert set(small.season.fight("3.2").agreed) == {small.id("Anna"), small.id("Finn")}
    assert "All agree" in anna.get(DOUBLE).text


def test_one_does_not_agree_to_what_one_has_not_seen(small, signed_in):
    anna = signed_in("Anna")
    shares = tuple(Share(small.id(n), 400, 2, r) for n, r in (("Anna", ALLY), ("Finn", CINC)))
    small.write(small.umpire_for("Finn", acts.JointArmy(small.id("Finn"), "3.2", shares)))
    html = anna.get(DOUBLE).text.split("Do you agree")[0].rsplit("<form", 1)[1]
    hidden = dict(re.findall(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"', html))
    other = tuple(Share(s.player, 600 if s.role == CINC else 200, s.commands, s.role) for s in shares)
    small.write(small.umpire_for("Finn", acts.JointArmy(small.id("Finn"), "3.2", other)))
    assert anna.post(f"{DOUBLE}/agree", data=hidden).status_code == 409
    assert small.season.fight("3.2").agreed == (small.id("Finn"),)


@SQLITE
def test_a_proposal_that_crossed_another_keeps_what_was_typed(small, signed_in):
    anna = signed_in("Anna")
    data = proposing(anna, shares_0_points="300", shares_1_points="100")
    shares = tuple(Share(small.id(n), 400, 2, r) for n, r in (("Anna", ALLY), ("Finn", CINC)))
    small.write(small.umpire_for("Finn", acts.JointArmy(small.id("Finn"), "3.2", shares)))
    answer = anna.post(f"{DOUBLE}/army", data=data)
    assert answer.status_code == 409
    assert "Another army was proposed" in answer.text
    assert 'value="300"' in answer.text
    fresh = dict(re.findall(r'<input[^>]*name="(key|seen)"[^>]*value="([^"]*)"', answer.text))
    assert anna.post(f"{DOUBLE}/army", data=data | fresh).status_code == 303
    assert army(small)["Anna"] == (600, 2, CINC)


@SQLITE
@pytest.mark.parametrize(
    "typed, words",
    [
        ({"shares_0_points": "300", "shares_1_points": "100.5"}, "400.5 army points; 400 are allowed"),
        ({"shares_0_points": "plenty"}, "Type points like 133 or 133.5"),
        ({"shares_1_commands": "0"}, "Not a valid choice"),
        ({"cinc": ""}, "Choose the commander-in-chief"),
    ],
)
def test_an_army_that_breaks_the_rules_is_refused_and_stays_typed(small, signed_in, typed, words):
    anna = signed_in("Anna")
    answer = anna.post(f"{DOUBLE}/army", data=proposing(anna, **typed))
    assert answer.status_code == 422
    assert words in text(answer.text)
    assert all(f'value="{value}"' in answer.text for name, value in typed.items() if name.endswith("points"))
    assert army(small) == {}


@SQLITE
def test_one_player_twice_and_a_commander_from_outside_are_refused(small, signed_in):
    anna = signed_in("Anna")
    twice = anna.post(f"{DOUBLE}/army", data=proposing(anna, shares_1_player=small.id("Anna")))
    assert twice.status_code == 422
    assert "names each member of the double once" in text(twice.text)
    outside = anna.post(f"{DOUBLE}/army", data=proposing(anna, cinc=small.id("Dirk")))
    assert outside.status_code == 422
    assert "exactly one member is commander-in-chief" in text(outside.text)
    assert army(small) == {}


@SQLITE
@pytest.mark.parametrize("name, page, words", [("Bram", DOUBLE, "Bram is not in this double"), ("Bram", BATTLE, "nobody fights as a double")])
def test_who_is_in_no_double_has_no_joint_army(small, signed_in, name, page, words):
    browser = signed_in(name)
    assert browser.get(f"{page}/army").status_code == 303
    forged = proposing(signed_in("Anna")) | {"key": "forged"}
    for address, data in ((f"{page}/army", forged), (f"{page}/agree", {})):
        answer = browser.post(address, data=data)
        assert answer.status_code == 422
        assert words in text(answer.text)


def lord_and_man(club: Flask) -> Campaign:
    """Round 4: Dirk and his subordinate Elsa stand together against Anna."""
    small = in_diplomacy(club)
    declared = [acts.Declare(small.id(name), small.id("Anna")) for name in ("Dirk", "Elsa")]
    small.write(*(small.umpire(a) for a in (*declared, acts.CloseDiplomacy())))
    seats = (*(Seat(1, small.id(n), ATTACKERS) for n in ("Dirk", "Elsa")), Seat(1, small.id("Anna"), DEFENDER))
    small.write(small.umpire(acts.PublishAllotment(seats), "as declared"))
    return small


@SQLITE
def test_a_lord_commands_his_man_and_never_the_other_way(club, signed_in):
    small, page = lord_and_man(club), DOUBLE.replace("3.2", "4.1")
    dirk, elsa = signed_in("Dirk"), signed_in("Elsa")
    form = text(elsa.get(f"{page}/army").text)
    assert "Dirk Elsa sub-general" in form
    assert "Elsa cannot command his own lord Dirk" in form
    refused = elsa.post(f"{page}/army", data=proposing(elsa, page, cinc=small.id("Elsa")))
    assert refused.status_code == 422
    assert "#rule-k41" in refused.text
    assert dirk.post(f"{page}/army", data=proposing(dirk, page)).status_code == 303
    assert army(small, "4.1") == {"Dirk": (400, 2, CINC), "Elsa": (400, 2, SUB_GENERAL)}
    assert "your vote goes with his" in text(elsa.get(page).text)


@SQLITE
def test_the_army_stands_once_the_battle_is_over(small, signed_in):
    anna = signed_in("Anna")
    data = proposing(anna)
    small.write(*(small.umpire(a) for a in (acts.Report("3.1", UMPIRE, None, 5, 5), acts.Report("3.2", UMPIRE, None, 5, 5), acts.CloseRound())))
    assert anna.post(f"{DOUBLE}/army", data=data).status_code in (409, 422)
    assert anna.post(f"{DOUBLE}/army", data={**data, "seen": "", "key": "late"}).status_code == 422
    assert army(small) == {}
