"""The arena's pages and what can be done on them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, abort, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user

from rules.rulings import Refusal
from webapp import journal, web
from webapp.arena import acts, forms, read, read_bracket, read_match
from webapp.extensions import htmx
from webapp.journal import Snapshot
from webapp.rulebook import rulebook
from webapp.security import error_page
from webapp.web import page, plain, region

bp = Blueprint("arena", __name__, url_prefix="/arenas")


def _me() -> str | None:
    return str(current_user.person.id) if current_user.is_authenticated else None


def _common() -> dict[str, Any]:
    """What every page of an event needs."""
    snap, now = journal.snapshot(g.event), datetime.now(UTC)
    return {"event": g.event, "snap": snap, "t": snap.state, "now": now, "mark": read.mark(snap, now), "me_id": _me()}


def _whole() -> dict[str, Any]:
    """The same with every match's status, and the match to look at."""
    common = _common()
    found = read.statuses(common["t"], common["now"])
    return common | {"found": found, "spotlight": read.spotlight(common["t"], found)}


@bp.get("")
def index() -> ResponseReturnValue:
    """All arenas."""
    return page("arena/index.html", arenas=read.listed())


@bp.get("/<slug>")
def show(slug: str) -> ResponseReturnValue:
    """An arena: its bracket, what is being fought, and its chronicle."""
    return page("arena/show.html", **_show())


def _show() -> dict[str, Any]:
    whole = _whole()
    t, found, me = whole["t"], whole["found"], whole["me_id"]
    board = read_bracket.board(t, found, me, request.args.get("round")) if t.bracket else None
    live = [read_match.bout(t, slot, found[slot], me) for slot in read.playing(t, found)[:4]]
    podium = [p for p in read.standings(t) if p.place][:4] if t.bracket and t.bracket.finished else []
    return whole | {"podium": podium, "board": board, "live_bouts": live, "coming": read.coming(t, found, me)[:8], "notes": read.notes(t)[:10]}


@bp.get("/<slug>/bracket")
def bracket(slug: str) -> ResponseReturnValue:
    """The bracket alone, as it changes; on a phone one round of it (`?round=`)."""
    return _region("arena/_bracket.html", _show())


@bp.get("/<slug>/now")
def now(slug: str) -> ResponseReturnValue:
    """Matches being fought and the chronicle, as they change."""
    return _region("arena/_now.html", _show())


def _region(template: str, context: dict[str, Any]) -> Response:
    return region(template, context["mark"], **context)


@bp.get("/<slug>/standings")
def standings(slug: str) -> ResponseReturnValue:
    """The standings sheet (R4)."""
    return page("arena/standings.html", **_standings())


def _standings() -> dict[str, Any]:
    whole = _whole()
    return whole | {"places": read.standings(whole["t"])}


@bp.get("/<slug>/standings/sheet")
def sheet(slug: str) -> ResponseReturnValue:
    """The sheet alone, as it changes."""
    return _region("arena/_sheet.html", _standings())


@bp.get("/<slug>/rules")
def rules(slug: str) -> ResponseReturnValue:
    """Every clause in our words, and how this arena has settled what clubs may choose."""
    whole = _whole()
    return page("arena/rules.html", **whole, book=rulebook("arena", whole["t"].settings))


@bp.get("/<slug>/pulse")
def pulse(slug: str) -> ResponseReturnValue:
    """Has anything happened here? If so, the page's regions fetch themselves."""
    common = _common()
    said = plain(read.said(common["snap"]))
    return web.pulse(url_for(".pulse", slug=slug), common["mark"], [said] if said else [])


@bp.get("/<slug>/matches/<match>")
def match(slug: str, match: str) -> ResponseReturnValue:
    """A match; "live" leads to the one worth looking at."""
    if match == "live":
        slot = _whole()["spotlight"]
        return redirect(url_for(".match", slug=slug, match=slot) if slot else url_for(".show", slug=slug))
    return page("arena/match.html", **_match(match))


def _match(slot: str) -> dict[str, Any]:
    whole = _whole()
    t, found = whole["t"], whole["found"]
    if slot not in found:
        abort(404)
    others = [s for s in read.playing(t, found) if s != slot][:6]
    return whole | {"bout": read_match.bout(t, slot, found[slot], whole["me_id"]), "others": others, "spotlight": slot}


@bp.get("/<slug>/matches/<match>/state")
def state(slug: str, match: str) -> ResponseReturnValue:
    """How a match stands, as it changes."""
    return _region("arena/_state.html", _match(match))


@bp.get("/<slug>/matches/<match>/board")
def board(slug: str, match: str) -> ResponseReturnValue:
    """Score, last throw and whose throw is wanted, as they change."""
    return _region("arena/_board.html", _match(match))


@bp.get("/<slug>/matches/<match>/log")
def log(slug: str, match: str) -> ResponseReturnValue:
    """The log of a match, as it grows."""
    return _region("arena/_log.html", _match(match))


