"""The umpire's desk: results, what they would do, undo, the clock, the close of a round and its reopening."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from flask import abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user

from rules.campaign import questions
from rules.campaign.state import Season
from rules.rulings import Player, Refusal
from webapp import journal
from webapp.campaign import acts, read_close, read_correct, read_desk, read_phase
from webapp.campaign.forms import NOBODY, DeskForm, ReportForm
from webapp.campaign.views import asked, bp, shaped
from webapp.web import ActForm, page, region


def desk_context(**more: Any) -> dict[str, Any]:
    """What every page and region of the desk needs."""
    a = asked()
    button = DeskForm(formdata=None, version=a.snap.version)
    me = str(current_user.person.id)
    warnings = [w for w in questions.warnings(a.season, me) if w.code != "flagged"]
    now = datetime.now(UTC)
    own = {"desk": read_desk.desk(a.season), "now": now, "coming": read_phase.coming(a.season, now), "button": button, "warnings": warnings}
    return shaped(a, "rounds", "end") | own | {"waiting": read_phase.waiting(a.season, me), "flags": read_correct.flags(a.season, me)} | more


@bp.get("/campaigns/<slug>/desk")
def desk(slug: str) -> ResponseReturnValue:
    """The desk; `?battle=3.2` opens a battle's form, `?did=N` says what was just done."""
    context = desk_context()
    open_ = context["desk"]
    only = open_.missing[0].battle.id if open_ and len(open_.missing) == 1 else ""
    context |= _entry(context, request.args.get("battle", only)) | {"did": _done(context, request.args.get("did", type=int))}
    return page("campaign/desk.html", **context)


def _entry(context: dict[str, Any], battle: str, form: ReportForm | None = None) -> dict[str, Any]:
    """The form of a battle, empty or with the result that counts so far."""
    entering = read_desk.entering(context["season"], battle)
    if entering is None:
        return {"entering": None, "form": form, "would": None}
    if form is None:
        form = ReportForm(formdata=None, version=context["version"], data={"battle": battle} | read_desk.typed(entering))
    return {"entering": entering, "form": form, "would": _would(context["season"], form, entering)}


def _would(season: Any, form: ReportForm, entering: read_desk.Entering) -> read_desk.Would | None:
    """What the form as it stands would do; None while it says nothing yet, its refusal kept on the form."""
    if not form.broken.data or form.errors:
        return None
    try:
        return read_desk.would(season, form.report(), votes_of(season, form, entering))
    except Refusal as no:
        form.refused = no
        return None


def votes_of(season: Any, form: ReportForm, entering: read_desk.Entering) -> dict[Player, Player | None]:
    """The votes of a double that the umpire enters for its members; none when he leaves them as they are."""
    if entering.naming is None or form.broken.data != "defender" or not form.lord.data:
        return {}
    if form.lord.data != NOBODY and form.lord.data not in entering.naming.candidates:
        raise Refusal("C7b", "the lord must be one of the double, or nobody")
    return acts.votes_for(season, entering.id, None if form.lord.data == NOBODY else form.lord.data)


def _done(context: dict[str, Any], seq: int | None) -> Any:
    return next((e for e in context["season"].entries if e.seq == seq), None) if seq else None


@bp.get("/campaigns/<slug>/desk/parts/<any(deskbar, missing, recorded, waiting, flags):part>")
def desk_part(slug: str, part: str) -> ResponseReturnValue:
    """One region of the desk."""
    return region(f"campaign/_{part}.html", **desk_context(entering=None))


@bp.post("/campaigns/<slug>/desk/would")
def would(slug: str) -> ResponseReturnValue:
    """What the result on the form would do: the fragment, or without script the whole desk. Nothing is written."""
    form, context = ReportForm(), desk_context()
    form.validate()
    context |= _entry(context, form.battle.data or "", form)
    if context["entering"] is None:
        abort(404)
    if request.headers.get("HX-Request"):
        return render_template("campaign/_would.html", **context)
    return page("campaign/desk.html", **context, did=None)


