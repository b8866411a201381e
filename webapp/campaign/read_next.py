"""What somebody should do next in a campaign, or what he waits for: on the campaign's page and on the home page.

Nothing sealed is in it: whoever declared is told that he did, not what (K4), because a page is read over many a shoulder.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from flask import url_for

from rules.campaign import questions
from rules.campaign.pyramid import above
from rules.campaign.records import DEFENDER
from rules.campaign.state import ASSIGN, BATTLE, CONTESTED, DIPLOMACY, FINISHED, MISSING, SIGNUP, Fight, Season, open_round
from rules.rulings import Player, count, listing, mention
from webapp import events, journal
from webapp.campaign import read_army, read_battle, read_letters
from webapp.events import Step
from webapp.models import Event


@dataclass(frozen=True)
class Here:
    """Whose steps in which campaign."""

    event: Event
    season: Season
    player: Player

    def step(self, text: str, endpoint: str, button: str, *clauses: str, waits: bool = False, **more: Any) -> Step:
        """A step whose button leads to that page of the campaign."""
        return Step(self.event, text, url_for(f"campaign.{endpoint}", slug=self.event.slug, **more), button, clauses, waits)


def next_steps(event: Event, snap: journal.Snapshot, person: Player) -> list[Step]:
    """What somebody should do next in this campaign, the most pressing first; () for whoever has no part in it."""
    here = Here(event, snap.state, person)
    steps = list(_umpire(here)) if person in here.season.umpires else []
    if person in here.season.present:
        steps += [*_list(here), *_player(here)]
    elif here.season.phase == SIGNUP and person not in here.season.umpires:
        steps.append(here.step(f"Sign-up for {event.name} is open: choose an army, and you are in.", "enter", "Sign up", "C1"))
    if "player" in events.roles(event, int(person)) or person in here.season.umpires:
        steps += _letters(here)
    return sorted(steps, key=lambda step: step.waits)


def _letters(here: Here) -> Iterable[Step]:
    unread = read_letters.post(here.event, int(here.player)).unread
    if unread:
        yield here.step(f"{count(unread, 'letter')} {'waits' if unread == 1 else 'wait'} to be read.", "letters", "Read your letters", "C3")


def _list(here: Here) -> Iterable[Step]:
    """His army list, where it is missing before round 1, came back, or does not pass any more."""
    season, stands = here.season, read_army.standing(here.season, here.player)
    if season.phase == FINISHED:
        return
    if stands.state == read_army.RETURNED:
        yield here.step("The umpire returned your army list: read his word and hand it in again.", "my_army", "See what to change", "L1")
    elif stands.problems:
        yield here.step("Your army list does not pass as the settings are now.", "my_army", "See why", stands.problems[0].clause)
    elif stands.state == read_army.MISSING and season.phase == SIGNUP:
        yield here.step("You are in. Hand in your army list.", "my_army", "Write your army list", "L1")


def _umpire(here: Here) -> Iterable[Step]:
    """The umpire's desk, where something waits for him there, and the army lists that wait for his word."""
    season = here.season
    lists = len(read_army.waiting(season)) if season.phase != FINISHED else 0
    if lists:
        yield here.step(f"{count(lists, 'army list')} {'waits' if lists == 1 else 'wait'} for your word.", "army_queue", "Read the lists", "L1")
    if season.open_flags:
        yield here.step("A correction made an act unlawful: say whether it stands.", "desk", "Go to your desk", "K52")
    if season.phase == DIPLOMACY:
        due = sum(bool(lawful) for lawful in open_round(season).position.lawful.values())
        missing = len(questions.undeclared(season))
        if missing:
            text = f"{due - missing} of {due} have sealed a declaration for round {season.round}. You close diplomacy when you see fit."
            yield here.step(text, "desk", "Go to your desk", "C4", waits=True)
        else:
            yield here.step(f"Everybody who can declare war in round {season.round} has sealed: close diplomacy.", "desk", "Go to your desk", "C4")
    if season.phase == ASSIGN:
        yield here.step(f"The declarations of round {season.round} are open: assign the battles.", "allotment", "Assign the battles", "C5")
    if season.phase == BATTLE:
        missing = sum(f.filed is None for f in open_round(season).fights.values())
        if missing:
            text = f"{count(missing, 'battle')} of round {season.round} {'misses' if missing == 1 else 'miss'} a result."
            yield here.step(text, "desk", "Enter results", "C10")
        else:
            yield here.step(f"All results of round {season.round} are in: close the round.", "desk", "Go to your desk", "C7")


def _player(here: Here) -> Iterable[Step]:
    season = here.season
    if season.phase == SIGNUP:
        yield here.step("You are in. Round 1 begins when the umpire opens it; talk to your neighbours.", "letters", "Write letters", "C3", waits=True)
    if season.phase == DIPLOMACY:
        yield from _diplomacy(here)
    if season.phase == ASSIGN:
        text = "All declarations are open. The umpire now assigns the battles."
        yield here.step(text, "declarations", "Read the declarations", "C5", waits=True)
    if season.phase == BATTLE:
        yield from battle_steps(here)


