"""A campaign of four rounds, played on the site by eight people and their umpire, with scripts and without.

What is painted is looked at; what repeats itself is sent from the same forms without painting them, which a slow machine could not afford.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import season
from tests.browser.conftest import DESKTOP, PHONE, TABLET, People
from tests.browser.forms import send
from tests.browser.season import PLAYERS, SLUG
from tests.browser.site import serving
from tests.browser.test_umpire_journey import lord_of

BASE = f"/campaigns/{SLUG}"
DESK = f"{BASE}/desk"
LOOKING = ("Anna", "Bram", "Dirk")
"""Whose pages are painted; the others' browsers only send."""
COMMANDS = {"attackers_commands": "3", "defender_commands": "3"}
FINAL = [
    "1 Anna 6 5 5 10 26 +10 36",
    "2 Gijs 10 0 10 5 25 +10 35",
    "3 Cleo 10 5 5 5 25 +5 30",
    "4 Bram Anna 4 5 10 0 19 +5 24",
    "5 Finn Bram 5 10 0 5 20 0 20",
    "6 shared Dirk Cleo 0 5 5 5 15 0 15",
    "6 shared Elsa Gijs 5 5 0 5 15 0 15",
    "8 Hugo Gijs 0 0 5 5 10 0 10",
]


class Table:
    """Everybody who plays, each in a browser of his own; Hugo has none at first, and writes on paper."""

    def __init__(self, people: People, folder: Path, scripts: bool) -> None:
        self.people, self.folder, self.scripts = people, folder, scripts
        self.umpire = people.come("Xena", TABLET, scripts=scripts)
        self.pages = {name: people.come(name, PHONE, scripts=scripts) for name in LOOKING}
        self.hands: dict[str, BrowserContext] = {name: page.context for name, page in self.pages.items()}
        self.hands |= {name: people.context(name, scripts=scripts) for name in PLAYERS[:-1] if name not in LOOKING}
        members = self.umpire.request.get("/members").text()
        found = re.findall(r'href="/members/(\d+)">.*?<b>(\w+)</b>', members)
        self.ids = {name: number for number, name in found if name in PLAYERS}
        assert set(self.ids) == set(PLAYERS)

    def declare(self, **targets: str) -> None:
        """Each seals his declaration himself; the umpire enters Hugo's from paper while he has no account."""
        for name, target in targets.items():
            hand, where = (self.hands[name], "") if name in self.hands else (self.umpire, f"?for={self.ids[name]}")
            send(hand, f"{BASE}/declare{where}", "Seal", target=self.ids[target])

    def close(self) -> None:
        """The umpire ends the diplomacy phase."""
        send(self.umpire, f"{DESK}/close-diplomacy", "Close diplomacy|close-diplomacy")

    def publish(self) -> None:
        """The umpire publishes the proposal."""
        send(self.umpire, f"{DESK}/allotment", "publish")

    def told(self, name: str, battle: str, **what: str) -> None:
        """A side tells how its battle ended."""
        send(self.hands[name], f"{BASE}/battles/{battle}", "Which army broke", COMMANDS, **what)

    def answer(self, name: str, battle: str, answer: str, **more: str) -> None:
        """The other side takes its word for it, or not."""
        send(self.hands[name], f"{BASE}/battles/{battle}", "/answer", answer=answer, **more)

    def settle(self, battle: str, **what: str) -> None:
        """The umpire records how it ended."""
        send(self.umpire, f"{DESK}?battle={battle}", "/desk/report", COMMANDS, **what)

    def end(self) -> None:
        """The umpire closes the round."""
        send(self.umpire, f"{DESK}/close", "Close round|/desk/close")

    def sees(self, page: Page) -> None:
        """Without scripts a reader reloads; with them the page does it."""
        if not self.scripts:
            page.reload()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The instance of a campaign that begins."""
    season.made(tmp_path / "instance")
    return tmp_path / "instance"


@pytest.fixture
def people(browser: Browser, folder: Path) -> Iterator[People]:
    """Browsers at that site."""
    with serving(folder) as address:
        crowd = People(browser, address)
        yield crowd
        for context in crowd.contexts:
            context.close()
        assert crowd.errors == []


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_club_plays_its_four_rounds_here(people, folder, scripts):
    table = Table(people, folder, scripts)
    visitor = people.come(size=DESKTOP, scripts=scripts)
    visitor.goto(BASE)
    first_round(table, visitor)
    second_round(table, visitor)
    third_round(table, visitor)
    fourth_round(table, visitor)


def first_round(table: Table, visitor: Page) -> None:
    """A letter, sealed declarations, one of them from paper; a report that is confirmed, one that is contested."""
    anna, bram = table.pages["Anna"], table.pages["Bram"]
    send(anna, f"{BASE}/letters/new", "Send", to=[table.ids["Bram"], table.ids["Cleo"]], body="Shall we leave each other alone?")
    bram.goto(BASE)
    bram.get_by_role("link", name=re.compile("Letters")).click()
    expect(bram.locator("main")).to_contain_text("Shall we leave each other alone?")
    table.declare(Bram="Anna", Cleo="Dirk", Dirk="Cleo", Elsa="Finn", Finn="Elsa", Gijs="Hugo", Hugo="Gijs")
    anna.goto(BASE)
    anna.locator("#next a.btn").first.click()
    anna.get_by_role("radio", name=re.compile("^Bram")).check()
    anna.get_by_role("button", name="Seal the declaration").click()
    expect(anna.locator("#sealed")).to_contain_text("War on Bram")
    table.umpire.goto(DESK)
    expect(table.umpire.locator("main")).to_contain_text("8 of 8")
    table.close()
    table.sees(visitor)
    visitor.goto(f"{BASE}/declarations")
    expect(visitor.locator("main")).to_contain_text("Anna declares war on Bram")
    table.publish()
    table.told("Anna", "1.1", broken="defender")
    table.answer("Bram", "1.1", "confirm")
    table.told("Cleo", "1.2", broken="defender")
    table.told("Elsa", "1.3", broken="neither")
    table.told("Gijs", "1.4", broken="neither")
    send(table.umpire, f"{BASE}/battles/1.4?for={table.ids['Hugo']}", "/answer", answer="contest", reason="My army broke in the last turn.")
    table.umpire.goto(f"{DESK}?battle=1.4")
    expect(table.umpire.locator("#entry")).to_contain_text("The sides disagree")
    table.settle("1.4", broken="defender")
    table.end()
    visitor.goto(BASE)
    for name, lord in {"Bram": "Anna", "Dirk": "Cleo", "Hugo": "Gijs"}.items():
        assert lord_of(visitor, name) == lord


def second_round(table: Table, visitor: Page) -> None:
    """A double of a lord with his subordinate, who obeys an order; Hugo files nothing and is idle."""
    cleo, dirk = table.hands["Cleo"], table.pages["Dirk"]
    send(cleo, f"{BASE}/declare", "the order", vassal=table.ids["Dirk"], target=table.ids["Bram"])
    dirk.goto(f"{BASE}/declare")
    expect(dirk.locator("#sealed")).to_contain_text("Cleo orders you to declare war on Bram")
    table.declare(Anna="Elsa", Bram="Cleo", Cleo="Bram", Elsa="Anna", Finn="Gijs", Gijs="Finn")
    table.umpire.goto(f"{DESK}/close-diplomacy")
    expect(table.umpire.locator("main")).to_contain_text(re.compile("Hugo.*filed nothing", re.DOTALL))
    table.umpire.get_by_role("button", name=re.compile("Close diplomacy")).click()
    table.publish()
    visitor.goto(f"{BASE}/battles")
    expect(visitor.locator("#battles")).to_contain_text("Hugo is at war with nobody")
    shares = {f"shares-{n}-{what}": value for n, ap in enumerate(("250", "150")) for what, value in (("points", ap), ("commands", "2"))}
    send(cleo, f"{BASE}/battles/2.1/army", "Propose it", cinc=table.ids["Cleo"], **shares)
    send(dirk, f"{BASE}/battles/2.1", "/agree")
    send(cleo, f"{BASE}/battles/2.1", "/vote", candidate=table.ids["Cleo"])
    table.told("Dirk", "2.1", broken="neither")
    table.told("Anna", "2.2", broken="neither")
    table.told("Finn", "2.3", broken="defender")
    table.end()
    visitor.goto(BASE)
    assert (lord_of(visitor, "Gijs"), lord_of(visitor, "Hugo")) == ("Finn", "Gijs")


def third_round(table: Table, visitor: Page) -> None:
    """Hugo gets an account; round 1 is corrected while round 3 is fought; a man larger than the victor goes free."""
    season.account(table.folder, "Hugo")
    hugo = table.people.come("Hugo", PHONE, scripts=table.scripts)
    table.hands["Hugo"] = hugo.context
    send(table.hands["Finn"], f"{BASE}/declare", "the order", vassal=table.ids["Hugo"], target=table.ids["Cleo"])
    table.declare(Anna="Cleo", Bram="Finn", Cleo="Anna", Dirk="Anna", Elsa="Bram", Finn="Elsa", Gijs="Elsa", Hugo="Bram")
    hugo.goto(f"{BASE}/declare")
    expect(hugo.locator("#sealed")).to_contain_text("instead of war on Bram")
    table.close()
    table.publish()
    pairs = ["Dirk v Anna", "Hugo v Cleo", "Gijs v Elsa", "Bram v Finn"]
    assert battles(table.umpire, 3) == pairs
    correct_round_one(table)
    assert battles(table.umpire, 3) == pairs, "what was published stands"
    visitor.goto(BASE)
    assert lord_of(visitor, "Bram") == ""
    table.told("Bram", "3.4", broken="defender")
    table.answer("Finn", "3.4", "confirm")
    table.told("Gijs", "3.3", broken="defender")
    table.told("Anna", "3.1", broken="neither")
    table.told("Hugo", "3.2", broken="neither")
    table.umpire.goto(f"{DESK}/close")
    expect(table.umpire.locator("main")).to_contain_text(re.compile("Gijs goes free and keeps Hugo"))
    table.umpire.get_by_role("button", name="Close round 3").click()
    expect(table.umpire.locator("main")).to_contain_text("Round 4")
    table.sees(visitor)
    expect(visitor.locator("#rounds")).to_contain_text("Round 4")
    visitor.goto(BASE)
    lords = {name: lord_of(visitor, name) for name in PLAYERS}
    assert lords == {"Anna": "", "Bram": "", "Cleo": "", "Dirk": "Cleo", "Elsa": "Gijs", "Finn": "Bram", "Gijs": "", "Hugo": "Gijs"}


def correct_round_one(table: Table) -> None:
    """The umpire finds that no army broke on table 1 of round 1: he sees what changes, says why, and puts it right."""
    umpire = table.umpire
    umpire.goto(f"{DESK}/acts?round=1")
    umpire.locator(".deeds li", has_text=re.compile("Anna.*Bram")).get_by_role("link", name=re.compile("Correct")).first.click()
    umpire.get_by_role("radio", name="Neither").check()
    umpire.get_by_text("Type the points by hand").click()
    umpire.locator("#points-attackers").fill("6")
    umpire.locator("#points-defender").fill("4")
    umpire.get_by_role("button", name="Show what changes").click()
    expect(umpire.locator(".changes")).to_contain_text("Bram is free, not under Anna")
    umpire.get_by_label(re.compile("Why")).fill("Both sheets say that nobody broke.")
    umpire.get_by_role("button", name="Correct it").click()
    expect(umpire.locator("main")).not_to_contain_text("Show what changes")


def fourth_round(table: Table, visitor: Page) -> None:
    """Round 4 closes into the final table: battle points and lordship apart, shared ranks."""
    table.declare(Anna="Bram", Bram="Anna", Cleo="Gijs", Dirk="Gijs", Elsa="Cleo", Finn="Cleo", Gijs="Cleo", Hugo="Dirk")
    table.close()
    table.publish()
    table.told("Anna", "4.1", broken="defender")
    for battle, teller in (("4.2", "Elsa"), ("4.3", "Hugo")):
        table.told(teller, battle, broken="neither")
    table.end()
    visitor.goto(BASE)
    rows = visitor.locator("#standings tbody tr")
    expect(rows).to_have_count(len(PLAYERS))
    assert [standing(row) for row in rows.all_inner_texts()] == FINAL
    visitor.goto(f"/members/{table.ids['Anna']}")
    expect(visitor.locator("main")).to_contain_text(re.compile("Round the sea", re.IGNORECASE))


def standing(row: str) -> str:
    """A row of the final table: place, name, lord, points of the rounds and what they come to."""
    return " ".join(re.sub("Later Carthaginian|own lord", "", row).split())


def battles(page: Page, number: int) -> list[str]:
    """Who fights whom in a round, by table."""
    text = page.request.get(f"{BASE}/battles").text()
    section = text[text.index(f'id="battles-{number}"') :].split("<section")[0]
    found = []
    for item in section.split('<li class="card fight')[1:]:
        names = re.findall(r'<a class="name"[^>]*>(\w+)</a>', item.split("</div>\n</div>")[0])
        found.append(f"{' + '.join(names[:-1])} v {names[-1]}")
    return found
