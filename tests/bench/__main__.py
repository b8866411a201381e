"""`make bench`: every bench_*.py beside this file, one after the other; each prints ratios measured side by side in its run."""

from __future__ import annotations

import importlib
from pathlib import Path

for file in sorted(Path(__file__).parent.glob("bench_*.py")):
    print(f"\n== {file.stem.removeprefix('bench_')} ==", flush=True)
    importlib.import_module(f"tests.bench.{file.stem}").main()
