"""Drawing lots from a published seed, so that anyone can draw them again.

People count by the order in which they entered, not by an id, which is another one in every club that keeps the event.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from rules.rulings import Player


def tickets(words: str, entered: Sequence[Player]) -> dict[Player, bytes]:
    """What everybody draws: the SHA-256 of "words|number", numbers from 1 in order of entry. The lowest is first."""
    return {player: sha256(f"{words}|{number}".encode()).digest() for number, player in enumerate(entered, 1)}
