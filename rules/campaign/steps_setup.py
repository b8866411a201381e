"""Settings, schedule, map, roles, entries, provinces, and the opening of round 1 (C1, C2, S1, K1, K46, K49). See `season` for what a step is."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from rules.campaign import muster
from rules.campaign.acts import Appoint, AssignProvince, Begin, DrawMap, Enter, SetSchedule, SetSettings
from rules.campaign.reckoning import Step, in_phase, land, owners, person, reckon, stand
from rules.campaign.state import ASSIGN, BATTLE, DIPLOMACY, SIGNUP, Person, Round, Season
from rules.campaign.territory import neighbours
from rules.entry import Entry
from rules.rulings import Refusal, mention


def _values(act: SetSettings) -> dict[str, Any]:
    values = {}
    for given in act.values:
        try:
            values[given.name] = json.loads(given.value)
        except ValueError:
            raise Refusal("III", f"{given.name}: {given.value} is no value") from None
    return values


def _check_settings(season: Season, entry: Entry, act: SetSettings) -> None:
    new = season.settings_next.but(_values(act))
    in_phase(season, "C2", "settings cannot change any more", SIGNUP, DIPLOMACY, ASSIGN, BATTLE)
    if season.phase != SIGNUP:
        entry.needs_reason("K46", "round 1 has begun: a setting changes only with a reason, and from the next round on")
    if new.rounds < season.round:
        raise Refusal("C2", f"round {season.round} has already begun")


def _do_settings(season: Season, entry: Entry, act: SetSettings) -> Season:
    new = season.settings_next.but(_values(act))
    return replace(season, settings_next=new, settings=new if season.phase == SIGNUP else season.settings)


def _check_schedule(season: Season, entry: Entry, act: SetSchedule) -> None:
    if not act.items:
        raise Refusal("S1", "the schedule needs at least one line with a time")


def _do_schedule(season: Season, entry: Entry, act: SetSchedule) -> Season:
    return replace(season, schedule=act.items)


def _check_map(season: Season, entry: Entry, act: DrawMap) -> None:
    in_phase(season, "C1", "the map can no longer be drawn", SIGNUP)
    codes = [place.code for place in act.places]
    if len(set(codes)) < len(codes):
        raise Refusal("C1", "two provinces have the same code")
    for border in act.borders:
        if border.a == border.b or not {border.a, border.b} <= set(codes):
            raise Refusal("C1", f"a border joins two provinces of the map, not {border.a} and {border.b}")
    for one in season.people.values():
        if one.province is not None and one.province not in codes:
            raise Refusal("C1", f"{mention(one.player)} holds {one.province}, which is not on the new map; give him another province first")


def _do_map(season: Season, entry: Entry, act: DrawMap) -> Season:
    return replace(season, ground=act.ground, places={p.code: p for p in act.places}, borders=act.borders)


def _check_appoint(season: Season, entry: Entry, act: Appoint) -> None:
    if act.role != "umpire":
        raise Refusal("C4", f"a campaign has umpires, and no {act.role}")


def _do_appoint(season: Season, entry: Entry, act: Appoint) -> Season:
    others = tuple(p for p in season.umpires if p != act.person)
    return replace(season, umpires=(*others, act.person) if act.on else others)


def _check_enter(season: Season, entry: Entry, act: Enter) -> None:
    in_phase(season, "C1", "nobody can enter any more", SIGNUP)
    known = season.people.get(act.player)
    if known and known.verdict == "approved" and entry.by == act.player:
        raise Refusal("L1", "your list is approved; ask the umpire to return it if you want another army")
    if act.book is not None and act.book not in muster.LISTS_IN_BOOK:
        raise Refusal("L2", f"armies come from list books 1 and 2, not from book {act.book}")


def _do_enter(season: Season, entry: Entry, act: Enter) -> Season:
    new = Person(act.player, act.army, act.book, act.number, act.edition)
    known = season.people.get(act.player)
    season.people[act.player] = replace(new, province=known.province, handed_in=known.handed_in) if known else new
    season.lord[act.player] = None
    return season


def _check_province(season: Season, entry: Entry, act: AssignProvince) -> None:
    person(season, act.player)
    in_phase(season, "C1", "provinces are settled", SIGNUP, DIPLOMACY, ASSIGN, BATTLE)
    if act.province not in season.places:
        raise Refusal("C1", f"there is no province {act.province} on the map")
    for other in season.people.values():
        if other.province == act.province and other.player != act.player:
            raise Refusal("C1", f"{mention(other.player)} holds that province; each player has one of his own (K1)")
    if season.phase == SIGNUP:
        return
    entry.needs_reason("C1", "round 1 has begun: a province changes only with a reason")
    moved = {p: h for p, h in owners(season).items() if p not in season.left} | {act.player: act.province}
    if not neighbours(land(season), moved, season.settings)[act.player]:
        raise Refusal("C1", f"{mention(act.player)} would border nobody there")


def _do_province(season: Season, entry: Entry, act: AssignProvince) -> Season:
    season.people[act.player] = replace(season.people[act.player], province=act.province)
    return reckon(season) if season.phase == DIPLOMACY else season


def _check_begin(season: Season, entry: Entry, act: Begin) -> None:
    in_phase(season, "C2", "round 1 has already begun", SIGNUP)
    if not season.schedule:
        raise Refusal("K49", "the schedule is empty; fill in the times before round 1")
    if len(season.people) < 2:
        raise Refusal("C1", "a campaign needs at least two players")
    without_land = [p for p, one in sorted(season.people.items()) if one.province is None]
    if without_land:
        raise Refusal("C1", f"{mention(without_land[0])} has no province yet")
    lonely = [p for p, near in sorted(neighbours(land(season), owners(season), season.settings).items()) if not near]
    if lonely:
        raise Refusal("C1", f"{mention(lonely[0])} borders nobody; give him another province, or draw a link across")
    if act.priority and sorted(act.priority) != sorted(season.people):
        raise Refusal("K19", "a lot that is given must name every player once")


def _do_begin(season: Season, entry: Entry, act: Begin) -> Season:
    season = replace(season, seed=act.seed, priority=act.priority, phase=DIPLOMACY)
    return replace(season, current=Round(1, season.settings, stand(season, season.settings), season.seed, tuple(season.people)))


STEPS: dict[type, Step] = {
    SetSettings: (_check_settings, _do_settings),
    SetSchedule: (_check_schedule, _do_schedule),
    DrawMap: (_check_map, _do_map),
    Appoint: (_check_appoint, _do_appoint),
    Enter: (_check_enter, _do_enter),
    AssignProvince: (_check_province, _do_province),
    Begin: (_check_begin, _do_begin),
}
