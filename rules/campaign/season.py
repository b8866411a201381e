"""A whole campaign from its acts: replay, and whether one more act is lawful now.

A step is a pair of functions for one kind of act: one refuses what is not lawful, the other makes the season that follows. `apply` and `replay` go by
the same steps. Behind the place of a correction an act that was lawful when it was done may have become unlawful; then it stands, flagged, and the
umpire says whether it shall (K52). What pages ask of a season is in `questions`, and can be had from here too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.campaign import acts, steps_battle, steps_people, steps_setup, steps_war
from rules.campaign.acts import LetStand
from rules.campaign.authority import check_authority, is_umpire
from rules.campaign.corrections import check_correction, course, is_correction
from rules.campaign.pairing import seated, unlawful
from rules.campaign.questions import (
    as_of,
    changes,
    may_read_declarations,
    preview_close,
    preview_report,
    standings,
    targets,
    undeclared,
    warnings,
)
from rules.campaign.reckoning import Step
from rules.campaign.state import Flag, Season, open_round, working_copy
from rules.entry import Entry
from rules.rulings import Refusal

__all__ = [
    "Season", "apply", "as_of", "changes", "is_umpire", "may_read_declarations", "preview_close", "preview_report", "replay", "standings", "targets",
    "undeclared", "warnings",
]  # fmt: skip

STAND = (acts.Declare, acts.Order, acts.JointArmy, acts.Organise, acts.HandInList)
"""Acts that stand, flagged, when a correction makes them unlawful."""
LAPSE = (acts.Report, acts.Confirm, acts.Contest, acts.AgreeArmy, acts.LetStand)
"""Acts that only answer an earlier one, and lapse when a correction took that away."""


def _check_let_stand(season: Season, entry: Entry, act: LetStand) -> None:
    if act.seq not in season.flagged or season.flagged[act.seq].let_stand:
        raise Refusal("K52", f"act {act.seq} does not wait for your word")


def _do_let_stand(season: Season, entry: Entry, act: LetStand) -> Season:
    season.flagged[act.seq] = replace(season.flagged[act.seq], let_stand=True)
    return season


STEPS: dict[type, Step] = {
    **steps_setup.STEPS,
    **steps_people.STEPS,
    **steps_war.STEPS,
    **steps_battle.STEPS,
    LetStand: (_check_let_stand, _do_let_stand),
}


def replay(entries: Iterable[Entry], judged: int | None = None) -> Season:
    """The campaign these entries make, each of which was lawful when it was taken up: `apply` is what refuses.

    So what stands before any correction is carried out unasked; behind it every act is judged again, and a Refusal says that a correction leaves no
    possible course of things. `judged` is the number of an entry that must be lawful where it stands.
    """
    entries = tuple(entries)
    way = course(entries)
    untouched = len(way.entries) if way.touched is None else way.touched
    season = Season()
    for entry in way.entries[:untouched]:
        season = STEPS[type(entry.act)][1](season, entry, entry.act)
    for entry in way.entries[untouched:]:
        season = _take_after_correction(season, entry, judged)
    return replace(season, entries=entries)


def _take_after_correction(season: Season, entry: Entry, judged: int | None) -> Season:
    """One stored act behind the place of a correction: what has become unlawful stands flagged, lapses, or makes the correction impossible."""
    check, do = STEPS[type(entry.act)]
    if not _stands_unchecked(entry):
        try:
            check(season, entry, entry.act)
        except Refusal as refusal:
            if entry.seq == judged or not isinstance(entry.act, STAND + LAPSE):
                raise
            if isinstance(entry.act, LAPSE):
                return season
            season.flagged[entry.seq] = Flag(entry, refusal.clause, refusal.text)
    if isinstance(entry.act, acts.PublishAllotment):
        _flag_wars(season, entry, entry.act)
    return do(season, entry, entry.act)


def _flag_wars(season: Season, entry: Entry, act: acts.PublishAllotment) -> None:
    """A war made by hand or by lot has no declaration that could be flagged; when it has become unlawful the allotment itself is (K52)."""
    current = open_round(season)
    if current.effective is None:
        return
    wrong = unlawful(seated(current.number, act.seats)[0], current.effective.target, current.position)
    if wrong:
        season.flagged[entry.seq] = Flag(entry, wrong[0].clause, "; ".join(problem.text for problem in wrong))


def _stands_unchecked(entry: Entry) -> bool:
    """Published and closed things are not looked at again; but no round may be left without its results."""
    act = entry.act
    return isinstance(act, acts.PublishAllotment | acts.CloseDiplomacy) or (isinstance(act, acts.CloseRound) and act.without_battles)


def apply(season: Season, entry: Entry) -> Season:
    """The season after one more act; Refusal with its clause when the act is not lawful now.

    A correction is answered by a replay of the whole, and refused when its own act is unlawful where it then stands.
    """
    if entry.seq <= season.version:
        raise Refusal("K52", f"act {entry.seq} is out of order; the last one was {season.version}")
    if is_correction(entry, len(season.closed)):
        if not is_umpire(season, entry.by):
            raise Refusal("K52", "only the umpire corrects what has been")
        check_correction(season.entries, entry)
        return replay((*season.entries, entry), judged=entry.seq)
    check_authority(season, entry)
    check, do = STEPS[type(entry.act)]
    check(season, entry, entry.act)
    return replace(do(working_copy(season), entry, entry.act), entries=(*season.entries, entry))
