"""Declarations and orders of the running round are in no output before diplomacy is closed (K4)."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from rules.campaign import acts
from rules.campaign.records import UMPIRE
from tests.web.campaign_cast import SLUG, Campaign, build

PATHS = {
    "visitor": ("", "/parts/chronicle", "/parts/battles"), "Anna": ("/parts/latest", "/parts/province?province=DIR"),
    "Bram": ("/desk", "/desk/close-diplomacy"),
}  # fmt: skip
"""Bram is an umpire who plays himself; one who does not may read what was filed."""


@pytest.fixture
def small(club: Flask) -> Campaign:
    made = build(club)
    reports = [acts.Report("3.1", UMPIRE, None, 5, 5), acts.Report("3.2", UMPIRE, None, 5, 5), acts.CloseRound()]
    made.write(*(made.umpire(act) for act in reports))
    return made


def read(browser, path: str) -> str:
    html = browser.get(path).text
    return re.sub(r"(?:[?&]|&amp;)v=\d+|name=\"(key|seen)\" [^>]*|value=\"[^\"]*\"|\d+ of \d+ sealed", "", html)


def test_what_was_declared_changes_no_page_but_the_count(small, visitor, signed_in):
    browsers = {"visitor": visitor, "Anna": signed_in("Anna"), "Bram": signed_in("Bram")}
    small.write(small.umpire(acts.Appoint(small.id("Bram"), "umpire")))
    small.write(small.umpire(acts.Declare(small.id("Anna"), small.id("Dirk"))), small.umpire(acts.Declare(small.id("Dirk"), small.id("Finn"))))
    small.write(small.umpire(acts.Order(small.id("Cleo"), small.id("Elsa"), small.id("Finn"))))
    before = {(n, p): read(b, f"/campaigns/{SLUG}{p}") for n, b in browsers.items() for p in PATHS[n]}
    small.write(small.umpire(acts.Declare(small.id("Anna"), small.id("Cleo"))), small.umpire(acts.Declare(small.id("Dirk"), small.id("Gijs"))))
    small.write(small.umpire(acts.Order(small.id("Cleo"), small.id("Elsa"), small.id("Bram"))))
    for (name, path), old in before.items():
        assert read(browsers[name], f"/campaigns/{SLUG}{path}") == old, (name, path)


def test_everything_is_told_once_diplomacy_is_closed(small, visitor):
    small.write(small.umpire(acts.Declare(small.id("Anna"), small.id("Dirk"))))
    assert "sealed" in visitor.get(f"/campaigns/{SLUG}/parts/rounds").text
    told = "declares war on"
    small.write(small.umpire(acts.CloseDiplomacy()))
    page = visitor.get(f"/campaigns/{SLUG}/chronicle").text
    assert told in page or "war on" in page
    assert "Declarations" in page
