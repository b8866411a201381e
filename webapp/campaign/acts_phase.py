"""What the umpire's desk writes outside the battle phase: the close of diplomacy, a round without battles, and who leaves."""

from __future__ import annotations

from rules.campaign import acts
from rules.campaign.reckoning import person
from rules.campaign.state import Season
from rules.rulings import Player
from webapp import journal
from webapp.campaign.acts import OF_A_ROUND
from webapp.journal import Deed
from webapp.models import Event

OF_DIPLOMACY = OF_A_ROUND | {"close_diplomacy", "leave", "strike"}
"""Acts that change what the preview of the close said; one more sealed declaration does not."""


def close_diplomacy(event: Event, number: int, by: int, key: str, seen: int | None) -> int:
    """End the diplomacy phase of that round. Ending one that is over is success; Stale when somebody left or something was struck meanwhile."""
    before = journal.snapshot(event)
    if over(before.state, number):
        return before.version
    return journal.write(event, Deed(acts.CloseDiplomacy(), by), key, seen, lambda e: e.act.kind in OF_DIPLOMACY).seq


def over(season: Season, number: int) -> bool:
    """Whether the diplomacy phase of that round is over, by its close or because the round ended without battles."""
    return any(one.number == number and (one.revealed or one.outcome is not None) for one in season.rounds)


def without_battles(event: Event, number: int, by: int, key: str, seen: int | None, reason: str) -> int:
    """Close that round without battles (K46). Closing the one that was just closed is success."""
    before = journal.snapshot(event)
    if any(one.number == number for one in before.state.closed):
        return before.version
    watched = OF_DIPLOMACY | {"publish_allotment"}
    return journal.write(event, Deed(acts.CloseRound(True), by, reason=reason), key, seen, lambda e: e.act.kind in watched).seq


def leave(event: Event, player: Player, by: int, key: str, seen: int | None, reason: str) -> int:
    """Take a player out (K43), by himself or by the umpire for him; one who has left already stays gone."""
    before = journal.snapshot(event)
    one = before.state.people.get(player)
    if one is not None and one.left:
        return before.version
    person(before.state, player)  # whoever never entered has no number that could be kept
    deed = Deed(acts.Leave(player), by, None if str(by) == player else int(player), reason=reason)
    watched = OF_DIPLOMACY | {"publish_allotment", "begin"}
    return journal.write(event, deed, key, seen, lambda e: e.act.kind in watched).seq
