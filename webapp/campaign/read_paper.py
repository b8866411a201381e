"""What the umpire can enter from paper for each player, with an account or without (K53), and what he has entered so in this round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rules.campaign.ledger import ledger
from rules.campaign.pyramid import above
from rules.campaign.state import BATTLE, DIPLOMACY, FINISHED, SIGNUP, Fight, Season, open_round
from rules.entry import Entry
from rules.rulings import Player, listing, mention
from webapp import db
from webapp.campaign.acts_remind import with_account
from webapp.campaign.read_battles import STATES
from webapp.web import names

WORDS = {
    "declare": "declaration", "order": "order", "organise": "commands", "joint_army": "joint army", "agree_army": "joint army", "report": "report",
    "confirm": "answer to a report", "contest": "answer to a report", "vote": "vote", "leave": "departure", "hand_in_list": "army list",
}  # fmt: skip
"""What was entered for somebody, in words."""


@dataclass(frozen=True)
class ByHand:
    """What somebody entered for one player in a round: the things in words, each once."""

    player: Player
    by: Player
    what: tuple[str, ...]


@dataclass(frozen=True)
class Card:
    """One player to choose: whether he has an account, how far he has come in this phase, and whether something of his is awaited."""

    player: Player
    account: bool
    badge: str
    word: str
    awaited: bool


@dataclass(frozen=True)
class Task:
    """Something that can be entered for him now: what, a sentence on it with its clauses, and the page where it is done."""

    button: str
    text: str
    clauses: tuple[str, ...]
    endpoint: str
    more: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Paper:
    """The page: everybody, those awaited first and of them those without an account; the one who is chosen, and what can be entered for him."""

    cards: tuple[Card, ...]
    chosen: Card | None
    tasks: tuple[Task, ...]
    entered: tuple[Entry, ...]


def paper(season: Season, chosen: Player, me: Player) -> Paper:
    """The page for this umpire. Of what he entered himself he is told that he did, not what is sealed in it (K4)."""
    accounts = set(with_account(db.session(), season.present))
    cards = [_card(season, p, p in accounts) for p in season.present if p != me]
    cards.sort(key=lambda c: (not c.awaited, c.account, names()(c.player).casefold()))
    one = next((c for c in cards if c.player == chosen), None)
    return Paper(tuple(cards), one, tuple(_tasks(season, chosen)) if one else (), _entered(season, me))


def _card(season: Season, player: Player, account: bool) -> Card:
    if season.phase == DIPLOMACY:
        current = open_round(season)
        if player in current.own:
            return Card(player, account, "sealed", "Sealed", False)
        if current.position.lawful.get(player):
            return Card(player, account, "wait", "Nothing yet", True)
        return Card(player, account, "bye", "Nobody to name", False)
    fight = _fight(season, player)
    if fight:
        return Card(player, account, *STATES[fight.standing], fight.filed is None)
    return Card(player, account, "", "", False)


def _fight(season: Season, player: Player) -> Fight | None:
    if season.phase != BATTLE:
        return None
    return next((f for f in open_round(season).fights.values() if player in f.battle.players), None)


def _tasks(season: Season, player: Player) -> Iterable[Task]:
    if season.phase == DIPLOMACY:
        yield from _in_diplomacy(season, player)
    fight = _fight(season, player)
    if fight:
        yield from _in_battle(fight, player)
    if season.phase != FINISHED:
        text = "The army list as he wrote it, with the day it came in; as text it is quickly entered."
        yield Task("His army list", text, ("L1", "K53"), "army_of", {"player": player})
    if season.phase not in (SIGNUP, FINISHED):
        text = "The army in its commands, as he wrote it on his sheet; it stands until it is changed."
        yield Task("His commands", text, ("L5", "K40"), "commands", {"for": player})


def _in_diplomacy(season: Season, player: Player) -> Iterable[Task]:
    current = open_round(season)
    targets = len(current.position.lawful.get(player, ()))
    text = f"He may declare war on {'one player' if targets == 1 else f'{targets} players'}; the page names them, and says of everybody else why not."
    if not targets:
        text = "There is nobody he may declare war on, so nothing is missing; an empty declaration can be filed for good order."
    yield Task("His declaration", text, ("C4", "K53"), "declare", {"for": player})
    men = [p for p in sorted(current.position.lord) if player in above(current.position.lord, p)]
    if men:
        yield Task("An order", f"As a lord he may order {listing(men, 'or')}.", ("C8", "K10"), "declare", {"for": player, "_anchor": "orders"})


def _in_battle(fight: Fight, player: Player) -> Iterable[Task]:
    battle = fight.battle
    attacks, here = player in battle.attackers, {"battle": battle.id, "for": player}
    them = mention(battle.defender) if attacks else listing(battle.attackers)
    text = f"His battle against {them} at table {fight.table}: how it ended as his side tells it, or his word on what the other side told."
    yield Task("His report", text, ("C7", "C10"), "battle", {**here, "_anchor": "mine"})
    if attacks and len(battle.attackers) > 1:
        others = listing([p for p in battle.attackers if p != player])
        yield Task("The joint army", f"The army that he and {others} bring together.", ("L6",), "army", here)
        yield Task("His vote", f"Who of the double becomes lord of {mention(battle.defender)}, if he is broken.", ("C7b",), "battle", here)
    text = "The result as you settle it yourself; it counts whatever the sides say."
    yield Task("The result", text, ("C7",), "desk", {"battle": battle.id, "_anchor": "entry"})


def _entered(season: Season, me: Player) -> tuple[Entry, ...]:
    """What this umpire entered for others in the open round and what still stands, the latest first."""
    lines = (one for one in ledger(season.entries) if one.round == season.round and one.gone is None and one.stands)
    return tuple(reversed([one.entry for one in lines if one.entry.by == me and one.entry.for_ not in (None, me)]))


def by_hand(season: Season) -> dict[int, tuple[ByHand, ...]]:
    """By round, what still counts and was entered for players by somebody else; nothing of what is sealed yet (K4, K53)."""
    found: dict[int, dict[tuple[Player, Player], list[str]]] = {}
    for one in ledger(season.entries):
        entry, word = one.entry, WORDS.get(one.entry.act.kind)
        if not word or not entry.by or entry.for_ in (None, entry.by) or one.gone is not None or not (one.revealed and one.stands):
            continue
        what = found.setdefault(one.round, {}).setdefault((entry.for_, entry.by), [])
        if word not in what:
            what.append(word)
    return {number: tuple(ByHand(p, by, tuple(what)) for (p, by), what in here.items()) for number, here in found.items()}
