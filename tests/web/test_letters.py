"""Letters: written to one or several, read by those on them and by nobody else, in every phase (C3)."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select

from rules.campaign import acts
from rules.campaign.records import UMPIRE
from rules.rulings import Refusal
from tests.conftest import SQLITE
from tests.web.campaign_cast import SLUG, Campaign
from tests.web.forms import filled
from tests.web.test_desk_close import text
from webapp import db, events
from webapp import demo as demonstration
from webapp.campaign import letters
from webapp.models import Letter

pytestmark = pytest.mark.clause("C3")
NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
BOX = f"/campaigns/{SLUG}/letters"


def send(small: Campaign, sender: str, to: str, body: str, key: str = "") -> int:
    """Send a letter; its number."""
    written = letters.Written(small.ids[sender], tuple(small.ids[name] for name in to.split()), body, key or f"test/{number(small)}")
    with small.app.app_context():
        event = events.find(db.session(), SLUG)
        with db.writing() as own:
            return letters.send(own, event, written, NOW).id


def number(small: Campaign) -> int:
    with small.app.app_context():
        return db.session().scalar(select(func.count()).select_from(Letter))


def test_it_is_kept_with_its_lines_and_without_empty_ends(small):
    one = send(small, "Anna", "Bram Cleo", "\r\n  Peace?  \r\nOr war.\n\n")
    with small.app.app_context():
        kept = db.session().get(Letter, one)
        assert kept.body == "Peace?\nOr war."
        assert {r.person_id: r.read for r in kept.to} == {small.ids["Bram"]: None, small.ids["Cleo"]: None}


@pytest.mark.parametrize(
    "sender, to, body, said",
    [
        ("Anna", "Bram", " \n ", "write a few words"),
        ("Anna", "Bram", "x" * 4001, "up to 4000 characters; this one has 4001"),
        ("Anna", "Anna", "Note to self", "choose to whom"),
        ("Anna", "Bram Yves", "Come and look", "players of this campaign"),
        ("Yves", "Bram", "Let me in", "players of this campaign"),
    ],
)
@SQLITE
def test_a_letter_that_cannot_be_sent_is_refused_and_not_kept(small, sender, to, body, said):
    with pytest.raises(Refusal, match=said):
        send(small, sender, to, body)
    assert number(small) == 0


def test_a_letter_sent_twice_goes_once(small):
    first = send(small, "Anna", "Bram Cleo", "Agreed.", "one")
    assert send(small, "Anna", "Bram Cleo", "Agreed.", "one") == first
    assert send(small, "Anna", "Bram Cleo", "Agreed.", "two") != first
    assert send(small, "Bram", "Anna", "Agreed.", "one") != first
    assert number(small) == 3


@SQLITE
def test_the_same_page_sends_once_what_was_typed_once(small, signed_in):
    anna = signed_in("Anna")
    data = filled(anna.get(f"{BOX}/new").text, "Letter", to=small.id("Bram"), body="Agreed.")
    for typed in (data, data, data | {"body": "Agreed, and the hills too."}):
        assert anna.post(f"{BOX}/new", data=typed).status_code == 303
    assert number(small) == 2


def write(small: Campaign, browser: FlaskClient, to: str, body: str):
    """Send the form of a letter."""
    return browser.post(f"{BOX}/new", data={"to": [small.id(name) for name in to.split()], "body": body})


def opened(browser: FlaskClient) -> str:
    """Open the newest unread letter of the box as its button does; the page of it."""
    action = re.search(r'action="([^"]+/open)"', browser.get(BOX).text).group(1)
    answer = browser.post(action)
    assert answer.status_code == 303
    return browser.get(answer.location).text


def test_it_goes_to_several_and_each_has_an_unread_mark_of_his_own(small, signed_in):
    answer = write(small, signed_in("Anna"), "Bram Cleo Xena", "Peace until the harvest?")
    assert answer.status_code == 303
    assert "on its way" in signed_in("Anna").get(answer.location).text
    bram = signed_in("Bram")
    assert "Letters 1 unread" in text(bram.get(f"/campaigns/{SLUG}").text)
    page = opened(bram)
    assert "Peace until the harvest?" in page
    assert "To Bram Cleo Xena" in text(page)
    assert "unread" not in text(bram.get(f"/campaigns/{SLUG}").text)
    for other in ("Cleo", "Xena"):
        assert "Letters 1 unread" in text(signed_in(other).get(BOX).text)


def test_nobody_else_finds_it(small, signed_in, visitor):
    one = send(small, "Anna", "Bram", "Strike at dawn")
    answers = [
        signed_in(name).open(f"{BOX}/{one}{path}", method=method) for name in ("Cleo", "Xena") for path, method in (("", "GET"), ("/open", "POST"))
    ]
    assert [a.status_code for a in answers] == [404] * 4
    assert signed_in("Yves").get(f"{BOX}/{one}").status_code == 403
    assert "/sign-in" in visitor.get(f"{BOX}/{one}").location
    for page in (signed_in("Xena").get(BOX), signed_in("Cleo").get(f"{BOX}/new?answer={one}"), signed_in("Xena").get(f"/campaigns/{SLUG}/desk")):
        assert page.status_code == 200
        assert "Strike at dawn" not in page.text


@SQLITE
def test_it_can_be_written_in_every_phase(small, signed_in):
    anna = signed_in("Anna")
    steps = [
        (acts.Report("3.1", UMPIRE, None, 5, 5), acts.Report("3.2", UMPIRE, None, 5, 5), acts.CloseRound()), (acts.CloseDiplomacy(),),
        (acts.PublishAllotment(()), acts.CloseRound()), (),
    ]  # fmt: skip
    for n, step in enumerate(steps):
        assert write(small, anna, "Bram", f"Letter {n}").status_code == 303, small.season.phase
        if step:
            small.write(*(small.umpire(act, "so it is") for act in step))
    assert small.season.phase == "finished"
    assert number(small) == 4


@SQLITE
@pytest.mark.parametrize(
    "to, body, said", [("Bram", "  ", "Write a few words first."), ("", "Hello", "Choose to whom it goes"), ("Bram", "x" * 4001, "up to 4000")]
)
def test_what_is_missing_is_said_at_its_field_and_what_was_typed_stays(small, signed_in, to, body, said):
    answer = write(small, signed_in("Anna"), to, body)
    assert answer.status_code == 422
    assert said in answer.text.split('class="error"')[1]
    assert re.search(rf'value="{small.id("Bram")}"( checked)?', answer.text).group(1) == (" checked" if to else None)
    assert body.strip() in answer.text
    assert number(small) == 0


@SQLITE
@pytest.mark.parametrize("to", ["Yves", "Anna"])
def test_a_forged_recipient_is_refused_with_the_clause(small, signed_in, to):
    answer = write(small, signed_in("Anna"), to, "Dear reader")
    assert answer.status_code == 422
    assert "#rule-c3" in answer.text
    assert "Dear reader" in answer.text


@SQLITE
def test_its_words_are_plain_text(small, signed_in):
    write(small, signed_in("Anna"), "Bram", "<b>Peace</b> & <script>war</script>")
    page = opened(signed_in("Bram"))
    assert "&lt;b&gt;Peace&lt;/b&gt; &amp; &lt;script&gt;" in page


def test_an_answer_goes_to_its_writer_or_to_all_on_it(small, signed_in):
    send(small, "Anna", "Bram Cleo", "Peace?")
    bram = signed_in("Bram")
    page = opened(bram)
    one, everybody = (re.search(rf'href="([^"]+)">{word}', page).group(1).replace("&amp;", "&") for word in ("Answer<", "Answer all 2"))
    ticked = re.compile(r'value="(\d+)" checked')
    assert ticked.findall(bram.get(one).text) == [small.id("Anna")]
    assert ticked.findall(bram.get(everybody).text) == [small.id("Anna"), small.id("Cleo")]
    assert "Peace?" in bram.get(one).text


@SQLITE
def test_looking_at_it_marks_nothing_until_its_reader_says_so(small, signed_in):
    """Programs that fetch pages ahead read nothing for anybody."""
    one = send(small, "Anna", "Bram", "Peace?")
    bram = signed_in("Bram")
    assert "I have read it" in bram.get(f"{BOX}/{one}").text
    assert "Letters 1 unread" in text(bram.get(BOX).text)
    assert "I have read it" not in opened(bram)
    assert "I have read it" not in signed_in("Anna").get(f"{BOX}/{one}").text


def test_the_box_and_the_count_are_live(small, signed_in):
    bram = signed_in("Bram")
    page = bram.get(BOX).text
    regions = {name: re.search(rf'id="{name}" data-region hx-get="([^"]+)"', page).group(1).replace("&amp;", "&") for name in ("letters", "unread")}
    pulse = re.search(r'hx-get="([^"]+/pulse[^"]+)"', page).group(1)
    assert [bram.get(url).status_code for url in (*regions.values(), pulse)] == [204] * 3
    send(small, "Anna", "Bram", "Peace?")
    beat = bram.get(pulse)
    assert beat.headers["HX-Trigger"] == "banneret:changed"
    assert "A letter has come for you." in beat.text
    assert "Peace?" in bram.get(regions["letters"]).text
    assert "1 unread" in text(bram.get(regions["unread"]).text)
    assert signed_in("Cleo").get(f"/campaigns/{SLUG}/pulse?v={small.snapshot().version}-0.0.0").status_code == 204


@SQLITE
def test_older_letters_stand_on_further_pages(small, signed_in):
    for n in range(41):
        send(small, "Anna", "Bram", f"Letter number {n}.")
    bram = signed_in("Bram")
    page = bram.get(BOX).text
    assert "Letter number 1." in page
    assert "Letter number 0." not in page
    older = re.search(r'href="([^"]+)">Older letters', page).group(1)
    assert "Letter number 0." in bram.get(older).text
    assert "Older letters" not in bram.get(older).text
    assert "Letter number 40." in signed_in("Anna").get(f"{BOX}?box=sent").text


@SQLITE
def test_the_demonstration_has_some_to_read_and_takes_them_away_with_it(demo, sign_in_demo):
    anna = sign_in_demo("Anna")
    assert "Letters 2 unread" in text(anna.get("/campaigns/mm99").text)
    assert "Figs are four sesterces" in anna.get("/campaigns/mm99/letters").text
    assert "Letters 1 unread" in text(sign_in_demo("Xena").get("/campaigns/mm99").text)
    with demo.app_context():
        assert demonstration.remove()
        assert db.session().scalar(select(func.count()).select_from(Letter)) == 0
