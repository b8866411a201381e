"""The dice of the house: where each throw's link comes from.

A key in the instance folder, outside the database, is all there is to keep. Every chain follows from it and from what the chain is for, so a
crash, a second tap or a restored backup finds the same dice again, and whoever reads the database cannot foretell any.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC
from functools import lru_cache
from pathlib import Path

from flask import current_app

from rules.arena import proof
from rules.arena.acts import OpenChain, Role, Throw
from rules.arena.fight import Fight
from rules.rulings import Refusal
from webapp.config import kept_key
from webapp.models import Event


def anchor(event: Event, fight: Fight, number: int) -> OpenChain:
    """The act that publishes a fight's chain of that number (from 1)."""
    return OpenChain(fight.slot, fight.game, number, _chain(event, fight, number)[0].hex())


def throw(event: Event, fight: Fight, round_: int, role: Role) -> Throw:
    """The throw of a role in a round (from 1). Its chain must be published; Refusal when that one was not made with this house's key."""
    number, i = proof.place(round_, role)
    links = _chain(event, fight, number)
    if fight.chains[number - 1] != links[0].hex():
        raise Refusal("R1", "the dice of this match were begun on another computer, so the site cannot go on with them; type what real dice show")
    d1, d2 = proof.dice(links[i], fight.name, i, role, *fight.said())
    return Throw(fight.slot, fight.game, round_, role, d1, d2, chain=number, link=links[i].hex())


def _chain(event: Event, fight: Fight, number: int) -> list[bytes]:
    key = kept_key(Path(current_app.instance_path) / "dice_key")
    made = event.made.astimezone(UTC).isoformat()
    return _links(hmac.new(key.encode(), f"{event.id}|{made}|{fight.name}|{number}".encode(), hashlib.sha256).digest())


@lru_cache(maxsize=32)
def _links(secret: bytes) -> list[bytes]:
    return proof.chain(secret)
