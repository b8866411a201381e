"""The first start: /set-up with the code from the terminal."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.checking import CheckedClient

FILLED = {"club": "De Roos", "zone": "Europe/Amsterdam", "name": "Sofie", "password": "a long enough one"}


@pytest.fixture
def first(app: Flask) -> CheckedClient:
    app.test_client_class = CheckedClient
    return app.test_client()


@pytest.fixture
def code(app: Flask) -> str:
    from webapp.accounts.read import set_up_code

    with app.app_context():
        return set_up_code()


def test_an_empty_site_has_a_home_and_leads_to_set_up(first):
    home = first.get("/")
    assert home.status_code == 200
    assert '<a href="/set-up">Open the club</a>' in home.text
    assert first.get("/sign-in").headers["Location"] == "/set-up"
    assert first.get("/set-up").status_code == 200


def test_it_needs_the_code_and_keeps_what_was_typed(first, code):
    answer = first.post("/set-up", data={**FILLED, "code": "0000-0000-0000"})
    assert answer.status_code == 422
    assert "De Roos" in answer.text
    assert code not in answer.text


@pytest.mark.parametrize("change", [{"zone": "Mars/Olympus"}, {"password": "short"}, {"password": "password1"}, {"name": " . "}, {"club": ""}])
def test_it_refuses_what_will_not_do(first, code, change):
    assert first.post("/set-up", data={**FILLED, "code": code, **change}).status_code == 422


def test_it_makes_the_secretary_once_and_signs_him_in(first, code, app):
    assert first.post("/set-up", data={**FILLED, "code": code}).status_code == 303
    home = first.get("/").text
    assert "Welcome, Sofie" in home
    assert "Open the club" not in home
    assert all("events/new" in first.get(page).text for page in ("/", "/campaigns", "/arenas"))
    assert app.test_client().get("/set-up").status_code == 404
    assert app.test_client().post("/set-up", data={**FILLED, "name": "Other", "code": code}).status_code == 404


def test_the_code_and_the_secret_key_are_for_the_owner_only(app, code, tmp_path):
    from webapp.config import kept_key

    folder = tmp_path / "instance"
    assert (folder / "set_up_code").stat().st_mode & 0o777 == 0o600
    key = kept_key(folder / "secret_key")
    assert (folder / "secret_key").stat().st_mode & 0o777 == 0o600
    assert kept_key(folder / "secret_key") == key
    assert len(key) >= 48
