"""What is written about armies: entering with one, handing in its list, and the umpire's word on it (L1-L4, K39, K53)."""

from __future__ import annotations

from collections.abc import Callable

from rules.campaign import acts
from rules.entry import Entry
from rules.rulings import Player
from webapp import journal
from webapp.campaign.acts_battle import Pen
from webapp.models import Event


def enter(event: Event, act: acts.Enter, pen: Pen) -> int:
    """Enter a campaign with an army, or choose another one before round 1. Stale when somebody entered for the same player meanwhile."""
    return journal.write(event, pen.deed(act), pen.key, pen.seen, _of(act.player, "enter")).seq


def hand_in(event: Event, act: acts.HandInList, pen: Pen) -> int:
    """Hand in an army list. Stale when a list of this player was handed in or looked at since the form was drawn."""
    return journal.write(event, pen.deed(act), pen.key, pen.seen, _of(act.player, "hand_in_list", "review_list")).seq


def review(event: Event, act: acts.ReviewList, by: int, key: str, seen: int | None) -> int:
    """The umpire's word on a list. Stale when the player handed in another one since the page was drawn, or somebody else looked at this one."""
    return journal.write(event, journal.Deed(act, by), key, seen, _of(act.player, "hand_in_list", "review_list")).seq


def _of(player: Player, *kinds: str) -> Callable[[Entry], bool]:
    """Which acts concern that player's army; what is struck among them does too, as the list that stands is then another one."""
    return lambda e: e.act.kind == "strike" or (e.act.kind in kinds and e.act.player == player)
