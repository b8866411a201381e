"""What `make test` runs: linter, formatter, type checker, import contracts, then all tests with pytest's own closing line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
CHECKS = (
    ("linter", ("ruff", "check", "--quiet", ".")),
    ("format", ("ruff", "format", "--check", "--quiet", ".")),
    ("types", ("mypy",)),
    ("import contracts", ("lint-imports", "--no-cache")),
)


def main(arguments: list[str]) -> int:
    """0 when everything is well; the first thing that is not ends the run."""
    sys.path.insert(0, str(ROOT))
    for name, command in CHECKS:
        print(f"{name} ...", flush=True)
        done = subprocess.run([str(BIN / command[0]), *command[1:]], cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            print(done.stdout + done.stderr)
            return done.returncode
    if "--lint-only" in arguments:
        return 0
    from tests.browser.finding import browser

    found = browser(install=True)
    if found is None:
        print("No browser was found. Install chromium, or name one: CHROMIUM=/path/to/chrome make test")
        return 2
    os.environ["CHROMIUM"] = found
    return subprocess.run([str(BIN / "pytest"), *arguments], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
