"""Who may do what: one table, read before every request and by the authorisation test. A route without a row answers nobody."""

from __future__ import annotations

from typing import Any, Final

from flask import Flask, abort, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user

from webapp import db, events
from webapp.extensions import htmx

ROLES: Final = ("visitor", "member", "player", "umpire", "guardian", "judge", "dice_master", "secretary")

EVERYBODY = frozenset(ROLES)
MEMBERS = EVERYBODY - {"visitor"}
VISITORS = frozenset({"visitor"})
UMPIRE = frozenset({"umpire"})
SECRETARY = frozenset({"secretary"})
OFFICIALS = frozenset({"guardian", "judge", "dice_master"})
PLAYERS = frozenset({"player"})
RUNNERS = frozenset({"guardian", "secretary"})
THROWERS = frozenset({"player", "guardian", "judge", "dice_master"})

ACCESS: Final[dict[str, frozenset[str]]] = {
    "static": EVERYBODY,
    "club.home": EVERYBODY,
    "club.now": EVERYBODY,
    "club.pulse": EVERYBODY,
    "club.members": EVERYBODY,
    "club.member": EVERYBODY,
    "club.arms": EVERYBODY,
    "club.patterns": EVERYBODY,
    "club.health": EVERYBODY,
    "accounts.sign_in": EVERYBODY,
    "accounts.sign_out": MEMBERS,
    "accounts.set_up": EVERYBODY,
    "accounts.account": MEMBERS,
    "accounts.change_password": MEMBERS,
    "accounts.revoke": MEMBERS,
    "accounts.theme": EVERYBODY,
    "accounts.join": EVERYBODY,
    "accounts.reset": EVERYBODY,
    "accounts.forgotten": EVERYBODY,
    "accounts.own_mail": MEMBERS,
    "opening.new": SECRETARY,
    "people.settings": SECRETARY,
    "people.office": SECRETARY,
    "people.enter": SECRETARY,
    "people.invitations": SECRETARY,
    "people.invitation": SECRETARY,
    "people.take_back": SECRETARY,
    "people.invite_person": SECRETARY,
    "people.password_link": SECRETARY,
    "people.mail": SECRETARY,
    "campaign.index": EVERYBODY,
    "campaign.show": EVERYBODY,
    "campaign.part": EVERYBODY,
    "campaign.battles": EVERYBODY,
    "campaign.chronicle": EVERYBODY,
    "campaign.rules": EVERYBODY,
    "campaign.pulse": EVERYBODY,
    "campaign.desk": UMPIRE,
    "campaign.desk_part": UMPIRE,
    "campaign.would": UMPIRE,
    "campaign.report": UMPIRE,
    "campaign.undo": UMPIRE,
    "campaign.close": UMPIRE,
    "campaign.reopen": UMPIRE,
    "campaign.clock": UMPIRE,
    "campaign.close_diplomacy": UMPIRE,
    "campaign.skip": UMPIRE,
    "campaign.remind": UMPIRE,
    "campaign.paper": UMPIRE,
    "campaign.paper_part": UMPIRE,
    "campaign.allotment": UMPIRE,
    "campaign.allotment_part": UMPIRE,
    "campaign.allotment_pulse": UMPIRE,
    "campaign.allotment_change": UMPIRE,
    "campaign.allotment_publish": UMPIRE,
    "campaign.take_out": UMPIRE,
    "campaign.acts": UMPIRE,
    "campaign.acts_part": UMPIRE,
    "campaign.strike": UMPIRE,
    "campaign.correct": UMPIRE,
    "campaign.rename": UMPIRE,
    "campaign.let_stand": UMPIRE,
    "campaign.leave": PLAYERS,
    "campaign.declare": PLAYERS | UMPIRE,
    "campaign.sealed": PLAYERS | UMPIRE,
    "campaign.seal": PLAYERS | UMPIRE,
    "campaign.give_order": PLAYERS | UMPIRE,
    "campaign.declarations": EVERYBODY,
    "campaign.declarations_part": EVERYBODY,
    "campaign.dispatch": PLAYERS,
    "campaign.next_step": PLAYERS | UMPIRE,
    "campaign.letters": PLAYERS | UMPIRE,
    "campaign.letter_box": PLAYERS | UMPIRE,
    "campaign.unread": PLAYERS | UMPIRE,
    "campaign.letter": PLAYERS | UMPIRE,
    "campaign.open_letter": PLAYERS | UMPIRE,
    "campaign.write_letter": PLAYERS | UMPIRE,
    "campaign.battle": EVERYBODY,
    "campaign.battle_part": EVERYBODY,
    "campaign.battle_would": PLAYERS | UMPIRE,
    "campaign.tell": PLAYERS | UMPIRE,
    "campaign.answer": PLAYERS | UMPIRE,
    "campaign.vote": PLAYERS | UMPIRE,
    "campaign.army": PLAYERS | UMPIRE,
    "campaign.agree": PLAYERS | UMPIRE,
    "campaign.commands": PLAYERS | UMPIRE,
    "campaign.enter": MEMBERS,
    "campaign.my_army": PLAYERS,
    "campaign.army_of": UMPIRE,
    "campaign.army_sheet": PLAYERS,
    "campaign.army_sheet_of": EVERYBODY,
    "campaign.army_queue": UMPIRE,
    "campaign.review_army": UMPIRE,
    "campaign.setup": UMPIRE,
    "campaign.give_province": UMPIRE,
    "campaign.schedule": UMPIRE,
    "campaign.begin": UMPIRE,
    "campaign.map_editor": UMPIRE,
    "campaign.map_tap": UMPIRE,
    "campaign.map_change": UMPIRE,
    "campaign.map_text": UMPIRE,
    "campaign.map_ground": UMPIRE,
    "campaign.map_undo": UMPIRE,
    "campaign.map_use": UMPIRE,
    "campaign.map_picture": EVERYBODY,
    "arena.index": EVERYBODY,
    "arena.show": EVERYBODY,
    "arena.bracket": EVERYBODY,
    "arena.now": EVERYBODY,
    "arena.standings": EVERYBODY,
    "arena.sheet": EVERYBODY,
    "arena.rules": EVERYBODY,
    "arena.pulse": EVERYBODY,
    "arena.match": EVERYBODY,
    "arena.state": EVERYBODY,
    "arena.board": EVERYBODY,
    "arena.log": EVERYBODY,
    "arena.odds": EVERYBODY,
    "arena.hand": OFFICIALS,
    "arena.throw": THROWERS,
    "arena.guard": THROWERS,
    "arena.type_dice": OFFICIALS,
    "arena.taking_back": OFFICIALS,
    "arena.take_back": OFFICIALS,
    "arena.setup": RUNNERS,
    "arena.officials": RUNNERS,
    "arena.meeting": RUNNERS,
    "arena.enter": MEMBERS,
    "arena.entered": MEMBERS,
    "arena.withdraw": MEMBERS,
    "arena.resigning": PLAYERS,
    "arena.resign": PLAYERS,
}


