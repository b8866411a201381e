"""Receipts of declarations and orders: whoever sealed one holds its hash, and at the reveal everybody can check that nothing was changed (K4).

A receipt is SHA-256, in hex, of one line of text:

    banneret|<address of the campaign>|<round>|<player>|<whom he named, or none>|<nonce, 32 hex digits>            a declaration
    banneret|<address of the campaign>|<round>|<lord>|<subordinate>|<whom he was to name>|<nonce, 32 hex digits>   an order

People are the numbers in the addresses of their pages. The nonce keeps anybody from trying out the few targets there are.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from rules.campaign.acts import Declare, Order
from rules.campaign.ledger import ledger
from rules.campaign.state import Season
from rules.entry import Entry
from rules.rulings import Player
from webapp import journal
from webapp.models import Event


@dataclass(frozen=True)
class Receipt:
    """One sealed act, the line of text that stands for it, and the round it was for."""

    entry: Entry
    round: int
    text: str

    @property
    def hash(self) -> str:
        """What whoever sealed it holds."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def hand(self) -> Player | None:
        """Who entered it for him, None when he did himself (K53)."""
        return self.entry.by if self.entry.for_ not in (None, self.entry.by) else None


def line(slug: str, number: int, act: Declare | Order, nonce: bytes) -> str:
    """The text whose hash is the receipt."""
    who = (act.player,) if isinstance(act, Declare) else (act.lord, act.vassal)
    return "|".join(("banneret", slug, str(number), *who, act.target or "none", nonce.hex()))


def revealed(event: Event, season: Season) -> dict[int, tuple[Receipt, ...]]:
    """By round, the receipts of what the close of diplomacy made known: the last word of each player and of each lord."""
    found: dict[int, list[Receipt]] = {}
    for receipt in _receipts(event, season, known=True):
        found.setdefault(receipt.round, []).append(receipt)
    return {number: tuple(ones) for number, ones in found.items()}


def own(event: Event, season: Season, player: Player) -> tuple[Receipt, ...]:
    """The receipts of what this player has sealed in the round that is open, and which stands."""
    mine = (r for r in _receipts(event, season, known=False) if r.round == season.round)
    return tuple(r for r in mine if player == (r.entry.act.player if isinstance(r.entry.act, Declare) else r.entry.act.lord))


def _receipts(event: Event, season: Season, known: bool) -> list[Receipt]:
    """Of acts that stand: those that are known to all, or all of them."""
    nonces = journal.nonces(event, "declare") | journal.nonces(event, "order")
    return [
        Receipt(one.entry, one.round, line(event.slug, one.round, one.entry.act, nonces[one.entry.seq]))
        for one in ledger(season.entries)
        if one.entry.seq in nonces  # this request may read the database as it was an act ago
        and one.stands and one.gone is None and (one.revealed or not known)
    ]  # fmt: skip
