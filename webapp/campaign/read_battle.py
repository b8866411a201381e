"""One battle as its players see it: who stands against whom in which commands, what each side has said, and what this reader may do about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from rules.campaign import muster, voting
from rules.campaign.pyramid import above
from rules.campaign.records import ALLY, ATTACKERS, BOTH, CINC, DEFENDER, SUB_GENERAL, UMPIRE, Demoralised
from rules.campaign.state import BATTLE, CONFIRMED, CONTESTED, MISSING, SETTLED, Fight, Filed, Person, Round, Season
from rules.entry import Entry
from rules.rulings import Player, Problem, count, listing, mention
from webapp.campaign import read_desk
from webapp.campaign.read_battles import Fought, fought

RANKS = {CINC: "commander-in-chief", SUB_GENERAL: "sub-general", ALLY: "ally"}
"""Ranks in words."""
OTHER = {ATTACKERS: DEFENDER, DEFENDER: ATTACKERS}


@dataclass(frozen=True)
class Command:
    """One command of a lone army: what its player calls it, its general's rank, and its elements and break point where they are known."""

    name: str
    rank: str
    elements: int
    breaks: str


@dataclass(frozen=True)
class Fighter:
    """One player in a battle. `breaks`: the lost equivalents at which his army breaks, "" where nobody has said."""

    player: Player
    army: str
    lord: Player | None
    commands: tuple[Command, ...]
    breaks: str


@dataclass(frozen=True)
class Told:
    """A report on the page: who told it for whom, what he says, and what looks odd about it."""

    side: str
    filed: Filed
    broke: str
    down: str
    doubts: tuple[Problem, ...]

    @property
    def by(self) -> Player | None:
        """Who entered it."""
        return self.filed.entry.by

    @property
    def on_behalf(self) -> Player | None:
        """For whom, when the umpire entered it."""
        return self.filed.entry.for_


@dataclass(frozen=True)
class Share:
    """What one member of a double brings, his role, and whether he agrees to the army as proposed."""

    player: Player
    points: str
    commands: int
    role: str
    agreed: bool


@dataclass(frozen=True)
class Ballot:
    """One member's vote: whether it is in, whom it counts for, and the lord in the team with whom it goes (C8, K24)."""

    player: Player
    voted: bool
    counts_for: Player | None
    with_lord: Player | None


@dataclass(frozen=True)
class Double:
    """A double: its joint army as proposed, who must still agree, the votes, and whom they name so far."""

    shares: tuple[Share, ...]
    total: str
    waiting: tuple[Player, ...]
    ballots: tuple[Ballot, ...]
    named: Player | None

    @property
    def unheard(self) -> tuple[Player, ...]:
        """Whose votes are still wanted."""
        return tuple(b.player for b in self.ballots if not b.voted and b.with_lord is None)


@dataclass(frozen=True)
class Shown:
    """A battle's page. `open`: its round is in the battle phase; `contest`: who said that the other side's report is wrong, and why."""

    round: int
    now: Fought
    fight: Fight
    open: bool
    attackers: tuple[Fighter, ...]
    defender: Fighter
    reports: tuple[Told, ...]
    contest: Entry | None
    double: Double | None

    @property
    def id(self) -> str:
        """The battle's id."""
        return self.fight.battle.id


@dataclass(frozen=True)
class Mine:
    """What a player in the battle may do: tell (anew), take the other side's word, say that it is wrong, agree to the joint army, vote."""

    player: Player
    side: str
    own: Filed | None
    other: Filed | None
    may_report: bool
    may_confirm: bool
    may_contest: bool
    double: Double | None
    must_agree: bool
    votes_with: Player | None
    vote: Player | None
    voted: bool
    may_organise: bool


def shown(season: Season, battle: str) -> Shown | None:
    """The page of a published battle; None when there is none of that name."""
    one = next((r for r in season.rounds if battle in r.fights), None)
    if one is None:
        return None
    fight, going = one.fights[battle], season.phase == BATTLE and one is season.current
    fighters = {p: _fighter(season, one, p, going and (p == fight.battle.defender or not fight.is_double)) for p in fight.battle.players}
    return Shown(
        one.number,
        fought(one, fight),
        fight,
        going,
        tuple(fighters[p] for p in fight.battle.attackers),
        fighters[fight.battle.defender],
        tuple(_told(fight, side) for side in (ATTACKERS, DEFENDER, UMPIRE) if side in fight.reports),
        next((e for e in fight.answers.values() if e.act.kind == "contest"), None),
        _double(one, fight) if fight.is_double else None,
    )


