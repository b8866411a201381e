"""What holds for every campaign: drawn at random, shrunk by Hypothesis when it does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from rules.campaign import acts
from rules.campaign.battles import Battle, Result
from rules.campaign.pyramid import above, after, bonus, sizes
from rules.campaign.records import ATTACKERS, BOTH, DEFENDER, UMPIRE
from rules.campaign.scoring import points
from rules.campaign.season import Season, apply, replay, standings
from rules.campaign.settings import TABLE, Settings
from rules.campaign.state import open_round
from rules.campaign.territory import Position
from rules.entry import Entry
from rules.rulings import Refusal
from tests.rules.campaign.builders import Journal, ring, signed_up

clause = pytest.mark.clause
SOME = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
FEW = settings(SOME, max_examples=25)
PLAYERS = "abcdefgh"
CHOICES = {c.name: st.sampled_from(c.values) for c in TABLE if c.values}


@st.composite
def forests(draw: st.DrawFn) -> dict[str, str | None]:
    """Lords of a few players: each free, or under somebody drawn before him."""
    order = draw(st.permutations(PLAYERS[: draw(st.integers(2, 8))]))
    return {p: draw(st.sampled_from([None, *order[:i]])) for i, p in enumerate(order)}


@st.composite
def fought(draw: st.DrawFn, lord: dict[str, str | None]) -> list[Result]:
    """Battles of some of these players, nobody in two, with any result."""
    waiting = draw(st.permutations(sorted(lord)))
    results = []
    while len(waiting) > 1 and draw(st.integers(0, 4)):
        size = draw(st.integers(1, min(4, len(waiting) - 1)))
        defender, team, waiting = waiting[0], tuple(sorted(waiting[1 : size + 1])), waiting[size + 1 :]
        broken = draw(st.sampled_from([DEFENDER, DEFENDER, ATTACKERS, BOTH, None]))
        results.append(
            Result(Battle(defender, team), broken, draw(st.integers(0, 10)), draw(st.integers(0, 10)), draw(st.sampled_from([None, *team])))
        )
    return results


@clause("C7", "C7c", "K26", "K27", "K28", "K37", "K38", "K47", "K48", "structure=flat", "count_mode=direct")
@SOME
@given(st.data())
def test_the_pyramid_stays_a_forest_whatever_the_order_of_reports(data: st.DataObject):
    lord = data.draw(forests())
    results = data.draw(fought(lord))
    chosen = Settings.of({n: data.draw(CHOICES[n]) for n in ("structure", "count_mode", "lord_points")})
    shift = after(lord, results, chosen)
    assert after(lord, data.draw(st.permutations(results)), chosen) == shift
    assert set(shift.lord) == set(lord)
    for p in shift.lord:
        here, steps = shift.lord[p], 0
        while here is not None:
            here, steps = shift.lord[here], steps + 1
            assert steps <= len(lord)
    pairs = sum(len(above(shift.lord, p)) for p in shift.lord)
    assert sum(sizes(shift.lord).values()) == pairs
    if chosen.lord_points == "transitive":
        assert sum(bonus(shift.lord, chosen).values()) == 5 * pairs


@clause("C7a", "C7d", "K37")
@SOME
@given(st.data())
def test_every_beaten_player_stands_directly_under_his_victor_unless_he_won_himself(data: st.DataObject):
    lord = data.draw(forests())
    results = data.draw(fought(lord))
    shift = after(lord, results, Settings.of({}))
    beaten = {p for r in results if r.victor for p in r.beaten}
    for result in results:
        for p in result.beaten if result.victor else ():
            assert shift.lord[p] == result.victor
    for p in set(lord) - beaten:
        assert shift.lord[p] in (lord[p], None)


@st.composite
def positions(draw: st.DrawFn, chosen: Settings) -> Position:
    """Any position: borders, lords, peace, land nobody holds."""
    lord = draw(forests())
    codes = [f"p{p}" for p in lord] + ["_1", "_2"]
    borders = draw(st.lists(st.tuples(st.sampled_from(codes), st.sampled_from(codes)), max_size=20))
    peace = draw(
        st.frozensets(st.tuples(st.sampled_from(sorted(lord)), st.sampled_from(sorted(lord))).filter(lambda two: two[0] < two[1]), max_size=4)
    )
    return Position(borders, {p: f"p{p}" for p in lord}, lord, peace, chosen)


@clause("C4", "C8", "K12", "K13", "K14")
@SOME
@given(st.data())
def test_lawful_targets_are_symmetric_never_in_ones_own_pyramid_and_never_at_peace(data: st.DataObject):
    chosen = Settings.of({"unheld_land": data.draw(CHOICES["unheld_land"])})
    now = data.draw(positions(chosen))
    for p, targets in now.lawful.items():
        assert list(targets) == sorted(set(targets) - {p})
        for q in targets:
            assert p in now.lawful[q]
            assert now.root[p] != now.root[q]
            assert (min(p, q), max(p, q)) not in now.peace


@clause("K9", "K12", "K13")
@SOME
@given(st.data())
def test_a_narrower_choice_never_adds_a_target_and_a_wider_one_never_takes_one_away(data: st.DataObject):
    now = data.draw(positions(Settings.of({})))

    def under(**values: Any) -> dict[str, tuple[str, ...]]:
        return replace(now, settings=Settings.of(values)).lawful

    narrow = [under(realm_sharing="lord_only"), under(realm_exposure="province")]
    wide = [under(peace_yields=True), under(internal_war="rebellion"), under(internal_war="any")]
    for p, targets in now.lawful.items():
        assert all(set(n[p]) <= set(targets) for n in narrow)
        assert all(set(w[p]) >= set(targets) for w in wide)


@clause("C10", "K33", "K36", "double_points=full", "double_points=shared")
@SOME
@given(st.data())
def test_points_add_up(data: st.DataObject):
    lord = data.draw(forests())
    results = data.draw(fought(lord))
    full, shared = (sum(points(lord, results, Settings.of({"double_points": way})).values()) for way in ("full", "shared"))
    assert full == sum(r.attackers * len(r.battle.attackers) + r.defender for r in results)
    assert shared == sum(r.attackers - r.attackers % len(r.battle.attackers) + r.defender for r in results)


def step(data: st.DataObject, journal: Journal) -> None:
    """Some lawful next act, or several: whatever the phase asks for."""
    season = journal.season
    current = open_round(season)
    if season.phase == "diplomacy":
        for p, lawful in current.position.lawful.items():
            if data.draw(st.integers(0, 5)):
                journal.do(acts.Declare(p, data.draw(st.sampled_from(lawful)) if lawful else None), by=p)
            for q in above(current.position.lord, p)[-1:]:
                if lawful and not data.draw(st.integers(0, 3)):
                    journal.do(acts.Order(q, p, data.draw(st.sampled_from(lawful))), by=q)
        if not data.draw(st.integers(0, 9)) and len(season.present) > 3:
            journal.do(acts.Leave(data.draw(st.sampled_from(season.present))))
        journal.close()
    elif season.phase == "assign":
        journal.publish()
    else:
        for battle, fight in list(current.fights.items()):
            if fight.filed is None:
                _report(data, journal, battle)
        journal.end()


def _report(data: st.DataObject, journal: Journal, battle: str) -> None:
    fight = journal.season.fight(battle)
    for p in fight.battle.attackers if fight.is_double else ():
        journal.do(acts.Vote(p, battle, data.draw(st.sampled_from([None, *fight.battle.attackers[:2]]))), by=p)
    broken = data.draw(st.sampled_from([DEFENDER, DEFENDER, ATTACKERS, BOTH, None]))
    journal.do(acts.Report(battle, UMPIRE, broken, data.draw(st.integers(0, 10)), data.draw(st.integers(0, 10))))


@st.composite
def campaigns(draw: st.DrawFn) -> Journal:
    """A campaign played some way, under any settings."""
    data = draw(st.data())
    players = PLAYERS[: draw(st.integers(3, 7))]
    chosen = {n: draw(CHOICES[n]) for n in sorted(CHOICES) if n not in ("late_lists", "umpire_sees")}
    extra = [(f"p{a}", f"p{b}") for a, b in draw(st.lists(st.tuples(st.sampled_from(players), st.sampled_from(players)), max_size=3)) if a != b]
    journal = signed_up([*ring(*players), *extra], rounds=draw(st.integers(1, 4)), team_cap=draw(st.integers(1, 4)), **chosen)
    journal.do(acts.Begin(draw(st.text("xyz", max_size=3))))
    for _ in range(draw(st.integers(0, 12))):
        if journal.season.phase == "finished":
            break
        step(data, journal)
    return journal


@clause("C5", "K17", "C2", "C10", "K43")
@FEW
@given(campaigns())
def test_in_any_campaign_nobody_fights_twice_and_the_table_adds_up(journal: Journal):
    season = journal.season
    for one in season.rounds:
        busy = [p for f in one.fights.values() for p in f.battle.players]
        assert len(busy) == len(set(busy))
        assert not set(busy) & set(one.idle)
        assert all(len(f.battle.attackers) <= one.settings.team_cap for f in one.fights.values())
    rows = standings(season)
    assert sorted(r.player for r in rows) == sorted(season.people)
    for row in rows:
        assert row.battle_points == sum(row.rounds)
        assert row.total == row.battle_points + (row.bonus if season.phase == "finished" else 0)
        assert row.place == 1 + sum(other.total > row.total for other in rows)


@clause("K52", "K53")
@FEW
@given(campaigns(), st.data())
def test_any_prefix_of_a_lawful_campaign_is_lawful_and_replays_to_the_same_season(journal: Journal, data: st.DataObject):
    entries = journal.season.entries
    assert replay(entries) == journal.season
    cut = data.draw(st.integers(0, len(entries)))
    part = replay(entries[:cut])
    assert part.version == (entries[cut - 1].seq if cut else 0)
    if cut < len(entries):
        assert apply(part, entries[cut]) == replay(entries[: cut + 1])


OTHERS = dict(zip(PLAYERS, "zbyxaqcw", strict=True))
"""Other ids, in another alphabetical order."""


def renamed(value: Any) -> Any:
    """An act, or a part of one, with everybody called otherwise."""
    changed = {}
    for field in fields(value):
        cell = getattr(value, field.name)
        if isinstance(cell, tuple):
            changed[field.name] = tuple(renamed(v) if is_dataclass(v) else OTHERS[v] for v in cell)
        elif cell is not None and "Player" in str(field.type):
            changed[field.name] = OTHERS[cell]
    return replace(value, **changed)


def course(season: Season, name: Callable[[str], str]) -> Any:
    """What the lot had a hand in, and what came of it, in names that compare."""
    told = []
    for one in season.rounds:
        targets = {name(p): t and name(t) for p, t in one.effective.target.items()} if one.effective else {}
        proposed = {(name(b.defender), frozenset(map(name, b.attackers))) for b in one.proposal.battles} if one.proposal else set()
        told.append((tuple(map(name, one.lot)), targets, proposed))
    return told, {name(p): up and name(up) for p, up in season.lord.items()}, {(name(r.player), r.place, r.total) for r in standings(season)}


@clause("K5", "K19", "K20", "missing_declaration=random")
@FEW
@given(campaigns())
def test_a_campaign_goes_the_same_way_whatever_its_players_are_called(journal: Journal):
    season = Season()
    for entry in journal.season.entries:
        act = entry.act if isinstance(entry.act, acts.DrawMap | acts.SetSchedule | acts.SetSettings) else renamed(entry.act)
        season = apply(season, replace(entry, by=entry.by and OTHERS[entry.by], act=act))
    assert course(journal.season, lambda p: OTHERS[p]) == course(season, str)


def facts(season: Season) -> Any:
    """All that counts in a season, whichever way it came about."""
    strip = [replace(r, fights={b: (f.battle, f.filed and f.filed.said, f.votes) for b, f in r.fights.items()}) for r in season.rounds]
    return season.phase, season.lord, season.peace, [(r.outcome, r.fights, r.effective, r.own) for r in strip], standings(season)


@clause("K52")
@FEW
@given(campaigns(), st.data())
def test_a_corrected_result_gives_the_season_that_was_right_from_the_start(journal: Journal, data: st.DataObject):
    """Only what the right result makes unlawful, and allotments it would have made otherwise, stand in the corrected season alone."""
    reports = [e for e in journal.season.entries if isinstance(e.act, acts.Report)]
    if not reports:
        return
    wrong = data.draw(st.sampled_from(reports))
    broken = data.draw(st.sampled_from([DEFENDER, ATTACKERS, None]))
    right = replace(wrong.act, broken=broken, attackers=data.draw(st.integers(0, 10)), defender=data.draw(st.integers(0, 10)))
    journal.do(right, reason="misread")
    corrected = journal.season
    assert [list(r.fights) for r in corrected.closed] == [list(r.fights) for r in replay(corrected.entries[:-1]).closed]
    from_the_start = tuple(replace(e, act=right) if e.seq == wrong.seq else e for e in corrected.entries[:-1])
    fallen = first_unlawful(from_the_start)
    if fallen:
        event(f"{fallen.act.kind} falls")
        assert corrected.flagged or isinstance(fallen.act, acts.PublishAllotment)
    else:
        event("the same")
        assert not corrected.flagged
        assert facts(corrected) == facts(replay(from_the_start))


def first_unlawful(entries: tuple[Entry, ...]) -> Entry | None:
    """The first entry that is refused where it stands."""
    season = Season()
    for entry in entries:
        try:
            season = apply(season, entry)
        except Refusal:
            return entry
    return None
