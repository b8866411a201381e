"""The secretary and the club's people: invitations, claims, the office, links for new passwords."""

from __future__ import annotations

import re
import socket
import threading
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy

import pytest
from aiosmtpd.controller import Controller

from tests.conftest import SQLITE
from tests.web.conftest import PASSWORD
from webapp import db
from webapp.models import Invitation, Person

NEW = "a brand new sentence"


@pytest.fixture
def yves(signed_in):
    return signed_in("Yves")


def link(page: str) -> str:
    return re.search(r'value="http://localhost(/(?:join|new-password)/[^"]+)"', page).group(1)


def invited(yves, **fill: str) -> str:
    made = yves.post("/club/invitations", data={"uses": "1", "days": "14", "note": "", **fill})
    assert made.status_code == 303
    return link(yves.get(made.location).text)


def named(app, name: str) -> Person | None:
    with app.app_context():
        return db.session().query(Person).filter(Person.name == name).one_or_none()


@SQLITE
def test_opening_a_link_uses_nothing_and_its_form_makes_a_member(club, yves, visitor):
    way = invited(yves)
    for _ in range(2):
        assert visitor.get(way).status_code == 200
    assert named(club, "Nora") is None
    assert visitor.post(way, data={"name": "anna", "password": NEW}).status_code == 422
    assert visitor.post(way, data={"name": "Nora", "password": "nora 1999"}).status_code == 422
    assert visitor.post(way, data={"name": "Nora", "password": NEW}).status_code == 303
    assert "Welcome, Nora" in visitor.get("/").text
    assert club.test_client().post(way, data={"name": "Nora", "password": NEW}).status_code == 303, "sent twice: he is in"
    other = club.test_client()
    assert other.get(way).status_code == 410
    late = other.post(way, data={"name": "Olaf", "password": NEW})
    assert late.status_code == 410
    assert "Ask the secretary" in late.text
    assert named(club, "Olaf") is None


@SQLITE
def test_what_is_forged_expired_or_taken_back_says_so(club, yves, visitor):
    assert visitor.get("/join/1.forged").status_code == 404
    assert visitor.get("/new-password/x").status_code == 410
    first, second = invited(yves, uses="3"), invited(yves)
    yves.post("/club/invitations/1/end")
    assert "taken back" in visitor.get(first).text
    with club.app_context(), db.writing() as own:
        own.get(Invitation, 2).expires = datetime.now(UTC) - timedelta(seconds=1)
    assert "run out" in visitor.get(second).text
    assert visitor.post(second, data={"name": "Olaf", "password": NEW}).status_code == 410


def test_of_two_for_the_last_use_one_wins(club, yves):
    way, got = invited(yves), []
    start = threading.Barrier(2)

    def take(name: str) -> None:
        browser = club.test_client()
        start.wait()
        got.append(browser.post(way, data={"name": name, "password": NEW}).status_code)

    both = [threading.Thread(target=take, args=(name,)) for name in ("Nora", "Olaf")]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert sorted(got) == [303, 410]
    assert (named(club, "Nora") is None) != (named(club, "Olaf") is None)


@SQLITE
def test_a_person_without_an_account_is_entered_and_claimed(club, yves, visitor):
    assert yves.post("/members/new", data={"name": "\u3164"}).status_code == 422
    assert yves.post("/members/new", data={"name": "Paper", "mail": "no address"}).status_code == 422
    made = yves.post("/members/new", data={"name": "Paper", "mail": "paper@example.org"})
    assert made.status_code == 303
    assert "paper@example.org" in yves.get(made.location).text
    assert "paper@example.org" not in visitor.get(made.location).text + visitor.get("/members").text
    way = link(yves.get(yves.post(made.location + "/invitation").location).text)
    assert "Welcome, Paper" in visitor.get(way).text
    assert visitor.post(way, data={"password": NEW}).status_code == 303
    assert "Welcome, Paper" in visitor.get("/").text
    assert club.test_client().post("/sign-in", data={"name": "paper", "password": NEW}).status_code == 303
    assert club.test_client().post(way, data={"password": "quite another one"}).status_code == 410


