"""GET /members, a member's page, and arms."""

from __future__ import annotations

import re

from tests.conftest import SQLITE

pytestmark = SQLITE


def test_everybody_stands_there_with_arms_in_words(visitor):
    answer = visitor.get("/members")
    assert answer.status_code == 200
    for name in ("Anna", "Bram", "Yves"):
        assert name in answer.text


def test_a_member_without_an_event_has_an_empty_record(visitor):
    answer = visitor.get("/members/1")
    assert "has not taken part in an event yet" in answer.text


def test_an_unknown_member_is_a_404_in_the_sites_look(visitor):
    answer = visitor.get("/members/9999")
    assert answer.status_code == 404
    assert "There is nothing here" in answer.text
    assert 'class="brand"' in answer.text


def test_a_shield_is_kept_for_ever_under_its_mark_and_briefly_under_another(visitor):
    address = re.search(r'src="(/arms/1-[0-9a-f]+\.svg)"', visitor.get("/members/1").text).group(1)
    fresh = visitor.get(address)
    assert fresh.mimetype == "image/svg+xml"
    assert "immutable" in fresh.headers["Cache-Control"]
    assert "immutable" not in visitor.get("/arms/1-00000000.svg").headers["Cache-Control"]
    assert visitor.get(address + "?hatch").data != fresh.data
    assert visitor.get("/arms/9999-0.svg").status_code == 404
