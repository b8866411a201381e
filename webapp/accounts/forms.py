"""Forms of the accounts area: shape only."""

from __future__ import annotations

import re
from zoneinfo import available_timezones

from flask_wtf import FlaskForm
from wtforms import HiddenField, PasswordField, StringField, ValidationError
from wtforms.validators import DataRequired, InputRequired, Length

from webapp import db
from webapp.accounts.acts import name_fault, password_fault

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


class ForgottenForm(FlaskForm):
    """Whose password is gone."""

    name = StringField(
        "Name", [DataRequired("Type the name you are known by in the club.")], filters=[one_line], render_kw={"autocomplete": "username"}
    )


class SignInForm(FlaskForm):
    """Name and password."""

    name = StringField("Name", [DataRequired("Type the name you are known by in the club.")], render_kw={"autocomplete": "username"})
    password = PasswordField("Password", [InputRequired("Type your password.")], render_kw={"autocomplete": "current-password"})
    next = HiddenField()


class NewPassword(FlaskForm):
    """A new password, checked for length and for being one of the commonest."""

    password = PasswordField("Password", [InputRequired("Choose a password.")], render_kw={"autocomplete": "new-password"})

    def validate_password(self, field: PasswordField) -> None:
        fault = password_fault(field.data or "")
        if fault:
            raise ValidationError(fault)


class SetUpForm(NewPassword):
    """The first start: the club, and its secretary."""

    code = StringField("Code from the terminal", [DataRequired("The code stands in the terminal in which the site was started.")])
    club = StringField("Name of the club", [DataRequired("What is the club called?"), Length(max=80)])
    zone = StringField("Time zone", [DataRequired("For example Europe/Amsterdam.")], default="Europe/Amsterdam")
    name = StringField("Your name", [DataRequired("What do the others call you?"), Length(max=40)], render_kw={"autocomplete": "username"})

    def validate_zone(self, field: StringField) -> None:
        if field.data not in available_timezones():
            raise ValidationError("This is no time zone. It looks like Europe/Amsterdam or America/New_York.")

    def validate_name(self, field: StringField) -> None:
        fault = name_fault(db.session(), field.data or "")
        if fault:
            raise ValidationError(fault)


class JoinForm(NewPassword):
    """A newcomer's name and password; whoever claims an existing person types only the password."""

    name = StringField("Your name", [DataRequired("What do the others call you?"), Length(max=40)], render_kw={"autocomplete": "username"})

    def validate_password(self, field: PasswordField) -> None:
        fault = password_fault(field.data or "", (self.name.data or "") if "name" in self else "")
        if fault:
            raise ValidationError(fault)


class ChangePasswordForm(NewPassword):
    """The old password and a new one."""

    password = PasswordField("New password", [InputRequired("Choose a password.")], render_kw={"autocomplete": "new-password"})
    old = PasswordField("Present password", [InputRequired("Type the password you have now.")], render_kw={"autocomplete": "current-password"})


class ButtonForm(FlaskForm):
    """A form that is one button."""
