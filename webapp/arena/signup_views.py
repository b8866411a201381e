"""Before the draw: an arena's checklist, its officials, its rules meeting, and who enters it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import abort, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user
from wtforms import (
    DateTimeLocalField,
    RadioField,
    SelectField,
    StringField,
    ValidationError,
)
from wtforms.validators import InputRequired, Length

from rules.arena import acts
from rules.arena.field import OFFICES
from rules.arena.state import FIGHTER, MAGE
from webapp import access, journal
from webapp.arena import read, signup_acts
from webapp.arena.views import bp
from webapp.telling import zone
from webapp.web import ActForm, names, page

CLASSES = ((FIGHTER, "Fighter"), (MAGE, "Mage"))
HELPERS = frozenset({"guardian", "judge", "secretary"})


class EnterForm(ActForm):
    """An entry: class, weapon in words, a mage's man-at-arms."""

    klass = RadioField("Class", choices=CLASSES, validators=[InputRequired("Choose fighter or mage.")])
    weapon = StringField("Weapon", validators=[Length(max=40, message="Up to 40 letters.")])
    guard = StringField("Man-at-arms", validators=[Length(max=40, message="Up to 40 letters.")])

    def validate_guard(self, field: StringField) -> None:
        if (field.data or "").strip() and self.klass.data == FIGHTER:
            raise ValidationError("Only a mage has a man-at-arms (M5). Clear this, or enter as a mage.")


class OfficeForm(ActForm):
    """An office given to somebody, or taken away."""

    person = SelectField("Member", validators=[InputRequired("Choose somebody.")])
    role = SelectField("Office", choices=[(r, r.replace("_", " ").capitalize()) for r in OFFICES])
    on = StringField()


class MeetingForm(ActForm):
    """When the rules meeting is, on the club's clock."""

    time = DateTimeLocalField(
        "Day and time",
        format=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        validators=[InputRequired("When is it?")],
    )


def _people() -> list[tuple[str, str]]:
    """Every member, by name; who was entered twice only once."""
    everybody = [p for p in names().people.values() if p.same_as_id is None]
    return [(str(p.id), p.name) for p in sorted(everybody, key=lambda p: p.folded)]


def _context(**more: Any) -> dict[str, Any]:
    snap, now = journal.snapshot(g.event), datetime.now(UTC)
    own: dict[str, Any] = {
        "event": g.event,
        "snap": snap,
        "t": snap.state,
        "mark": read.mark(snap, now),
        "spotlight": None,
    }
    return (
        own
        | {
            "me_id": str(current_user.person.id),
            "helper": bool(HELPERS & access.roles(g.event)),
        }
        | more
    )


def _fresh(kind: type[ActForm], **data: Any) -> Any:
    return kind(formdata=None, version=journal.snapshot(g.event).version, data=data)


@bp.get("/<slug>/setup")
def setup(slug: str) -> ResponseReturnValue:
    """What is still to be settled before the draw, step by step."""
    return page("arena/setup.html", **_context())


@bp.route("/<slug>/officials", methods=["GET", "POST"])
def officials(slug: str) -> ResponseReturnValue:
    """Who holds which office; give and take them."""
    form = OfficeForm() if request.method == "POST" else _fresh(OfficeForm)
    form.person.choices = [("", "Choose a member"), *_people()]
    if request.method == "GET":
        return page("arena/officials.html", **_context(form=form))
    me = current_user.person.id
    done = form.validate() and form.attempt(
        lambda: signup_acts.appoint(
            g.event,
            form.person.data,
            form.role.data,
            form.on.data != "no",
            me,
            form.key.data,
        )
    )
    if done:
        return redirect(
            url_for(
                ".officials" if access.allowed("arena.officials", g.event) else ".show",
                slug=slug,
            ),
            303,
        )
    form.renew(journal.snapshot(g.event).version)
    return page("arena/officials.html", 422, **_context(form=form))


@bp.route("/<slug>/meeting", methods=["GET", "POST"])
def meeting(slug: str) -> ResponseReturnValue:
    """The time of the rules meeting (R10)."""
    if request.method == "GET":
        known = journal.snapshot(g.event).state.meeting
        return page(
            "arena/meeting.html",
            **_context(form=_fresh(MeetingForm, time=known.astimezone(zone()) if known else None)),
        )
    form, me = MeetingForm(), current_user.person.id
    if form.validate() and form.attempt(
        lambda: signup_acts.meet(
            g.event,
            form.time.data.replace(tzinfo=zone()),
            me,
            form.key.data,
            form.version(),
        )
    ):
        return redirect(url_for(".setup", slug=slug), 303)
    form.renew(journal.snapshot(g.event).version)
    return page("arena/meeting.html", 422, **_context(form=form))


def _speaker() -> str:
    """Whose entry it is: one's own, or that of whom an official or the secretary enters (K53)."""
    me = str(current_user.person.id)
    said = request.values.get("for") or me
    if names().person(said) is None:
        abort(404)
    if said != me and not HELPERS & access.roles(g.event):
        abort(403)
    return said


def _entry_page(form: EnterForm, said: str, status: int = 200) -> ResponseReturnValue:
    return page("arena/enter.html", status, **_context(form=form, said=said, people=_people()))


@bp.get("/<slug>/enter")
def enter(slug: str) -> ResponseReturnValue:
    """Sign up, or change one's entry; `?for=` whom an official enters."""
    said = _speaker()
    had = journal.snapshot(g.event).state.entrants.get(said)
    known = {"klass": had.klass, "weapon": had.weapon, "guard": had.guard or ""} if had else {}
    return _entry_page(_fresh(EnterForm, **known), said)


@bp.post("/<slug>/enter/done")
def entered(slug: str) -> ResponseReturnValue:
    """Write the entry."""
    said, form, me = _speaker(), EnterForm(), current_user.person.id
    if form.validate():
        weapon, guard = (" ".join((f.data or "").split()) for f in (form.weapon, form.guard))
        entry = acts.Enter(said, form.klass.data, weapon, guard or None)
        if form.attempt(lambda: signup_acts.enter(g.event, said, entry, me, form.key.data, form.version())):
            return redirect(url_for(".show", slug=slug), 303)
    form.renew(journal.snapshot(g.event).version)
    return _entry_page(form, said, 422)


@bp.post("/<slug>/enter/withdraw")
def withdraw(slug: str) -> ResponseReturnValue:
    """Take the name off the list."""
    said, form, me = _speaker(), ActForm(), current_user.person.id
    if form.validate() and form.attempt(lambda: signup_acts.withdraw(g.event, said, me, form.key.data, form.version())):
        return redirect(url_for(".show", slug=slug), 303)
    shown = _fresh(EnterForm)
    shown.refused = form.refused
    return _entry_page(shown, said, 422)
