"""One fight in a slot of the bracket: its people, clock, men-at-arms, words, chains and throws; its match follows from the throws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rules.arena.clocks import Fixture
from rules.arena.dice import Dice
from rules.arena.match import Match, next_throws, play_round
from rules.arena.state import DRAWN, SIDES, at
from rules.rulings import Player, Ruling, instant, mention, spell

Place = tuple[int, str]
"""A throw's place in a fight: round (from 1) and role."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw as it stands in the journal: the act's `seq`, who made it, and who confirmed it if it was typed."""

    seq: int
    dice: Dice
    by: Player | None
    typed: bool
    chain: int | None
    link: str | None
    confirmed: Player | None = None


@dataclass(frozen=True, slots=True)
class Paper:
    """A whole match entered from paper: the act's `seq`, the winner and the score."""

    seq: int
    winner: Player
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight. Pairs are (A's, B's).

    `guards`: men-at-arms picked for this fight; None where nobody picked, "" for none. `bases`: the match as it began, and as it was taken up
    again each time (A42); none before the first throw. `parts`: what the throws since made of the last base; a drawn match begins anew, so
    there can be several, the last one current. `earlier`: the parts from before that base.
    """

    slot: str
    game: int
    fixture: Fixture
    guards: tuple[str | None, str | None] = (None, None)
    chains: tuple[str, ...] = ()
    words: tuple[str | None, str | None] = (None, None)
    throws: Mapping[Place, Thrown] = field(default_factory=dict)
    bases: tuple[Match, ...] = ()
    parts: tuple[Match, ...] = ()
    earlier: tuple[Match, ...] = ()
    paper: Paper | None = None

    @property
    def pair(self) -> tuple[Player, Player]:
        """Both combatants."""
        return self.fixture.pair

    @property
    def name(self) -> str:
        """What it is called inside its dice and their commitment: the same wherever the event is kept; its chain is no other fight's."""
        return f"{self.slot}/{self.game}"

    @property
    def begun(self) -> bool:
        """Whether anything of it has been fought."""
        return bool(self.bases) or self.paper is not None

    @property
    def match(self) -> Match | None:
        """The match as it stands; None before the first throw and for a match from paper."""
        return self.parts[-1] if self.parts else None

    @property
    def score(self) -> tuple[int, int]:
        """The score as it stands."""
        return self.paper.score if self.paper else self.match.score if self.match else (0, 0)

    def side(self, player: Player) -> int:
        """0 for A, 1 for B."""
        return self.pair.index(player)

    def player(self, role: str) -> Player:
        """The combatant for whom a role throws."""
        return self.pair[SIDES.index(role[-1])]

    @property
    def words_frozen(self) -> bool:
        """Whether the words can be changed no more: both are in, or the first throw is made."""
        return None not in self.words or bool(self.throws)

    def said(self) -> tuple[str, str]:
        """The words as they go into the dice; who gave none said nothing."""
        return self.words[0] or "", self.words[1] or ""

    def begin(self, base: Match) -> Fight:
        """The fight with its match begun, or taken up again, from this state on."""
        return replace(self, bases=(*self.bases, base), earlier=(*self.earlier, *self.parts), parts=played_out(base, self.throws), paper=None)

    def thrown(self, place: Place, throw: Thrown | None) -> Fight:
        """The fight with one throw more, or without it; later throws stay and count again once the gap is closed."""
        throws = {p: t for p, t in self.throws.items() if p != place}
        if throw is None:
            return replace(self, throws=throws, parts=played_out(self.bases[-1], throws))
        throws[place] = throw
        return replace(self, throws=throws, parts=(*self.parts[:-1], *played_out(self.parts[-1], throws)))

    def rulings(self) -> list[tuple[int, Ruling]]:
        """Every round's rulings with the round's number, in order, about the people themselves."""
        return [(r.number, self.tell(ruling)) for part in (*self.earlier, *self.parts) for r in part.log for ruling in r.rulings]

    def tell(self, ruling: Ruling) -> Ruling:
        """A ruling about the sides A and B as one about the people."""
        people = dict(zip(SIDES, self.pair, strict=True))
        return Ruling(
            ruling.clauses, tuple(people.get(w, w) for w in ruling.who), spell(ruling.text, lambda w: mention(people.get(w, w)), instant), ruling.code
        )


def played_out(match: Match, throws: Mapping[Place, Thrown]) -> tuple[Match, ...]:
    """The match after all throws that are there, round by round; rounds without dice play themselves, and a drawn match begins anew.

    Throws are found by round and role, so the order in which they came means nothing (A7).
    """
    parts = [match]
    while match.winner in (None, DRAWN):
        if match.winner == DRAWN:
            match = at(match.settings, match.classes, match.men_at_arms, rounds=match.rounds)
            parts.append(match)
        needed = next_throws(match)
        dice = {role: throws[match.rounds + 1, role].dice for role in needed if (match.rounds + 1, role) in throws}
        if len(dice) < len(needed):
            break
        match = parts[-1] = play_round(match, dice)[0]
    return tuple(parts)
