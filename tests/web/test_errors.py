"""Error pages in the site's look, as fragments for htmx, and what a first visit weighs."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webapp.access import ACCESS, EVERYBODY


@pytest.fixture
def broken(own_club: Flask, monkeypatch) -> Flask:
    """A site in which one page has a bug."""
    monkeypatch.setitem(ACCESS, "broken", EVERYBODY)
    own_club.add_url_rule("/broken", endpoint="broken", view_func=lambda: 1 / 0, methods=["GET", "POST"])
    own_club.config["SHOW_500"] = True
    return own_club


def test_a_bug_is_a_500_in_the_sites_look_and_tells_no_secret(broken):
    answer = broken.test_client().get("/broken")
    assert answer.status_code == 500
    assert "Something broke on our side" in answer.text
    assert 'class="brand"' in answer.text
    assert "ZeroDivisionError" not in answer.text
    assert answer.headers["Content-Security-Policy"]


def test_a_page_that_is_not_there_and_a_method_that_is_not_allowed(visitor):
    assert visitor.get("/nothing").status_code == 404
    answer = visitor.delete("/")
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_htmx_gets_an_error_as_a_fragment_that_takes_nobodys_place(broken):
    browser = broken.test_client()
    read = browser.get("/nothing", headers={"HX-Request": "true"})
    assert "<!doctype" not in read.text.lower()
    assert read.headers["HX-Reswap"] == "none"
    sent = browser.post("/broken", headers={"HX-Request": "true"})
    assert sent.status_code == 500
    assert sent.headers["HX-Retarget"] == "#said"


def test_a_form_that_is_too_large_is_refused_in_words(visitor):
    answer = visitor.post("/sign-in", data={"name": "x" * 2_000_000, "password": "x"})
    assert answer.status_code == 413
    assert "too large" in answer.text


def test_a_busy_database_is_a_503_with_a_time_to_come_back(club, monkeypatch):
    from sqlalchemy.exc import OperationalError

    from webapp.club import read

    def locked() -> list:
        raise OperationalError("SELECT 1", {}, Exception("database is locked"))

    monkeypatch.setattr(read, "members", locked)
    answer = club.test_client().get("/members")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "3"


@pytest.mark.parametrize("url", ["/", "/campaigns/mm99", "/arenas/autumn-lists", "/arenas/autumn-lists/matches/W3.2"])
def test_a_first_visit_weighs_less_than_60_kb_without_fonts(demo: Flask, url):
    demo.test_client_class = FlaskClient
    browser = demo.test_client()

    def weight(address: str) -> int:
        answer = browser.get(address, headers={"Accept-Encoding": "br"})
        assert answer.status_code == 200, address
        return len(answer.data)

    plain = demo.test_client().get(url).text
    parts = set(re.findall(r'(?:src|href)="(/(?:static|arms)/[^"#]+)"', plain))
    assert any("htmx" in p for p in parts)
    weights = {p: weight(p) for p in {url, *parts}}
    assert sum(weights.values()) < 60_000, sorted(weights.items(), key=lambda w: -w[1])[:12]
