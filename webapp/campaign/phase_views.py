"""The desk outside the battle phase: the close of diplomacy, a round without battles, and who leaves."""

from __future__ import annotations

from flask import g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user
from wtforms import StringField
from wtforms.validators import InputRequired, Length

from rules.campaign.state import SIGNUP
from webapp.campaign import acts_phase, read_phase
from webapp.campaign.desk_views import desk_context, one_button, tried
from webapp.campaign.views import asked, bp, shaped
from webapp.web import ActForm, names, page


class LeaveForm(ActForm):
    """A departure, with its reason."""

    reason = StringField("Why", validators=[InputRequired("Say in a few words why; it is kept with the act."), Length(max=300)])


@bp.route("/campaigns/<slug>/desk/close-diplomacy", methods=["GET", "POST"])
def close_diplomacy(slug: str) -> ResponseReturnValue:
    """End the diplomacy phase: first what that makes of everybody who has filed nothing, then the button."""
    number = request.form.get("round", 0, type=int)
    return one_button("close_diplomacy", read_phase.closing, lambda by, key, seen, _: acts_phase.close_diplomacy(g.event, number, by, key, seen))


@bp.route("/campaigns/<slug>/desk/skip", methods=["GET", "POST"])
def skip(slug: str) -> ResponseReturnValue:
    """Close a round without battles: first what that means, then the button."""
    number = request.form.get("round", 0, type=int)
    return one_button(
        "close_without", read_phase.skipping, lambda by, key, seen, why: acts_phase.without_battles(g.event, number, by, key, seen, why)
    )


@bp.route("/campaigns/<slug>/desk/leave", methods=["GET", "POST"])
def take_out(slug: str) -> ResponseReturnValue:
    """The umpire takes a player out: `?player=` shows what that changes, then the button; without it, the list."""
    season, player = asked().season, request.args.get("player", "")
    if not player:
        return page("campaign/leavers.html", **desk_context(players=sorted(season.present, key=names())))
    shown = read_phase.leaving(season, player)
    form = LeaveForm(version=season.version)
    if request.method == "POST" and form.validate():
        done = tried(form, lambda me: acts_phase.leave(g.event, player, me, form.key.data or "", form.version(), form.reason.data or ""))
        if done is not None:
            return done
    if shown is None and not form.refused:
        return redirect(url_for("campaign.take_out", slug=slug), 303)
    return page("campaign/leave.html", 422 if form.refused or form.errors else 200, **desk_context(), shown=shown, form=form, own=False)


@bp.route("/campaigns/<slug>/leave", methods=["GET", "POST"])
def leave(slug: str) -> ResponseReturnValue:
    """A player leaves: at once while players sign up; later he sees what it changes, and the umpire confirms it (K43)."""
    a, me = asked(), str(current_user.person.id)
    shown = read_phase.leaving(a.season, me)
    form = LeaveForm(version=a.snap.version)
    if shown is None:
        return redirect(url_for("campaign.show", slug=slug), 303)
    if request.method == "POST" and form.validate():
        reason = form.reason.data or ""
        if form.attempt(lambda: acts_phase.leave(g.event, me, current_user.person.id, form.key.data or "", form.version(), reason)):
            return redirect(url_for("campaign.show", slug=slug), 303)
    status = 422 if form.refused or form.errors else 200
    return page("campaign/leave.html", status, **shaped(a), shown=shown, form=form, own=True, at_once=a.season.phase == SIGNUP)
