"""Marks in a ruling's text: people and times, spelled for whoever reads."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from rules.arena.tree import called, whence
from rules.rulings import Ruling, count, instant, iso, listing, mention, spell

NOON = datetime(2026, 5, 1, 12, 0, 59, tzinfo=UTC)


def test_without_further_word_a_person_is_an_id_and_a_time_is_utc():
    text = f"{mention('7')} waits until {instant(NOON.astimezone(timezone(timedelta(hours=2))))}"
    assert spell(text) == "7 waits until 2026-05-01T12:00+00:00"
    assert Ruling((), (), text).say({"7": "Anna"}.get) == "Anna waits until 2026-05-01T12:00+00:00"
    assert iso(datetime(2026, 5, 1, 12)) == "2026-05-01T12:00+00:00"


def test_a_reader_has_a_clock_of_his_own():
    assert spell(f"until {instant(NOON)}", moment=lambda at: f"{at:%H.%M}") == "until 12.00"


@pytest.mark.parametrize("typed", ["tomorrow", "2026-13-45T12:00+00:00", "0001-01-01T00:00+00:00", ""])
def test_what_somebody_typed_between_such_brackets_stays_what_it_is(typed):
    def moment(at: datetime) -> str:
        return at.astimezone(timezone(timedelta(hours=-9))).isoformat()

    assert spell(f"so ⟪{typed}⟫ it is", moment=moment) == f"so {typed} it is"


def test_one_is_one_and_others_are_many():
    assert [count(n, "point") for n in (-1, 0, 1, 2)] == ["-1 point", "0 points", "1 point", "2 points"]
    assert [listing("abc"[:n]) for n in range(4)] == ["nobody", "⟦a⟧", "⟦a⟧ and ⟦b⟧", "⟦a⟧, ⟦b⟧ and ⟦c⟧"]


def test_the_finals_have_a_name_in_a_sentence():
    assert [called(slot) for slot in ("W1.1", "L2.3", "GF", "GF2")] == ["W1.1", "L2.3", "the final", "the second final"]
    assert [whence(source) for source in ("winner of W2.1", "loser of GF", "seed 3")] == ["winner of W2.1", "loser of the final", "seed 3"]
