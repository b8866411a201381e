"""Declaring war: a player's sealed declaration, a lord's orders, and after the reveal everybody's, each with its receipt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import abort, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user
from wtforms import StringField
from wtforms.validators import InputRequired, Length

from rules.campaign import questions
from rules.rulings import Player, Ruling
from webapp.campaign import acts_declare, read_declare, read_phase, receipts
from webapp.campaign.battle_views import pen, speaker
from webapp.campaign.views import asked, bp, shaped
from webapp.web import ActForm, names, page, region

NOBODY = "none"


class DeclareForm(ActForm):
    """Whom somebody declares war on."""

    target = StringField(validators=[InputRequired("Choose on whom."), Length(max=20)])

    def named(self) -> Player | None:
        """The player who is named; None for the empty declaration."""
        return None if self.target.data == NOBODY else self.target.data


class OrderForm(DeclareForm):
    """Whom a subordinate shall declare war on; `nobody` takes the order back."""

    vassal = StringField(validators=[InputRequired(), Length(max=20)])


def declare_context(**more: Any) -> dict[str, Any]:
    """What the page needs: for the reader himself, or for whom the umpire writes (K53)."""
    a, me, said = asked(), str(current_user.person.id), speaker()
    if said != me and me not in a.season.umpires:
        abort(403)
    may_read = said == me or questions.may_read_declarations(a.season, me)
    shown = read_declare.sealing(a.season, said, may_read)
    own: dict[str, Any] = {
        "sealing": shown, "said": said, "on_behalf": said if said != me else None, "may_read": may_read, "lands": _lands(a.season, shown),
        "receipts": receipts.own(g.event, a.season, said) if may_read else (), "picked": request.args.get("target", ""),
        "form": _fresh(DeclareForm, a.snap.version), "order": _fresh(OrderForm, a.snap.version), "refused_order": None,
        "handed": any(questions.may_read_declarations(a.season, u) for u in a.season.umpires), "here": _here, "by_name": _by_name,
    }  # fmt: skip
    return shaped(a, "map") | own | more


def _fresh(kind: type[ActForm], version: int) -> ActForm:
    return kind(formdata=None, version=version)


def _lands(season: Any, shown: read_declare.Sealing | None) -> dict[str, str]:
    """Where the map's provinces lead: those of lawful targets to their choice."""
    if shown is None:
        return {}
    return {season.people[p].province: _here(target=p) + "#choose" for p in shown.lawful if season.people[p].province}


def _by_name(people: Iterable[Player]) -> list[Player]:
    return sorted(people, key=lambda p: names()(p).casefold())


def _here(endpoint: str = "declare", **more: Any) -> str:
    """This page, for whom one speaks on it."""
    said = request.values.get("for") or None
    spoken: dict[str, Any] = {"for": said} if said else {}
    return url_for(f"campaign.{endpoint}", slug=g.event.slug, **spoken, **more)


@bp.get("/campaigns/<slug>/declare")
def declare(slug: str) -> ResponseReturnValue:
    """On whom one may declare war, what is sealed so far, and orders; `?target=` has somebody chosen already."""
    return page("campaign/declare.html", **declare_context())


@bp.get("/campaigns/<slug>/declare/sealed")
def sealed(slug: str) -> ResponseReturnValue:
    """The region that says what is sealed, and by whose order one acts."""
    return region("campaign/_sealed.html", **declare_context())


@bp.post("/campaigns/<slug>/declare")
def seal(slug: str) -> ResponseReturnValue:
    """Seal a declaration."""
    form = DeclareForm()
    if form.validate() and form.attempt(lambda: acts_declare.declare(g.event, form.named(), pen(form))):
        return redirect(_here(), 303)
    return page("campaign/declare.html", 422, **declare_context(form=form, picked=form.target.data))


@bp.post("/campaigns/<slug>/declare/order")
def give_order(slug: str) -> ResponseReturnValue:
    """Give a subordinate an order, or take it back."""
    form = OrderForm()
    if form.validate() and form.attempt(lambda: acts_declare.order(g.event, form.vassal.data or "", form.named(), pen(form))):
        return redirect(f"{_here()}#orders", 303)
    return page("campaign/declare.html", 422, **declare_context(refused_order=form))


@bp.get("/campaigns/<slug>/declarations")
def declarations(slug: str) -> ResponseReturnValue:
    """All declarations that are revealed, by round, each with its receipt."""
    a = asked()
    return page("campaign/declarations.html", **shaped(a), rounds=_rounds(a.season))


@bp.get("/campaigns/<slug>/declarations/all")
def declarations_part(slug: str) -> ResponseReturnValue:
    """The same as a region."""
    a = asked()
    return region("campaign/_declarations.html", **shaped(a), rounds=_rounds(a.season))


def _rounds(season: Any) -> list[tuple[Any, tuple[Ruling, ...], tuple[receipts.Receipt, ...]]]:
    """The rounds whose declarations are revealed, the latest first, with what was declared and the receipts."""
    known = receipts.revealed(g.event, season)
    return [(one, read_phase.declared(one.effective.rulings), known.get(one.number, ())) for one in reversed(season.rounds) if one.revealed]
