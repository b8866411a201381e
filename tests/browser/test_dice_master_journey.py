"""A dice master throws a round, and the score moves on a visitor's open phone. With and without scripts."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import EVERYWHERE, PHONE, TABLET

LIVE = "/arenas/autumn-lists/matches/live"


def rounds(page: Page) -> int:
    """How many rounds the log has."""
    return page.locator("#log ol.log > li").count()


@EVERYWHERE
def test_a_visitors_open_page_sees_the_round(come, with_scripts):
    master, visitor = come("Lumiere", TABLET, scripts=with_scripts), come(size=PHONE, scripts=with_scripts, color_scheme="dark")
    visitor.goto(LIVE)
    master.goto(LIVE)
    before = rounds(visitor)
    master.get_by_role("button", name="Throw the whole round").click()
    expect(master.locator("#log ol.log > li")).to_have_count(before + 1)
    if not with_scripts:
        visitor.reload()
    expect(visitor.locator("#log ol.log > li")).to_have_count(before + 1)
    assert score(visitor) == score(master)
    last = visitor.locator("#log ol.log > li").first.locator(".sc").inner_text()
    assert re.sub(r"\D+", " ", last.replace("−", "-")).split() == re.sub(r"\D+", " ", score(visitor)).split()


def score(page: Page) -> str:
    return page.locator("#board .score").first.get_attribute("aria-label") or ""


def test_a_combatant_throws_his_own_and_sees_what_he_waits_for(come):
    anna = come("Anna", PHONE)
    anna.goto(LIVE)
    before = rounds(anna)
    anna.get_by_role("button", name="Throw", exact=True).click()
    expect(anna.locator("#board")).to_contain_text("Anna threw")
    assert rounds(anna) == before, "the round is complete only when both have thrown"
    expect(anna.locator("#board")).to_contain_text(re.compile("Waiting for Vera"))


def test_a_double_tap_throws_once(come):
    anna = come("Anna", PHONE)
    anna.goto(LIVE)
    anna.get_by_role("button", name="Throw", exact=True).dblclick()
    expect(anna.locator("#board")).to_contain_text("Anna threw")
    shown = anna.locator("#board .there b").first.inner_text()
    anna.reload()
    assert anna.locator("#board .there b").first.inner_text() == shown


def test_back_after_a_throw_shows_the_round_already_thrown(come):
    master = come("Lumiere", TABLET)
    master.goto("/arenas/autumn-lists")
    master.goto(LIVE)
    before = rounds(master)
    master.get_by_role("button", name="Throw the whole round").click()
    expect(master.locator("#log ol.log > li")).to_have_count(before + 1)
    master.go_back()
    master.go_forward()
    expect(master.locator("#log ol.log > li")).to_have_count(before + 1)


def test_real_dice_are_typed_marked_and_taken_back(come):
    master = come("Lumiere", TABLET)
    master.goto(LIVE)
    before = rounds(master)
    hand = master.locator("#hand")
    boxes = hand.locator("input[inputmode=numeric]")
    if not boxes.first.is_visible():
        hand.locator("summary").click()
    for n in range(boxes.count()):
        boxes.nth(n).fill("21" if n == 0 else "7")
    hand.get_by_role("button", name="Write down").click()
    expect(master.locator("main")).to_contain_text(re.compile("1 (to|and) 20"))
    assert boxes.nth(1).input_value() == "7", "what was typed must stay"
    boxes.nth(0).fill("3")
    hand.get_by_role("button", name="Write down").click()
    expect(master.locator("#log ol.log > li")).to_have_count(before + 1)
    expect(master.locator("#log ol.log > li").first).to_contain_text("Real dice")
    master.locator("#log ol.log > li").first.get_by_role("link", name=re.compile("Take back")).first.click()
    master.locator("main form textarea, main form input[type=text]").last.fill("a die lay on the floor")
    master.get_by_role("button", name=re.compile("Take")).click()
    expect(master.locator("#log ol.log > li")).to_have_count(before)


def test_a_visitor_hears_one_sentence_for_a_change(come):
    master, visitor = come("Lumiere", TABLET), come(size=PHONE)
    visitor.goto(LIVE)
    master.goto(LIVE)
    expect(visitor.locator("#news")).to_be_empty()
    master.get_by_role("button", name="Throw the whole round").click()
    expect(visitor.locator("#news")).not_to_be_empty()
    expect(visitor.locator("[data-live]")).to_have_text("Live")
