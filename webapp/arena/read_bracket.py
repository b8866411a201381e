"""A bracket as the page shows it: columns of matches, where each side comes from, and somebody's own path through it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from rules.arena.book import Tourney, drawn
from rules.arena.bracket import BYE, Row
from rules.arena.status import Status
from rules.arena.tree import whence
from rules.rulings import Player

OPEN_RESULT = ("played", "forfeited", "disputed")
BADGES = {
    "playing": ("live", "Playing now"), "played": ("provisional", "Provisional"), "disputed": ("protested", "Protested"), "final": ("final", "Final"),
    "forfeited": ("walkover", "No-show"), "walkover": ("walkover", "Walkover"), "bye": ("bye", "Bye"), "empty": ("bye", "Nobody"),
    "unneeded": ("bye", "Not needed"), "posted": ("open", "Open"), "scheduled": ("open", "Time set"), "conflict": ("wait", "With a judge"),
    "reopened": ("wait", "Taken up again"), "waiting": ("waits", "Waiting"),
}  # fmt: skip
"""A match's state as a badge: its form and its word."""
FORMS = {"playing": "live", "played": "provisional", "forfeited": "provisional", "disputed": "protested"} | dict.fromkeys(
    ("bye", "empty", "unneeded", "waiting"), "void"
)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: who (None: nobody yet), or in words where he comes from; score, won or lost, and a remark."""

    player: Player | None
    words: str = ""
    score: int | None = None
    form: str = ""
    mine: bool = False
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A match in the bracket. `form` and `badge` tell its state apart; `until` is what it waits for, where there is an hour to it."""

    slot: str
    name: str
    state: str
    form: str
    badge: tuple[str, str]
    sides: tuple[Side, Side]
    until: datetime | None = None
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A round: its id, title and matches; `wire` says how its lines run on (pair, flat or none), `joined` whether lines come in."""

    id: str
    title: str
    cards: tuple[Card, ...]
    wire: str = ""
    joined: str = ""


@dataclass(frozen=True, slots=True)
class Next:
    """What a win or a loss would bring: the match it leads to, or a plain word for the end."""

    word: str
    slot: str | None
    name: str
    opponent: Player | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Path:
    """Somebody's way through the bracket: matches so far, the one he stands in, and what comes after it."""

    player: Player
    done: tuple[tuple[str, Card], ...]
    now: Card | None
    next: tuple[Next, ...]
    ahead: tuple[Card, ...]
    ending: str


@dataclass(frozen=True, slots=True)
class Board:
    """The whole bracket. `gap` is how many columns the winners' half is shorter, `shown` the round a phone shows."""

    winners: tuple[Column, ...]
    losers: tuple[Column, ...]
    finals: Column
    path: Path | None
    shown: str

    @property
    def gap(self) -> int:
        """How many columns longer the losers' half is."""
        return max(0, len(self.losers) - len(self.winners))

    @property
    def few(self) -> bool:
        """Whether there is room for broad columns."""
        return max(len(self.winners), len(self.losers)) < 5


def slot_name(slot: str) -> str:
    """A match's name on the page."""
    return {"GF": "Final", "GF2": "Second final"}.get(slot, slot)


def board(t: Tourney, found: dict[str, Status], me: Player | None, shown: str | None) -> Board:
    """The bracket as it stands, as `me` sees it; `shown` is the round asked for ("path" for one's own)."""
    cards = {slot: card(t, slot, found, me) for slot in found}
    winners, losers = _half(cards, "W", "Winners’"), _half(cards, "L", "Losers’")
    finals = Column("F", "Final", (cards["GF"], cards["GF2"]), joined="flat")
    path = _path(t, cards, me, found) if me is not None and me in drawn(t).seats else None
    ids = [c.id for c in (*winners, *losers, finals)] + (["path"] if path else [])
    if shown not in ids:
        shown = "path" if path else _busy((*winners, *losers, finals))
    return Board(winners, losers, finals, path, shown)


def _half(cards: dict[str, Card], letter: str, word: str) -> tuple[Column, ...]:
    rounds: dict[int, list[Card]] = {}
    for slot, found in cards.items():
        if slot[0] == letter:
            rounds.setdefault(int(slot[1:].split(".")[0]), []).append(found)
    columns = []
    for r, matches in rounds.items():
        last, halves = r == len(rounds), r < len(rounds) and len(rounds[r + 1]) < len(matches)
        came = "" if r == 1 else "pair" if len(rounds[r - 1]) > len(matches) else "flat"
        title = f"{word} final" if last and r > 1 else f"{word} round {r}"
        columns.append(Column(f"{letter}{r}", title, tuple(matches), "" if last else "pair" if halves else "flat", came))
    return tuple(columns)


def _busy(columns: tuple[Column, ...]) -> str:
    """The round that is most worth looking at: one with a live match, else with an open one, else the last."""
    for wanted in (("playing",), ("posted", "scheduled", "conflict", "reopened")):
        for column in columns:
            if any(c.state in wanted for c in column.cards):
                return column.id
    return columns[-1].id


