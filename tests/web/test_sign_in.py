"""POST /sign-in, /sign-out and the logins of an account."""

from __future__ import annotations

import re

import pytest
from argon2 import PasswordHasher
from flask import Flask

from tests.web.conftest import PASSWORD


def test_it_signs_in_whatever_the_case_of_the_name(visitor):
    answer = visitor.post("/sign-in", data={"name": "  aNNa ", "password": PASSWORD})
    assert answer.status_code == 303
    assert "Welcome, Anna" in visitor.get("/").text


def test_it_refuses_a_wrong_password_and_keeps_the_name(visitor):
    answer = visitor.post("/sign-in", data={"name": "Anna", "password": "wrong"})
    assert answer.status_code == 422
    assert 'value="Anna"' in answer.text
    assert PASSWORD not in answer.text


def test_it_answers_an_unknown_name_as_a_wrong_password(visitor, monkeypatch):
    checked = []
    verify = PasswordHasher.verify
    monkeypatch.setattr(PasswordHasher, "verify", lambda self, *a: checked.append(a) or verify(self, *a))
    pages = []
    for name in ("Anna", "Nobody"):
        page = visitor.post("/sign-in", data={"name": name, "password": "wrong"}).text
        pages.append(re.sub(r'name="csrf_token"[^>]*>', "", page).replace(name, ""))
    assert pages[0] == pages[1]
    assert len(checked) == 2, "an unknown name must cost a password check too"


def test_it_refuses_a_person_without_an_account(club: Flask, visitor):
    from webapp import db
    from webapp.accounts.acts import register

    with club.app_context(), db.writing() as own:
        register(own, "Paper", None)
    assert visitor.post("/sign-in", data={"name": "Paper", "password": ""}).status_code == 422
    assert visitor.post("/sign-in", data={"name": "Paper", "password": "anything"}).status_code == 422


@pytest.mark.parametrize("target", ["https://example.org/", "//example.org/", "/\\example.org", "javascript:alert(1)", "\\\\example.org"])
def test_it_never_sends_a_browser_to_another_site(visitor, target):
    answer = visitor.post("/sign-in", data={"name": "Anna", "password": PASSWORD, "next": target})
    assert answer.headers["Location"] == "/"


def test_it_goes_on_to_the_page_that_asked(visitor):
    asked = visitor.get("/account")
    assert asked.status_code == 302
    assert asked.headers["Location"] == "/sign-in?next=/account"
    answer = visitor.post("/sign-in", data={"name": "Anna", "password": PASSWORD, "next": "/account"})
    assert answer.headers["Location"] == "/account"


def test_signing_out_ends_the_session_also_for_a_kept_cookie(club, signed_in):
    anna = signed_in("Anna")
    kept = anna.get_cookie("banneret").value
    assert anna.post("/sign-out").status_code == 303
    thief = club.test_client()
    thief.set_cookie("banneret", kept)
    assert thief.get("/account").status_code == 302


def test_a_login_can_be_ended_from_another_browser_but_not_by_somebody_else(club, signed_in):
    here, there, bram = signed_in("Anna"), signed_in("Anna"), signed_in("Bram")
    from webapp import db
    from webapp.models import Login

    with club.app_context():
        last = db.session().query(Login).filter(Login.person_id == 1).order_by(Login.id.desc()).first().id
    bram.post(f"/account/logins/{last}/end")
    assert there.get("/account").status_code == 200
    here.post(f"/account/logins/{last}/end")
    assert there.get("/account").status_code == 302
    assert here.get("/account").status_code == 200


def test_changing_the_password_signs_the_others_out(signed_in):
    here, there = signed_in("Anna"), signed_in("Anna")
    assert here.post("/account/password", data={"old": "wrong", "password": "another password"}).status_code == 422
    assert here.post("/account/password", data={"old": PASSWORD, "password": "short"}).status_code == 422
    assert here.post("/account/password", data={"old": PASSWORD, "password": "another password"}).status_code == 303
    assert there.get("/account").status_code == 302
    assert here.get("/account").status_code == 200


def test_too_many_tries_are_slowed_down(club):
    club.config["SIGN_IN_LIMIT"] = "10 per minute"
    browser = club.test_client()
    answers = [browser.post("/sign-in", data={"name": "Anna", "password": "wrong"}) for _ in range(11)]
    assert [a.status_code for a in answers] == [422] * 10 + [429]
    assert "Wait a minute" in answers[-1].text
    assert int(answers[-1].headers["Retry-After"]) > 0


def test_the_cookie_is_httponly_samesite_and_secure_behind_https(visitor):
    plain = visitor.post("/sign-in", data={"name": "Anna", "password": PASSWORD}).headers["Set-Cookie"]
    assert "HttpOnly" in plain
    assert "SameSite=Lax" in plain
    assert "Secure" not in plain
    https = visitor.post("/sign-in", data={"name": "Anna", "password": PASSWORD}, base_url="https://localhost").headers["Set-Cookie"]
    assert "Secure" in https
