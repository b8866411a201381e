"""Corrections (K52): all acts by round, the strike of one of them, the right result in the place of a wrong one, and flagged acts.

What a correction changes is always shown first. The form carries a mark of what was shown; when it would be something else by now, nothing is written
and the page shows that instead, with 409.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import abort, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user
from wtforms import HiddenField, StringField
from wtforms.validators import InputRequired, Length

from rules.campaign.ledger import Line
from rules.campaign.state import Season
from rules.rulings import Player, Refusal
from webapp import journal
from webapp.campaign import acts_correct, read_correct, read_desk
from webapp.campaign.desk_views import tried, votes_of
from webapp.campaign.forms import DeskForm, ReportForm
from webapp.campaign.views import asked, bp
from webapp.journal import Deed
from webapp.web import ActForm, page, region
from webapp.web import names as called


class StrikeForm(ActForm):
    """The strike of an act. `told` is the mark of the changes that the page showed."""

    reason = StringField("Why", validators=[Length(max=300)])
    told = HiddenField(validators=[Length(max=40)])


class RightForm(ReportForm):
    """The right result of a battle, with a reason. `told` is the mark of the changes that the page showed."""

    reason = StringField("Why", validators=[Length(max=300)])
    told = HiddenField(validators=[Length(max=40)])


class NameForm(StrikeForm):
    """Another name in the place of the one in an act."""

    name = StringField(validators=[InputRequired("Choose a name."), Length(max=20)])


def _me() -> Player:
    return str(current_user.person.id)


def _acts_context() -> dict[str, Any]:
    a = asked()
    number = request.args.get("round", type=int)
    return {"event": g.event, "version": a.snap.version, "season": a.season, "acts": read_correct.listed(a.season, _me(), number), "number": number}


@bp.get("/campaigns/<slug>/desk/acts", endpoint="acts")
def all_acts(slug: str) -> ResponseReturnValue:
    """All acts of a round (`?round=`, else the latest), newest first; `?did=N` says what was just done."""
    context = _acts_context()
    seq = request.args.get("did", type=int)
    line = read_correct.line_of(context["season"], seq, _me()) if seq else None
    return page("campaign/acts.html", **context, did=line.entry if line else None)


@bp.get("/campaigns/<slug>/desk/acts/list")
def acts_part(slug: str) -> ResponseReturnValue:
    """The list alone."""
    return region("campaign/acts_list.html", **_acts_context())


def _line(seq: int) -> Line:
    return read_correct.line_of(asked().season, seq, _me()) or abort(404)


def _done(seq: int, line: Line) -> ResponseReturnValue:
    """Back to the acts of the round that was corrected, which say what was done."""
    return redirect(url_for("campaign.acts", slug=g.event.slug, round=line.round, did=seq), 303)


def _too_late(line: Line, form: StrikeForm | RightForm) -> ResponseReturnValue:
    """An act that counts no longer: to strike it once more, or to send the same form again, is success; anything else is too late."""
    a = asked()
    if request.method == "GET" or (line.gone is not None and type(form) is StrikeForm):
        return _done(line.gone or line.entry.seq, line)
    written = journal.written(g.event, form.key.data or "")
    if written is not None:
        return _done(written, line)
    since = [e for e in a.snap.entries if e.seq > (form.version() or 0)]
    raise journal.Stale(a.snap, tuple(e for e in since if read_correct.line_of(a.season, e.seq, _me())))


@bp.route("/campaigns/<slug>/desk/acts/<int:seq>/strike", methods=["GET", "POST"])
def strike(slug: str, seq: int) -> ResponseReturnValue:
    """Strike an act, or bring one back by striking its strike: first everything that changes, then the button."""
    line, form = _line(seq), StrikeForm()
    if line.gone is not None:
        return _too_late(line, form)
    form.validate_on_submit()
    return _amend("correct_strike", line, form, acts_correct.strike(seq, current_user.person.id, form.reason.data or ""))


@bp.route("/campaigns/<slug>/desk/acts/<int:seq>/correct", methods=["GET", "POST"])
def correct(slug: str, seq: int) -> ResponseReturnValue:
    """Put the right result in the place of a wrong one: the form, then everything that changes, then the button."""
    line, season = _line(seq), asked().season
    found = read_correct.reported(season, line)
    if request.method == "POST" and found is None:
        return _too_late(line, RightForm())
    if read_correct.is_open(season, line):
        return redirect(url_for("campaign.desk", slug=slug, battle=line.entry.act.battle), 303)
    if found is None:
        return redirect(url_for("campaign.strike", slug=slug, seq=seq), 303)
    then, entering = found
    form = RightForm()
    if request.method == "GET":
        form = RightForm(formdata=None, version=season.version, data=read_desk.typed(entering) | {"battle": entering.id})
    deeds: list[Deed] = []
    if form.validate_on_submit():
        form.attempt(lambda: deeds.extend(_right(then, form, entering, seq)))
    return _amend("correct_result", line, form, deeds, entering=entering)


def _right(then: Season, form: RightForm, entering: read_desk.Entering, seq: int) -> list[Deed]:
    return acts_correct.result(form.report(), votes_of(then, form, entering), seq, current_user.person.id, form.reason.data or "")


def _amend(template: str, line: Line, form: StrikeForm | RightForm, deeds: Sequence[Deed], **more: Any) -> ResponseReturnValue:
    """Show what these deeds change; do them when that is what the page has shown already and its button was pressed."""
    context, changes = _looked(deeds)
    overtaken = False
    if request.form.get("step") == "do" and changes and not form.errors and not _lacks_reason(form):
        overtaken = form.told.data != changes.mark
        try:
            done: list[int] = []
            if not overtaken and form.attempt(lambda: done.append(acts_correct.commit(g.event, deeds, form.key.data or "", context["version"]))):
                return _done(done[0], line)
        except journal.Stale:
            context, changes = _looked(deeds)
            overtaken = True
    if overtaken:
        form.renew(context["version"])
    form.told.data = changes.mark if changes else ""
    status = 409 if overtaken else 422 if form.errors or form.refused else 200
    secret = read_correct.hidden(context["season"], line, _me())
    context |= {"act": read_correct.single(context["season"], line), "secret": secret, "form": form, "changes": changes, "overtaken": overtaken}
    return page(f"campaign/{template}.html", status, **context, **more)


def _lacks_reason(form: StrikeForm | RightForm) -> bool:
    """Whether a result is corrected without a reason, which the field then says; of a strike the rules know whether it needs one."""
    if type(form) is StrikeForm or (form.reason.data or "").strip():
        return False
    form.reason.errors = ("Say in a few words why.",)
    return True


def _looked(deeds: Sequence[Deed]) -> tuple[dict[str, Any], read_correct.Changes | None]:
    """The campaign as it stands, and what the deeds would change in it; None without deeds."""
    a = asked()
    changes = read_correct.changed(a.season, acts_correct.ahead(a.snap, deeds), _me()) if deeds else None
    return {"event": g.event, "version": a.snap.version, "season": a.season}, changes


@bp.route("/campaigns/<slug>/desk/acts/<int:seq>/name", methods=["GET", "POST"])
def rename(slug: str, seq: int) -> ResponseReturnValue:
    """Put another name in the place of the one in a declaration, an order or the giving of a province: everything that changes, then the button."""
    line, season = _line(seq), asked().season
    names, form = read_correct.names_for(season, line), NameForm()
    if not names:
        return _too_late(line, form) if request.method == "POST" else redirect(url_for("campaign.strike", slug=slug, seq=seq), 303)
    deeds: list[Deed] = []
    if form.validate_on_submit():
        if form.name.data not in names:
            abort(422)
        name = None if form.name.data == read_correct.NOBODY else form.name.data
        deeds = acts_correct.renamed(line.entry, read_correct.NAMED[line.entry.act.kind], name, current_user.person.id, form.reason.data or "")
    form.name.data = form.name.data or read_correct.name_in(line.entry)
    people = line.entry.act.kind != "assign_province"
    shown = sorted(names, key=lambda n: (n == read_correct.NOBODY, called()(n).casefold())) if people else names
    return _amend("correct_name", line, form, deeds, choices=shown)


@bp.post("/campaigns/<slug>/desk/acts/<int:seq>/stand")
def let_stand(slug: str, seq: int) -> ResponseReturnValue:
    """Let a flagged act stand."""
    form = DeskForm()
    form.validate()
    return tried(form, lambda me: acts_correct.let_stand(g.event, seq, me, form.key.data or "")) or _refused(form)


def _refused(form: DeskForm) -> ResponseReturnValue:
    raise form.refused or Refusal("K52", "that could not be done; look at the desk again")
