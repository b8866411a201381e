"""How long exact odds take: a table for each pairing of classes, and an answer from it. Prints numbers and asserts none."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

from rules.arena.match import begin
from rules.arena.odds import Odds
from rules.arena.settings import MATCH_TABLE, Settings

PAIRINGS = (
    (("fighter", "fighter"), ("none", "none")),
    (("fighter", "mage"), ("none", "none")),
    (("fighter", "mage"), ("none", "present")),
    (("mage", "mage"), ("present", "present")),
)


SINGLE: tuple[dict[str, Any], ...] = ({"target": 60}, {"fighter_low": 2, "mage_low": 2}, {"fumble_loss": 10}, {"fumble_loss": 20}, {"floor": 0})
"""Settings that need the largest tables."""
SCARCE = {"fighter_low": 19, "mage_low": 19, "man_at_arms_low": 19}
SEVERAL: tuple[dict[str, Any], ...] = (
    {"fumble_loss": 20, **SCARCE},
    {"fumble_loss": 20, "fighter_low": 2, "mage_low": 2},
    {"fumble_loss": 20, "target": 60, "fighter_low": 19, "mage_low": 19},
    {"fumble_loss": 20, "target": 60, "floor": -100, **SCARCE, "man_at_arms_low": 2},
)
"""Several of them at once."""
SEED, SEARCHED, SHOWN = 1999, 150, 8
"""The search: how many combinations of extreme settings it tries, and how many of the slowest it shows."""


def main() -> None:
    """Prints everything; the first answer makes the table."""
    for chosen in ({}, *SINGLE, *SEVERAL):
        print(f"  {named(chosen)}")
        for classes, men in PAIRINGS:
            odds, match = Odds(), begin(Settings.of(chosen), classes, men)
            start = perf_counter()
            chance = odds.at(match)
            table = perf_counter() - start
            start = perf_counter()
            for _ in range(100):
                odds.at(match)
            answer = (perf_counter() - start) / 100
            print(f"    {' v '.join(classes):18} {men!s:22} table {table * 1000:6.1f} ms  answer {answer * 1000:7.4f} ms  A wins {chance.a:.9f}")
    print(f"  the slowest of {SEARCHED} combinations of extremes (seed {SEED})")
    for seconds, lacking, classes, men, chosen in searched():
        print(f"    {seconds * 1000:6.1f} ms  chance left out {lacking:.0e}  {' v '.join(classes)} {men}: {named(chosen)}")


def named(chosen: dict[str, Any]) -> str:
    """Settings in words."""
    return ", ".join(f"{name} {value}" for name, value in chosen.items()) or "as on the sheet"


def searched() -> list[tuple[float, float, tuple[str, str], tuple[str, str], dict[str, Any]]]:
    """The slowest tables that a search finds: seconds, the chance left out, classes, men-at-arms and settings."""
    chance, found = Random(SEED), []
    for _ in range(SEARCHED):
        chosen: dict[str, Any] = {}
        for choice in MATCH_TABLE:
            if choice.kind == "one of":
                values = (choice.default, choice.default, *choice.values)
            else:
                values = (choice.default, choice.high, choice.high, choice.low)
            if (value := chance.choice(values)) != choice.default:
                chosen[choice.name] = value
        classes, men = chance.choice(PAIRINGS)
        match, start = begin(Settings.of(chosen), classes, men), perf_counter()
        worth = Odds().at(match)
        found.append((perf_counter() - start, 1 - worth.a - worth.b - worth.draw, classes, men, chosen))
    return sorted(found, key=lambda each: -each[0])[:SHOWN]


if __name__ == "__main__":
    main()
