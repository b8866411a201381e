"""The page of one battle: everybody reads it; its players tell how it ended, and take the other side's word for it or not."""

from __future__ import annotations

from typing import Any

from flask import abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user

from rules.rulings import Player, Refusal
from webapp import journal
from webapp.campaign import acts_battle, read_battle, read_desk
from webapp.campaign.acts_battle import Pen
from webapp.campaign.forms_battle import AnswerForm, SideForm, VoteForm
from webapp.campaign.views import asked, bp, shaped
from webapp.web import ActForm, page, region


def speaker() -> Player:
    """For whom whoever asks speaks: himself, or with `?for=` somebody else, which the rules allow the umpire alone (K53)."""
    me = str(current_user.person.id) if current_user.is_authenticated else ""
    return request.values.get("for", "")[:20] or me


def pen(form: ActForm) -> Pen:
    """Who writes for whom, with this form."""
    return Pen(current_user.person.id, speaker(), form.key.data or "", form.version())


def battle_context(battle: str, **more: Any) -> dict[str, Any]:
    """What the page of a battle and its regions need; 404 when there is no such battle."""
    a = asked()
    shown = read_battle.shown(a.season, battle)
    if shown is None:
        abort(404)
    me, said = str(current_user.person.id) if current_user.is_authenticated else "", speaker()
    mine = read_battle.mine(shown, said) if said == me or me in a.season.umpires else None
    on_behalf = said if said != me else None
    own = {"shown": shown, "mine": mine, "on_behalf": on_behalf, "takes_part": said in shown.fight.battle.players}
    own |= {"verb": "Report", "back": at(g.event.slug, battle), "look": at(g.event.slug, battle, "battle_would")}
    return shaped(a) | own | {"fresh": lambda: ActForm(formdata=None, version=a.snap.version)} | more


@bp.get("/campaigns/<slug>/battles/<battle>")
def battle(slug: str, battle: str) -> ResponseReturnValue:
    """Who fights whom, in which commands, what was said of it so far, and what it does."""
    context = battle_context(battle)
    return page("campaign/battle.html", **context, **_telling(context))


def _telling(context: dict[str, Any], form: SideForm | None = None) -> dict[str, Any]:
    """The form of a side's report, as typed or as that side told it before."""
    mine, shown = context["mine"], context["shown"]
    entering = read_desk.entering(context["season"], shown.id) if mine and mine.may_report else None
    if entering is None:
        return {"entering": None, "form": form, "would": None}
    if form is None:
        data = {"battle": shown.id, "side": mine.side} | read_battle.typed(entering, mine.side)
        form = SideForm(formdata=None, version=context["version"], data=data)
    return {"entering": entering, "form": form, "would": _would(context["season"], form)}


def _would(season: Any, form: SideForm) -> read_desk.Would | None:
    """What the report as typed would come to; None while it says nothing yet, its refusal kept on the form."""
    if not form.broken.data or form.errors:
        return None
    try:
        return read_desk.would(season, form.report(), {})
    except Refusal as no:
        form.refused = form.refused or no
        return None


@bp.get("/campaigns/<slug>/battles/<battle>/parts/<any(battle, mine):part>")
def battle_part(slug: str, battle: str, part: str) -> ResponseReturnValue:
    """One region of the page of a battle."""
    return region(f"campaign/_{'battle_mine' if part == 'mine' else 'battle'}.html", **battle_context(battle))


@bp.post("/campaigns/<slug>/battles/<battle>/would")
def battle_would(slug: str, battle: str) -> ResponseReturnValue:
    """What the report on the form would come to: the fragment, or without script the whole page. Nothing is written."""
    form, context = SideForm(), battle_context(battle)
    form.validate()
    context |= _telling(context, form)
    if context["entering"] is None:
        return redirect(at(slug, battle), 303)
    if request.headers.get("HX-Request"):
        return render_template("campaign/_would.html", **context)
    return page("campaign/battle.html", **context)


@bp.post("/campaigns/<slug>/battles/<battle>/report")
def tell(slug: str, battle: str) -> ResponseReturnValue:
    """A side tells how the battle ended."""
    form = SideForm()
    form.battle.data = battle
    try:
        if form.validate() and form.attempt(lambda: acts_battle.report(g.event, form.report(), pen(form))):
            return redirect(at(slug, battle), 303)
    except journal.Stale as stale:
        return _conflict(battle, form, stale)
    return again(battle, form)


def at(slug: str, battle: str, endpoint: str = "battle") -> str:
    """Where a battle's page is, for whom one speaks there."""
    said: dict[str, Any] = {"for": request.values.get("for") or None}
    return url_for(f"campaign.{endpoint}", slug=slug, battle=battle, **said)


def again(battle: str, form: ActForm) -> ResponseReturnValue:
    """The page with what was wrong; what was typed stays on a form of a report. A refusal of what has no page is told on its own."""
    if form.refused and read_battle.shown(asked().season, battle) is None:
        raise form.refused
    context = battle_context(battle, said=form)
    return page("campaign/battle.html", 422, **context, **_telling(context, form if isinstance(form, SideForm) else None))


def _conflict(battle: str, form: SideForm, stale: journal.Stale) -> ResponseReturnValue:
    """Something else was told meanwhile: that and what was typed, side by side; when the battle is over, the site's own page for it."""
    season = stale.now.state
    form.renew(stale.now.version)
    context = battle_context(battle)
    if context["mine"] is None or not context["mine"].may_report:
        raise stale
    would = _would(season, form)
    return page("campaign/battle_conflict.html", 409, **context, form=form, would=would, since=stale.since)


@bp.post("/campaigns/<slug>/battles/<battle>/answer")
def answer(slug: str, battle: str) -> ResponseReturnValue:
    """A side says that the other side's report is right, or that it is wrong."""
    form = AnswerForm()
    side = form.side.data or ""
    if form.validate():
        reason = form.reason.data or ""
        deeds = {
            "confirm": lambda: acts_battle.confirm(g.event, battle, side, pen(form)),
            "contest": lambda: acts_battle.contest(g.event, battle, side, pen(form), reason),
        }
        if form.attempt(deeds[form.answer.data]):
            return redirect(at(slug, battle), 303)
    return again(battle, form)


@bp.post("/campaigns/<slug>/battles/<battle>/vote")
def vote(slug: str, battle: str) -> ResponseReturnValue:
    """A member of a double names the lord of a beaten defender, or nobody (C7b)."""
    form = VoteForm()
    if form.validate() and form.attempt(lambda: acts_battle.vote(g.event, battle, form.named(), pen(form))):
        return redirect(at(slug, battle), 303)
    return again(battle, form)
