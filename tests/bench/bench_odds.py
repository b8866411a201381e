"""How long exact odds take: a table for each pairing of classes, and an answer from it. Prints numbers and asserts none."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from rules.arena.match import begin
from rules.arena.odds import Odds
from rules.arena.settings import Settings

PAIRINGS = (
    (("fighter", "fighter"), ("none", "none")),
    (("fighter", "mage"), ("none", "none")),
    (("fighter", "mage"), ("none", "present")),
    (("mage", "mage"), ("present", "present")),
)


FAR: tuple[dict[str, Any], ...] = ({"target": 60}, {"fighter_low": 2, "mage_low": 2}, {"fumble_loss": 10}, {"fumble_loss": 20})
"""Settings that need the largest tables."""


def main() -> None:
    """Prints everything; the first answer makes the table."""
    for chosen in ({}, *FAR):
        print(f"  {', '.join(f'{name} {value}' for name, value in chosen.items()) or 'as on the sheet'}")
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


if __name__ == "__main__":
    main()