def _diplomacy(here: Here) -> Iterable[Step]:
    """Declare, or know that it is done; what a lord's order does is told on the page to which this leads."""
    season, current = here.season, open_round(here.season)
    lawful = current.position.lawful.get(here.player, ())
    men = sum(here.player in above(current.position.lord, p) for p in current.position.lord)
    orders = f" You can also give orders to your {'subordinate' if men == 1 else f'{men} subordinates'}." if men else ""
    if any(order.vassal == here.player for order in current.orders):
        yield here.step("A lord above you has given you an order: see what it does.", "declare", "Read the order", "C8", "K10")
    if here.player in current.own:
        text = f"You have sealed your declaration for round {season.round}. Until the umpire closes diplomacy you can change it.{orders}"
        yield here.step(text, "declare", "Look at it", "C4", "K3", waits=True)
    elif lawful:
        targets = "one player" if len(lawful) == 1 else f"one of {len(lawful)} players"
        yield here.step(f"Declare war on {targets}. It stays sealed until the umpire closes diplomacy.{orders}", "declare", "Declare war", "C4", "K4")
    else:
        text = f"There is nobody you may declare war on in round {season.round}, so nothing is missing.{orders}"
        yield here.step(text, "declare", "See why", "C4", "K6", waits=True)


def battle_steps(here: Here) -> Iterable[Step]:
    """What a player does in the battle phase."""
    fights = [f for f in open_round(here.season).fights.values() if here.player in f.battle.players]
    for fight in fights:
        yield from _battle(here, fight)
    if not fights:
        yield here.step(f"You have no battle in round {here.season.round}.", "battles", "See the battles", "C5", waits=True)


def _battle(here: Here, fight: Fight) -> Iterable[Step]:
    """His battle: the army, the result, the other side's word, the vote."""
    shown = read_battle.shown(here.season, fight.battle.id)
    mine = read_battle.mine(shown, here.player) if shown else None
    if mine is None:
        return
    yield from _army(here, fight, mine)
    yield from _result(here, fight, mine)
    broke = any(filed.report.broken == DEFENDER for filed in fight.reports.values())
    if mine.double and broke and not mine.voted and not mine.votes_with:
        text = f"Vote who of you becomes lord of {mention(fight.battle.defender)}, or none."
        yield here.step(text, "battle", "Vote", "C7b", battle=fight.battle.id, _anchor="vote")


def _army(here: Here, fight: Fight, mine: read_battle.Mine) -> Iterable[Step]:
    """Before the battle: the joint army of a double, or one's own in commands."""
    if fight.reports:
        return
    if mine.must_agree and fight.army:
        text = f"{mention(fight.army.player)} proposes the joint army of your double: agree to it, or propose another."
        yield here.step(text, "battle", "See the joint army", "L6", battle=fight.battle.id)
    elif mine.double and not mine.double.shares:
        others = listing([p for p in fight.battle.attackers if p != here.player])
        yield here.step(f"Agree with {others} on a joint army.", "army", "Propose it", "L6", battle=fight.battle.id)
    elif not mine.double and here.season.people[here.player].organisation is None:
        yield here.step("Put your army into commands before the battle.", "commands", "Choose commands", "L5", "K40")


def _result(here: Here, fight: Fight, mine: read_battle.Mine) -> Iterable[Step]:
    """How the battle ends: to be fought and told, to be answered, or over."""
    attacks, battle = mine.side != DEFENDER, fight.battle.id
    them = mention(fight.battle.defender) if attacks else listing(fight.battle.attackers)
    if fight.standing == MISSING:
        friends = [p for p in fight.battle.attackers if attacks and p != here.player]
        beside = f" beside {listing(friends)}" if friends else ""
        text = f"Fight at table {fight.table}{beside} against {them}, then report how it ended."
        yield here.step(text, "battle", "Go to your battle", "C5", battle=battle)
    elif fight.standing == CONTESTED:
        text = f"You and {them} do not agree on how your battle ended. The umpire settles it, unless one side takes the other’s word."
        yield here.step(text, "battle", "See both reports", "C7", battle=battle, waits=True)
    elif mine.may_confirm and mine.other:
        text = f"{them} reported {mine.other.attackers}-{mine.other.defender}: confirm it, or say what is wrong."
        yield here.step(text, "battle", "Confirm or contest", "C7", battle=battle)
    elif mine.may_report and mine.own:
        contests = "contests" if attacks or len(fight.battle.attackers) == 1 else "contest"
        text = f"Your side reported {mine.own.attackers}-{mine.own.defender}. It counts unless {them} {contests} it."
        yield here.step(text, "battle", "See your battle", "C7", battle=battle, waits=True)
    elif fight.filed:
        text = (
            f"Your battle against {them} ended {fight.filed.attackers}-{fight.filed.defender}. The umpire closes the round once all results are in."
        )
        yield here.step(text, "battle", "See your battle", "C7", battle=battle, waits=True)
