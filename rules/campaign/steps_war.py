"""Declarations, orders, the close of diplomacy and the allotment (C3-C5, C8, K3-K11, K17-K22). See `season` for what a step is."""

from __future__ import annotations

from dataclasses import replace

from rules.campaign.acts import CloseDiplomacy, Declare, Order, PublishAllotment
from rules.campaign.allotment import lot
from rules.campaign.declarations import Given, order_problem
from rules.campaign.pairing import seated
from rules.campaign.reckoning import Step, in_phase, person
from rules.campaign.seating import looked_over
from rules.campaign.state import ASSIGN, BATTLE, DIPLOMACY, Fight, Season, open_round
from rules.campaign.territory import why_not
from rules.entry import Entry
from rules.rulings import Refusal, listing, mention


def _check_declare(season: Season, entry: Entry, act: Declare) -> None:
    person(season, act.player)
    in_phase(season, "C2", "declarations are handed in during the diplomacy phase", DIPLOMACY)
    now = open_round(season).position
    lawful = now.lawful[act.player]
    if act.target in lawful:
        return
    if act.target is None:
        if lawful:
            raise Refusal("C4", f"a declaration must name somebody while there is somebody to name: {listing(lawful, 'or')}")
        return
    if act.target not in season.people:
        raise Refusal("C4", f"{mention(act.target)} is not in this campaign")
    instead = f"; you may name {listing(lawful, 'or')}" if lawful else "; hand in an empty declaration"
    barred = why_not(now, act.player, act.target)
    if barred:
        raise Refusal(barred.clauses[0], f"{barred.text}{instead}")


def _do_declare(season: Season, entry: Entry, act: Declare) -> Season:
    current = open_round(season)
    replaced = current.standing.pop(act.player, None)
    season.flagged.pop(replaced or 0, None)
    current.own[act.player] = act.target
    if entry.seq in season.flagged:
        current.standing[act.player] = entry.seq
    return season


def _check_order(season: Season, entry: Entry, act: Order) -> None:
    person(season, act.lord)
    person(season, act.vassal)
    in_phase(season, "C2", "orders are given during the diplomacy phase", DIPLOMACY)
    current = open_round(season)
    if act.target is None:
        return  # whether there is one to take back is sealed (K4)
    wrong = order_problem(Given(act.lord, act.vassal, act.target), current.position.lord, current.position.lawful)
    if wrong:
        barred = why_not(current.position, act.vassal, act.target) if wrong.clause == "K10b" and act.target in season.people else None
        raise Refusal(wrong.clause, f"{wrong.text} ({barred.text})" if barred else wrong.text)


def _do_order(season: Season, entry: Entry, act: Order) -> Season:
    current = open_round(season)
    if act.target is None:
        current.orders[:] = [o for o in current.orders if (o.lord, o.vassal) != (act.lord, act.vassal)]
    else:
        current.orders.append(Given(act.lord, act.vassal, act.target, stands=entry.seq in season.flagged))
    return season


def _check_close(season: Season, entry: Entry, act: CloseDiplomacy) -> None:
    in_phase(season, "C2", "diplomacy is not open", DIPLOMACY)


def _do_close(season: Season, entry: Entry, act: CloseDiplomacy) -> Season:
    current = open_round(season)
    before = season.closed[-1].idle if season.closed else ()
    here = current.position.lord
    drawn = tuple(p for p in season.priority if p in here) or lot(season.seed, current.number, current.entered, here, before)
    return replace(season, phase=ASSIGN, current=replace(current, revealed=True, lot=drawn))


def _check_publish(season: Season, entry: Entry, act: PublishAllotment) -> None:
    in_phase(season, "C5", "battles are published once diplomacy is closed, and once only", ASSIGN)
    problems = looked_over(open_round(season), act.seats)
    grave = [p for p in problems if p.grave]
    if grave:
        raise Refusal(grave[0].clause, "; ".join(p.text for p in grave))
    if problems:
        entry.needs_reason(problems[0].clause, f"a departure from the proposal needs a reason: {'; '.join(p.text for p in problems)}")


def _do_publish(season: Season, entry: Entry, act: PublishAllotment) -> Season:
    current = open_round(season)
    battles, _ = seated(current.number, act.seats)
    fights = {b.id: Fight(b) for b in battles}
    return replace(season, phase=BATTLE, current=replace(current, published=True, reason=entry.reason, fights=fights))


STEPS: dict[type, Step] = {
    Declare: (_check_declare, _do_declare),
    Order: (_check_order, _do_order),
    CloseDiplomacy: (_check_close, _do_close),
    PublishAllotment: (_check_publish, _do_publish),
}
