"""Signing up, army lists with all their versions, the umpire's queue and the sheet: who does what, what is refused, and who reads it when."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.campaign import acts
from rules.campaign.records import CINC, SUB_GENERAL, TroopLine
from rules.entry import SettingValue
from tests.conftest import SQLITE
from tests.web.campaign_cast import PLAYERS, SLUG, Campaign, build, in_diplomacy, in_signup
from tests.web.forms import filled, said
from webapp.access import ACCESS
from webapp.journal import Deed

PAGE = f"/campaigns/{SLUG}"
ENTER, ARMY, QUEUE = f"{PAGE}/enter", f"{PAGE}/army", f"{PAGE}/armies"
FORM = "Hand in my list"
SECRET = "Quinctilius"
TROOPS = (TroopLine(1, "Reg", "Cv", "O", CINC, "", SECRET), TroopLine(20, "Reg", "Bd", "O"), TroopLine(5, "Irr", "Hd", "I"))
TEXT = f"1 Reg Cv (O) C-in-C; {SECRET}\n20 Reg Bd (O)\n5 Irr Hd (I)\n"


@pytest.fixture
def small(club: Flask) -> Campaign:
    """The small campaign in sign-up, with lists due in a week."""
    made = in_signup(club)
    due = json.dumps((datetime.now(UTC) + timedelta(days=7)).isoformat())
    made.write(Deed(acts.SetSettings((SettingValue("list_deadline", due),)), made.ids["Xena"]))
    return made


def listed(small: Campaign, name: str, troops: tuple[TroopLine, ...] = TROOPS, **change: object) -> None:
    """Somebody hands in a list."""
    given = {"book": 2, "number": 10, "edition": "2nd", "external_allies": False, "ap_half": None, "received": datetime.now(UTC), "year": -350}
    small.write(Deed(acts.HandInList(small.id(name), **(given | change), troops=troops), small.ids[name]))


def written(browser: FlaskClient, page: str = ARMY, words: str = FORM, **typed: str) -> dict[str, str | list[str]]:
    """What a browser would send from the form of a list, filled in so; `do` says with which button, `rows_0_count` is a field of a line."""
    html = browser.get(page).text
    fill = {name.replace("_", "-") if name.startswith("rows") else name: value for name, value in typed.items()}
    return filled(html, words, loose=True) | {"edition": "2nd"} | fill


def person(small: Campaign, name: str) -> acts.HandInList | None:
    return small.season.people[small.id(name)].handed_in


@pytest.mark.clause("C1", "L2")
def test_a_member_finds_his_army_and_is_in(small, signed_in):
    yves = signed_in("Yves")
    assert "Sign-up is open" in yves.get(PAGE).text
    assert "choose an army" in yves.get("/").text
    found = yves.get(f"{ENTER}?q=SAMNÍTE").text
    assert "2/13, 355-272 BC" in found
    answer = yves.post(ENTER, data=filled(found, "Enter with this army", army="2/13"))
    assert answer.status_code == 303
    one = small.season.people[small.id("Yves")]
    assert (one.army, one.book, one.number) == ("Samnite", 2, 13)
    assert "You are in with Samnite" in yves.get(answer.location).text
    assert "Hand in your army list" in yves.get("/").text


@SQLITE
@pytest.mark.clause("C1", "L2")
def test_before_round_1_he_chooses_anew_or_gives_a_name_of_his_own(small, signed_in):
    anna = signed_in("Anna")
    form = filled(anna.get(f"{ENTER}?q=2/11").text, "Choose this army", army="2/11")
    assert anna.post(ENTER, data=form).status_code == 303
    own = filled(anna.get(ENTER).text, "Choose this army", name="The  Tenth <b>")
    assert anna.post(ENTER, data=own).status_code == 303
    assert small.season.people[small.id("Anna")].army == "The Tenth <b>"
    assert small.season.people[small.id("Anna")].province == "ANN"
    nothing = anna.post(ENTER, data=filled(anna.get(ENTER).text, "Choose this army"))
    assert nothing.status_code == 422
    assert "Choose an army." in nothing.text
    assert anna.post(ENTER, data=own | {"army": "9/9"}).status_code == 422
    assert "No list has all of these words" in anna.get(f"{ENTER}?q=klingon").text


@SQLITE
@pytest.mark.clause("K53")
def test_the_umpire_enters_somebody_and_nobody_else_does(small, signed_in):
    umpire, anna = signed_in("Xena"), signed_in("Anna")
    form = filled(umpire.get(f"{ENTER}?q=2/13").text, "Enter with this army", army="2/13", player=small.id("Yves"))
    assert umpire.post(ENTER, data=form).status_code == 303
    entry = small.season.entries[-1]
    assert (entry.by, entry.for_, entry.act.player) == (small.id("Xena"), small.id("Yves"), small.id("Yves"))
    sent = filled(anna.get(f"{ENTER}?q=2/13").text, "Choose this army", loose=True, army="2/13", player=small.id("Bram"))
    assert anna.post(ENTER, data=sent).status_code == 303
    assert small.season.entries[-1].act.player == small.id("Anna")
    assert small.season.people[small.id("Bram")].army == "Army of Bram"


@SQLITE
def test_once_round_1_has_begun_nobody_enters(club, signed_in):
    build(club)
    page = signed_in("Yves").get(ENTER)
    assert "nobody can enter any more" in page.text
    assert "Enter with this army" not in page.text


@pytest.mark.clause("L1", "L2", "L3", "L5")
def test_a_list_is_pasted_read_added_up_and_handed_in(small, signed_in):
    anna = signed_in("Anna")
    answer = anna.post(ARMY, data=written(anna, paste=f"# mine\n{TEXT}6 Reg Wb (F)\n", do="read", year="350"))
    assert answer.status_code == 200
    assert "The points table has no Reg Wb; Wb is Irr." in said(answer.text)
    form = filled(answer.text, FORM)
    assert form["paste"].strip() == "6 Reg Wb (F)"
    assert (form["rows-1-count"], form["rows-1-troop"], form["rows-0-note"]) == ("20", "Bd", SECRET)
    assert "170.5 of 400 army points" in said(answer.text)  # 8 + 20, 140 and 2.5
    assert person(small, "Anna") is None
    answer = anna.post(ARMY, data=form | {"paste": "", "do": "hand"})
    assert answer.status_code == 303
    given = person(small, "Anna")
    assert (given.book, given.number, given.edition, given.year, given.troops) == (2, 10, "2nd", -350, TROOPS)
    assert given.player == small.id("Anna")
    assert "Waits for the umpire" in anna.get(answer.location).text


@SQLITE
def test_pasted_text_is_looked_over_before_it_is_handed_in(small, signed_in):
    anna = signed_in("Anna")
    answer = anna.post(ARMY, data=written(anna, paste=TEXT, do="hand"))
    assert answer.status_code == 422
    assert "Look them over, then hand the list in" in answer.text
    assert person(small, "Anna") is None
    assert anna.post(ARMY, data=filled(answer.text, FORM) | {"do": "hand"}).status_code == 303
    assert person(small, "Anna").troops == TROOPS


@SQLITE
def test_lines_come_and_go_and_while_one_types_it_is_added_up(small, signed_in):
    anna = signed_in("Anna")
    form = written(anna, rows_0_count="12", rows_0_troop="Bd", rows_0_grade="O", rows_1_count="3", rows_1_troop="El", rows_2_count="4")
    fragment = anna.post(ARMY, data=form, headers={"HX-Request": "true"}).text
    assert "<html" not in fragment
    assert "84 of 400 army points" in said(fragment)
    assert 'id="says-0" hx-swap-oob="true"><b class="num">84</b>' in fragment
    assert "The points table has no Reg El; El is Irr." in fragment
    assert "Choose the troop type." in fragment
    more = anna.post(ARMY, data=form | {"do": "add"}).text
    assert "rows-5-count" in more
    less = filled(anna.post(ARMY, data=form | {"do": "drop-0"}).text, FORM)
    assert (less["rows-0-count"], less["rows-0-troop"], less["rows-1-count"]) == ("3", "El", "4")
    assert person(small, "Anna") is None


@SQLITE
@pytest.mark.parametrize(
    "typed, words",
    [
        ({"book": "3"}, "armies come from list books 1 and 2, not from book 3"),
        ({"number": "85"}, "book 2 has lists 1 to 84, and no 85"),
        ({"book": "two"}, "Not a valid integer value"),
        ({"rows_0_count": "60"}, "the army has 420 army points; 400 are allowed"),
        ({"allies": "y"}, "external allies are not allowed"),
        ({"rows_0_count": "many"}, "How many elements?"),
        ({"rows_0_grade": ""}, "The grade is missing"),
        ({"rows_0_general": "king"}, "is no general"),
        ({"rows_0_count": "", "rows_0_troop": ""}, "A list has at least one line"),
        ({"edition": ""}, "Say which edition"),
        ({"year": "0"}, "Type a year from 1 to 3000"),
        ({"stated": "1.3", "rows_0_count": "", "rows_0_troop": ""}, "Type points like 400 or 399.5"),
    ],
)
@pytest.mark.clause("L2", "L3", "L4")
def test_what_is_not_lawful_is_said_where_it_stands_and_nothing_typed_is_lost(small, signed_in, typed, words):
    anna = signed_in("Anna")
    lines = {"rows_0_count": "12", "rows_0_troop": "Bd", "rows_0_grade": "O"}
    answer = anna.post(ARMY, data=written(anna, do="hand", **(lines | typed)))
    assert answer.status_code == 422
    assert words in said(answer.text)
    kept = filled(answer.text, FORM)
    for name, value in typed.items():
        assert kept.get(name.replace("_", "-"), "") == value
    assert person(small, "Anna") is None


@SQLITE
@pytest.mark.clause("L1", "K39")
def test_late_is_told_before_and_after_and_by_choice_refused(small, signed_in):
    anna = signed_in("Anna")
    assert "It must be in before" in said(anna.get(ARMY).text)
    due = SettingValue("list_deadline", json.dumps((datetime.now(UTC) - timedelta(hours=1)).isoformat()))
    small.write(small.umpire(acts.SetSettings((due,))))
    assert "will be marked as late" in said(anna.get(ARMY).text)
    form = written(anna, do="hand", rows_0_count="12", rows_0_troop="Bd", rows_0_grade="O")
    small.write(small.umpire(acts.SetSettings((SettingValue("late_lists", '"reject"'),))))
    answer = anna.post(ARMY, data=form)
    assert answer.status_code == 422
    assert "came in after the deadline" in said(answer.text)
    small.write(small.umpire(acts.SetSettings((SettingValue("late_lists", '"flag"'),))))
    assert anna.post(ARMY, data=form).status_code == 303
    assert "the umpire decides whether it may be used" in said(anna.get(ARMY).text)
    assert "Late" in said(signed_in("Xena").get(QUEUE).text)


@pytest.mark.clause("L1", "K53")
def test_the_umpire_returns_a_list_and_approves_the_next_which_locks_it(small, signed_in):
    anna, umpire = signed_in("Anna"), signed_in("Xena")
    listed(small, "Anna")
    his = f"{ARMY}/{small.id('Anna')}"
    assert "1 list waits for you" in said(umpire.get(QUEUE).text)
    assert "1 army list waits for your word" in said(umpire.get(PAGE).text)
    review = filled(umpire.get(his).text, "Return it to him")
    mute = umpire.post(f"{his}/review", data=review | {"verdict": "returned"})
    assert mute.status_code == 422
    assert "Say what he should change." in mute.text
    assert umpire.post(f"{his}/review", data=review | {"verdict": "returned", "text": "Too few <i>Triarii</i>"}).status_code == 303
    assert "The umpire returned your army list" in said(anna.get("/").text)
    assert "Too few &lt;i&gt;Triarii" in anna.get(ARMY).text
    form = filled(anna.get(ARMY).text, FORM) | {"rows-1-count": "22", "do": "hand"}
    assert anna.post(ARMY, data=form).status_code == 303
    back = umpire.post(f"{his}/review", data=filled(umpire.get(QUEUE).text, f"/army/{small.id('Anna')}/review"))
    assert back.location == f"{QUEUE}?done=approved"
    page = anna.get(ARMY).text
    assert "It is locked; ask the umpire" in said(page)
    assert FORM not in page
    refused = anna.post(ARMY, data=form | {"key": "again", "seen": str(small.snapshot().version)})
    assert refused.status_code == 422
    assert "your list is approved" in said(refused.text)
    for reader in (page, umpire.get(his).text):
        words = said(reader)
        assert "Version 2" in words
        assert "− 20 Reg Bd (O) + 22 Reg Bd (O)" in words.replace("</li>", "")
        assert "Too few" in words


@SQLITE
def test_an_approval_does_not_meet_another_list_than_the_one_that_was_read(small, signed_in):
    umpire = signed_in("Xena")
    listed(small, "Anna")
    his = f"{ARMY}/{small.id('Anna')}"
    form = filled(umpire.get(his).text, "Return it to him") | {"verdict": "approved"}
    listed(small, "Anna", TROOPS[:2])
    answer = umpire.post(f"{his}/review", data=form)
    assert answer.status_code == 409
    assert "The list changed while you were reading" in answer.text
    assert small.season.people[small.id("Anna")].verdict == ""


@SQLITE
def test_a_list_that_was_handed_in_meanwhile_is_not_overwritten_unseen(small, signed_in):
    anna = signed_in("Anna")
    form = written(anna, do="hand", rows_0_count="12", rows_0_troop="Bd", rows_0_grade="O")
    listed(small, "Anna")
    answer = anna.post(ARMY, data=form)
    assert answer.status_code == 409
    again = filled(answer.text, FORM) | {"do": "hand"}
    assert again["rows-0-count"] == "12"
    assert anna.post(ARMY, data=again).status_code == 303
    assert anna.post(ARMY, data=again).status_code == 303  # sent twice, done once
    assert len([e for e in small.season.entries if e.act.kind == "hand_in_list"]) == 2


@SQLITE
@pytest.mark.clause("L3", "K39")
def test_a_limit_that_changes_later_flags_lists_that_were_approved(small, signed_in):
    listed(small, "Anna", (TroopLine(50, "Reg", "Bd", "O"),))
    small.write(small.umpire(acts.ReviewList(small.id("Anna"), "approved")))
    small.write(small.umpire(acts.SetSettings((SettingValue("army_points", "300"),))))
    words = said(signed_in("Xena").get(QUEUE).text)
    assert "1 list waits for you" in words
    assert "The army has 350 army points; 300 are allowed." in words
    assert "does not pass as the settings are now" in said(signed_in("Anna").get("/").text)


@SQLITE
@pytest.mark.clause("K53")
def test_the_umpire_hands_in_a_list_from_paper(small, signed_in):
    umpire = signed_in("Xena")
    his = f"{ARMY}/{small.id('Bram')}"
    assert his in umpire.get(f"{PAGE}/desk/paper?player={small.id('Bram')}").text
    form = written(umpire, his, "Hand in his list", do="hand", stated="399.5", received="1999-09-16 21:30")
    assert umpire.post(his, data=form).status_code == 303
    entry = small.season.entries[-1]
    assert (entry.by, entry.for_, entry.act.ap_half) == (small.id("Xena"), small.id("Bram"), 799)
    assert entry.act.received == datetime(1999, 9, 16, 19, 30, tzinfo=UTC)
    assert "by Xena for Bram" in said(umpire.get(his).text)
    assert umpire.post(his, data=form | {"received": "soon", "key": "k"}).status_code == 422


def outputs(app: Flask, small: Campaign, browser: FlaskClient) -> str:
    """Everything that this reader may get of the campaign and the home page."""
    ids, pages = {"player": small.id("Anna"), "battle": "3.1", "seq": "1", "person": small.id("Anna")}, []
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and rule.endpoint.split(".")[0] in ("campaign", "club") and rule.endpoint in ACCESS:
            choices = re.search(r"any\(([\w, -]+)\)", rule.rule)
            for choice in choices[1].split(", ") if choices else [""]:
                path = re.sub(r"<(?:any\([^)]*\):\w+)>", choice, rule.rule)
                path = re.sub(r"<(?:\w+:)?(\w+)>", lambda m: SLUG if m[1] == "slug" else ids.get(m[1], "1"), path)
                pages.append(browser.get(path, follow_redirects=True).get_data(as_text=True))
    return "\n".join(pages)


@SQLITE
def test_before_the_first_battles_nobody_else_reads_a_list_anywhere(club, small, signed_in, visitor):
    listed(small, "Anna")
    small.write(small.umpire(acts.ReviewList(small.id("Anna"), "comment", f"Who is {SECRET}?")))
    for browser in (visitor, signed_in("Bram"), signed_in("Yves")):
        assert SECRET not in outputs(club, small, browser)
    assert SECRET in outputs(club, small, signed_in("Anna"))
    assert SECRET in outputs(club, small, signed_in("Xena"))
    sheet = visitor.get(f"{ARMY}/{small.id('Anna')}/sheet")
    assert sheet.status_code == 200
    assert "stay hidden until the first battles are published" in sheet.text
    small.write(small.umpire(acts.Begin("a seed")))
    assert SECRET not in signed_in("Bram").get(f"{ARMY}/{small.id('Anna')}/sheet").text


@SQLITE
def test_once_battles_were_published_everybody_reads_the_latest_list_but_not_the_words_on_it(club, signed_in, visitor):
    small = in_diplomacy(club)
    listed(small, "Anna")
    small.write(small.umpire(acts.ReviewList(small.id("Anna"), "comment", "Between us")))
    page = visitor.get(f"{ARMY}/{small.id('Anna')}/sheet").text
    assert SECRET in page
    assert "Between us" not in page
    assert "Demoralised at" not in page
    assert f"{ARMY}/{small.id('Anna')}/sheet" in visitor.get(f"{PAGE}?province=ANN").text


@SQLITE
@pytest.mark.clause("L5", "K40")
def test_the_sheet_has_troops_commands_and_break_points(small, signed_in):
    anna = signed_in("Anna")
    assert "handed in no list yet" in anna.get(f"{ARMY}/sheet").text
    listed(small, "Anna", (TroopLine(1, "Reg", "Cv", "O", CINC), TroopLine(1, "Reg", "Cv", "O", SUB_GENERAL), TroopLine(20, "Reg", "Bd", "O")))
    assert "Commands to fill in by hand" in anna.get(f"{ARMY}/sheet").text
    commands = filled(anna.get(f"{PAGE}/commands").text, "Keep these commands", loose=True)
    commands |= {"commands-2-rank": "", "lines-0-0": "1", "lines-1-1": "1", "lines-2-0": "12", "lines-2-1": "8"}
    assert anna.post(f"{PAGE}/commands", data=commands).status_code == 303
    words = said(anna.get(f"{ARMY}/sheet").text)
    assert "Commander-in-chief 13 13 4.5" in words
    assert "The army breaks once 11 element equivalents are lost." in words


@SQLITE
@pytest.mark.parametrize("typed", [{"received": "-1"}, {"received": "9999-12-31"}, {"stated": "many"}])
def test_a_button_of_the_form_minds_no_other_field(small, signed_in, typed):
    anna = signed_in("Anna")
    answer = anna.post(ARMY, data=written(anna, do="read", paste="12 Reg Bd (O)") | typed)
    assert answer.status_code == 200
    assert filled(answer.text, FORM)["rows-0-count"] == "12"


NASTY = st.sampled_from([
    "", "-1", "0", "9" * 12, "١٢", "²", "Bd", "İrr", "(", "é" * 90, "<b>", "\u202e",
    "12 Reg Bd (O)", "\ud7ff", "king", "2e9", "1_0",
])  # fmt: skip


@SQLITE
def test_whatever_is_typed_or_pasted_it_is_answered(small, signed_in):
    anna = signed_in("Anna")
    fields = ("book", "number", "edition", "year", "era", "allies", "stated", "received", "paste", "do")
    fields += tuple(f"rows-{n}-{name}" for n in (0, 7, 99) for name in ("count", "drill", "troop", "grade", "general", "extra", "note"))

    @given(st.dictionaries(st.sampled_from(fields), NASTY, min_size=3), st.sampled_from(["hand", "read", "add", "drop-0", "drop-x", "look"]))
    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    def answered(typed: dict[str, str], do: str) -> None:
        sent = {"book": "2", "edition": "2nd", "rows-1-count": "1", "rows-1-troop": "Bd", "rows-1-drill": "Reg", "rows-1-grade": "O", "do": do}
        assert anna.post(ARMY, data=sent | typed).status_code in (200, 303, 409, 422)

    answered()
    assert set(PLAYERS) <= set(small.ids)