def card(t: Tourney, slot: str, found: dict[str, Status], me: Player | None) -> Card:
    """One match of the bracket."""
    bracket, at = drawn(t), found[slot]
    row = bracket.row(slot)
    a, b = (_side(t, slot, row, i, found, me) for i in (0, 1))
    until = at.until if at.state in ("posted", "scheduled", "conflict", "reopened") else None
    remark = f"waits for {slot_name(at.waits_for)}" if at.waits_for else "overdue" if at.overdue else ""
    return Card(slot, slot_name(slot), at.state, FORMS.get(at.state, ""), BADGES[at.state], (a, b), until, remark)


def _side(t: Tourney, slot: str, row: Row, i: int, found: dict[str, Status], me: Player | None) -> Side:
    bracket, player = drawn(t), row[i]
    if player is None or player == BYE:
        return Side(None, _nobody(bracket.source(slot, i), i, player is None, row))
    fight = t.fights.get(slot)
    score = fight.score[i] if fight and fight.begun and fight.pair == row[:2] else None
    gone = player in bracket.gone
    form = "" if not row.how else "won" if row.winner == player else "lost"
    remark = "resigned" if gone and row.how == "walkover" and form == "lost" else ""
    if fight and player in fight.fixture.absent:
        remark = "did not come"
    if not row.how and not (fight and fight.begun) and _hangs(bracket.source(slot, i), found):
        remark = "provisional"
    return Side(player, "", score, form, player == me, remark)


def _nobody(source: str, i: int, unknown: bool, row: Row) -> str:
    """Words for a side without a person: where he will come from, or why nobody comes."""
    if row.how == "unneeded":
        return "" if i else "one final was enough"
    if unknown and source.endswith(" GF"):
        return "the same two" if source.startswith("winner") else "if each has lost once"
    if unknown:
        return source
    if source.startswith("seed"):
        return "bye"
    return f"nobody {'won' if source.startswith('winner') else 'lost'} {source.rsplit(' ', 1)[-1]}"


def _hangs(source: str, found: dict[str, Status]) -> bool:
    """Whether a person's coming from there can still change."""
    before = source.rsplit(" ", 1)[-1]
    return before in found and (found[before].provisional or found[before].state in OPEN_RESULT)


def _path(t: Tourney, cards: dict[str, Card], me: Player, found: dict[str, Status]) -> Path:
    bracket = drawn(t)
    done, now = [], None
    for slot, mine in cards.items():
        row = bracket.row(slot)
        if me not in row[:2]:
            continue
        if row.how:
            done.append((_deed(row, me), mine))
        elif now is None or found[slot].state != "waiting":
            now = mine
    out = [] if now is None else _after(t, now.slot, me)
    ahead = tuple(_if(cards[n.slot], t, now, n, me) for n in out if n.slot and now)
    place = bracket.ranks().get(me)
    ending = "" if now else "Champion of the arena." if bracket.champion == me else "Resigned." if me in bracket.gone else "Out after two losses."
    if ending and place and place > 1:
        ending = f"{ending} Place {place}."
    return Path(me, tuple(done), now, tuple(out), ahead, ending)


def _deed(row: Row, me: Player) -> str:
    if row.how == "bye":
        return "Bye in"
    return "Won" if row.winner == me else "Resigned before the end of" if row.how == "walkover" else "Lost"


def _after(t: Tourney, slot: str, me: Player) -> list[Next]:
    """What a win and a loss in a match would bring."""
    bracket = drawn(t)
    i, losses = bracket.shape.number[slot], bracket.losses()[me]
    ways = []
    for word, target in (("Win", bracket.shape.winner_to[i]), ("Lose", bracket.shape.loser_to[i])):
        title = word == "Win" and (slot == "GF2" or (slot == "GF" and (losses == 0 or not bracket.reset)))
        if title:
            ways.append(Next(word, None, "champion of the arena"))
        elif target is None or (word == "Lose" and (losses or not bracket.reset)):
            ways.append(Next(word, None, "out, with two losses"))
        else:
            at, side = target
            to = bracket.shape.slots[at]
            other = bracket.rows[at][1 - side]
            ways.append(Next(word, to, slot_name(to), other or None, "" if other else f"the {whence(bracket.source(to, 1 - side))}"))
    return ways


def _if(there: Card, t: Tourney, now: Card, way: Next, me: Player) -> Card:
    """A later match with oneself in it, should the match before it end that way."""
    bracket = drawn(t)
    source = f"{'winner' if way.word == 'Win' else 'loser'} of {now.slot}"
    sides = tuple(
        Side(me, "", None, "", True, f"with a {'win' if way.word == 'Win' else 'loss'}")
        if bracket.source(there.slot, i) == source
        else there.sides[i]
        for i in (0, 1)
    )
    return Card(there.slot, there.name, there.state, there.form, there.badge, (sides[0], sides[1]), there.until, there.remark)
