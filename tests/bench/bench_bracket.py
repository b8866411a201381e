"""How long it takes to draw and play out a double elimination, side by side with other libraries. Prints numbers and asserts none.

Run with `python -m tests.bench.bench_bracket`. The other libraries are fetched into a temporary folder, with pip and, where node is
there, npm; what cannot be fetched is said and left out. In every run the better seed wins every match.
"""

from __future__ import annotations

import importlib
import math
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from rules.arena.bracket import draw

SIZES = (16, 64, 256, 1024)
NODE_LIBRARIES = {
    "brackets-manager": ("brackets-manager", "brackets-memory-db"),
    "duel": ("duel",),
    "tournament-organizer": ("tournament-organizer",),
}
PATIENCE = 120
"""Seconds after which a run of another library is given up."""


def ours(names: list[str]) -> int:
    """Round by round: all open matches are decided, then the bracket is asked again."""
    bracket, played = draw(names), 0
    while pairs := bracket.playable():
        bracket = bracket.results({slot: min(pair) for slot, pair in pairs.items()})
        played += len(pairs)
    return played


def ours_one_by_one(names: list[str]) -> int:
    """A new bracket after every single match."""
    bracket, played = draw(names), 0
    while pairs := bracket.playable():
        for slot, pair in pairs.items():
            bracket = bracket.result(slot, min(pair))
            played += 1
    return played


def double_elimination(names: list[str]) -> int:
    """The one Python library that plays double elimination."""
    tournament, played = importlib.import_module("double_elimination.tournament").Tournament(names), 0
    while matches := tournament.get_active_matches():
        for match in matches:
            tournament.add_win(match, min(p.get_competitor() for p in match.get_participants()))
            played += 1
    return played


def best(task: Callable[[list[str]], int], size: int, times: int = 5) -> tuple[float, int]:
    """The shortest of several runs in milliseconds, and how many matches were played."""
    names, took, played = [f"p{i:04}" for i in range(size)], [], 0
    for _ in range(times):
        start = perf_counter()
        played = task(names)
        took.append((perf_counter() - start) * 1000)
    return min(took), played


def node(folder: Path, library: str, size: int, times: int = 3) -> tuple[float, int] | None:
    """The shortest of several runs of a library in node, each a process of its own that times itself; None when it takes too long."""
    lines = []
    for _ in range(times):
        try:
            command = ["node", str(Path(__file__).with_name("brackets.mjs")), library, str(size)]
            lines.append(subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout.split())
        except subprocess.TimeoutExpired:
            return None
    return min(float(ms) for ms, _ in lines), int(lines[0][1])


def line(name: str, size: int, result: tuple[float, int] | None, own: float) -> None:
    """One line of the table; the last column says how many times as long as ours it took."""
    if result is None:
        print(f"  {name:28s} {size:5d} entrants  more than {PATIENCE} s")
    else:
        print(f"  {name:28s} {size:5d} entrants {result[1]:5d} matches {result[0]:10.2f} ms {result[0] / own:8.1f} x")


def fetched(command: list[str], folder: Path, what: str) -> bool:
    """Whether a package manager could fetch what is compared."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"  {what} could not be fetched and is left out: {(done.stderr or done.stdout).strip().splitlines()[-1:]}")
    return done.returncode == 0


def main() -> None:
    """Prints the table, and how our own time grows."""
    for size in SIZES:
        ours([f"warm{i}" for i in range(size)])
    own: dict[int, tuple[float, int]] = {}
    single: dict[int, tuple[float, int]] = {}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--target", temporary, "double-elimination"]
        python = fetched(pip, folder, "double-elimination")
        sys.path.insert(0, temporary)
        packages = [package for needed in NODE_LIBRARIES.values() for package in needed]
        has_node = bool(shutil.which("npm")) and fetched(["npm", "install", "--silent", "--no-save", *packages], folder, "brackets in node")
        for size in SIZES:
            own[size], single[size] = best(ours, size), best(ours_one_by_one, size)
            line("ours, round by round", size, own[size], own[size][0])
            line("ours, match by match", size, single[size], own[size][0])
            if python:
                line("double-elimination (Python)", size, best(double_elimination, size), own[size][0])
            for library in NODE_LIBRARIES if has_node else ():
                line(f"{library} (node)", size, node(folder, library, size), own[size][0])
        sys.path.remove(temporary)
    for name, took in (("round by round", own), ("match by match", single)):
        grown = ", ".join(f"{size}: {took[size][0] * 1000 / (size * math.log2(size)):.2f}" for size in SIZES)
        print(f"  growth of ours, {name}, in microseconds per N log2 N: {grown}")


if __name__ == "__main__":
    main()
