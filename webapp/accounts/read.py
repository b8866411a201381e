"""Who is signed in, and where."""

from __future__ import annotations

import secrets
from pathlib import Path

from flask import current_app
from flask_login import UserMixin
from sqlalchemy import func, select

from webapp import db
from webapp.accounts.acts import hashed
from webapp.models import Login, Person


class User(UserMixin):
    """The signed-in person of this request, by his login."""

    def __init__(self, login: Login, token: str) -> None:
        self.login = login
        self.person = login.person
        self.token = token

    def get_id(self) -> str:
        """What the session cookie carries: the login's token, so that ending the login ends the session."""
        return self.token


def user(token: str) -> User | None:
    """The user of a session cookie's token; None when the login was ended."""
    login = db.session().scalar(select(Login).where(Login.token == hashed(token)))
    return User(login, token) if login else None


def logins(person_id: int) -> list[Login]:
    """A person's signed-in browsers, the last used first."""
    return list(db.session().scalars(select(Login).where(Login.person_id == person_id).order_by(Login.seen.desc())))


def nobody_yet() -> bool:
    """Has nobody an account? Then the site opens its set-up page."""
    return not db.session().scalar(select(func.count(Person.id)).where(Person.password.is_not(None)))


def set_up_code() -> str:
    """The one-time code that the terminal prints at the first start; kept in instance/ so that every process knows the same one."""
    path = Path(current_app.instance_path) / "set_up_code"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text("-".join(f"{secrets.randbelow(10_000):04d}" for _ in range(3)))
    return path.read_text().strip()


def forget_set_up_code() -> None:
    """The code works once."""
    (Path(current_app.instance_path) / "set_up_code").unlink(missing_ok=True)
