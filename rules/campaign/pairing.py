"""The allotment put into words, and the umpire's own allotment checked clause by clause (C5, K17-K22, K32)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.campaign.allotment import allot
from rules.campaign.battles import Battle
from rules.campaign.records import ATTACKERS, DEFENDER, Seat
from rules.campaign.territory import Position, why_not
from rules.rulings import Player, Problem, Ruling, listing, mention


@dataclass(frozen=True, slots=True)
class Allotment:
    """Battles (sorted by defender in a proposal, by table once published) made from these effective declarations, with at most `cap` in a double."""

    battles: tuple[Battle, ...]
    target: Mapping[Player, Player | None]
    cap: int

    @property
    def idle(self) -> tuple[Player, ...]:
        """Those left without a battle, sorted."""
        busy = {p for b in self.battles for p in b.players}
        return tuple(p for p in sorted(self.target) if p not in busy)

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """A sentence for each battle and each idle player, whoever made the allotment."""
        against = {p: b for b in self.battles for p in b.players}
        fought = [_fought(b, self.target) for b in self.battles]
        return (*fought, *(_idle(p, self.target, against, self.cap) for p in self.idle))


def propose(target: Mapping[Player, Player | None], priority: Sequence[Player], cap: int) -> Allotment:
    """The best allotment of these effective declarations by this lot."""
    return Allotment(allot(target, priority, cap), target, cap)


def _fought(battle: Battle, target: Mapping[Player, Player | None]) -> Ruling:
    """One battle in a sentence, and what became of the defender's own war."""
    d = battle.defender
    own = target.get(d)
    verb = "attacks" if len(battle.attackers) == 1 else "attack together"
    text, clauses = f"{listing(battle.attackers)} {verb}: {mention(d)} defends", ["C5"]
    if own in battle.attackers:
        text, clauses = f"{text}; both sides wanted this war, and it is one battle", [*clauses, "K22"]
    elif own is not None:
        text, clauses = f"{text}, so his own war on {mention(own)} is given up", [*clauses, "K17"]
    by_hand = [a for a in battle.attackers if target.get(a) != d]
    if by_hand:
        text, clauses = f"{text}; the umpire paired {listing(by_hand)} with him by hand", [*clauses, "K21"]
    return Ruling(tuple(clauses), battle.players, text, "battle_allotted")


def _idle(p: Player, target: Mapping[Player, Player | None], against: Mapping[Player, Battle], cap: int) -> Ruling:
    """Why p has no battle."""
    t = target[p]
    if t is None:
        return Ruling(("C5", "K21"), (p,), f"{mention(p)} is at war with nobody of his own, and whoever wanted him fights elsewhere", "idle")
    battle = against.get(t)
    if battle is None:
        return Ruling(("C5", "K21"), (p, t), f"{mention(p)} wanted to attack {mention(t)}; the umpire left both without a battle", "idle")
    if battle.defender != t:
        clauses: tuple[str, ...] = ("C5", "K17", "K18")
        why = f"{mention(t)} attacks {mention(battle.defender)} himself"
        if _in_ring(p, target):
            clauses, why = ("C5", "K17", "K19"), f"{why}: in a ring of declarations one is left over by lot"
    elif len(battle.attackers) >= cap:
        clauses, why = ("C5", "K20"), f"the double against {mention(t)} is full with {cap}, and the lot put others first"
    else:
        clauses, why = ("C5", "K21"), "the umpire left him out"
    return Ruling(clauses, (p, t), f"{mention(p)} stands idle: he wanted to attack {mention(t)}, but {why}", "idle")


def _in_ring(p: Player, target: Mapping[Player, Player | None]) -> bool:
    """Whether following the declarations from p leads back to p."""
    here, seen = target[p], set()
    while here is not None and here not in seen:
        if here == p:
            return True
        seen.add(here)
        here = target.get(here)
    return False