def roles(event: Any | None) -> frozenset[str]:
    """The roles of whoever asks, in the given event (or outside any)."""
    if not current_user.is_authenticated:
        return VISITORS
    held = {"member"}
    if current_user.person.secretary:
        held.add("secretary")
    if event is not None:
        held |= events.roles(event, current_user.person.id)
    return frozenset(held)


def allowed(endpoint: str, event: Any | None = None) -> bool:
    """May whoever asks use this route? Pages ask it before they draw a link or a button."""
    return bool(ACCESS.get(endpoint, frozenset()) & roles(event))


def init_app(app: Flask) -> None:
    """Check every request against the table before its view runs."""
    app.before_request(_check)
    app.add_template_global(allowed, "allowed")


def _check() -> ResponseReturnValue | None:
    g.event = None
    if request.endpoint is None:
        return None  # no such page: 404 or 405 answers by itself
    if request.view_args and "slug" in request.view_args:
        g.event = events.find(db.session(), request.view_args["slug"], request.blueprint)
        if g.event is None:
            abort(404)
    if allowed(request.endpoint, g.event):
        return None
    if current_user.is_authenticated:
        abort(403)
    if request.method == "GET" and not htmx:
        return redirect(url_for("accounts.sign_in", next=request.full_path.rstrip("?")))
    abort(401)
    return None
