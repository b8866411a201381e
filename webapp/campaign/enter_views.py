"""Signing up for a campaign: choosing an army is entering (C1, L2, K1, K53)."""

from __future__ import annotations

from typing import Any

from flask import g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user

from rules.campaign.state import SIGNUP
from rules.rulings import Player
from webapp import journal
from webapp.access import allowed
from webapp.campaign import acts_army, armies
from webapp.campaign.acts_battle import Pen
from webapp.campaign.army_forms import EnterForm
from webapp.campaign.views import Asked, asked, bp, shaped
from webapp.web import names, page

SHOWN = 24
"""The lists that a search shows at once; more letters show fewer."""


def _whom(a: Asked, said: str) -> Player:
    """Whom this is about: whoever asks, or with `?for=` whom the umpire enters; nobody else enters anybody but himself."""
    me = str(current_user.person.id)
    return said if said and names().person(said) and me in a.season.umpires else me


def _context(a: Asked, form: EnterForm, player: Player) -> dict[str, Any]:
    """What the page needs: the search, what it finds, who has which list already, and for the umpire everybody who could be entered."""
    text = (request.values.get("q") or "")[:100]
    found = armies.search(text) if text.strip() else ()
    taken: dict[tuple[int | None, int | None], list[Player]] = {}
    for p, one in sorted(a.season.people.items()):
        if p != player:
            taken.setdefault((one.book, one.number), []).append(p)
    umpire = allowed("campaign.army_queue", g.event)
    people = [p for p in names().people.values() if p.same_as_id is None] if umpire else []
    return shaped(a) | {
        "form": form, "player": player, "known": a.season.people.get(player), "q": text, "found": found[:SHOWN], "more": len(found) - SHOWN,
        "taken": taken, "people": sorted(people, key=lambda p: p.folded), "mine": player == str(current_user.person.id), "umpire": umpire,
        "open": a.season.phase == SIGNUP, "regions": sorted({one.region for one in armies.lists()}), "done": "done" in request.args,
    }  # fmt: skip


@bp.route("/campaigns/<slug>/enter", methods=["GET", "POST"])
def enter(slug: str) -> ResponseReturnValue:
    """Choose an army, by a search over the books or by its name, and so enter; before round 1 a second choice replaces the first."""
    a, form = asked(), EnterForm()
    player = _whom(a, (form.player.data if request.method == "POST" else request.args.get("for")) or "")
    status = 200
    if request.method == "GET":
        form = EnterForm(formdata=None, version=a.snap.version, data={"q": request.args.get("q", "")[:100], "player": player})
    elif form.validate():
        pen = Pen(current_user.person.id, player, form.key.data or "", form.version())
        try:
            if form.attempt(lambda: acts_army.enter(g.event, form.act(player), pen)):
                on_behalf: dict[str, Any] = {} if player == str(current_user.person.id) else {"for": player}
                return redirect(url_for("campaign.enter", slug=slug, done=1, **on_behalf), 303)
        except journal.Stale as stale:
            form.renew(stale.now.version)
            a, status = asked(), 409
    if request.method == "POST" and status == 200:
        status = 422
    return page("campaign/army_enter.html", status, **_context(a, form, player), overtaken=status == 409)