@bp.post("/campaigns/<slug>/desk/report")
def report(slug: str) -> ResponseReturnValue:
    """Record a result."""
    form, season = ReportForm(), asked().season
    entering = read_desk.entering(season, form.battle.data or "")
    if not form.validate() or entering is None:
        return _again(form, 422 if entering else 409)
    try:
        done = tried(form, lambda me: acts.report(g.event, form.report(), votes_of(season, form, entering), me, form.key.data or "", form.version()))
    except journal.Stale as stale:
        return _conflict(form, stale)
    return done or _again(form, 422)


def tried(form: ActForm, deed: Callable[[int], int]) -> ResponseReturnValue | None:
    """Do the deed as whoever is signed in and go back to the desk, which says what was done; None when the rules refused (see the form)."""
    done: list[int] = []
    if not form.attempt(lambda: done.append(deed(current_user.person.id))):
        return None
    return redirect(url_for("campaign.desk", slug=g.event.slug, did=done[0]), 303)


def _again(form: ReportForm, status: int) -> ResponseReturnValue:
    """The desk with the form as it was typed."""
    context, refused = desk_context(), form.refused
    context |= _entry(context, form.battle.data or "", form)
    form.refused = refused or form.refused
    return page("campaign/desk.html", status, **context, did=None)


def _conflict(form: ReportForm, stale: journal.Stale) -> ResponseReturnValue:
    """Somebody was faster: what is recorded and what was typed, side by side; when the battle is closed, the site's own page for that."""
    entering = read_desk.entering(stale.now.state, form.battle.data or "")
    if entering is None:
        raise stale
    form.renew(stale.now.version)
    context = desk_context(since=stale.since, entering=entering, form=form, would=_would(stale.now.state, form, entering))
    return page("campaign/conflict.html", 409, **context)


def one_button(template: str, preview: Callable[[Season], Any], deed: Callable[[int, str, int | None, str], int]) -> ResponseReturnValue:
    """A page that shows what a deed would change, with one button for it: GET shows, POST does. Without a preview there is nothing left to do."""
    form = DeskForm(version=asked().snap.version)
    if request.method == "POST" and form.validate():
        done = tried(form, lambda me: deed(me, form.key.data or "", form.version(), form.reason.data or ""))
        if done is not None:
            return done
    context = desk_context()
    shown = preview(context["season"])
    if shown is None and form.refused:
        raise form.refused
    if shown is None:
        return redirect(url_for("campaign.desk", slug=g.event.slug), 303)
    return page(f"campaign/{template}.html", 422 if form.refused or form.errors else 200, **context, shown=shown, form=form)


@bp.route("/campaigns/<slug>/desk/undo/<int:seq>", methods=["GET", "POST"])
def undo(slug: str, seq: int) -> ResponseReturnValue:
    """Take a recorded result back: first what that would change, then the button."""
    me = str(current_user.person.id)
    return one_button(
        "undo",
        lambda season: read_desk.undoing(season, seq, datetime.now(UTC), me),
        lambda by, key, seen, reason: acts.undo(g.event, seq, by, key, seen, reason),
    )


@bp.route("/campaigns/<slug>/desk/close", methods=["GET", "POST"])
def close(slug: str) -> ResponseReturnValue:
    """Close the round: first everything that follows, then the button."""
    number = request.form.get("round", 0, type=int)
    return one_button("close", read_close.closing, lambda by, key, seen, _: acts.close(g.event, number, by, key, seen))


@bp.route("/campaigns/<slug>/desk/reopen", methods=["GET", "POST"])
def reopen(slug: str) -> ResponseReturnValue:
    """Open the last closed round again: first what that means, then the button."""
    return one_button("reopen", read_close.reopening, lambda by, key, seen, _: acts.reopen(g.event, by, key, seen))


@bp.post("/campaigns/<slug>/desk/clock")
def clock(slug: str) -> ResponseReturnValue:
    """Start the clock of the battle phase."""
    form = DeskForm()
    form.validate()
    return tried(form, lambda me: acts.start_clock(g.event, me, form.key.data or "", form.version())) or redirect(url_for(".desk", slug=slug), 303)
