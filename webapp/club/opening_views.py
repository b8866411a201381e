"""Opening an event: a form for the secretary, who says what it is, where, and who runs it."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user
from wtforms import DateTimeLocalField, RadioField, SelectField, StringField, ValidationError
from wtforms.validators import InputRequired, Length, Optional

from webapp.club import opening_acts
from webapp.telling import zone
from webapp.web import ActForm, names, page

bp = Blueprint("opening", __name__)
HUBS = {"campaign": "campaign.setup", "arena": "arena.setup"}


class OpenForm(ActForm):
    """A new event."""

    kind = RadioField("What it is", choices=[("campaign", "Campaign"), ("arena", "Arena")], validators=[InputRequired("Choose one of the two.")])
    name = StringField("Name", validators=[Length(max=80, message="Up to 80 letters.")])
    place = StringField("Place", validators=[Length(max=80, message="Up to 80 letters.")])
    lede = StringField("A line about it", validators=[Length(max=200, message="Up to 200 letters.")])
    runner = SelectField("Run by", validators=[InputRequired("Choose somebody.")])
    lists_by = DateTimeLocalField("Army lists must be in before", format=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"], validators=[Optional()])

    def validate_name(self, field: StringField) -> None:
        """A name shows something."""
        if not any(c.isprintable() and not c.isspace() for c in field.data or ""):
            raise ValidationError("What is it called?")

    def validate(self, extra_validators: Any = None) -> bool:
        """Only a campaign has lists, and it needs the day (what is optional and empty asks no validator of its own)."""
        good: bool = super().validate(extra_validators)
        if self.kind.data == "campaign" and not self.lists_by.data and not self.lists_by.errors:
            self.lists_by.errors = ["Say by when army lists must be in (L1)."]
            return False
        return good


def _spaced(text: str | None) -> str:
    return " ".join((text or "").split())


@bp.route("/events/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """Open a campaign or an arena; its set-up comes next."""
    two_weeks = datetime.combine(datetime.now(zone()).date() + timedelta(days=14), time(0))
    form = OpenForm() if request.method == "POST" else OpenForm(formdata=None, data=_proposed(two_weeks))
    everybody = sorted((p for p in names().people.values() if p.same_as_id is None), key=lambda p: p.folded)
    form.runner.choices = [(str(p.id), p.name) for p in everybody]
    if not form.validate_on_submit():
        return page("club/opening_new.html", 422 if form.is_submitted() else 200, form=form)
    event = opening_acts.open_event(
        form.kind.data, _spaced(form.name.data), _spaced(form.place.data), _spaced(form.lede.data),
        int(form.runner.data), current_user.person.id, form.key.data or "",
        form.lists_by.data.replace(tzinfo=zone()) if form.lists_by.data else None,
    )  # fmt: skip
    mine = form.runner.data == str(current_user.person.id) or event.kind == "arena"
    return redirect(url_for(HUBS[event.kind] if mine else f"{event.kind}.show", slug=event.slug), 303)


def _proposed(lists_by: datetime) -> dict[str, object]:
    kind = request.args.get("kind", "")
    return {"kind": kind if kind in HUBS else "campaign", "runner": str(current_user.person.id), "lists_by": lists_by}
