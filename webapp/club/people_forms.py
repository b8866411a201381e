"""Forms of the club's people: shape only."""

from __future__ import annotations

import re
from zoneinfo import available_timezones

from flask_wtf import FlaskForm
from wtforms import IntegerField, StringField, ValidationError
from wtforms.validators import DataRequired, InputRequired, Length, NumberRange

ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")


def one_line(text: str | None) -> str:
    """A text on one line, without spaces at its ends."""
    return " ".join((text or "").split())


class MailForm(FlaskForm):
    """A mail address, or none."""

    mail = StringField("Mail address", filters=[one_line], render_kw={"autocomplete": "off", "inputmode": "email"})

    def validate_mail(self, field: StringField) -> None:
        if field.data and (len(field.data) > 254 or not ADDRESS.fullmatch(field.data)):
            raise ValidationError("This is no mail address. It looks like anna@example.org.")


class ClubForm(FlaskForm):
    """The club's name and clock."""

    name = StringField("Name of the club", [DataRequired("What is the club called?"), Length(max=80)], filters=[one_line])
    zone = StringField("Time zone", [DataRequired("For example Europe/Amsterdam.")], render_kw={"list": "zones", "autocomplete": "off"})

    def validate_zone(self, field: StringField) -> None:
        if field.data not in available_timezones():
            raise ValidationError("This is no time zone. It looks like Europe/Amsterdam or America/New_York.")


class EnterForm(MailForm):
    """A person without an account."""

    name = StringField("Name", [DataRequired("What do the others call him or her?")], filters=[one_line], render_kw={"autocomplete": "off"})


class InviteForm(FlaskForm):
    """How many may use an invitation, and how long."""

    uses = IntegerField("How many people", [InputRequired("A number from 1 to 200."), NumberRange(1, 200, "From 1 to 200 people.")], default=1)
    days = IntegerField("Works for how many days", [InputRequired("A number from 1 to 90."), NumberRange(1, 90, "From 1 to 90 days.")], default=14)
    note = StringField("Note", [Length(max=80)], filters=[one_line], render_kw={"autocomplete": "off"})
