"""The campaign's front page: rounds, standings, pyramid, peace, dates, and the chronicle of the latest round."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from rules.campaign import pyramid, questions
from rules.campaign.records import BOTH, Dated
from rules.campaign.scoring import Row
from rules.campaign.state import ASSIGN, DIPLOMACY, FINISHED, SIGNUP, Round, Season
from rules.rulings import Player
from webapp.campaign.read_map import tint


@dataclass(frozen=True)
class Stage:
    """One step of the round stepper: its form (done, now or ""), its heading and the line under it."""

    form: str
    word: str
    line: str


@dataclass(frozen=True)
class Phase:
    """Where the campaign stands: the badge, what is going on in words, and when the clock of the battle phase runs out."""

    badge: str
    word: str
    over: str
    ends: datetime | None


@dataclass(frozen=True)
class Branch:
    """One banner of the pyramid and those below it; `size` counts everybody below."""

    player: Player
    code: str
    size: int
    tint: str
    below: tuple[Branch, ...]


@dataclass(frozen=True)
class Forest:
    """The whole pyramid: realms from the largest down, and those who are free and lead nobody."""

    realms: tuple[Branch, ...]
    free: tuple[Player, ...]


@dataclass(frozen=True)
class Standings:
    """The table after so many rounds, with each player's direct lord; `final` says that lordship is in the total."""

    rows: tuple[Row, ...]
    lord: dict[Player, Player | None]
    after: int
    final: bool


@dataclass(frozen=True)
class Truce:
    """Who is at peace with whom in which round; pairs in order."""

    round: int
    pairs: tuple[tuple[Player, Player], ...]


def phase(season: Season) -> Phase:
    """The phase as a badge and a sentence."""
    number = season.round
    if season.phase == SIGNUP:
        return Phase("wait", "Signing up", "Round 1 begins when the umpire opens it", None)
    if season.phase == FINISHED:
        return Phase("final", "Finished", "All rounds are over", None)
    current = season.current
    if season.phase == DIPLOMACY:
        waiting = len(questions.undeclared(season))
        due = sum(bool(lawful) for lawful in current.position.lawful.values()) if current else 0
        return Phase("sealed", f"{due - waiting} of {due} sealed", f"Round {number}: diplomacy", None)
    if season.phase == ASSIGN:
        return Phase("wait", "Declarations are closed", f"Round {number}: the umpire assigns the battles", None)
    return Phase("live", "Battle phase", f"Round {number}: battle", current.clock_ends if current else None)


def stages(season: Season) -> tuple[Stage, ...]:
    """Every round of the campaign as a step."""
    done = [Stage("done", f"Round {r.number}", _ended(r)) for r in season.closed]
    if season.current:
        done.append(Stage("now", f"Round {season.current.number}", _going(season, season.current)))
    rounds = season.settings_next.rounds
    for number in range(len(done) + 1, rounds + 1):
        done.append(Stage("", f"Round {number}", f"then +{season.settings.lord_bonus} for each subordinate" if number == rounds else "to come"))
    return tuple(done)


def _ended(one: Round) -> str:
    results = one.outcome.results if one.outcome else ()
    if not results:
        return "no battles"
    decisive = sum(r.broken not in (None, BOTH) for r in results)
    return f"{len(results)} battle{'s' * (len(results) > 1)}, {decisive} decisive"


def _going(season: Season, one: Round) -> str:
    if season.phase == DIPLOMACY:
        return "talk, then one sealed declaration each"
    if season.phase == ASSIGN:
        return "declarations are open, battles follow"
    told = sum(f.filed is not None for f in one.fights.values())
    return f"{told} of {len(one.fights)} results in"


def last_after(season: Season) -> int:
    """How many rounds are over, which is what the page shows when nobody asks for an earlier one."""
    return len(season.closed)


def standings(season: Season, after: int) -> Standings:
    """The table as it stood after that round."""
    final = season.phase == FINISHED and after == len(season.closed)
    return Standings(questions.standings(season, after), dict(questions.as_of(season, after).lord), after, final)


def forest(season: Season, after: int) -> Forest:
    """The pyramid as it stood after that round."""
    lord = {p: up for p, up in questions.as_of(season, after).lord.items() if not season.people[p].left}
    men, size = pyramid.vassals(lord), pyramid.sizes(lord)
    heads = sorted((p for p, up in lord.items() if up is None), key=lambda p: (-size[p], p))

    def branch(p: Player, tinted: str) -> Branch:
        below = sorted(men.get(p, ()), key=lambda q: (-size[q], q))
        return Branch(p, season.people[p].province or "", size[p], tinted, tuple(branch(q, tinted) for q in below))

    return Forest(tuple(branch(p, tint(p)) for p in heads if size[p]), tuple(p for p in heads if not size[p]))


def truce(season: Season, after: int) -> Truce:
    """The peace that holds in the round that followed."""
    over = season.phase == FINISHED and after == len(season.closed)
    return Truce(after + 1, () if over else tuple(sorted(questions.as_of(season, after).peace)))


def dates(season: Season, now: datetime, most: int = 3) -> tuple[Dated, ...]:
    """The next lines of the schedule, and what began within the last hours; nothing of a round that is closed."""
    over = range(1, len(season.closed) + 1)
    due = (d for d in season.schedule if d.at > now - timedelta(hours=6) and d.round not in over)
    return tuple(sorted(due, key=lambda d: d.at))[:most]
