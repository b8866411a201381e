"""Letters of a campaign: the boxes, one letter, and writing. They are no acts, so their regions have a version of their own."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import abort, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user
from wtforms import SelectMultipleField, TextAreaField, ValidationError
from wtforms.validators import InputRequired

from rules.rulings import Refusal
from webapp.campaign import letters, read_letters
from webapp.campaign.views import asked, bp, shaped
from webapp.web import ActForm, page, region, whole


class LetterForm(ActForm):
    """A letter as it is typed; who may be written to is for `letters.send` to say."""

    to = SelectMultipleField("To", coerce=int, validate_choice=False, validators=[InputRequired("Choose to whom it goes: one or several.")])
    body = TextAreaField("Letter", render_kw={"rows": 10, "maxlength": letters.LONGEST})

    def validate_body(self, field: TextAreaField) -> None:
        wrong = letters.fault(letters.tidy(field.data or ""))
        if wrong:
            raise ValidationError(f"{wrong[0].upper()}{wrong[1:]}.")


def _box() -> dict[str, Any]:
    sent, before = request.args.get("box") == "sent", request.args.get("before", type=whole)
    return {"box": read_letters.box(g.event, current_user.person.id, sent, before), "before": before}


def _mark() -> str:
    return read_letters.post(g.event, current_user.person.id).version


@bp.get("/campaigns/<slug>/letters", endpoint="letters")
def boxes(slug: str) -> ResponseReturnValue:
    """What somebody received, or sent (`?box=sent`); `?before=N` for older ones, `?sent=1` says that one has just gone."""
    return page("campaign/letters.html", **shaped(asked()), **_box(), gone="sent" in request.args)


@bp.get("/campaigns/<slug>/letters/box", endpoint="letter_box")
def one_box(slug: str) -> ResponseReturnValue:
    """The same as a region."""
    return region("campaign/_letters.html", _mark(), event=g.event, **_box())


@bp.get("/campaigns/<slug>/letters/unread")
def unread(slug: str) -> ResponseReturnValue:
    """How many letters are unread: the count in the event's tabs."""
    return region("campaign/_unread.html", _mark(), event=g.event)


@bp.get("/campaigns/<slug>/letters/<int:letter>")
def letter(slug: str, letter: int) -> ResponseReturnValue:
    """One letter, for those on it; for anybody else there is none."""
    found = read_letters.reading(g.event, letter, current_user.person.id)
    return page("campaign/letter.html", **shaped(asked()), letter=found) if found else abort(404)


@bp.post("/campaigns/<slug>/letters/<int:letter>/open")
def open_letter(slug: str, letter: int) -> ResponseReturnValue:
    """Open a letter, which marks it as read."""
    if not letters.mark_read(g.event, letter, current_user.person.id, datetime.now(UTC)):
        abort(404)
    return redirect(url_for("campaign.letter", slug=slug, letter=letter), 303)


@bp.route("/campaigns/<slug>/letters/new", methods=["GET", "POST"])
def write_letter(slug: str) -> ResponseReturnValue:
    """Write a letter; `?to=` (several) fills in to whom, `?answer=N` shows the letter that is answered."""
    me, form, refused = current_user.person.id, LetterForm(), None
    if request.method == "GET":
        form.to.data = request.args.getlist("to", type=whole)
    elif form.validate():
        try:
            letters.write(g.event, letters.Written(me, tuple(form.to.data or ()), form.body.data or "", form.key.data or ""), datetime.now(UTC))
            return redirect(url_for("campaign.letters", slug=slug, sent=1), 303)
        except Refusal as no:
            refused = no
    a, answer = asked(), request.args.get("answer", type=whole)
    old = read_letters.reading(g.event, answer, me) if answer else None
    status = 422 if refused or form.errors else 200
    known = read_letters.addressees(a.season, me)
    return page("campaign/letter_write.html", status, **shaped(a), form=form, refused=refused, addressees=known, answered=old)
