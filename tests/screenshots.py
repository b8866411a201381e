"""Every page of the demonstration as pictures in shots/: `make screenshots`; `python -m tests.screenshots WORD...` for some of them."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.finding import browser
from tests.browser.site import ROOT, running

WIDTHS = {360: 740, 820: 1180, 1440: 900}
SCHEMES = ("light", "dark")
PAGES: tuple[tuple[str, str | None, str], ...] = (
    ("home", None, "/"),
    ("home-anna", "Anna", "/"),
    ("members", None, "/members"),
    ("member", None, "/members/1"),
    ("sign-in", None, "/sign-in"),
    ("account", "Anna", "/account"),
    ("club-settings", "Yves", "/club/settings"),
    ("invitations", "Yves", "/club/invitations"),
    ("enter-somebody", "Yves", "/members/new"),
    ("member-secretary", "Yves", "/members/2"),
    ("password-link", "Yves", "/members/1/password-link"),
    ("404", None, "/nothing"),
    ("patterns", None, "/patterns"),
    ("campaigns", None, "/campaigns"),
    ("campaign", None, "/campaigns/mm99"),
    ("campaign-anna", "Anna", "/campaigns/mm99"),
    ("campaign-battles", None, "/campaigns/mm99/battles"),
    ("battle", None, "/campaigns/mm99/battles/3.3"),
    ("battle-anna", "Anna", "/campaigns/mm99/battles/3.1"),
    ("commands", "Anna", "/campaigns/mm99/commands"),
    ("army", "Anna", "/campaigns/mm99/army"),
    ("army-sheet", "Anna", "/campaigns/mm99/army/sheet"),
    ("armies", "Xena", "/campaigns/mm99/armies"),
    ("declarations", None, "/campaigns/mm99/declarations"),
    ("campaign-chronicle", None, "/campaigns/mm99/chronicle"),
    ("campaign-rules", None, "/campaigns/mm99/rules"),
    ("campaign-past", None, "/campaigns/mm99?after=1&province=LAT"),
    ("letters", "Anna", "/campaigns/mm99/letters"),
    ("letter-write", "Anna", "/campaigns/mm99/letters/new"),
    ("desk", "Xena", "/campaigns/mm99/desk"),
    ("desk-entry", "Xena", "/campaigns/mm99/desk?battle=3.1"),
    ("desk-close", "Xena", "/campaigns/mm99/desk/close"),
    ("arenas", None, "/arenas"),
    ("arena", None, "/arenas/autumn-lists"),
    ("arena-rosa", "Rosa", "/arenas/autumn-lists"),
    ("arena-standings", None, "/arenas/autumn-lists/standings"),
    ("arena-rules", None, "/arenas/autumn-lists/rules"),
    ("match", None, "/arenas/autumn-lists/matches/live"),
    ("match-over", None, "/arenas/autumn-lists/matches/W1.4"),
    ("match-walkover", None, "/arenas/autumn-lists/matches/L2.2"),
    ("match-judge", "Merel", "/arenas/autumn-lists/matches/L2.4"),
    ("arena-resign", "Rosa", "/arenas/autumn-lists/resign"),
    ("match-dice-master", "Lumiere", "/arenas/autumn-lists/matches/live"),
)
PASSWORD = "gonfalon"


def main(words: list[str]) -> None:
    """Take the pictures."""
    shots = ROOT / "shots"
    shots.mkdir(exist_ok=True)
    chosen = [p for p in PAGES if not words or any(w in p[0] for w in words)]
    path = browser(install=True)
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as site, sync_playwright() as driver:
        chrome = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for width, height in WIDTHS.items():
            for scheme in SCHEMES:
                _series(chrome, site, chosen, width, height, scheme, shots)
        chrome.close()


def _series(chrome: Browser, site: str, pages: list[tuple[str, str | None, str]], width: int, height: int, scheme: str, shots: Path) -> None:
    contexts = {}
    for name, person, path in pages:
        if person not in contexts:
            context = chrome.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=width < 1000)
            contexts[person] = context.new_page()
            if person:
                sign_in(contexts[person], site, person)
        page = contexts[person]
        page.goto(site + path)
        page.wait_for_load_state("load")
        page.screenshot(path=shots / f"{name}-{width}-{scheme}.png", full_page=True)
        print(f"{name}-{width}-{scheme}", flush=True)
    for page in contexts.values():
        page.context.close()


def sign_in(page: object, site: str, person: str) -> None:
    """Sign a demonstration person in."""
    page.goto(f"{site}/sign-in")  # type: ignore[attr-defined]
    page.get_by_label("Name").fill(person)  # type: ignore[attr-defined]
    page.get_by_label("Password").fill(PASSWORD)  # type: ignore[attr-defined]
    page.get_by_role("button", name="Sign in").click()  # type: ignore[attr-defined]


if __name__ == "__main__":
    main(sys.argv[1:])
