"""Setting a campaign up: a province for everybody, the schedule, and the beginning of round 1 (C1, S1, C2)."""

from __future__ import annotations

import secrets
from datetime import datetime

from flask import g, redirect, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user
from wtforms import HiddenField, SelectField, TextAreaField, ValidationError
from wtforms.validators import InputRequired, Length

from rules.campaign import acts
from rules.campaign.records import Dated
from rules.campaign.state import SIGNUP
from rules.entry import Entry
from webapp import journal
from webapp.campaign.views import asked, bp, shaped
from webapp.telling import zone
from webapp.web import ActForm, page

FAULT = "Line {n} is no date, round and words, such as 2026-05-01 20:00 | 1 | Declarations close."


class ProvinceForm(ActForm):
    """A province for a player."""

    player = HiddenField(validators=[InputRequired()], render_kw={"id": False})
    province = SelectField("Province", validate_choice=False, validators=[InputRequired("Choose a province.")], render_kw={"id": False})


class ScheduleForm(ActForm):
    """The schedule, a line for each time."""

    lines = TextAreaField("Schedule", validators=[InputRequired("Write at least one line (S1)."), Length(max=5000)], render_kw={"rows": 9})

    def validate_lines(self, field: TextAreaField) -> None:
        """Every line is told that cannot be read."""
        wrong = [n for n, line in enumerate((field.data or "").splitlines(), 1) if line.strip() and _line(line) is None]
        if wrong:
            raise ValidationError(" ".join(FAULT.format(n=n) for n in wrong[:5]))

    def items(self) -> tuple[Dated, ...]:
        """The lines as the rules take them."""
        found = (_line(line) for line in (self.lines.data or "").splitlines())
        return tuple(item for item in found if item)


def _line(text: str) -> Dated | None:
    parts = [part.strip() for part in text.split("|", 2)]
    try:
        at = datetime.strptime(parts[0], "%Y-%m-%d %H:%M").replace(tzinfo=zone())
        number = int(parts[1])
        return Dated(number, parts[2][:80], at) if 0 <= number <= 100 and parts[2] and 1900 <= at.year < 3000 else None
    except (ValueError, IndexError):
        return None


def _written(items: tuple[Dated, ...]) -> str:
    return "\n".join(f"{i.at.astimezone(zone()):%Y-%m-%d %H:%M} | {i.round} | {i.what}" for i in items)


def _shown(status: int = 200, **forms: ActForm) -> ResponseReturnValue:
    a = asked()
    own = {
        "begin": ActForm(formdata=None, version=a.snap.version),
        "give": ProvinceForm(formdata=None, version=a.snap.version),
        "plan": ScheduleForm(formdata=None, version=a.snap.version, data={"lines": _written(a.season.schedule)}),
    }
    for form in forms.values():
        form.renew(a.snap.version)
    people = sorted(a.season.people.values(), key=lambda p: p.player)
    held = {p.province: p.player for p in people if p.province}
    return page("campaign/setup.html", status, **shaped(a), people=people, held=held, open=a.season.phase == SIGNUP, **(own | forms))


@bp.get("/campaigns/<slug>/setup")
def setup(slug: str) -> ResponseReturnValue:
    """What is still to be settled before round 1, step by step."""
    return _shown()


def _did(form: ActForm, act: acts.Act) -> bool:
    """Whether it was written. A form is stale when the same was settled since by somebody else, or round 1 began."""

    def concerns(entry: Entry) -> bool:
        theirs = entry.act
        if isinstance(act, acts.AssignProvince) and isinstance(theirs, acts.AssignProvince):
            return theirs.player == act.player
        return theirs.kind in (act.kind, "begin")

    deed = journal.Deed(act, current_user.person.id)
    return form.attempt(lambda: journal.write(g.event, deed, form.key.data or "", form.version(), concerns))


@bp.post("/campaigns/<slug>/setup/province")
def give_province(slug: str) -> ResponseReturnValue:
    """Give a player his one province (C1)."""
    form = ProvinceForm()
    if form.validate() and _did(form, acts.AssignProvince(form.player.data, form.province.data)):
        return redirect(url_for(".setup", slug=slug, _anchor="provinces"), 303)
    return _shown(422, give=form)


@bp.post("/campaigns/<slug>/setup/schedule")
def schedule(slug: str) -> ResponseReturnValue:
    """Fill in the schedule (S1, K49)."""
    form = ScheduleForm()
    if form.validate() and _did(form, acts.SetSchedule(form.items())):
        return redirect(url_for(".setup", slug=slug, _anchor="schedule"), 303)
    return _shown(422, plan=form)


@bp.post("/campaigns/<slug>/setup/begin")
def begin(slug: str) -> ResponseReturnValue:
    """Open round 1; the seed of every lot is drawn now and published with it (K19)."""
    form = ActForm()
    if form.validate() and _did(form, acts.Begin(secrets.token_hex(16))):
        return redirect(url_for(".desk", slug=slug), 303)
    return _shown(422, begin=form)
