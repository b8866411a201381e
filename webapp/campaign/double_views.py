"""The joint army of a double, and how a player puts his army into commands."""

from __future__ import annotations

from typing import Any

from flask import g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user

from rules.campaign.acts import Organise
from rules.rulings import Player, Refusal
from webapp import journal
from webapp.campaign import acts_battle, read_double
from webapp.campaign.battle_views import again, at, battle_context, pen, speaker
from webapp.campaign.forms_battle import ArmyForm, CommandsForm, drawn
from webapp.campaign.views import asked, bp, shaped
from webapp.web import ActForm, page


@bp.route("/campaigns/<slug>/battles/<battle>/army", methods=["GET", "POST"])
def army(slug: str, battle: str) -> ResponseReturnValue:
    """A member of a double proposes its joint army, and agrees to it thereby (L6, K41, K42)."""
    form, overtaken = ArmyForm(), None
    if request.method == "POST" and form.validate():
        try:
            if form.attempt(lambda: _propose(battle, form)):
                return redirect(at(slug, battle), 303)
        except journal.Stale as stale:
            overtaken = stale
    context = battle_context(battle)
    mine = context["mine"]
    if mine is None or mine.double is None:
        wrong = overtaken or form.refused
        if wrong:
            raise wrong
        return redirect(at(slug, battle), 303)
    return _army_page(context, form, overtaken)


def _army_page(context: dict[str, Any], form: ArmyForm, overtaken: journal.Stale | None) -> ResponseReturnValue:
    """The form of a joint army: fresh, or as typed with what was wrong or what was proposed meanwhile."""
    joining, status = read_double.joining(context["season"], context["shown"]), 422
    if request.method == "GET":
        form, status = ArmyForm(formdata=None, version=context["version"], data=drawn(joining.shares)), 200
    if overtaken:
        form.renew(overtaken.now.version)
        status = 409
    return page("campaign/battle_army.html", status, **context, form=form, joining=joining, overtaken=overtaken)


def _propose(battle: str, form: ArmyForm) -> int:
    season = asked().season
    lord = season.current.position.lord if season.current else {}
    return acts_battle.propose(g.event, battle, form.army(lord), pen(form))


@bp.post("/campaigns/<slug>/battles/<battle>/agree")
def agree(slug: str, battle: str) -> ResponseReturnValue:
    """Another member of the double agrees to its army as proposed."""
    form = ActForm()
    if form.validate() and form.attempt(lambda: acts_battle.agree(g.event, battle, pen(form))):
        return redirect(at(slug, battle), 303)
    return again(battle, form)


@bp.route("/campaigns/<slug>/commands", methods=["GET", "POST"])
def commands(slug: str) -> ResponseReturnValue:
    """A player puts his army into commands; with the other button, or from script, it only shows where they would break (L5, K40)."""
    a, player, form, overtaken = asked(), speaker(), CommandsForm(), None
    person = a.season.people.get(player)
    looking = bool(request.headers.get("HX-Request")) or "look" in request.form
    if request.method == "POST" and form.validate() and not looking:
        act = Organise(player, *form.organised())
        try:
            if form.attempt(lambda: acts_battle.organise(g.event, act, pen(form))):
                return redirect(url_for("campaign.commands", slug=slug, done=1, **_for(player)), 303)
        except journal.Stale as stale:
            form.renew(stale.now.version)
            overtaken = stale.since[-1].act
    if person is None or (player != str(current_user.person.id) and str(current_user.person.id) not in a.season.umpires):
        raise form.refused or Refusal("K53", "only the player or the umpire puts an army into commands")
    if request.method == "GET":
        form = CommandsForm(formdata=None, version=a.snap.version, data=read_double.typed(person))
    context = _sheet(person, form) | {"on_behalf": _for(player).get("for"), "done": "done" in request.args, "overtaken": overtaken}
    if request.headers.get("HX-Request"):
        return render_template("campaign/battle_sheet.html", event=g.event, form=form, **context)
    status = 409 if overtaken else 422 if form.errors or form.refused else 200
    return page("campaign/battle_commands.html", status, **shaped(a), form=form, person=person, **context)


def _for(player: Player) -> dict[str, Any]:
    return {} if player == str(current_user.person.id) else {"for": player}


def _sheet(person: Any, form: CommandsForm) -> dict[str, Any]:
    """The army as typed, with its break points, or with what is wrong with it."""
    return {"plan": read_double.plan(person, *form.organised()) if not form.errors else None, "troops": read_double.troops(person)}
