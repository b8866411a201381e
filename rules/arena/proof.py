"""Dice that anyone can check afterwards.

Before a match somebody draws a secret link and hashes it again and again; the last hash, the anchor, is published before the combatants
give their words. Each throw has its place in that chain by its round and role alone, and publishes the link of that place: everybody can
hash it back to the anchor, nobody can hash forward. Link and words together make the dice, so neither the house nor a combatant could
choose them, and a crash or a second tap finds the same dice again.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass

from rules.arena.dice import Dice
from rules.arena.match import ROLES

LINKS = 1000
"""Throws that one chain serves."""

FAIR = 240
"""Bytes from here on are thrown away: 240 is the last multiple of 20 a byte can hold, so no face comes more often than another."""


def chain(secret: bytes, links: int = LINKS) -> list[bytes]:
    """The whole chain of a secret (32 bytes): links 0 (the anchor) to `links`, each the SHA-256 of the next."""
    made = [secret]
    for _ in range(links):
        made.append(hashlib.sha256(made[-1]).digest())
    return made[::-1]


def commitment(match: str, anchor: bytes) -> str:
    """What is published for a match's chain: SHA-256 of "match|anchor" (the anchor in hex), as hex."""
    return hashlib.sha256(f"{match}|{anchor.hex()}".encode()).hexdigest()


def place(round_: int, role: str) -> tuple[int, int]:
    """Which chain of a match (from 1) serves a throw, and which of its links (1 to LINKS): by round (from 1) and role, never by arrival."""
    n = (round_ - 1) * len(ROLES) + ROLES.index(role)
    return n // LINKS + 1, n % LINKS + 1


def dice(link: bytes, match: str, i: int, role: str, words_a: str, words_b: str) -> Dice:
    """Two dice from 1 to 20: HMAC-SHA256 keyed with the link over what makes the throw this throw; hashed on in the unlikely want of bytes."""
    said = f"arena-v1|{match}|{i}|{role}|{_sha(words_a)}|{_sha(words_b)}"
    stream = hmac.new(link, said.encode(), hashlib.sha256).digest()
    found = [byte % 20 + 1 for byte in stream if byte < FAIR]
    while len(found) < 2:
        stream = hashlib.sha256(stream).digest()
        found += [byte % 20 + 1 for byte in stream if byte < FAIR]
    return found[0], found[1]


def _sha(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()


def leads_to(link: bytes, i: int, anchor: bytes) -> bool:
    """Whether a link really is the i-th (from 1) of the chain with this anchor."""
    for _ in range(i):
        link = hashlib.sha256(link).digest()
    return hmac.compare_digest(link, anchor)


@dataclass(frozen=True, slots=True)
class Proven:
    """One published throw: chain and link as hex (None for dice typed by an official)."""

    round: int
    role: str
    dice: Dice
    chain: int | None = None
    link: str | None = None


def problems(match: str, anchors: tuple[str, ...], words: tuple[str, str], throws: Iterable[Proven]) -> list[tuple[int, str, str]]:
    """Everything wrong with a match's published throws: (round, role, code), and nothing where all is well.

    Codes: typed (no proof offered), no_chain, wrong_place, wrong_link, wrong_dice, twice. Hashing is done once per link: each must lead to
    a link known before. That the log was not cut short is for the score to show (see record.py). Roles and rounds must be such, and anchors hex.
    """
    known = {number + 1: {0: bytes.fromhex(anchor)} for number, anchor in enumerate(anchors)}
    found: list[tuple[int, str, str]] = []
    seen: set[tuple[int, str]] = set()
    for throw in sorted(throws, key=lambda t: (t.round, ROLES.index(t.role))):
        code = "twice" if (throw.round, throw.role) in seen else _check(match, known, words, throw)
        seen.add((throw.round, throw.role))
        if code:
            found.append((throw.round, throw.role, code))
    return found


def _check(match: str, known: dict[int, dict[int, bytes]], words: tuple[str, str], throw: Proven) -> str:
    if throw.link is None:
        return "typed"
    number, i = place(throw.round, throw.role)
    if throw.chain != number:
        return "wrong_place"
    if number not in known:
        return "no_chain"
    links = known[number]
    nearest = max(at for at in links if at < i)
    try:
        link = bytes.fromhex(throw.link)
    except ValueError:
        return "wrong_link"
    if len(link) != 32 or not leads_to(link, i - nearest, links[nearest]):
        return "wrong_link"
    links[i] = link
    return "" if throw.dice == dice(link, match, i, throw.role, *words) else "wrong_dice"
