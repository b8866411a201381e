"""What is sealed in the diplomacy phase: declarations of war, and lords' orders."""

from __future__ import annotations

from rules.campaign import acts
from rules.rulings import Player
from webapp import journal
from webapp.campaign.acts_battle import Pen
from webapp.models import Event

TURNS = frozenset(("close_diplomacy", "close_round", "reopen"))
"""Acts after which a form speaks of another round or phase than the one it was drawn in."""


def declare(event: Event, target: Player | None, pen: Pen) -> int:
    """Seal a declaration of war on somebody, or the empty one; it replaces the one before (C4, K3). Stale when the phase has turned meanwhile."""
    return journal.write(event, pen.deed(acts.Declare(pen.player, target)), pen.key, pen.seen, lambda e: e.act.kind in TURNS).seq


def order(event: Event, vassal: Player, target: Player | None, pen: Pen) -> int:
    """Order a subordinate whom to declare war on; None takes the order back (C8, K10). Stale when the phase has turned meanwhile."""
    return journal.write(event, pen.deed(acts.Order(pen.player, vassal, target)), pen.key, pen.seen, lambda e: e.act.kind in TURNS).seq
