"""The umpire's desk between the declarations and the battles: the allotment, drafted seat by seat and then published."""

from __future__ import annotations

from typing import Any

from flask import g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user
from wtforms import HiddenField, TextAreaField
from wtforms.validators import Length

from rules.campaign.records import ATTACKERS, DEFENDER
from rules.rulings import Refusal
from webapp import journal
from webapp.campaign import acts_allot, read_allot
from webapp.campaign.views import asked, bp, shaped
from webapp.web import ActForm, page, pulse, region

MOST = 99
"""The highest number a table may have."""


class DraftForm(ActForm):
    """A change of the draft: the mark of the draft it was drawn from."""

    mark = HiddenField(validators=[Length(max=20)], render_kw={"id": False})


class PublishForm(DraftForm):
    """The publication, with the reason for a departure from the proposal."""

    reason = TextAreaField("Why it departs from the proposal", validators=[Length(max=500)])


def _context(chosen: str = "", **more: Any) -> dict[str, Any] | None:
    """What the page and its region show; None while no battles are being assigned."""
    a = asked()
    draft = acts_allot.drafted(g.event, a.season)
    if draft is None:
        return None
    making = read_allot.making(a.season, draft, chosen)
    form = DraftForm(formdata=None, version=a.snap.version, data={"mark": draft.mark})
    final = PublishForm(formdata=None, version=a.snap.version, data={"mark": draft.mark, "reason": draft.reason})
    own = {"making": making, "form": form, "final": final, "mark": _mark(a.snap.version, draft), "refused_by": None, "outdated": False}
    return shaped(a) | own | more


def _mark(version: int, draft: acts_allot.Drafted) -> str:
    """The version of the page: of the campaign and of the draft."""
    return f"{version}.{draft.mark}"


def _to_desk() -> ResponseReturnValue:
    return redirect(url_for("campaign.desk", slug=g.event.slug), 303)


@bp.get("/campaigns/<slug>/desk/allotment")
def allotment(slug: str) -> ResponseReturnValue:
    """The draft of who fights whom; `?player=` shows everywhere that player may be moved to."""
    context = _context(request.args.get("player", ""))
    return page("campaign/allot.html", **context) if context else _to_desk()


@bp.get("/campaigns/<slug>/desk/allotment/part")
def allotment_part(slug: str) -> ResponseReturnValue:
    """The tables, as a region; once battles are published, the way back to the desk."""
    context = _context(request.args.get("player", ""))
    if context is None:
        return page("campaign/allot_over.html", event=g.event)
    return region("campaign/_allot.html", context.pop("mark"), **{k: v for k, v in context.items() if k != "version"})


@bp.get("/campaigns/<slug>/desk/allotment/pulse")
def allotment_pulse(slug: str) -> ResponseReturnValue:
    """Has the draft changed, or anything in the campaign?"""
    a = asked()
    draft = acts_allot.drafted(g.event, a.season)
    return pulse(url_for("campaign.allotment_pulse", slug=slug), _mark(a.snap.version, draft) if draft else "published", [])


@bp.post("/campaigns/<slug>/desk/allotment/<any(move, pair, number, restart):what>")
def allotment_change(slug: str, what: str) -> ResponseReturnValue:
    """Change the draft: move a player, pair two without a battle, number the tables, or start again from the proposal."""
    form, by = DraftForm(), current_user.person.id
    form.validate()
    refused: Refusal | None = None
    try:
        if what == "restart":
            acts_allot.start_again(g.event, form.mark.data or "")
        else:
            acts_allot.change(g.event, by, form.mark.data or "", CHANGES[what]())
    except Refusal as no:
        refused = no
    except acts_allot.Outdated:
        context = _context(outdated=True)
        return page("campaign/allot.html", 409, **context) if context else _to_desk()
    if refused is None:
        where = f"#{request.form['there']}" if request.form.get("there", "").replace("-", "").isalnum() else ""
        return redirect(url_for("campaign.allotment", slug=slug) + where, 303)
    context = _context(request.form.get("player", ""), refused_by=refused)
    if context is None:
        raise refused
    return page("campaign/allot.html", 422, **context)


def _move() -> Any:
    table, _, side = request.form.get("to", "").partition(".")
    if side not in (ATTACKERS, DEFENDER) or not (table.isdecimal() and len(table) < 4 and int(table) <= MOST):
        raise Refusal("C5", "choose a table from the list, and a side at it")
    return acts_allot.move(request.form.get("player", ""), int(table), side)


def _pair() -> Any:
    return acts_allot.pair(request.form.get("player", ""), request.form.get("enemy", ""))


def _number() -> Any:
    numbers = {}
    for name, value in request.form.items():
        word, _, table = name.partition("-")
        if word == "table" and table.isdecimal() and len(table) < 4:
            if not (value.isdecimal() and len(value) < 4 and 1 <= int(value) <= MOST):
                raise Refusal("C5", f"tables are numbered from 1 to {MOST}")
            numbers[int(table)] = int(value)
    return acts_allot.number(numbers)


CHANGES = {"move": _move, "pair": _pair, "number": _number}


@bp.post("/campaigns/<slug>/desk/allotment/publish")
def allotment_publish(slug: str) -> ResponseReturnValue:
    """Publish the battles, or keep the reason with the draft."""
    form, by, season = PublishForm(), current_user.person.id, asked().season
    good, reason, done = form.validate(), (form.reason.data or "").strip(), []
    draft = acts_allot.drafted(g.event, season)
    if good and draft:
        acts_allot.keep_reason(g.event, by, reason)
    if good and request.form.get("do") == "keep" and draft:
        return redirect(url_for("campaign.allotment", slug=slug) + "#publish", 303)
    number = request.form.get("round", 0, type=int)
    deed = lambda: done.append(acts_allot.publish(g.event, number, by, form.key.data or "", form.version(), form.mark.data or "", reason))  # noqa: E731
    try:
        if good and form.attempt(deed):
            return redirect(url_for("campaign.desk", slug=slug, did=done[0]), 303)
    except acts_allot.Outdated:
        context = _context(outdated=True)
        return page("campaign/allot.html", 409, **context) if context else _to_desk()
    context = _context()
    if context is None:
        raise form.refused or journal.Stale(journal.snapshot(g.event), ())
    form.mark.data = context["making"].draft.mark
    return page("campaign/allot.html", 422, **context | {"final": form})
