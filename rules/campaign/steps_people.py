"""Army lists, commands, dispatches, and leaving (C3, L1-L5, K39, K40, K43). See `season` for what a step is."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from rules.campaign import muster
from rules.campaign.acts import Dispatch, HandInList, Leave, Organise, ReviewList
from rules.campaign.pyramid import without
from rules.campaign.reckoning import Step, in_phase, person, reckon, refuse_all
from rules.campaign.records import Verdict
from rules.campaign.state import ASSIGN, BATTLE, DIPLOMACY, SIGNUP, Season
from rules.entry import Entry
from rules.rulings import Refusal, Ruling, mention

VERDICTS = get_args(Verdict)


def _check_list(season: Season, entry: Entry, act: HandInList) -> None:
    known = person(season, act.player)
    if known.verdict == "approved" and entry.by == act.player:
        raise Refusal("L1", "your list is approved; ask the umpire to return it if it must change")
    refuse_all(muster.list_problems(act, season.settings))


def _do_list(season: Season, entry: Entry, act: HandInList) -> Season:
    known = season.people[act.player]
    season.people[act.player] = replace(known, handed_in=act, verdict="", word="", book=act.book, number=act.number, edition=act.edition)
    return season


def _check_review(season: Season, entry: Entry, act: ReviewList) -> None:
    if person(season, act.player).handed_in is None:
        raise Refusal("L1", f"{mention(act.player)} has handed in no list yet")
    if act.verdict not in VERDICTS:
        raise Refusal("L1", f"a list is approved, returned or commented on, not {act.verdict}")


def _do_review(season: Season, entry: Entry, act: ReviewList) -> Season:
    known = season.people[act.player]
    verdict = known.verdict if act.verdict == "comment" else act.verdict
    season.people[act.player] = replace(known, verdict=verdict, word=act.text)
    return season


def _check_organise(season: Season, entry: Entry, act: Organise) -> None:
    handed_in = person(season, act.player).handed_in
    refuse_all(muster.command_problems(act.commands, act.parts, handed_in.troops if handed_in else ()))


def _do_organise(season: Season, entry: Entry, act: Organise) -> Season:
    season.people[act.player] = replace(season.people[act.player], organisation=act)
    return season


def _check_leave(season: Season, entry: Entry, act: Leave) -> None:
    person(season, act.player)
    in_phase(season, "K43", "nobody can leave any more", SIGNUP, DIPLOMACY, ASSIGN, BATTLE)


def _do_leave(season: Season, entry: Entry, act: Leave) -> Season:
    """He is gone at once; before battles are published the round is reckoned without him, afterwards his battle is still reported (K43)."""
    if season.phase == SIGNUP:
        del season.people[act.player], season.lord[act.player]
        return season
    if act.player not in season.people:
        return season
    season.people[act.player] = replace(season.people[act.player], left=True)
    freed = tuple(p for p, up in sorted(season.lord.items()) if up == act.player)
    text = (
        f"{mention(act.player)} leaves the campaign: his province cannot be attacked, what he declared and ordered is void, his subordinates go free"
    )
    if season.current:
        season.current.notes.append(Ruling(("K43",), (act.player, *freed), text, "left"))
    season = replace(season, lord=without(season.lord, (act.player,)))
    return reckon(season) if season.phase in (DIPLOMACY, ASSIGN) else season


def _check_dispatch(season: Season, entry: Entry, act: Dispatch) -> None:
    if act.player not in season.people:
        raise Refusal("C1", f"{mention(act.player)} is not in this campaign")
    if not 1 <= act.round <= season.round or not act.text.strip():
        raise Refusal("C3", "a dispatch has some words about a round that has begun")


def _do_dispatch(season: Season, entry: Entry, act: Dispatch) -> Season:
    return replace(season, dispatches=(*season.dispatches, entry))


STEPS: dict[type, Step] = {
    HandInList: (_check_list, _do_list),
    ReviewList: (_check_review, _do_review),
    Organise: (_check_organise, _do_organise),
    Leave: (_check_leave, _do_leave),
    Dispatch: (_check_dispatch, _do_dispatch),
}
