"""Every page for everybody: axe finds nothing serious, nothing scrolls sideways, focus stays where it was, the keyboard reaches everything."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, TABLET

PAGES = {
    "the club": (None, "/", "/members", "/members/1", "/sign-in", "/nothing", "/patterns", "/campaigns", "/arenas"),
    "the campaign": (
        None, "/campaigns/mm99", "/campaigns/mm99/battles", "/campaigns/mm99/chronicle", "/campaigns/mm99/rules",
    ),
    "the arena": (
        None, "/arenas/autumn-lists", "/arenas/autumn-lists/standings", "/arenas/autumn-lists/matches/W3.2",
        "/arenas/autumn-lists/matches/L2.3", "/arenas/autumn-lists/rules",
    ),
    "the desk": ("Xena", "/", "/account", "/campaigns/mm99/desk", "/campaigns/mm99/desk?battle=3.1", "/campaigns/mm99/desk?battle=3.2",
        "/campaigns/mm99/desk/close"),
    "a player": ("Anna", "/campaigns/mm99", "/campaigns/mm99/letters", "/campaigns/mm99/letters?box=sent", "/campaigns/mm99/letters/5",
        "/campaigns/mm99/letters/new?answer=5&to=2", "/campaigns/mm99/chronicle#dispatch"),
    "the dice": ("Lumiere", "/arenas/autumn-lists", "/arenas/autumn-lists/matches/W3.2"),
}  # fmt: skip
DARK = ("/", "/patterns", "/campaigns/mm99", "/campaigns/mm99/desk?battle=3.1", "/campaigns/mm99/letters", "/arenas/autumn-lists",
    "/arenas/autumn-lists/matches/W3.2")  # fmt: skip


def serious(page: Page, *rules: str) -> list[str]:
    """What axe finds on the page, by all its rules or by these, without trifles."""
    only = {"runOnly": list(rules)} if rules else {}
    found = Axe().run(page, options={"resultTypes": ["violations"], "selectors": False, **only}).response["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html'][:160]}" for v in found if v["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("part", PAGES)
def test_axe_finds_nothing_serious_and_nothing_scrolls_sideways(come, part):
    name, *addresses = PAGES[part]
    page = come(name, PHONE, reduced_motion="reduce")
    wrong = []
    for address in addresses:
        page.goto(address)
        wrong += [f"{address}: {fault}" for fault in (*sideways(page), *serious(page))]
        page.set_viewport_size(TABLET)
        wrong += [f"{address}: {fault}" for fault in sideways(page)]
        page.set_viewport_size(PHONE)
    assert wrong == []


def sideways(page: Page) -> list[str]:
    """By how much the page is wider than the window."""
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return [f"{wide} px too wide for {page.viewport_size}"] if wide > 0 else []


def test_words_longer_than_a_line_do_not_make_a_page_scroll_sideways(come):
    page = come("Anna", PHONE, reduced_motion="reduce")
    page.goto("/campaigns/mm99/chronicle")
    page.evaluate("document.querySelectorAll('#dispatch, #dispatch details').forEach(d => { d.open = true })")
    page.get_by_label("What happened, in your own words").fill("W" * 600)
    page.locator("form:has(textarea) button").click()
    expect(page.get_by_text("W" * 600)).to_be_visible()
    assert sideways(page) == []


def test_the_contrast_is_good_in_the_dark(come):
    page = come("Xena", TABLET, color_scheme="dark", reduced_motion="reduce")
    wrong = []
    for address in DARK:
        page.goto(address)
        wrong += [f"{address}: {fault}" for fault in serious(page, "color-contrast")]
    assert wrong == []


def test_focus_and_scroll_survive_a_refresh(come):
    reader, master = come(size=DESKTOP), come("Lumiere", TABLET)
    reader.goto("/arenas/autumn-lists")
    link = reader.locator("#bracket a.match").nth(3)
    link.focus()
    reader.evaluate("window.scrollTo(0, 300)")
    address = link.get_attribute("href")
    master.goto("/arenas/autumn-lists/matches/live")
    master.get_by_role("button", name="Throw the whole round").click()
    expect(reader.locator("#news")).not_to_be_empty()
    reader.wait_for_timeout(500)
    assert reader.evaluate("document.activeElement.getAttribute('href')") == address
    assert reader.evaluate("window.scrollY") == 300


def test_the_keyboard_alone_records_a_result(come):
    umpire = come("Xena", DESKTOP)
    umpire.goto("/campaigns/mm99/desk")
    for _ in range(60):
        umpire.keyboard.press("Tab")
        if "Anna v Bram" in umpire.evaluate("document.activeElement.innerText || ''"):
            break
    umpire.keyboard.press("Enter")
    umpire.wait_for_url("**battle=3.1**")
    for _ in range(80):
        umpire.keyboard.press("Tab")
        if umpire.evaluate("document.activeElement.name") == "broken":
            break
    umpire.keyboard.press("ArrowRight")
    for _ in range(4):
        if umpire.locator("input[name=broken][value=defender]").is_checked():
            break
        umpire.keyboard.press("ArrowRight")
    umpire.keyboard.press("Enter")
    expect(umpire.locator("#recorded")).to_contain_text("Anna v Bram")


@pytest.mark.parametrize("name, address, private", [
    ("Xena", "/campaigns/mm99/desk", "Missing a result"), ("Anna", "/campaigns/mm99/letters", "Figs are four sesterces"),
])  # fmt: skip
def test_back_after_signing_out_shows_no_desk_and_no_letter(come, name, address, private):
    tablet = come(size=TABLET)
    tablet.goto(address)
    tablet.get_by_label("Name").fill(name)
    tablet.get_by_label("Password").fill("gonfalon")
    tablet.get_by_role("button", name="Sign in").click()
    expect(tablet.locator("main")).to_contain_text(private)
    tablet.goto("/account")
    tablet.get_by_role("button", name="Sign out").click()
    expect(tablet.get_by_role("link", name="Sign in")).to_be_visible()
    tablet.go_back()
    tablet.go_back()
    expect(tablet.locator("main")).not_to_contain_text(private)
