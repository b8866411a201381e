"""The map editor: pins on a sheet, their names and borders, the same as text, and the map put to use."""

from __future__ import annotations

from typing import Any

from flask import Response, abort, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user

from rules.rulings import Refusal
from webapp import journal, picture
from webapp.campaign import map_acts, map_draft, map_read
from webapp.campaign.map_draft import Drawing, Stroke, Unfit
from webapp.campaign.map_forms import DRAW, JOIN, MODES, MOVE, StrokeForm
from webapp.campaign.views import bp
from webapp.extensions import htmx
from webapp.maptext import Fault, parse_map
from webapp.web import page

_SENT = 20 * 1024 * 1024
"""So much may be sent to the one route that takes a file; what is too large a picture is told at its field."""
_UNREAD = "The map was not changed: some lines cannot be read."
OUTDATED = "The map was changed in another window meanwhile, so this was not done. Here is the map as it stands: do it again if it is still wanted."


@bp.url_value_preprocessor
def _roomier(endpoint: str | None, values: dict[str, Any] | None) -> None:
    if endpoint == "campaign.map_ground":
        request.max_content_length = _SENT


def _answer(code: str, mode: str, status: int = 200, said: str = "", wrong: str = "", **more: Any) -> ResponseReturnValue:
    """The editor anew: as a fragment for its script, as a page otherwise. `wrong` names the field that `said` is about."""
    shown = map_read.shown(g.event, code)
    version = journal.snapshot(g.event).version
    form = StrokeForm(formdata=None, version=version)
    form.drawn.data, form.pick.data = shown.draft.mark, shown.chosen.code if shown.chosen else ""
    context: dict[str, Any] = {
        "event": g.event, "version": version, "shown": shown, "form": form, "mode": mode if mode in MODES else DRAW, "modes": MODES, "said": said,
        "wrong": wrong, "typed": {}, "faults": (), "gifts": map_read.GIFTS, "fresh": StrokeForm, "done": "",
    }  # fmt: skip
    return page("campaign/_map_edit.html" if htmx else "campaign/map_edit.html", status, **context | more)


@bp.get("/campaigns/<slug>/map/edit")
def map_editor(slug: str) -> ResponseReturnValue:
    """The map in the making; `?pick=CODE` chooses a province, `?mode=` what a tap does."""
    done = "The map is in use: it stands on the campaign's page." if "used" in request.args else ""
    return _answer(request.args.get("pick", ""), request.args.get("mode", ""), done=done)


def _over(code: str, mode: str, **more: Any) -> ResponseReturnValue:
    """After something was done: the editor for its script, else the way to it."""
    if htmx:
        return _answer(code, mode)
    return redirect(url_for("campaign.map_editor", slug=g.event.slug, pick=code or None, mode=mode if mode in (MOVE, JOIN) else None, **more), 303)


def _stroke(form: StrokeForm, do: Stroke, field: str, code: str | None = None) -> ResponseReturnValue:
    """Do it and show what became of it; `field` is where it is said that it cannot be done."""
    pick, mode = form.said("pick"), form.said("mode")
    typed = {name: form.said(name) for name in ("name", "x", "y", "other", "text") if name in request.form}
    if not form.validate():
        first = next(iter(form.errors.values()))
        return _answer(pick, mode, 422, str(first[0]), field, typed=typed)
    try:
        map_acts.stroke(g.event, form.said("drawn"), form.key.data or "", current_user.person.id, do)
    except Unfit as no:
        return _answer(pick, mode, 422, str(no), field, typed=typed)
    except map_acts.Outdated:
        return _answer(pick, mode, 409, OUTDATED, "text" if field == "text" else "sheet", typed=typed)
    return _over(pick if code is None else code, mode)


@bp.post("/campaigns/<slug>/map/tap")
def map_tap(slug: str) -> ResponseReturnValue:
    """A tap on the sheet: it chooses a pin, adds one, moves the chosen one, or joins two provinces."""
    form = StrokeForm()
    map_acts.frozen(g.event)
    drawing, pick, mode = map_acts.draft(g.event).drawing, form.said("pick"), form.said("mode")
    try:
        x, y, reach = form.tapped(drawing)
    except Unfit as no:
        return _answer(pick, mode, 422, str(no), "sheet")
    pin = map_draft.hit(drawing, x, y, reach)
    if mode == JOIN:
        pin = pin or map_draft.within(drawing, x, y)
        return _joined(form, drawing, pick, pin)
    if pin and not (mode == MOVE and pin == pick):
        return _over(pin, mode)
    if mode == MOVE:
        return _stroke(form, lambda now: map_draft.move(now, pick, x, y), "sheet")
    return _added(form, x, y, "sheet")


def _joined(form: StrokeForm, drawing: Drawing, pick: str, tapped: str) -> ResponseReturnValue:
    known = {place.code for place in drawing.places}
    if not tapped:
        return _answer(pick, JOIN, 422, "Tap two provinces, one after the other.", "sheet")
    if pick not in known or tapped == pick:
        return _over("" if tapped == pick else tapped, JOIN)
    return _stroke(form, lambda now: map_draft.join(now, pick, tapped, map_draft.toggled(now, pick, tapped)), "sheet")