@SQLITE
def test_a_link_for_a_new_password_works_once_and_ends_all_logins(club, yves, signed_in, visitor):
    anna = signed_in("Anna")
    way = link(yves.get("/members/1/password-link").text)
    assert visitor.get(way).status_code == 200
    assert anna.get("/account").status_code == 200
    assert visitor.post(way, data={"password": "password"}).status_code == 422
    assert visitor.post(way, data={"password": NEW}).status_code == 303
    assert anna.get("/account").status_code == 302
    assert club.test_client().post(way, data={"password": "yet another one"}).status_code == 410
    assert club.test_client().post("/sign-in", data={"name": "Anna", "password": PASSWORD}).status_code == 422


@SQLITE
def test_the_last_secretary_keeps_the_office(club, yves):
    me = str(named(club, "Yves").id)
    assert yves.post("/club/secretaries", data={"person": me, "do": "take"}).status_code == 422
    assert yves.post("/club/secretaries", data={"person": "1", "do": "give"}).status_code == 303
    assert yves.post("/club/secretaries", data={"person": me, "do": "take"}).status_code == 303
    assert yves.get("/club/settings").status_code == 403
    assert named(club, "Anna").secretary


@SQLITE
def test_the_club_has_a_name_and_a_clock(yves):
    assert yves.get("/club/settings").status_code == 200
    assert yves.post("/club/settings", data={"name": "De Roos", "zone": "Mars/Olympus"}).status_code == 422
    assert yves.post("/club/settings", data={"name": "De Roos", "zone": "Europe/Paris"}).status_code == 303
    assert "De Roos" in yves.get("/club/settings?saved=1").text


@SQLITE
@pytest.mark.parametrize("fill", [{"uses": "0"}, {"uses": "201"}, {"days": "x"}, {"note": "n" * 81}])
def test_an_invitation_has_its_limits(yves, fill):
    assert yves.post("/club/invitations", data={"uses": "1", "days": "14", **fill}).status_code == 422


@SQLITE
def test_a_forgotten_password_is_mailed_and_nothing_tells_who_is_known(club, signed_in, visitor, monkeypatch):
    from webapp import mailing

    assert "Ask the secretary" in visitor.get("/sign-in/forgotten").text
    anna = signed_in("Anna")
    assert anna.post("/account/mail", data={"mail": "anna@example.org\r\nBcc: x@example.org"}).status_code == 422
    assert anna.post("/account/mail", data={"mail": "anna@example.org"}).status_code == 303
    assert "anna@example.org" in anna.get("/account").text
    assert "anna@example.org" not in signed_in("Bram").get("/members/1").text
    box = Box()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Controller(box, hostname="127.0.0.1", port=port)
    server.start()
    try:
        club.config.update(SMTP_HOST="127.0.0.1", SMTP_PORT=port, SMTP_TLS="no", MAIL_FROM="club@example.org", SITE_URL="https://club.example.org")
        threads, send = [], mailing.send
        monkeypatch.setattr(mailing, "send", lambda mail: threads.append(send(mail)))
        pages = [
            visitor.post("/sign-in/forgotten", data={"name": n}, headers={"Host": "evil.example"}).text.replace(n, "") for n in ("Anna", "Nobody")
        ]
        for thread in threads:
            thread.join(10)
    finally:
        server.stop()
    same = [re.sub(r'value="[^"]*"', "", page) for page in pages]
    assert same[0] == same[1]
    assert [e.rcpt_tos for e in box.got] == [["anna@example.org"]]
    text = message_from_bytes(box.got[0].content, policy=policy.default).get_content()
    way = re.search(r"https://club\.example\.org(/new-password/\S+)", text).group(1)
    assert visitor.post(way, data={"password": NEW}).status_code == 303


class Box:
    """Keeps what is mailed."""

    def __init__(self) -> None:
        self.got: list = []

    async def handle_DATA(self, server, session, envelope) -> str:  # noqa: N802
        self.got.append(envelope)
        return "250 OK"
