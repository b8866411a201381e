"""The chronicle, and the dispatches that players add to it in their own words."""

from __future__ import annotations

from typing import Any

from flask import g, redirect, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user
from wtforms import SelectField, TextAreaField, ValidationError

from webapp.access import allowed
from webapp.campaign import dispatches
from webapp.campaign.views import asked, bp, shaped
from webapp.web import ActForm, page


class DispatchForm(ActForm):
    """A dispatch as it is typed, and the round it is about; which rounds there are is for the rules to say."""

    round = SelectField("Round", coerce=int, validate_choice=False)
    text = TextAreaField("What happened, in your own words", render_kw={"rows": 3, "maxlength": dispatches.LONGEST})

    def validate_text(self, field: TextAreaField) -> None:
        wrong = dispatches.fault(field.data or "")
        if wrong:
            raise ValidationError(wrong)


def _shown(form: DispatchForm | None = None) -> dict[str, Any]:
    """The chronicle, and for a player the form once a round has begun."""
    a = asked()
    if form is None and a.season.round and allowed("campaign.dispatch", g.event):
        form = DispatchForm(formdata=None, version=a.snap.version, data={"round": a.season.round})
    if form is not None:
        form.round.choices = [(one.number, f"Round {one.number}") for one in reversed(a.season.rounds)]
    return shaped(a, "chronicle") | {"form": form}


@bp.get("/campaigns/<slug>/chronicle")
def chronicle(slug: str) -> ResponseReturnValue:
    """Every ruling with its clauses, round by round."""
    return page("campaign/chronicle.html", **_shown())


@bp.post("/campaigns/<slug>/dispatches")
def dispatch(slug: str) -> ResponseReturnValue:
    """A player adds a dispatch to a round."""
    form, me = DispatchForm(), current_user.person.id
    if form.validate() and form.attempt(lambda: dispatches.send(g.event, me, form.round.data, form.text.data or "", form.key.data or "")):
        return redirect(url_for("campaign.chronicle", slug=slug, _anchor=f"round-{form.round.data}"), 303)
    return page("campaign/chronicle.html", 422, **_shown(form))
