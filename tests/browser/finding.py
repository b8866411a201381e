"""Which browser the tests drive: $CHROMIUM, Playwright's own, a system's chromium or chrome; else one is installed where that is possible."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SYSTEM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium")


def browser(install: bool = False) -> str | None:
    """The path of a browser that can be started; None when there is none."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    return _playwrights() or _systems() or (_installed() if install else None)


def _playwrights() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        path = driver.chromium.executable_path
    return path if Path(path).exists() else None


def _systems() -> str | None:
    return next((found for name in (*SYSTEM, *PLACES) if (found := shutil.which(name))), None)


def _installed() -> str | None:
    print("No browser yet: installing one ...", flush=True)
    fetched = subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], capture_output=True, text=True)
    if fetched.returncode == 0 and _playwrights():
        return _playwrights()
    if os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-q"], env=environment, stdout=subprocess.DEVNULL, check=False)
        for package in SYSTEM[:2]:  # the first paints no windows and takes half the time, but not every system has it
            if subprocess.run(["apt-get", "install", "-y", "-q", package], env=environment, stdout=subprocess.DEVNULL, check=False).returncode == 0:
                break
    return _systems()
