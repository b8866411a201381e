"""Who may do what: every route with every role, and what every answer carries."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.conftest import SQLITE
from tests.web.conftest import PASSWORD
from webapp.access import ACCESS

pytestmark = SQLITE

HOLDERS = {
    "visitor": None, "member": "Piet", "player": "Anna", "umpire": "Xena",
    "guardian": "Wulf", "judge": "Merel", "dice_master": "Lumiere", "secretary": "Yves",
}  # fmt: skip


SLUGS = {"campaign": "mm99", "arena": "autumn-lists"}
FILL = {"match": "W1.1", "mark": "x", "filename": "icon.svg", "battle": "3.1", "seq": "1", "login": "99999", "letter": "5"}


@pytest.fixture
def site(demo: Flask) -> Flask:
    demo.test_client_class = FlaskClient  # hundreds of requests: their HTML is checked elsewhere
    return demo


def address(rule, slug: str, fill: dict[str, str]) -> str:
    """An address that matches the rule: of several words the first, of a number 1."""

    def filled(part: re.Match[str]) -> str:
        choice = re.match(r"any\(([\w-]+)", part.group(1) or "")
        return choice.group(1) if choice else slug if part.group(2) == "slug" else fill.get(part.group(2), "1")

    return re.sub(r"<(?:(\w+(?:\([^)]*\))?):)?(\w+)>", filled, rule.rule)


def test_every_route_has_a_row_and_every_row_a_route(site):
    routes = {rule.endpoint for rule in site.url_map.iter_rules()}
    assert routes - ACCESS.keys() == set()
    assert ACCESS.keys() - routes == set()


def test_every_route_answers_the_roles_of_its_row_and_nobody_else(site, sign_in_demo):
    """Read every route as every role: a refused visitor is led to the sign-in (401 for what is no page), a refused member gets 403."""
    checked = 0
    for role, name in HOLDERS.items():
        browser = sign_in_demo(name)
        holds = {slug: held_roles(site, name, slug) for slug in (*SLUGS.values(), "")}
        for rule in site.url_map.iter_rules():
            slug = SLUGS.get(rule.endpoint.split(".")[0], "")
            held = holds[slug]
            for method in sorted(rule.methods & {"GET", "POST"}):
                if rule.endpoint in ("accounts.sign_out", "accounts.sign_in"):
                    continue
                url = address(rule, slug, FILL)
                answer = browser.open(url, method=method)
                denied = answer.status_code in (401, 403) or "/sign-in" in answer.headers.get("Location", "")
                expected = bool(ACCESS[rule.endpoint] & held)
                assert denied != expected, f"{role} {method} {url}: {answer.status_code}"
                checked += 1
    print(f"\n{checked} pairs of route and role checked")
    assert checked > 8 * 30


def held_roles(site: Flask, name: str | None, slug: str) -> set[str]:
    from webapp import db, events
    from webapp.models import Person

    if name is None:
        return {"visitor"}
    with site.app_context():
        person = db.session().query(Person).filter(Person.name == name).one()
        event = events.find(db.session(), slug) if slug else None
        return {"member"} | ({"secretary"} if person.secretary else set()) | (events.roles(event, person.id) if event else set())


def test_a_route_without_a_row_answers_nobody(own_club):
    own_club.add_url_rule("/left-out", endpoint="left_out", view_func=lambda: "here")
    assert "left_out" not in ACCESS
    secretary = own_club.test_client()
    assert secretary.post("/sign-in", data={"name": "Yves", "password": PASSWORD}).status_code == 303
    assert secretary.get("/left-out").status_code == 403


def test_nothing_is_written_by_get(site, sign_in_demo):
    """Every page is read by those who may do most; no row of any table comes, goes or changes but for when a login was last seen."""
    browsers = [sign_in_demo(name) for name in ("Xena", "Lumiere", "Wulf", "Yves", "Anna")]
    before = contents(site)
    for browser in browsers:
        for rule in site.url_map.iter_rules():
            if "GET" in rule.methods:
                browser.get(address(rule, SLUGS.get(rule.endpoint.split(".")[0], ""), FILL))
    assert contents(site) == before


def contents(site: Flask) -> dict[str, list]:
    from sqlalchemy import select

    from webapp import db

    with site.app_context(), db.engine().connect() as connection:
        tables = {t.name: [c for c in t.columns if c.name != "seen"] for t in db.Base.metadata.sorted_tables}
        return {name: sorted(map(repr, connection.execute(select(*columns)))) for name, columns in tables.items()}


def test_every_answer_carries_the_strict_headers(site):
    browser = site.test_client()
    for url in ("/", "/members", "/sign-in", "/nothing-here", "/campaigns/mm99", "/arenas/autumn-lists", "/home/now", "/health"):
        answer = browser.get(url)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"


def test_private_pages_are_never_stored(site, sign_in_demo):
    browser = sign_in_demo("Xena")
    for url in ("/", "/account", "/campaigns/mm99", "/campaigns/mm99/desk"):
        assert browser.get(url).headers["Cache-Control"] == "no-store", url


def test_writes_need_the_token_of_the_form(site):
    site.config["WTF_CSRF_ENABLED"] = True
    try:
        browser = site.test_client()
        answer = browser.post("/sign-in", data={"name": "Anna", "password": "gonfalon"})
        assert answer.status_code == 400
        assert "reload" in answer.text.lower()
        token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', browser.get("/sign-in").text).group(1)
        answer = browser.post("/sign-in", data={"name": "Anna", "password": "gonfalon", "csrf_token": token})
        assert answer.status_code == 303
        for rule in site.url_map.iter_rules():
            if "POST" in rule.methods:
                url = address(rule, SLUGS.get(rule.endpoint.split(".")[0], ""), FILL)
                assert site.test_client().post(url).status_code == 400, url
    finally:
        site.config["WTF_CSRF_ENABLED"] = False
