"""The umpire reminds those who have not filed: a letter to each who reads letters here, and nobody twice within ten minutes."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from rules.campaign import acts
from rules.rulings import Refusal
from tests.conftest import SQLITE
from tests.web.campaign_cast import SLUG, Campaign, build, in_diplomacy
from tests.web.test_desk_close import text
from tests.web.test_desk_report import DESK
from tests.web.test_phase_diplomacy import declare, filing
from webapp import db
from webapp.campaign import acts_remind
from webapp.models import Event, Letter, Person

REMIND = f"{DESK}/remind"
ALL = ("Anna", "Bram", "Cleo", "Dirk", "Elsa")  # Finn and Gijs have no account


@pytest.fixture
def small(club: Flask) -> Campaign:
    return in_diplomacy(club)


def reminded(small: Campaign) -> list[tuple[str, ...]]:
    """To whom the letters of this campaign went, letter by letter."""
    names = {i: name for name, i in small.ids.items()}
    with small.app.app_context():
        return sorted(tuple(names[r.person_id] for r in letter.to) for letter in db.session().query(Letter))


def later(small: Campaign, minutes: int) -> tuple[str, ...]:
    """Whom a reminder so many minutes later would reach."""
    names = {str(i): name for name, i in small.ids.items()}
    with small.app.app_context():
        event = db.session().query(Event).filter(Event.slug == SLUG).one()
        sent = acts_remind.remind(event, small.ids["Xena"], f"later/{minutes}", datetime.now(UTC) + timedelta(minutes=minutes))
        return tuple(sorted(names[p] for p in sent))


@pytest.mark.clause("C3", "K53")
def test_everybody_who_has_not_filed_gets_a_letter_of_his_own(small, umpire, signed_in):
    declare(small, ("Cleo", "Dirk"))
    page = text(umpire.get(REMIND).text)
    assert "A letter goes to Anna not reminded yet Bram" in page
    assert "Finn , Gijs" in page.split("Without an account")[1]
    assert reminded(small) == []
    assert umpire.post(REMIND).location == f"{DESK}#filed"
    assert reminded(small) == [(name,) for name in ALL if name != "Cleo"]
    assert "declaration of war for round 4 is still missing" in text(signed_in("Anna").get(f"/campaigns/{SLUG}/letters").text)


@SQLITE
def test_people_stand_in_the_order_of_their_names(small, umpire):
    with small.app.app_context(), db.writing() as own:
        for name, new in (("Anna", "Yorick"), ("Finn", "Zacharias")):
            own.get(Person, small.ids[name]).name = new
    page = text(umpire.get(REMIND).text)
    assert "A letter goes to Bram" in page
    assert page.index("Elsa") < page.index("Yorick")
    assert "Gijs , Zacharias" in page
    assert re.search("Bram Dirk Gijs Yorick Zacharias", text(umpire.get(f"{DESK}/close-diplomacy").text).split("Still missing")[1])
    small.write(small.umpire(acts.CloseDiplomacy()))
    declared = text(umpire.get(DESK).text).split("Declared")[1]
    assert re.search("Bram.*Gijs.*Yorick.*Zacharias", declared)
    assert re.search("Bram.*Gijs.*Yorick.*Zacharias", text(umpire.get(f"/campaigns/{SLUG}/declarations").text))


@SQLITE
def test_the_desk_says_who_was_reminded_when_and_who_has_no_account(small, umpire):
    assert "reminded" not in filing(umpire.get(DESK).text, "Anna")
    umpire.post(REMIND)
    page = umpire.get(DESK).text
    assert "reminded" in filing(page, "Anna")
    assert filing(page, "Gijs").endswith("has no account: enter it from paper")


def test_nobody_is_reminded_twice_within_ten_minutes(small, umpire):
    umpire.post(REMIND)
    again = umpire.post(REMIND)
    assert again.status_code == 422
    assert "all reminded within the last ten minutes; you can do it again at" in text(again.text)
    assert len(reminded(small)) == len(ALL)
    with pytest.raises(Refusal):
        later(small, 9)
    assert later(small, 11) == ALL
    assert len(reminded(small)) == 2 * len(ALL)


@SQLITE
def test_the_same_form_sent_twice_reminds_once(small, umpire):
    assert [umpire.post(REMIND, data={"key": "one"}).status_code for _ in range(2)] == [303, 303]
    assert len(reminded(small)) == len(ALL)


@SQLITE
def test_who_joined_the_silent_later_is_reminded_while_the_others_wait(small, umpire):
    declare(small, ("Anna", "Dirk"))
    umpire.post(REMIND)
    seq = next(e.seq for e in reversed(small.season.entries) if e.act.kind == "declare")
    small.write(small.umpire(acts.Strike(seq), "on the wrong card"))
    assert later(small, 1) == ("Anna",)


@SQLITE
@pytest.mark.clause("C2")
def test_there_is_nothing_to_remind_anybody_of_in_another_phase(club, signed_in):
    build(club)
    answer = signed_in("Xena").post(REMIND)
    assert answer.status_code == 422
    assert "while diplomacy is open" in text(answer.text)
    assert signed_in("Xena").get(REMIND).location == DESK


@SQLITE
@pytest.mark.clause("C4")
def test_there_is_nobody_to_remind_once_all_have_filed(small, umpire):
    declare(small, *((name, "Dirk" if name in ("Anna", "Bram", "Finn", "Gijs", "Cleo") else "Anna") for name in (*ALL, "Finn", "Gijs")))
    answer = umpire.post(REMIND)
    assert answer.status_code == 422
    assert "has filed" in text(answer.text)
    assert "Remind those" not in umpire.get(DESK).text
    assert reminded(small) == []


@SQLITE
def test_only_the_umpire_reminds(small, signed_in):
    assert signed_in("Anna").post(REMIND).status_code == 403
    assert reminded(small) == []
