"""The club and its people: what its secretary settles."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import available_timezones

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user

from webapp.accounts import joining, links
from webapp.accounts.forms import MailForm
from webapp.club import people_acts, people_read, read
from webapp.club.people_forms import ClubForm, EnterForm, InviteForm
from webapp.models import Person
from webapp.web import page

bp = Blueprint("people", __name__)


@bp.route("/club/settings", methods=["GET", "POST"])
def settings() -> ResponseReturnValue:
    """The club's name, its clock, and who is its secretary."""
    form = ClubForm(obj=read.club())
    if form.validate_on_submit():
        people_acts.rename(form.name.data, form.zone.data)
        return redirect(url_for(".settings", saved=1), 303)
    return _settings(form, 422 if form.is_submitted() else 200)


def _settings(form: ClubForm, status: int, wrong: str | None = None) -> ResponseReturnValue:
    zones = sorted(z for z in available_timezones() if "/" in z and not z.startswith(("Etc/", "SystemV/")))
    return page("club/people_settings.html", status, form=form, zones=zones, accounts=people_read.accounts(), wrong=wrong)


@bp.post("/club/secretaries")
def office() -> ResponseReturnValue:
    """Give or take the secretary's office; the last one keeps it."""
    wrong = people_acts.office(_number("person"), request.form.get("do") == "give")
    if wrong:
        return _settings(ClubForm(formdata=None, obj=read.club()), 422, wrong)
    return redirect(url_for(".settings" if _still_secretary() else "club.home"), 303)


def _still_secretary() -> bool:
    return any(p.id == current_user.person.id and p.secretary for p in people_read.accounts())


def _number(name: str) -> int:
    text = request.form.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


@bp.route("/members/new", methods=["GET", "POST"])
def enter() -> ResponseReturnValue:
    """A person without an account, who can be entered in events and claimed by an invitation later (K53)."""
    form = EnterForm()
    if form.validate_on_submit():
        made, wrong = people_acts.enter(form.name.data, form.mail.data)
        if made is not None:
            return redirect(url_for("club.member", person=made.id), 303)
        form.name.errors = [wrong]
    return page("club/people_enter.html", 422 if form.is_submitted() else 200, form=form)


@bp.route("/club/invitations", methods=["GET", "POST"])
def invitations() -> ResponseReturnValue:
    """All invitations with what is left of them, and a form for a new one."""
    form = InviteForm()
    if form.validate_on_submit():
        made = people_acts.invite(current_user.person.id, form.uses.data, form.days.data, form.note.data)
        if made is not None:
            return redirect(url_for(".invitation", number=made.id), 303)
    now = datetime.now(UTC)
    return page("club/people_invitations.html", 422 if form.is_submitted() else 200, form=form, invitations=people_read.invitations(now))


@bp.get("/club/invitations/<int:number>")
def invitation(number: int) -> ResponseReturnValue:
    """An invitation's link, as text to copy and as a QR code to print."""
    found = people_read.invitation(number, datetime.now(UTC))
    if found is None:
        abort(404)
    return page("club/people_link.html", invited=found, person=found.person, link=found.link, qr=people_read.qr(found.link), what="invitation")


@bp.post("/club/invitations/<int:number>/end")
def take_back(number: int) -> ResponseReturnValue:
    """Take an invitation back."""
    people_acts.take_back(number)
    return redirect(url_for(".invitations"), 303)


@bp.post("/members/<int:person>/invitation")
def invite_person(person: int) -> ResponseReturnValue:
    """An invitation with which a person without an account takes his own over."""
    made = people_acts.invite(current_user.person.id, 1, 14, "", _found(person).id)
    if made is None:
        abort(409)
    return redirect(url_for(".invitation", number=made.id), 303)


@bp.get("/members/<int:person>/password-link")
def password_link(person: int) -> ResponseReturnValue:
    """A one-time link for a member's new password, for the secretary to hand over."""
    found = _found(person)
    if not found.password:
        abort(404)
    link = links.password_link(found)
    return page("club/people_link.html", invited=None, person=found, link=link, qr=people_read.qr(link), what="password")


@bp.post("/members/<int:person>/mail")
def mail(person: int) -> ResponseReturnValue:
    """A person's mail address, which only he and the secretary see."""
    form, found = MailForm(), _found(person)
    if not form.validate():
        return page("club/people_mail.html", 422, form=form, person=found)
    joining.give_mail(found.id, form.mail.data)
    return redirect(url_for("club.member", person=found.id), 303)


def _found(person: int) -> Person:
    found = read.member(person)
    if found is None:
        abort(404)
    return found
