"""What people do in an arena: each function writes one deed through the journal, or raises a Refusal or Stale."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.arena import acts, proof, tourney
from rules.arena.acts import Role
from rules.arena.book import AlreadyThrown, Tourney, combatant, fight_in
from rules.arena.dice import Dice
from rules.arena.fight import Fight
from rules.arena.match import ROLES
from rules.rulings import Refusal
from webapp import journal
from webapp.arena import dice
from webapp.journal import Deed
from webapp.models import Event

UNSETTLING = frozenset({"pick_guard", "rule", "result", "strike", "set_settings", "change_class", "rule_magic"})
"""Acts that may change what a round needs: a throw asked for on a page from before them is stale."""


def throw(event: Event, slot: str, round_: int, roles: Sequence[str], by: int, key: str, seen: int | None) -> None:
    """Throw the dice of the house for these roles in this round (R1). What has been thrown already stays as it is, so a double tap does nothing."""
    fight = _fight(event, slot)
    wanted = [_role(role) for role in dict.fromkeys(roles) if (round_, role) not in fight.throws]
    if wanted:
        _not_too_late(event, slot, by, seen)
        fight = _publish(event, fight, round_, wanted)
        _write_throws(event, fight, [dice.throw(event, fight, round_, role) for role in wanted], by, key, seen)


def type_dice(event: Event, slot: str, round_: int, shown: Mapping[Role, Dice], by: int, key: str, seen: int | None) -> None:
    """Write down what real dice showed, by role (R1)."""
    fight = _fight(event, slot)
    thrown = [acts.Throw(slot, fight.game, round_, role, d1, d2, typed=True) for role, (d1, d2) in shown.items()]
    _write_throws(event, fight, thrown, by, key, seen)


def take_back(event: Event, slot: str, seq: int, reason: str, void: bool, by: int, key: str, seen: int | None) -> None:
    """Take typed dice back (A40); `void` agrees that what was fought on their strength falls."""
    journal.write(event, Deed(acts.Strike(seq, void), by, reason=reason), _key(by, key), seen, _concerns(event, slot))


def pick_guard(event: Event, slot: str, player: str, name: str | None, by: int, key: str, seen: int | None) -> None:
    """A mage's man-at-arms for one match, by name or none (M5, A46)."""
    combatant(_fight(event, slot), player)
    deed = Deed(acts.PickGuard(slot, player, name), by, _for(player, by))
    journal.write(event, deed, _key(by, key), seen, lambda e: e.act.kind == "pick_guard" and e.act.match == slot and e.act.player == player)


def resign(event: Event, by: int, key: str) -> None:
    """A contestant leaves for good (R7)."""
    journal.write(event, Deed(acts.Resign(str(by)), by), _key(by, key))


def _fight(event: Event, slot: str) -> Fight:
    return fight_in(journal.snapshot(event).state, slot)


def _role(word: str) -> Role:
    """The role that a page names."""
    role = next((known for known in ROLES if known == word), None)
    if role is None:
        raise Refusal("P1", "nobody throws in that role; go back to the match and use its buttons")
    return role


def _publish(event: Event, fight: Fight, round_: int, roles: Sequence[str]) -> Fight:
    """The fight with every chain that these throws need published, before the first of them is thrown. Two who come at once publish it once."""
    coming, last = fight.match.rounds + 1 if fight.match else 1, max(proof.place(round_, role)[0] for role in roles)
    if last > len(fight.chains) and last > proof.place(coming + 1, ROLES[-1])[0]:  # a made-up number must not fill the journal with chains
        raise Refusal("P1", f"this match comes to round {coming} next; go back to it and use its buttons")
    for number in range(len(fight.chains) + 1, last + 1):
        written = journal.write(event, Deed(dice.anchor(event, fight, number), None), f"anchor/{fight.slot}/{fight.game}/{number}")
        fight = fight_in(written.after.state, fight.slot)
    return fight


def _write_throws(event: Event, fight: Fight, thrown: Sequence[acts.Throw], by: int, key: str, seen: int | None) -> None:
    deeds = [Deed(act, by, _for(fight.player(act.role), by)) for act in thrown]
    try:
        journal.write_all(event, deeds, _key(by, key), seen, _concerns(event, fight.slot))
    except AlreadyThrown:
        if any(act.typed for act in thrown):  # other dice than those that stand: somebody must look
            raise


def _not_too_late(event: Event, slot: str, by: int, seen: int | None) -> None:
    """Keep a blow sent from a page that showed the winner for the officials to judge (R3); the throw itself is then refused by the rules."""
    snap = journal.snapshot(event)
    if seen is None or not fight_in(snap.state, slot).begun or not snap.state.bracket.row(slot).how:
        return
    shown: Tourney = tourney.replay(e for e in snap.entries if e.seq <= seen)
    if shown.bracket and shown.bracket.row(slot).how and str(by) in snap.state.fights[slot].pair:
        judged = sum(x.guilty is not None for x in snap.state.late_hits.values() if (x.slot, x.player) == (slot, str(by)))
        journal.write(event, Deed(acts.LateHit(slot, str(by)), by), _key(by, f"late/{slot}/{judged}"))


def _concerns(event: Event, slot: str) -> Callable[[Any], bool]:
    """Which later acts make a throw's form stale: those that may change what the round needs."""
    entries = journal.snapshot(event).entries

    def concerns(entry: Any) -> bool:
        act = entry.act
        if act.kind == "strike":
            act = next((e.act for e in entries if e.seq == act.seq), act)
        return entry.act.kind in UNSETTLING and getattr(act, "match", slot) == slot

    return concerns


def _key(by: int, key: str) -> str:
    return f"{by}/{key}"


def _for(player: str, by: int) -> int | None:
    return None if player == str(by) else int(player)