def _added(form: StrokeForm, x: int, y: int, field: str) -> ResponseReturnValue:
    """A new pin, which is then chosen: its code is known before it is written, as nothing is written onto another drawing."""
    try:
        code = map_draft.add(map_acts.draft(g.event).drawing, x, y, form.said("name"))[1]
    except Unfit:
        code = ""
    return _stroke(form, lambda now: map_draft.add(now, x, y, form.said("name"))[0], field, code or None)


@bp.post("/campaigns/<slug>/map/change")
def map_change(slug: str) -> ResponseReturnValue:
    """What the panel's buttons do to a province: name it, place it, join it with another, delete it, or add one by numbers."""
    form = StrokeForm()
    map_acts.frozen(g.event)
    pick, do = form.said("pick"), form.said("do")
    if do == "name":
        return _renamed(form, pick)
    if do == "join":
        return _stroke(form, lambda now: map_draft.join(now, pick, form.said("other"), form.said("link")), "other")
    if do == "delete":
        return _stroke(form, lambda now: map_draft.remove(now, pick), "sheet", "")
    if do not in ("place", "add"):
        abort(400)
    field = "spot" if do == "place" else "new"
    try:
        x, y = form.spot()
    except Unfit as no:
        return _answer(pick, form.said("mode"), 422, str(no), field, typed={f: form.said(f) for f in ("name", "x", "y")})
    if do == "add":
        return _added(form, x, y, field)
    return _stroke(form, lambda now: map_draft.move(now, pick, x, y), field)


def _renamed(form: StrokeForm, pick: str) -> ResponseReturnValue:
    used = map_draft.in_use(journal.snapshot(g.event).state)
    kept = frozenset(place.code for place in used.places) if used else frozenset()
    try:
        code = map_draft.rename(map_acts.draft(g.event).drawing, pick, form.said("name"), kept)[1]
    except Unfit:
        code = pick
    return _stroke(form, lambda now: map_draft.rename(now, pick, form.said("name"), kept)[0], "name", code)


@bp.post("/campaigns/<slug>/map/text")
def map_text(slug: str) -> ResponseReturnValue:
    """The whole map from its text; provinces without a pin are laid out, and where no line has a colon the land makes the borders."""
    from webapp.mapping_layout import laid_out

    form = StrokeForm()
    map_acts.frozen(g.event)
    faults: list[Fault] = []

    def read(now: Drawing) -> Drawing:
        reading = parse_map(form.said("text"), now.height)
        if reading.faults:
            faults.extend(reading.faults)
            raise Unfit(_UNREAD)
        places = laid_out(reading.rows, reading.borders or (), now.ground)
        drawn = Drawing(now.ground, places, reading.borders or ())
        return drawn if reading.borders is not None else map_draft.by_land(drawn)

    answer = _stroke(form, read, "text", "")
    if faults:
        return _answer("", form.said("mode"), 422, _UNREAD, "text", typed={"text": form.said("text")}, faults=faults)
    return answer


@bp.post("/campaigns/<slug>/map/ground")
def map_ground(slug: str) -> ResponseReturnValue:
    """What the map lies on: the Mediterranean's coast, a blank sheet, a picture that is sent along, or a whole map to start from."""
    form = StrokeForm()
    map_acts.frozen(g.event)
    ground = form.said("ground")
    gift = map_read.gift(ground.removeprefix("gift-")) if ground.startswith("gift-") else None
    if gift:
        return _stroke(form, lambda now: gift, "ground", "")
    if ground == "picture":
        try:
            sent = request.files.get("picture")
            ground = map_acts.keep(picture.prepared(sent.read(picture.LARGEST + 1) if sent else b""))
        except picture.Unfit as no:
            return _answer(form.said("pick"), form.said("mode"), 422, str(no), "picture")
    elif ground not in ("mediterranean", "blank"):
        return _answer(form.said("pick"), form.said("mode"), 422, "Choose what the map lies on.", "ground")
    return _stroke(form, lambda now: map_draft.on_ground(now, ground), "ground")


@bp.post("/campaigns/<slug>/map/undo")
def map_undo(slug: str) -> ResponseReturnValue:
    """Take the last stroke back."""
    form = StrokeForm()
    try:
        map_acts.undo(g.event, form.said("drawn"))
    except map_acts.Outdated:
        return _answer(form.said("pick"), form.said("mode"), 409, OUTDATED, "sheet")
    return _over(form.said("pick"), form.said("mode"))


@bp.post("/campaigns/<slug>/map/use")
def map_use(slug: str) -> ResponseReturnValue:
    """Put the map to use in the campaign."""
    form = StrokeForm()
    try:
        map_acts.use(g.event, form.said("drawn"), current_user.person.id, form.key.data or "", form.version())
    except map_acts.Outdated:
        return _answer(form.said("pick"), form.said("mode"), 409, OUTDATED, "sheet")
    except Refusal as no:
        return _answer(form.said("pick"), form.said("mode"), 422, wrong="use", refusal=no)
    if htmx:
        return _answer("", DRAW, done="The map is in use: it stands on the campaign's page.")
    return redirect(url_for("campaign.map_editor", slug=slug, used=1), 303)


@bp.get("/campaigns/<slug>/map/pictures/<mark>")
def map_picture(slug: str, mark: str) -> ResponseReturnValue:
    """A picture that a map lies on; its address is the hash of its bytes, so it never changes."""
    found = map_acts.kept(mark)
    if found is None:
        abort(404)
    g.cacheable = True
    answer = Response(found[0], mimetype=found[1])
    answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return answer
