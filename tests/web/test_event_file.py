"""`flask event export|import|list`: an event as one file, whole or not at all."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from rules.arena.book import Tourney
from rules.arena.record import check, record
from rules.campaign.season import Season, standings
from tests.conftest import _site
from webapp import db, eventfile, events, journal
from webapp.models import Act, Event, Person
from webapp.models.club import folded

DEMO = Path(__file__).parents[2] / "webapp" / "demo"


@pytest.fixture
def shell(club: Flask):
    return club.test_cli_runner()


def counts() -> tuple[int, ...]:
    return tuple(db.session().scalar(select(func.count(t.id))) or 0 for t in (Event, Act, Person))


@pytest.mark.parametrize("name", ["campaign.json", "arena.json"])
def test_what_is_exported_comes_back_the_same(club, shell, tmp_path, name):
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    slug = json.loads((DEMO / name).read_text())["slug"]
    assert shell.invoke(args=["event", "import", str(DEMO / name)]).exit_code == 0
    assert shell.invoke(args=["event", "export", slug, "--to", str(first)]).exit_code == 0
    assert first.stat().st_mode & 0o077 == 0, "a file with sealed acts is its owner's"
    assert "Imported as" in shell.invoke(args=["event", "import", str(first)]).output
    assert shell.invoke(args=["event", "export", f"{slug}-2", "--to", str(second)]).exit_code == 0
    one, two = (json.loads(f.read_text()) for f in (first, second))
    assert one["acts"] == two["acts"]
    assert one["people"] == two["people"]
    with club.app_context():
        snaps = [journal.snapshot(events.find(db.session(), s)) for s in (slug, f"{slug}-2")]
        assert snaps[0].version == snaps[1].version > 100
        assert journal.faults(events.find(db.session(), f"{slug}-2")) == []
    listed = shell.invoke(args=["event", "list"]).output
    assert slug in listed
    assert f"{slug}-2" in listed


@pytest.mark.parametrize("name", ["campaign.json", "arena.json"])
def test_in_a_house_where_everybody_has_another_number_an_event_is_the_same_event(club, sqlite_file, tmp_path, name):
    """Lots, lords, points, brackets and dice, up to people's numbers; the other house knew them in another order, and strangers before them."""
    parsed = eventfile.parse((DEMO / name).read_text("utf-8"))
    with club.app_context():
        mine, written = brought(parsed), eventfile.written(*whole(parsed.slug))
    shutil.copy(sqlite_file, tmp_path / "other.sqlite3")
    other = _site(f"sqlite:///{tmp_path / 'other.sqlite3'}", tmp_path / "other")
    with other.app_context():
        with db.writing() as own:
            for stranger in ("Ada", "Bea", "Cid", *sorted((p["name"] for p in parsed.people.values()), reverse=True)):
                own.add(Person(name=stranger, folded=folded(stranger), joined=datetime.now(UTC)))
        theirs = brought(eventfile.parse(written))
        assert journal.faults(whole(parsed.slug)[0]) == []
        db.engine().dispose()
    assert mine == theirs
    if parsed.kind == "arena":
        assert mine[-1] == [], "dice are proved under no event's name"


def brought(parsed: eventfile.Parsed) -> Any:
    """The event's course after it was imported, told by name."""
    with db.writing() as own:
        eventfile.bring(own, parsed)
    name = {str(p.id): p.name for p in db.session().scalars(select(Person))}.get
    state = whole(parsed.slug)[1].state
    return campaign_told(state, name) if parsed.kind == "campaign" else arena_told(state, name)


def whole(slug: str) -> tuple[Event, journal.Snapshot]:
    event = events.find(db.session(), slug)
    return event, journal.snapshot(event)


def campaign_told(season: Season, name: Callable[[str | None], str | None]) -> Any:
    rounds = []
    for one in season.rounds:
        fights = {(f.battle.id, name(f.battle.defender), frozenset(map(name, f.battle.attackers)), f.standing) for f in one.fights.values()}
        points = {name(p): n for p, n in one.outcome.points.items()} if one.outcome else {}
        targets = {name(p): name(t) for p, t in one.effective.target.items()} if one.effective else {}
        rounds.append((list(map(name, one.lot)), targets, fights, points))
    lords = {name(p): name(up) for p, up in season.lord.items()}
    return rounds, lords, {frozenset(map(name, pair)) for pair in season.peace}, {(name(r.player), r.place, r.total) for r in standings(season)}


