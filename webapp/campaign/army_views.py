"""The pages of an army: its list with everything that is wrong with it, the umpire's queue, and the sheet for the table (L1-L5, K39, K53)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user

from rules.campaign import muster
from rules.campaign.acts import ReviewList
from rules.campaign.listtext import DRILLS, GRADES, TYPES, read_list
from rules.campaign.state import Person
from rules.rulings import Player
from webapp import journal
from webapp.access import allowed
from webapp.campaign import acts_army, armies, read_army, read_double
from webapp.campaign.acts_battle import Pen
from webapp.campaign.army_forms import MOST, ListForm, ReviewForm, deadline, list_data, tidy
from webapp.campaign.views import Asked, asked, bp, shaped
from webapp.web import page, region

WORDS = {
    "drills": tuple((drill, drill) for drill in DRILLS),
    "types": tuple((troop, f"{troop} {word}") for troop, word in TYPES.items()),
    "grades": tuple((grade, f"({grade}) {word}") for grade, word in GRADES.items()),
    "ranks": (("cinc", "C-in-C"), ("sub-general", "sub-general"), ("ally", "ally-general")),
    "most": MOST,
}
"""The words of the form's choices."""
OVERTAKEN = "This list was handed in anew or looked at while you had the page open. What you typed stands below; send it again if it still holds."

bp.context_processor(lambda: {"lists_open": read_army.revealed})


def _me() -> Player:
    return str(current_user.person.id) if current_user.is_authenticated else ""


def _in(a: Asked, player: Player) -> Person:
    """The player, who must be in the campaign."""
    person = a.season.people.get(player)
    if person is None:
        abort(404)
    return person


def _context(a: Asked, player: Player, form: ListForm | None, **more: Any) -> dict[str, Any]:
    """What the page of an army needs; `form` None when the list is locked for whoever looks."""
    person, now = _in(a, player), datetime.now(UTC)
    stands = read_army.standing(a.season, player)
    own: dict[str, Any] = {
        "person": person, "mine": player == _me(), "stands": stands, "versions": read_army.versions(a.season, player), "form": form,
        "listed": armies.find(person.book, person.number), "deadline": deadline(a.season.settings),
        "late_now": muster.is_late(now, a.season.settings), "overtaken": "", "done": request.args.get("done", ""), "words": WORDS,
        "plays": _me() in a.season.people, "review": ReviewForm(formdata=None, version=a.snap.version), "here": request.path,
    }  # fmt: skip
    return shaped(a) | own | _typed(a, person, form, now) | more


def _typed(a: Asked, person: Person, form: ListForm | None, now: datetime) -> dict[str, Any]:
    """What the form says so far: its lines, their sum, and why lines of the pasted text are not understood."""
    if form is None:
        return {"sum": None, "rows": (), "unread": ()}
    found = read_army.added(form.act(person.player, now), a.season.settings, person)
    if form.book.data is None:
        found = read_army.without(found, "wrong_book")
    return {"sum": found, "rows": form.read_rows(), "unread": read_list(form.paste.data or "").unread if form.paste.data else ()}


@bp.route("/campaigns/<slug>/army", methods=["GET", "POST"])
def my_army(slug: str) -> ResponseReturnValue:
    """A player's own list: what he handed in, where it stands, and the form for another one."""
    return _army(_me())


@bp.route("/campaigns/<slug>/army/<int:player>", methods=["GET", "POST"])
def army_of(slug: str, player: int) -> ResponseReturnValue:
    """A player's list as the umpire reads it, with his word on it, and the form to hand one in for him (K53)."""
    return _army(str(player))


def _army(player: Player) -> ResponseReturnValue:
    a = asked()
    person = _in(a, player)
    if request.method == "POST":
        return _posted(a, person)
    locked = player == _me() and person.verdict == "approved"
    data = list_data(person.handed_in, person.book, person.number, person.edition)
    form = None if locked else ListForm(formdata=None, data=data, version=a.snap.version)
    return page("campaign/army.html", **_context(a, player, form))


