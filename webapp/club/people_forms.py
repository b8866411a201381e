"""Forms of the club's people: shape only."""

from __future__ import annotations

from zoneinfo import available_timezones

from flask_wtf import FlaskForm
from wtforms import IntegerField, StringField, ValidationError
from wtforms.validators import DataRequired, InputRequired, Length, NumberRange

from webapp.accounts.forms import MailForm, one_line


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