def arena_told(t: Tourney, name: Callable[[str | None], str | None]) -> Any:
    rows = [(name(row.a), name(row.b), name(row.winner), row.how) for row in t.bracket.rows]
    fights = {slot: (f.score, f.said(), f.chains, [(place, x.dice, name(x.by)) for place, x in f.throws.items()]) for slot, f in t.fights.items()}
    wrong = [found for f in t.fights.values() if f.chains for found in check(record(f))]
    return [name(p) for p in t.entrants], rows, fights, [n.ruling.say(name) for n in t.journal], wrong


def test_an_unknown_event_is_said_so(shell):
    answer = shell.invoke(args=["event", "export", "nothing"])
    assert answer.exit_code == 1
    assert "there is no event nothing" in answer.output


FRAME = {"banneret": 1, "event": "campaign", "slug": "small", "name": "Small", "people": {"a": {"name": "Ada"}, "x": {"name": "Xanthe"}}}
AT = "2026-03-01T10:00:00+00:00"


@pytest.mark.parametrize(
    ("acts", "fault"),
    [
        ([{"kind": "dance", "at": AT}], "$.acts[0].kind"),
        ([{"kind": "enter", "at": AT, "player": "nobody", "army": "Gauls"}], "$.acts[0].player"),
        ([{"kind": "enter", "at": AT, "player": "a"}], "$.acts[0].army: is missing"),
        ([{"kind": "enter", "at": AT, "player": "a", "army": 7}], "$.acts[0].army: must be a text"),
        ([{"kind": "enter", "at": "soon", "player": "a", "army": "Gauls"}], "$.acts[0].at"),
        ([{"kind": "enter", "at": AT, "player": "a", "army": "Gauls", "colour": "red"}], "$.acts[0].colour"),
        (
            [{"kind": "draw_map", "at": AT, "ground": "", "places": [{"code": "A", "name": "A", "x": 1, "y": None}], "borders": []}],
            "$.acts[0].places[0].y",
        ),
        ([{"kind": "appoint", "at": AT, "person": "x", "role": "umpire"}, {"kind": "begin", "at": AT, "by": "x", "seed": "s"}], "$.acts[1]: "),
    ],
)
def test_every_fault_has_its_path_and_nothing_is_imported(club, shell, tmp_path, acts, fault):
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(FRAME | {"acts": acts}))
    with club.app_context():
        before = counts()
    answer = shell.invoke(args=["event", "import", str(file)])
    assert answer.exit_code == 1
    assert fault in answer.output
    assert "Traceback" not in answer.output
    with club.app_context():
        assert counts() == before


def test_several_faults_are_told_at_once():
    acts = [{"kind": "enter", "at": AT, "player": "b", "army": 1}, {"kind": "enter", "player": "a", "army": "Gauls"}]
    with pytest.raises(eventfile.BadFile) as bad:
        eventfile.parse(json.dumps(FRAME | {"acts": acts}))
    assert len(bad.value.faults) == 3


@pytest.mark.parametrize(
    ("sheet", "act", "fault"),
    [
        ("arena", {"kind": "enter", "player": "a", "klass": "bard"}, '.klass: must be one of "fighter", "mage"'),
        ("arena", {"kind": "rule", "match": "GF", "verdict": "reopen", "step_a": True}, ".step_a: must be one of 1, 2"),
        ("arena", {"kind": "rule", "match": "GF", "verdict": "reopen", "reason": 4}, ".reason: must be a text"),
        ("campaign", {"kind": "organise", "player": "a", "commands": [{"rank": "king"}]}, '.commands[0].rank: must be one of "cinc", "sub-general"'),
        ("campaign", {"kind": "report", "battle": "1.1", "side": "umpire", "broken": "all"}, '.broken: must be one of "attackers", "defender"'),
    ],
)
def test_a_word_that_a_field_does_not_know_is_told_with_those_it_knows(sheet, act, fault):
    with pytest.raises(eventfile.BadFile) as bad:
        eventfile.parse(json.dumps(FRAME | {"event": sheet, "acts": [act | {"at": AT}]}))
    assert [told.startswith(f"$.acts[0]{fault}") for told in bad.value.faults] == [True]