def _posted(a: Asked, person: Person) -> ResponseReturnValue:
    """The form as it was sent: to be handed in, to be changed by one of its own buttons, or only to be added up."""
    form, do = ListForm(), request.form.get("do", "look")
    good = form.validate()
    pasted = do == "hand" and bool(tidy(form.paste.data))
    if pasted or do == "read" or do.startswith(("add", "drop")):
        return _again(a, person, form.changed("read" if pasted else do, a.snap.version), 422 if pasted else 200, pasted=pasted)
    if do == "hand" and form.whole() and good:
        return _handed_in(a, person, form)
    if request.headers.get("HX-Request") and do == "look":
        return render_template("campaign/army_sum.html", fragment=True, **_context(a, person.player, form))
    return _again(a, person, form, 200 if good and do == "look" else 422)


def _again(a: Asked, person: Person, form: ListForm, status: int, **more: Any) -> ResponseReturnValue:
    return page("campaign/army.html", status, **_context(a, person.player, form, **more))


def _handed_in(a: Asked, person: Person, form: ListForm) -> ResponseReturnValue:
    act = form.act(person.player, datetime.now(UTC))
    pen = Pen(current_user.person.id, person.player, form.key.data or "", form.version())
    try:
        if form.attempt(lambda: acts_army.hand_in(g.event, act, pen)):
            return redirect(f"{request.path}?done=1", 303)
    except journal.Stale as stale:
        form.renew(stale.now.version)
        return _again(asked(), person, form, 409, overtaken=OVERTAKEN)
    return _again(a, person, form, 422)


@bp.get("/campaigns/<slug>/armies")
def army_queue(slug: str) -> ResponseReturnValue:
    """Who has handed in a list, who has not, and which lists wait for the umpire; the list itself is a region."""
    a, me = asked(), _me()
    context = shaped(a) | {
        "queue": read_army.queue(a.season), "waiting": read_army.waiting(a.season), "plays": me in a.season.people,
        "deadline": deadline(a.season.settings), "review": ReviewForm(formdata=None, version=a.snap.version),
    }  # fmt: skip
    if request.headers.get("HX-Request"):
        return region("campaign/_army_queue.html", **context)
    return page("campaign/army_queue.html", **context)


@bp.post("/campaigns/<slug>/army/<int:player>/review")
def review_army(slug: str, player: int) -> ResponseReturnValue:
    """The umpire approves a list, returns it with a word, or comments on it; after approving from the queue he is back there."""
    a, form = asked(), ReviewForm()
    _in(a, str(player))
    overtaken = ""
    if form.validate():
        act = ReviewList(str(player), form.verdict.data or "", tidy(form.text.data))  # type: ignore[arg-type]
        try:
            if form.attempt(lambda: acts_army.review(g.event, act, current_user.person.id, form.key.data or "", form.version())):
                back = url_for("campaign.army_queue", slug=slug) if "queue" in request.form else url_for("campaign.army_of", slug=slug, player=player)
                return redirect(f"{back}?done={act.verdict}", 303)
        except journal.Stale as stale:
            form.renew(stale.now.version)
            overtaken, a = "The list changed while you were reading. Read it again before you say a word on it.", asked()
    person = _in(a, str(player))
    data = list_data(person.handed_in, person.book, person.number, person.edition)
    fresh = ListForm(formdata=None, data=data, version=a.snap.version)
    context = _context(a, str(player), fresh, review=form, overtaken=overtaken, here=url_for("campaign.army_of", slug=slug, player=player))
    return page("campaign/army.html", 409 if overtaken else 422, **context)


@bp.get("/campaigns/<slug>/army/sheet")
def army_sheet(slug: str) -> ResponseReturnValue:
    """A player's own sheet for the table."""
    return _sheet(_me())


@bp.get("/campaigns/<slug>/army/<int:player>/sheet")
def army_sheet_of(slug: str, player: int) -> ResponseReturnValue:
    """A player's sheet: the list for everybody once lists are open, before that for him and the umpire alone; commands always only for these two."""
    return _sheet(str(player))


def _sheet(player: Player) -> ResponseReturnValue:
    a = asked()
    person = _in(a, player)
    trusted = player == _me() or allowed("campaign.army_of", g.event)
    context = shaped(a) | {"person": person, "mine": player == _me(), "trusted": trusted, "sum": None, "plan": None}
    if (trusted or read_army.revealed(a.season)) and person.handed_in:
        context["sum"] = read_army.added(person.handed_in, a.season.settings)
        context["listed"] = armies.find(person.handed_in.book, person.handed_in.number)
    if trusted and person.organisation and person.handed_in:
        context["plan"] = read_double.plan(person, person.organisation.commands, person.organisation.parts)
    return page("campaign/army_sheet.html", **context)
