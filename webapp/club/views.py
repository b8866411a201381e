"""Home, members, and what belongs to no event."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, current_app, g, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user

from webapp import heraldry
from webapp.club import read
from webapp.web import arms_mark, arms_of, page, plain, region
from webapp.web import pulse as web_pulse

bp = Blueprint("club", __name__)


@bp.get("/")
def home() -> ResponseReturnValue:
    """What is on, the latest news, and the next step of whoever is signed in."""
    return page("club/home.html", **_home())


def _home() -> dict[str, Any]:
    person = current_user.person.id if current_user.is_authenticated else None
    return {"going": read.going(), "version": read.version(), "steps": read.next_steps(person), "news": read.news(), "members": read.members()}


@bp.get("/home/now")
def now() -> ResponseReturnValue:
    """The home page's part that changes."""
    return region("club/_now.html", **_home())


@bp.get("/home/pulse")
def pulse() -> ResponseReturnValue:
    """Has anything happened anywhere?"""
    return web_pulse(url_for("club.pulse"), read.version(), [plain(n.text) for n in read.news(1)])


@bp.get("/members")
def members() -> ResponseReturnValue:
    """Everybody, with arms."""
    return page("club/members.html", members=read.members())


@bp.get("/members/<int:person>")
def member(person: int) -> ResponseReturnValue:
    """A member's arms and record."""
    found = read.member(person)
    if found is None:
        abort(404)
    return page("club/member.html", person=found, blazon=heraldry.blazon(arms_of(found)), record=read.record(person))


@bp.get("/arms/<int:person>-<mark>.svg")
def arms(person: int, mark: str) -> ResponseReturnValue:
    """A shield as SVG; `?hatch` in the engravers' lines. The mark in the address changes with the arms."""
    found = read.member(person)
    if found is None:
        abort(404)
    borne = arms_of(found)
    answer = Response(heraldry.svg(borne, hatch="hatch" in request.args), mimetype="image/svg+xml")
    g.cacheable = True
    fresh = mark == arms_mark(borne)
    answer.headers["Cache-Control"] = "public, max-age=31536000, immutable" if fresh else "public, max-age=60"
    return answer


@bp.get("/patterns")
def patterns() -> ResponseReturnValue:
    """Every component of the site on one page, for people who change its looks."""
    return page("club/patterns.html", members=read.members()[:8])


@bp.get("/health")
def health() -> ResponseReturnValue:
    """Does the site answer, and its database?"""
    read.club()
    return {"status": "ok", "version": current_app.config.get("VERSION", "")}
