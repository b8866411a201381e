"""The site for web tests, with a small cast: a club, and people who can sign in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.rows import once
from tests.web.campaign_cast import Campaign, build
from tests.web.checking import CheckedClient

PASSWORD = "a password for tests"
CAST = ("Anna", "Bram", "Cleo", "Dirk", "Elsa", "Xena", "Yves")


def _peopled(app: Flask) -> Flask:
    from webapp import db

    app.test_client_class = CheckedClient
    with app.app_context():
        once(db.engine(), "club", _cast)
    return app


def _cast() -> None:
    from webapp import db
    from webapp.accounts.acts import register
    from webapp.models import Club

    with db.writing() as own:
        own.add(Club(id=1, name="The test club", zone="Europe/Amsterdam", made=datetime.now(UTC)))
        for name in CAST:
            register(own, name, PASSWORD, secretary=name == "Yves")


@pytest.fixture
def club(app: Flask) -> Flask:
    """The site with a club and its cast: Yves is the secretary."""
    return _peopled(app)


@pytest.fixture
def own_club(own_app: Flask) -> Flask:
    """The same in a site that a test may add routes to."""
    return _peopled(own_app)


@pytest.fixture
def visitor(club: Flask) -> FlaskClient:
    """A browser that is not signed in."""
    return club.test_client()


@pytest.fixture
def signed_in(club: Flask) -> Callable[[str], FlaskClient]:
    """A browser in which somebody of the cast is signed in."""

    def browser(name: str) -> FlaskClient:
        client = club.test_client()
        answer = client.post("/sign-in", data={"name": name, "password": PASSWORD})
        assert answer.status_code == 303
        return client

    return browser


@pytest.fixture
def demo(app: Flask) -> Flask:
    """The site with the demonstration loaded."""
    from webapp import db
    from webapp import demo as demonstration

    app.test_client_class = CheckedClient
    with app.app_context():
        once(db.engine(), "demonstration", lambda: demonstration.load(datetime.now(UTC)))
    return app


@pytest.fixture
def sign_in_demo(demo: Flask) -> Callable[[str | None], FlaskClient]:
    """A browser in which somebody of the demonstration is signed in (None: a visitor); a person without an account gets one."""
    from webapp import db
    from webapp import demo as demonstration
    from webapp.accounts.acts import hasher
    from webapp.models import Person

    def browser(name: str | None) -> FlaskClient:
        client = demo.test_client()
        if name is not None:
            with demo.app_context(), db.writing() as own:
                person = own.query(Person).filter(Person.name == name).one()
                person.password = person.password or hasher().hash(demonstration.PASSWORD)
            assert client.post("/sign-in", data={"name": name, "password": demonstration.PASSWORD}).status_code == 303
        return client

    return browser


@pytest.fixture
def small(club: Flask) -> Campaign:
    """The small campaign in its battle phase; a test file may have another moment of it under the same name."""
    return build(club)


@pytest.fixture
def umpire(small: Campaign, signed_in: Callable[[str], FlaskClient]) -> FlaskClient:
    """The browser of the small campaign's umpire."""
    return signed_in("Xena")
