"""An umpire with a tablet enters results and closes the round; a visitor's open phone shows the new lord. With and without scripts."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import EVERYWHERE, PHONE, TABLET

DESK = "/campaigns/mm99/desk"


def record(umpire: Page, link: str) -> None:
    """The umpire records a battle in which no army broke, with what its form holds but without painting it: one seen result is enough."""
    form = umpire.request.get(link).text()
    hidden = dict(re.findall(r'<input[^>]*name="(csrf_token|key|seen|battle)"[^>]*value="([^"]*)"', form))
    counts = dict(re.findall(r'name="(\w+_commands)" value="(\d)" checked', form))
    where = re.search(r'id="entry" method="post" action="([^"]*)"', form)
    assert where
    assert set(hidden) == {"csrf_token", "key", "seen", "battle"}
    answer = umpire.request.post(where[1], form={**hidden, **counts, "broken": "neither"}, headers={"Referer": f"{umpire.url}"})
    assert answer.ok, answer.text()


@EVERYWHERE
def test_a_visitors_open_page_shows_the_new_lord(come, with_scripts):
    umpire = come("Xena", TABLET, scripts=with_scripts, color_scheme="dark")
    visitor = come(size=PHONE, scripts=with_scripts)
    visitor.goto("/campaigns/mm99")
    expect(visitor.locator("#pyramid")).not_to_contain_text("nobody at all")
    assert lord_of(visitor, "Bram") != "Anna"

    umpire.goto(DESK)
    umpire.get_by_role("link", name=re.compile("Anna v Bram")).click()
    umpire.get_by_role("radio", name="Bram’s").check()
    if with_scripts:
        expect(umpire.locator("#would")).to_contain_text("Anna")
        expect(umpire.get_by_role("button", name="Record 10–0 for Anna")).to_be_visible()
    else:
        umpire.get_by_role("button", name="Show what it would do").click()
        expect(umpire.locator("#would")).to_contain_text("What this would do")
    umpire.get_by_role("button", name=re.compile("^Record")).click()
    expect(umpire.locator("#recorded")).to_contain_text("Anna v Bram")

    look(visitor, with_scripts)
    expect(visitor.locator("#latest")).to_contain_text("When the round closes")
    expect(visitor.locator("#latest")).to_contain_text("Bram")
    assert lord_of(visitor, "Bram") != "Anna", "the pyramid changes when the round closes, not before"

    for link in umpire.locator("#missing a[href*='battle=']").evaluate_all("links => links.map(link => link.href)"):
        record(umpire, link)
    umpire.goto(f"{DESK}/close")
    expect(umpire.locator("main")).to_contain_text("Bram")
    umpire.get_by_role("button", name="Close round 3").click()

    look(visitor, with_scripts)
    expect(visitor.locator("#rounds")).to_contain_text("Round 4")
    expect(visitor.locator("#pyramid li li").filter(has_text="Bram").first).to_be_visible()
    assert lord_of(visitor, "Bram") == "Anna"


def look(page: Page, with_scripts: bool) -> None:
    """Without scripts a reader reloads; with them the page does it."""
    if not with_scripts:
        page.reload()


def lord_of(page: Page, name: str) -> str:
    """Whose subordinate somebody is in the pyramid; "" when he is free."""
    item = page.locator("#pyramid .tree li", has=page.locator(f":scope > .flag:has-text('{name} ')"))
    if item.count() == 0:
        return ""
    above = item.last.locator("xpath=ancestor::li[1]/*[contains(@class, 'flag')]")
    return above.inner_text().split()[0] if above.count() else ""


def test_a_double_tap_records_once_and_back_shows_no_harm(come):
    umpire = come("Xena", TABLET)
    umpire.goto(DESK)
    umpire.get_by_role("link", name=re.compile("Anna v Bram")).click()
    umpire.get_by_role("radio", name="Bram’s").check()
    umpire.get_by_role("button", name="Record 10–0 for Anna").dblclick()
    expect(umpire.locator("#recorded")).to_contain_text("Anna v Bram")
    assert umpire.locator("#recorded li", has_text="Anna v Bram").count() == 1
    umpire.go_back()
    umpire.goto(DESK)
    assert umpire.locator("#recorded li", has_text="Anna v Bram").count() == 1


def test_a_stale_form_is_shown_both_sides_and_loses_nothing(come):
    first, second = come("Xena", TABLET), come("Xena", PHONE)
    for desk in (first, second):
        desk.goto(DESK)
        desk.get_by_role("link", name=re.compile("Anna v Bram")).click()
    first.get_by_role("radio", name="Bram’s").check()
    first.get_by_role("button", name="Record 10–0 for Anna").click()
    expect(first.locator("#recorded")).to_contain_text("Anna v Bram")
    second.get_by_role("radio", name="Anna’s").check()
    with second.expect_response(lambda r: r.request.method == "POST" and r.status == 409):
        second.get_by_role("button", name=re.compile("^Record")).click()
    expect(second.locator("main")).to_contain_text("10–0")
    expect(second.locator("main")).to_contain_text("0–10")


def test_undo_takes_a_result_back_after_showing_what_changes(come):
    umpire = come("Xena", TABLET)
    umpire.goto(DESK)
    umpire.get_by_role("link", name=re.compile("Anna v Bram")).click()
    umpire.get_by_role("radio", name="Bram’s").check()
    umpire.get_by_role("button", name="Record 10–0 for Anna").click()
    row = umpire.locator("#recorded li", has_text="Anna v Bram")
    row.get_by_role("link", name=re.compile("Undo")).click()
    expect(umpire.locator("main")).to_contain_text("Bram")
    umpire.locator("main form button").first.click()
    expect(umpire.locator("#missing")).to_contain_text("Anna v Bram")
    expect(umpire.locator("#recorded")).not_to_contain_text("Anna v Bram")


def test_a_half_typed_form_survives_what_others_do(come):
    umpire, other = come("Xena", TABLET), come("Xena", PHONE)
    umpire.goto(f"{DESK}?battle=3.1")
    umpire.get_by_text("Type the points by hand").click()
    typed = umpire.locator("#points-attackers")
    typed.fill("7")
    other.goto(DESK)
    other.get_by_role("link", name=re.compile("Cleo v Iris")).click()
    other.get_by_role("radio", name="Neither").check()
    other.get_by_role("button", name=re.compile("^Record")).click()
    expect(umpire.locator("#recorded")).to_contain_text("Cleo v Iris")
    assert typed.input_value() == "7"