def seated(round_number: int, seats: Iterable[Seat]) -> tuple[tuple[Battle, ...], tuple[Problem, ...]]:
    """The battles that the seats make, in order of table, and what is wrong with the seating itself (C5, K17)."""
    tables: dict[int, dict[str, list[Player]]] = {}
    problems = []
    seen: set[Player] = set()
    twice: set[Player] = set()
    for seat in seats:
        if seat.side not in (ATTACKERS, DEFENDER) or seat.table < 1:
            problems.append(Problem("no_such_seat", seat.player, "C5", f"{mention(seat.player)} needs a side and a table numbered from 1"))
            continue
        (twice if seat.player in seen else seen).add(seat.player)
        tables.setdefault(seat.table, {ATTACKERS: [], DEFENDER: []})[seat.side].append(seat.player)
    for p in sorted(twice):
        problems.append(Problem("twice", p, "K17", f"{mention(p)} sits in two places; each player has one battle a round"))
    battles = []
    for number, sides in sorted(tables.items()):
        if len(sides[DEFENDER]) != 1 or not sides[ATTACKERS]:
            problems.append(Problem("no_battle", None, "C5", f"table {number} needs one defender and at least one attacker"))
            continue
        battles.append(Battle(sides[DEFENDER][0], tuple(sorted(sides[ATTACKERS])), f"{round_number}.{number}"))
    return tuple(battles), tuple(problems)


def check(
    battles: Sequence[Battle],
    target: Mapping[Player, Player | None],
    now: Position,
    proposal: Sequence[Battle],
    cap: int,
) -> tuple[Problem, ...]:
    """What the umpire's battles break (grave), and where they merely depart from the declarations or the proposal, which needs a reason (K20, K21).

    `target` has the effective declarations, `now` how things stood when the round began.
    """
    problems: list[Problem] = []
    for battle in battles:
        problems += [
            Problem("not_in_the_campaign", p, "K43", f"{mention(p)} is not in the campaign, or has left it")
            for p in battle.players
            if p not in now.lord
        ]
        if len(battle.attackers) > cap:
            text = f"{len(battle.attackers)} attack {mention(battle.defender)}; a double has at most {cap}"
            problems.append(Problem("team_too_large", battle.defender, "C5", text))
        for a in battle.attackers:
            problems += _attack_problems(a, battle.defender, target, now)
    problems += _departures(battles, proposal)
    return tuple(problems)


def _attack_problems(a: Player, d: Player, target: Mapping[Player, Player | None], now: Position) -> Iterable[Problem]:
    """What one attacker's place breaks: he needs a declaration on the defender, or at least the right to make one."""
    if target.get(a) == d or a not in now.lord or d not in now.lord:
        return
    barred = why_not(now, a, d)
    if barred:
        yield Problem("not_a_lawful_war", a, barred.clauses[0], f"{mention(a)} did not declare war on {mention(d)}, and may not: {barred.text}")
    else:
        yield Problem("paired_by_hand", a, "K21", f"{mention(a)} did not declare war on {mention(d)}, but may", grave=False)


def unlawful(battles: Sequence[Battle], target: Mapping[Player, Player | None], now: Position) -> tuple[Problem, ...]:
    """Published wars that have neither a declaration behind them nor the right to one, as things turn out to have stood (K52)."""
    found = (problem for b in battles for a in b.attackers for problem in _attack_problems(a, b.defender, target, now))
    return tuple(problem for problem in found if problem.grave)


def _departures(battles: Sequence[Battle], proposal: Sequence[Battle]) -> Iterable[Problem]:
    """Who is placed otherwise than proposed."""
    before, now = _places(proposal), _places(battles)
    for p in sorted(before.keys() | now.keys()):
        if before.get(p) != now.get(p):
            yield Problem("not_as_proposed", p, "K20", f"{mention(p)} is placed otherwise than the lot and the declarations gave", grave=False)


def _places(battles: Sequence[Battle]) -> dict[Player, tuple[Player, bool]]:
    """For each player whose battle he is in, and whether he attacks."""
    return {p: (b.defender, p != b.defender) for b in battles for p in b.players}
