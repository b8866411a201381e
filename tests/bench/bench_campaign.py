"""How long the campaign's rules take: replay of a whole campaign, allotment of many. Prints numbers side by side and asserts none.

Run with `python -m tests.bench.bench_campaign`.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from time import process_time

from rules.campaign import acts
from rules.campaign.allotment import allot
from rules.campaign.records import DEFENDER, Command
from rules.campaign.season import replay
from rules.campaign.state import open_round
from tests.rules.campaign.builders import START, Journal, ring, signed_up


def pick(key: str, count: int) -> int:
    """A number below `count` that depends on the key alone."""
    return int.from_bytes(sha256(key.encode()).digest()[:8]) % count


def whole_campaign(players: int, rounds: int) -> Journal:
    """A campaign with lists, orders of battle, declarations, reports, confirmations and votes in every round."""
    names = [f"x{i:02d}" for i in range(players)]
    chords = [(f"p{names[i]}", f"p{names[(i + 5) % players]}") for i in range(players)]
    journal = signed_up([*ring(*names), *chords], rounds=rounds)
    for p in names:
        journal.do(acts.HandInList(p, 2, 32, "2nd", False, 798, START))
        journal.do(acts.Organise(p, (Command("cinc"), Command("sub-general"), Command("sub-general"))))
    journal.do(acts.Begin("bench"))
    for number in range(1, rounds + 1):
        _round(journal, number)
    return journal


def _round(journal: Journal, number: int) -> None:
    for p, lawful in open_round(journal.season).position.lawful.items():
        journal.do(acts.Declare(p, lawful[pick(f"{number}{p}", len(lawful))] if lawful else None), by=p)
    journal.close()
    journal.publish()
    for battle, fight in list(open_round(journal.season).fights.items()):
        broken = (DEFENDER, "attackers", None)[pick(f"{number}{battle}", 3)]
        points = {DEFENDER: (10, 0), "attackers": (1, 9), None: (6, 4)}[broken]
        journal.do(acts.Report(battle, "attackers", broken, *points), by=fight.battle.attackers[0])
        journal.do(acts.Confirm(battle, DEFENDER), by=fight.battle.defender)
        if fight.is_double:
            for p in fight.battle.attackers:
                journal.do(acts.Vote(p, battle, fight.battle.attackers[0]), by=p)
    journal.end()


def best(task: Callable[[], object], times: int = 5) -> float:
    """The shortest of several runs in milliseconds of processor time, so that a busy machine counts little."""
    took = []
    for _ in range(times):
        start = process_time()
        task()
        took.append((process_time() - start) * 1000)
    return min(took)


def declarations(count: int, shape: str) -> dict[str, str | None]:
    """So many declarations: at random (a forest of rings and trees), one long chain, or one ring."""
    names = [f"q{i:05d}" for i in range(count)]
    if shape == "random":
        return {p: names[(i + 1 + pick(p, count - 1)) % count] for i, p in enumerate(names)}
    follow = {p: names[(i + 1) % count] for i, p in enumerate(names)}
    return follow if shape == "ring" else {**follow, names[-1]: None}


def main() -> None:
    """Prints everything."""
    print("replay of a whole campaign, 4 rounds")
    for players in (6, 12, 24, 48):
        journal = whole_campaign(players, 4)
        entries = journal.season.entries
        bare, told = best(lambda e=entries: replay(e), 15), best(lambda e=entries: replay(e).rulings, 15)
        print(f"  {players:3d} players  {len(entries):5d} acts  {bare:7.2f} ms, with every ruling in words {told:7.2f} ms")
    print("allotment, per player so that growth shows")
    for count in (24, 100, 1_000, 3_000, 10_000):
        for shape in ("random", "chain", "ring"):
            target = declarations(count, shape)
            lot = sorted(target, key=lambda p: pick(p, 1 << 40))
            ms = best(lambda t=target, x=lot: allot(t, x, 4), 3)
            print(f"  {count:6d} players  {shape:7s} {ms:8.2f} ms  {ms * 1000 / count:6.2f} us a player")


if __name__ == "__main__":
    main()