@bp.get("/<slug>/matches/<match>/odds")
def odds(slug: str, match: str) -> ResponseReturnValue:
    """The chances in a match, as they change."""
    return _region("arena/_odds.html", _match(match))


@bp.get("/<slug>/matches/<match>/hand")
def hand(slug: str, match: str) -> ResponseReturnValue:
    """What officials type by hand, as the match goes on."""
    return _region("arena/_hand.html", _match(match) | {"dice": None})


@bp.app_template_filter("score")
def score(points: int) -> str:
    """Points with a proper minus."""
    return str(points).replace("-", "\N{MINUS SIGN}")


bp.add_app_template_filter(read_bracket.slot_name, "slot")


@bp.app_template_global("arena_curve")
def curve(t: Any, slot: str) -> read_match.Curve | str | None:
    """The chances over the rounds of a match, worked out only where a page shows them; words where they are too far to find."""
    return read_match.curve_or_words(t, slot)


def _back(slug: str, slot: str) -> ResponseReturnValue:
    """After a deed: the match again. A page that is live already only looks at its regions."""
    if htmx:
        return Response(status=204, headers={"HX-Trigger": "banneret:changed"})
    return redirect(url_for(".match", slug=slug, match=slot), 303)


def _refused(slot: str, no: Refusal, **context: Any) -> ResponseReturnValue:
    """The match with the reason why not; beside the typed dice, where it was those."""
    if htmx:
        return error_page(422, refusal=no)
    return page("arena/match.html", 422, **_match(slot), no=no, **context)


@bp.post("/<slug>/matches/<match>/throw")
def throw(slug: str, match: str) -> ResponseReturnValue:
    """Throw the dice of the house."""
    form = forms.ThrowForm()
    roles = request.form.getlist("role")
    if not form.validate() or not roles:
        abort(400)
    try:
        acts.throw(g.event, match, form.round.data, roles, current_user.person.id, form.key.data, form.version())
    except Refusal as no:
        return _refused(match, no)
    return _back(slug, match)


@bp.post("/<slug>/matches/<match>/dice")
def type_dice(slug: str, match: str) -> ResponseReturnValue:
    """Write down real dice."""
    form = forms.DiceForm()
    if not form.validate():
        return page("arena/match.html", 422, **_match(match), dice=form)
    try:
        acts.type_dice(g.event, match, form.round.data, form.shown(), current_user.person.id, form.key.data, form.version())
    except Refusal as no:
        form.renew(journal.snapshot(g.event).version)
        return _refused(match, no, dice=form)
    return _back(slug, match)


@bp.post("/<slug>/matches/<match>/guard")
def guard(slug: str, match: str) -> ResponseReturnValue:
    """Choose a man-at-arms for a match."""
    form = forms.GuardForm()
    if not form.validate():
        return page("arena/match.html", 422, **_match(match), guard=form)
    try:
        name = " ".join((form.name.data or "").split()) or None
        acts.pick_guard(g.event, match, form.player.data, name, current_user.person.id, form.key.data, form.version())
    except Refusal as no:
        return _refused(match, no)
    return _back(slug, match)


@bp.get("/<slug>/matches/<match>/take-back/<int:seq>")
def taking_back(slug: str, match: str, seq: int) -> ResponseReturnValue:
    """What taking typed dice back would change."""
    return _taking_back(match, seq, forms.TakeBackForm(formdata=None, version=journal.snapshot(g.event).version))


def _taking_back(slot: str, seq: int, form: forms.TakeBackForm, status: int = 200) -> Response:
    snap: Snapshot = journal.snapshot(g.event)
    undo = read_match.undone(snap.state, slot, seq)
    if undo is None:
        abort(404)
    return page("arena/take_back.html", status, **_match(slot), undo=undo, form=form)


@bp.post("/<slug>/matches/<match>/take-back/<int:seq>/done")
def take_back(slug: str, match: str, seq: int) -> ResponseReturnValue:
    """Take typed dice back."""
    form = forms.TakeBackForm()
    if not form.validate():
        return _taking_back(match, seq, form, 422)
    reason, void = form.reason.data.strip(), bool(form.void.data)
    if not form.attempt(lambda: acts.take_back(g.event, match, seq, reason, void, current_user.person.id, form.key.data, form.version())):
        form.renew(journal.snapshot(g.event).version)
        return _taking_back(match, seq, form, 422)
    return redirect(url_for(".match", slug=slug, match=match), 303)


@bp.get("/<slug>/resign")
def resigning(slug: str) -> ResponseReturnValue:
    """What resigning does."""
    return page("arena/resign.html", **_show(), form=forms.ResignForm(formdata=None))


@bp.post("/<slug>/resign/done")
def resign(slug: str) -> ResponseReturnValue:
    """Leave the tournament for good (R7)."""
    form = forms.ResignForm()
    if not form.validate() or not form.attempt(lambda: acts.resign(g.event, current_user.person.id, form.key.data)):
        return page("arena/resign.html", 422, **_show(), form=form)
    return redirect(url_for(".show", slug=slug), 303)


from webapp.arena import signup_views  # noqa: E402, F401  its routes are this blueprint's
