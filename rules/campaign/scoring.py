"""Points, peace and the final table (C9, C10, K30, K33, K36, K44, K45, K50, K51), and the 0-10 score worked out from what the table saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from rules.campaign.battles import Battle, Result
from rules.campaign.records import ATTACKERS, BOTH, CINC, DEFENDER, Demoralised
from rules.campaign.settings import Settings
from rules.campaign.territory import Pair, pair
from rules.rulings import Player, Problem, Refusal, Ruling, count, listing, mention

WORTH = 5
"""What an army is worth in victory points, shared among its commands."""
MOST = 10
"""The highest score of a battle."""
MOST_COMMANDS = 4
"""The commands of one army over which its worth is spread in the table we know."""


def peace(battles: Iterable[Battle], settings: Settings) -> tuple[Pair, ...]:
    """Who is at peace with whom in the next round, and only then: each attacker with the defender, by setting also partners (C9, K30, K31)."""
    pairs = set()
    for battle in battles:
        pairs |= {pair(a, battle.defender) for a in battle.attackers}
        if settings.peace_scope == "teammates":
            pairs |= {pair(a, b) for a, b in combinations(battle.attackers, 2)}
    return tuple(sorted(pairs))


def points(players: Iterable[Player], results: Iterable[Result], settings: Settings) -> dict[Player, int]:
    """What each player scores in one round (C10, K33, K36)."""
    scored = dict.fromkeys(players, settings.idle_points)
    for result in results:
        scored[result.battle.defender] = result.defender
        team = result.battle.attackers
        each = result.attackers // len(team) if settings.double_points == "shared" else result.attackers
        scored.update(dict.fromkeys(team, each))
    return scored


def checked(score: int, side: str) -> int:
    """The score, refused outside 0-10 (C10, K50)."""
    if not 0 <= score <= MOST:
        raise Refusal("K50", f"the {side} cannot score {score}: a battle gives each side 0 to {MOST} points")
    return score


def _lost(commands: int, fallen: Counter[str], side: str) -> int:
    """Victory points lost with the demoralised commands of a side that has so many; the commander-in-chief's is worth what the others leave."""
    if not 1 <= commands <= MOST_COMMANDS:
        raise Refusal("C10", f"a score can be worked out for 1 to {MOST_COMMANDS} commands, not {commands} ({side}): enter the points themselves")
    head, others = fallen[CINC], sum(fallen.values()) - fallen[CINC]
    if head > 1 or others > commands - 1:
        raise Refusal("C10", f"the {side} had {count(commands, 'command')}, one of them the commander-in-chief's; more are named as demoralised")
    return head * (WORTH - (commands - 1)) + others


def worked_out(broken: str | None, commands: Mapping[str, int], demoralised: Iterable[Demoralised]) -> tuple[int, int]:
    """Points of attackers and defender from whose army broke and which commands were demoralised; they always add up to 10.

    `commands` has the number of commands of each side. A broken army has lost all it was worth, whatever its commands.
    """
    fallen: dict[str, Counter[str]] = {ATTACKERS: Counter(), DEFENDER: Counter()}
    for command in demoralised:
        fallen[command.side][command.rank] += 1
    lost = {s: WORTH if broken in (s, BOTH) else _lost(commands[s], fallen[s], s) for s in (ATTACKERS, DEFENDER)}
    attackers = lost[DEFENDER] + WORTH - lost[ATTACKERS]
    return attackers, MOST - attackers


def doubts(broken: str | None, attackers: int, defender: int, expected: tuple[int, int] | None = None) -> tuple[Problem, ...]:
    """What looks odd in a result without forbidding it: points that do not add up, or do not go with the army that broke (K50, K51).

    `expected` are the points that follow from what the table saw.
    """
    found = []
    total = attackers + defender
    if total != MOST:
        found.append(("points_not_ten", "K50", f"the points add up to {total}; in most battles they add up to {MOST}"))
    ahead = {DEFENDER: attackers - defender, ATTACKERS: defender - attackers}.get(broken or "")
    if ahead is not None and ahead <= 0:
        found.append(("points_against_break", "K51", "the side whose army broke has not fewer points; the umpire should confirm that"))
    if expected and expected != (attackers, defender):
        found.append(("points_differ", "K51", f"what the table saw works out as {expected[0]}-{expected[1]}, not {attackers}-{defender}"))
    return tuple(Problem(code, None, clause, text, grave=False) for code, clause, text in found)


def told(result: Result) -> Ruling:
    """A result in one sentence (C7a, C10, K23, K45)."""
    battle = result.battle
    score = f"{result.attackers}-{result.defender}"
    if result.broken == BOTH:
        return Ruling(("C10", "K23"), battle.players, f"{battle.words}: {score}; both armies broke, which decides nothing", "battle")
    if result.broken is None:
        return Ruling(("C10", "K45"), battle.players, f"{battle.words}: {score}; no army broke, so nobody becomes lord", "battle")
    whose = listing(result.beaten) if result.broken == ATTACKERS else mention(battle.defender)
    return Ruling(("C7a", "C10"), battle.players, f"{battle.words}: {score}; the army of {whose} broke", "battle")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings. `total` holds the bonus only once the campaign is over; before that `bonus` is what it would be now."""

    place: int
    shared: bool
    player: Player
    rounds: tuple[int, ...]
    battle_points: int
    bonus: int
    total: int


def table(rounds: Sequence[Mapping[Player, int]], bonus: Mapping[Player, int], final: bool) -> tuple[Row, ...]:
    """The standings: points of each round, the bonus apart, equal totals sharing a place (C10, K35, K44). Same total: in order of id."""
    fought = {p: tuple(r.get(p, 0) for r in rounds) for p in bonus}
    totals = {p: sum(fought[p]) + (bonus[p] if final else 0) for p in bonus}
    sharing = Counter(totals.values())
    rows = []
    better = 0
    for total in sorted(sharing, reverse=True):
        for p in sorted(q for q in totals if totals[q] == total):
            rows.append(Row(better + 1, sharing[total] > 1, p, fought[p], sum(fought[p]), bonus[p], total))
        better += sharing[total]
    return tuple(rows)


def points_told(scored: Mapping[Player, int], fought: Collection[Player]) -> tuple[Ruling, ...]:
    """Who scored what in a round, in sentences (C10, K36)."""
    said = []
    for p in sorted(scored):
        if p in fought:
            said.append(Ruling(("C10",), (p,), f"{mention(p)} scores {scored[p]}", "points"))
        else:
            said.append(Ruling(("C10", "K36"), (p,), f"{mention(p)} had no battle and scores {scored[p]}", "points"))
    return tuple(said)


def peace_told(pairs: Iterable[Pair], number: int) -> tuple[Ruling, ...]:
    """Who is at peace in the round of this number, in sentences (C9, K30, K31)."""
    return tuple(
        Ruling(("C9", "K30", "K31"), (p, q), f"{mention(p)} and {mention(q)} are at peace through round {number}", "peace") for p, q in pairs
    )
