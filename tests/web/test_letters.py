"""Letters: written to one or several, read by those on them and by nobody else, in every phase (C3)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select

from rules.rulings import Refusal
from tests.web.campaign_cast import SLUG, Campaign, build
from webapp import db, events
from webapp.campaign import letters
from webapp.models import Letter

pytestmark = pytest.mark.clause("C3")
SQLITE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)


@pytest.fixture
def small(club: Flask) -> Campaign:
    return build(club)


def send(small: Campaign, sender: str, to: str, body: str, after: timedelta = timedelta(0)) -> int:
    """Send a letter; its number."""
    with small.app.app_context():
        event = events.find(db.session(), SLUG)
        with db.writing() as own:
            return letters.send(own, event, small.ids[sender], [small.ids[name] for name in to.split()], body, NOW + after).id


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


def test_the_same_letter_sent_twice_goes_once(small):
    first = send(small, "Anna", "Bram Cleo", "Agreed.")
    assert send(small, "Anna", "Cleo Bram", "Agreed. ", timedelta(minutes=4)) == first
    assert send(small, "Anna", "Bram", "Agreed.") != first


@SQLITE
def test_the_same_words_go_again_after_an_answer_or_some_minutes(small):
    first = send(small, "Anna", "Bram", "Agreed.")
    assert send(small, "Anna", "Bram", "Agreed.", timedelta(minutes=6)) != first
    send(small, "Bram", "Anna", "And the hills too?", timedelta(minutes=7))
    send(small, "Anna", "Bram", "Agreed.", timedelta(minutes=8))
    assert number(small) == 4