def _fighter(season: Season, one: Round, player: Player, alone: bool) -> Fighter:
    """A player with the commands of his own army, which a double does not use."""
    person = season.people[player]
    commands, breaks = _commands(person) if alone else ((), "")
    return Fighter(player, person.army, one.position.lord.get(player), commands, breaks)


def _commands(person: Person) -> tuple[tuple[Command, ...], str]:
    """An army in its commands, with break points when its elements are divided among them."""
    organised = person.organisation
    if organised is None:
        return (), ""
    troops = person.handed_in.troops if person.handed_in else ()
    if not organised.parts or muster.command_problems(organised.commands, organised.parts, troops):
        return tuple(Command(c.name, RANKS[c.rank], 0, "") for c in organised.commands), ""
    sheet = muster.army_sheet(organised.commands, organised.parts, troops)
    commands = (Command(s.command.name, RANKS[s.command.rank], s.elements, muster.points_text(s.demoralised_at)) for s in sheet.commands)
    return tuple(commands), muster.points_text(sheet.broken_at)


def _told(fight: Fight, side: str) -> Told:
    filed = fight.reports[side]
    return Told(side, filed, broke(fight, filed.report.broken), _down(fight, filed.report.demoralised), filed.doubts)


def broke(fight: Fight, broken: str | None) -> str:
    """Whose army broke, with marks for people."""
    if broken is None:
        return "no army broke"
    if broken == BOTH:
        return "both armies broke"
    return f"the army of {listing(fight.battle.attackers) if broken == ATTACKERS else mention(fight.battle.defender)} broke"


def _down(fight: Fight, demoralised: Iterable[Demoralised]) -> str:
    """Which commands were demoralised, with marks for people; "" for none."""
    told, names = tuple(demoralised), {ATTACKERS: listing(fight.battle.attackers), DEFENDER: mention(fight.battle.defender)}
    said = []
    for side in (ATTACKERS, DEFENDER):
        others = sum(d.side == side and d.rank != CINC for d in told)
        parts = ["the commander-in-chief’s"] * any(d.side == side and d.rank == CINC for d in told)
        parts += [f"{count(others, 'other command')}"] * bool(others)
        if parts:
            said.append(f"{' and '.join(parts)} of {names[side]}")
    return "; ".join(said)


def _double(one: Round, fight: Fight) -> Double:
    team, lord, army = fight.battle.attackers, one.position.lord, fight.army
    shares = army.shares if army else ()
    counted = voting.votes_counted(lord, team, fight.votes)
    ballots = tuple(Ballot(p, p in fight.votes, counted[p], _lord_in_team(one, fight, p)) for p in team)
    return Double(
        tuple(Share(s.player, muster.points_text(s.ap_half), s.commands, RANKS[s.role], s.player in fight.agreed) for s in shares),
        muster.points_text(sum(s.ap_half for s in shares)),
        tuple(p for p in team if p not in fight.agreed) if army else team,
        ballots,
        voting.designate(lord, team, fight.votes),
    )


def _lord_in_team(one: Round, fight: Fight, player: Player) -> Player | None:
    """The highest of his lords in the double, with whom his vote goes."""
    return next((up for up in reversed(above(one.position.lord, player)) if up in fight.battle.attackers), None)


def mine(page: Shown, player: Player | None) -> Mine | None:
    """What this player may do in the battle now; None for whoever is not in it, or when its round is not in the battle phase."""
    fight = page.fight
    if not page.open or player not in fight.battle.players:
        return None
    side = DEFENDER if player == fight.battle.defender else ATTACKERS
    own, other, standing = fight.reports.get(side), fight.reports.get(OTHER[side]), fight.standing
    answered = fight.answers.get(side)
    double = page.double if side == ATTACKERS else None
    ballot = next((b for b in double.ballots if b.player == player), None) if double else None
    return Mine(
        player,
        side,
        own,
        other,
        may_report=standing not in (SETTLED, CONFIRMED),
        may_confirm=other is not None and standing not in (SETTLED, CONFIRMED),
        may_contest=other is not None and standing not in (SETTLED, CONFIRMED, CONTESTED) and answered is None,
        double=double,
        must_agree=double is not None and bool(double.shares) and player in double.waiting,
        votes_with=ballot.with_lord if ballot else None,
        vote=fight.votes.get(player),
        voted=player in fight.votes,
        may_organise=double is None and standing == MISSING,
    )


def typed(entering: read_desk.Entering, side: str) -> dict[str, Any]:
    """What a side's form says when it is opened: what that side told before, or nothing."""
    own = {s: f for s, f in entering.fight.reports.items() if s == side}
    return read_desk.typed(replace(entering, fight=replace(entering.fight, reports=own, answers={})))
