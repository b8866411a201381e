"""The campaign's pages for everybody. Each part of a page that changes is a region: one view, one fragment, fresh only when it changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user

from rules.campaign.state import FINISHED, Season
from webapp import journal
from webapp.access import allowed
from webapp.campaign import read, read_battles, read_final, read_letters, read_map, read_next, read_paper, read_show
from webapp.rulebook import rulebook
from webapp.web import page, plain, pulse, region

bp = Blueprint("campaign", __name__)


@dataclass(frozen=True)
class Asked:
    """What a page of this event shows: the event as it stands, after how many rounds, and which province is read."""

    snap: journal.Snapshot
    after: int
    code: str

    @property
    def season(self) -> Season:
        """The campaign."""
        found: Season = self.snap.state
        return found

    @property
    def past(self) -> bool:
        """Whether an earlier round is shown than the last one that is over."""
        return self.after < read_show.last_after(self.season)


def asked() -> Asked:
    """What this request asks for; rounds and provinces that there are not fall back to what there is."""
    snap = journal.snapshot(g.event)
    last = read_show.last_after(snap.state)
    after = request.args.get("after", type=int)
    after = last if after is None or not 0 <= after <= last else after
    me = str(current_user.person.id) if current_user.is_authenticated else None
    code = request.args.get("province", "")
    return Asked(snap, after, code if code in snap.state.places else read_map.default_code(snap.state, me, after))


def _rounds(a: Asked) -> dict[str, Any]:
    return {"stages": read_show.stages(a.season), "phase": read_show.phase(a.season)}


def _map(a: Asked) -> dict[str, Any]:
    return {"map": read_map.the_map(a.season, a.after), "last": read_show.last_after(a.season), "code": a.code}


def _province(a: Asked) -> dict[str, Any]:
    return {"province": read_map.province(a.season, a.code, a.after)}


def _standings(a: Asked) -> dict[str, Any]:
    return {"table": read_show.standings(a.season, a.after), "people": a.season.people, "bonus": a.season.settings.lord_bonus}


def _pyramid(a: Asked) -> dict[str, Any]:
    return {"forest": read_show.forest(a.season, a.after), "truce": read_show.truce(a.season, a.after), "finished": a.season.phase == FINISHED}


def _dates(a: Asked) -> dict[str, Any]:
    now = datetime.now(UTC)
    return {"dates": read_show.dates(a.season, now), "filled": bool(a.season.schedule), "now": now}


def _latest(a: Asked) -> dict[str, Any]:
    return {"chapter": read_battles.latest(a.season, a.after if a.past else None), "people": a.season.people}


def _battles(a: Asked) -> dict[str, Any]:
    return {"rounds": read_battles.rounds(a.season), "phase": read_show.phase(a.season)}


def _tables(a: Asked) -> dict[str, Any]:
    return {"tables": () if a.past else read_battles.tables(a.season)}


def _chronicle(a: Asked) -> dict[str, Any]:
    return {"by_hand": read_paper.by_hand(a.season), "chapters": read_battles.chapters(a.season), "end": read_final.end(a.season)}


def _end(a: Asked) -> dict[str, Any]:
    return {"end": read_final.end(a.season)}


PARTS: dict[str, Callable[[Asked], dict[str, Any]]] = {
    "rounds": _rounds, "map": _map, "province": _province, "standings": _standings, "pyramid": _pyramid, "dates": _dates, "latest": _latest,
    "battles": _battles, "tables": _tables, "chronicle": _chronicle, "end": _end,
}  # fmt: skip


def shaped(a: Asked, *parts: str) -> dict[str, Any]:
    """What a template needs for these parts of a page."""
    context: dict[str, Any] = {"event": g.event, "asked": a, "version": a.snap.version, "season": a.season}
    for part in parts:
        context |= PARTS[part](a)
    return context


def post() -> read_letters.Post | None:
    """The letters of whoever asks; None for those who get none here."""
    return read_letters.post(g.event, current_user.person.id) if allowed("campaign.letters", g.event) else None


def beaten(version: int) -> str:
    """The version of a page for whoever looks at it: the event's, and beside it that of his letters, which are no acts."""
    mine = post()
    return f"{version}-{mine.version}" if mine else str(version)


bp.context_processor(lambda: {"post": post, "beaten": beaten})


@bp.get("/campaigns")
def index() -> ResponseReturnValue:
    """All campaigns."""
    return page("campaign/index.html", campaigns=read.listed())


@bp.get("/campaigns/<slug>")
def show(slug: str) -> ResponseReturnValue:
    """A campaign as it stands, or with `?after=N` as it stood; `?province=CODE` reads a province."""
    a = asked()
    return page("campaign/show.html", **mine(a), **shaped(a, "end", "rounds", "tables", "map", "province", "standings", "pyramid", "dates", "latest"))


def mine(a: Asked) -> dict[str, Any]:
    """The next step of whoever asks, with a version that changes with his letters too; {} for whoever has no part in this campaign."""
    if not allowed("campaign.next_step", g.event):
        return {}
    return {"steps": read_next.next_steps(g.event, a.snap, str(current_user.person.id)), "mark": beaten(a.snap.version)}


@bp.get("/campaigns/<slug>/next")
def next_step(slug: str) -> ResponseReturnValue:
    """The region with somebody's next step."""
    own = mine(asked())
    return region("campaign/_next.html", own["mark"], event=g.event, **own)


@bp.get("/campaigns/<slug>/battles")
def battles(slug: str) -> ResponseReturnValue:
    """Who fights whom, round by round."""
    return page("campaign/battles.html", **shaped(asked(), "battles"))


@bp.get("/campaigns/<slug>/rules")
def rules(slug: str) -> ResponseReturnValue:
    """Every clause in our words, how it is read, and this event's settings."""
    a = asked()
    return page("campaign/rules.html", **shaped(a), book=rulebook("campaign", a.season.settings_next))


@bp.get("/campaigns/<slug>/parts/<any(rounds, tables, map, province, standings, pyramid, dates, latest, battles, chronicle, end):part>")
def part(slug: str, part: str) -> ResponseReturnValue:
    """One region of a page. The map changes seldom and is large, so it has a version of its own."""
    a = asked()
    context = shaped(a, part)
    if part == "map" and context["map"]:
        context["version"] = context["map"].version
    return region(f"campaign/_{part}.html", **context)


@bp.get("/campaigns/<slug>/pulse", endpoint="pulse")
def beat(slug: str) -> ResponseReturnValue:
    """Has anything happened in this campaign since `?v=`, or has a letter come?"""
    snap, mine = journal.snapshot(g.event), post()
    version, _, letters = request.args.get("v", "").partition("-")
    said = [f"{plain(text)}." for text in read.since(snap, int(version) if version.isdecimal() and len(version) < 10 else 0)]
    if mine and mine.newer(letters):
        said.append("A letter has come for you.")
    return pulse(url_for("campaign.pulse", slug=slug), beaten(snap.version), said)


from webapp.campaign import (  # noqa: E402, F401  the desk hangs its routes on the same blueprint
    allot_views,
    army_views,
    battle_views,
    correct_views,
    declare_views,
    desk_views,
    dispatch_views,
    double_views,
    enter_views,
    letter_views,
    map_views,
    paper_views,
    phase_views,
    remind_views,
    setup_views,
)
