"""A running site and a browser for it; pages that print an error to the console fail their test."""

from __future__ import annotations

import os
import re
import shutil
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.finding import browser as find_browser
from tests.browser.site import configured, running, serving
from tests.conftest import DATABASES, _gone, _made
from webapp import create_app, db, demo
from webapp.migrating import migrate

TABLET = {"width": 820, "height": 1180}
PHONE = {"width": 360, "height": 740}
expect.set_options(timeout=20_000)  # a busy machine is slow, not wrong
DESKTOP = {"width": 1440, "height": 900}


def pytest_configure(config: pytest.Config) -> None:
    """A missing browser is an error: nothing is left out silently."""
    if find_browser(install=bool(os.environ.get("CI"))) is None:
        raise pytest.UsageError("No browser was found. Install chromium, or name one with CHROMIUM=/path")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Drive the browser that was found."""
    return {**browser_type_launch_args, "executable_path": find_browser(), "args": ["--no-sandbox", "--disable-dev-shm-usage"]}


@pytest.fixture(scope="session")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance folder with the demonstration, to be copied."""
    folder: Path = tmp_path_factory.mktemp("loaded") / "instance"
    configured(folder)
    _filled(folder)
    return folder


def _filled(folder: Path, **config: Any) -> None:
    site = create_app({"INSTANCE": str(folder), **config})
    with site.app_context():
        migrate()
        demo.load(datetime.now(UTC))
        db.engine().dispose()


@pytest.fixture
def site(request: pytest.FixtureRequest, tmp_path: Path, loaded: Path) -> Iterator[str]:
    """The address of a running site with the demonstration: served by this process on SQLite, unless a test asks for gunicorn (EVERYWHERE)."""
    wanted = getattr(request, "param", "")
    if wanted != "postgresql":
        shutil.copytree(loaded, tmp_path / "instance")
        with running(tmp_path / "instance") if wanted else serving(tmp_path / "instance") as address:
            yield address
        return
    server, name = request.getfixturevalue("postgres_url"), f"s{uuid.uuid4().hex[:12]}"
    with running(tmp_path / "instance", _made(server, name, request.getfixturevalue("loaded_postgres"))) as address:
        yield address
    _gone(server, name)


@pytest.fixture(scope="session")
def loaded_postgres(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The name of a database with the demonstration, to be copied."""
    _filled(tmp_path_factory.mktemp("loaded"), DATABASE_URL=_made(postgres_url, "loaded", "migrated"))
    return "loaded"


EVERYWHERE = pytest.mark.parametrize(
    ("site", "with_scripts"),
    [*(pytest.param(d, True, id=d, marks=pytest.mark.xdist_group("servers")) for d in DATABASES), pytest.param("", False, id="no scripts")],
    indirect=["site"],
)
"""For the journeys that everything stands on: gunicorn as `make run` starts it, on each database; and without JavaScript."""


class People:
    """Browsers of their own for several people at once."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.browser, self.site = browser, site
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def context(self, name: str | None = None, size: dict[str, int] = DESKTOP, scripts: bool = True, **more: Any) -> BrowserContext:
        """Somebody's browser before it shows a page, signed in unless he is a visitor."""
        context = self.browser.new_context(viewport=size, java_script_enabled=scripts, base_url=self.site, has_touch=size["width"] < 1000, **more)
        self.contexts.append(context)
        context.set_default_timeout(30_000)
        if name:
            self._sign_in(context, name)
        return context

    def come(self, name: str | None = None, size: dict[str, int] = DESKTOP, scripts: bool = True, **more: Any) -> Page:
        """Somebody opens a browser, signed in unless he is a visitor."""
        page = self.context(name, size, scripts, **more).new_page()
        page.on("pageerror", lambda error: self.errors.append(f"{page.url}: {error}"))
        page.on("console", lambda message: self.errors.append(f"{page.url}: {message.text}") if _bad(message) else None)
        return page

    def _sign_in(self, context: BrowserContext, name: str) -> None:
        """Without painting a page, which a slow machine needs seconds for; one test signs in by hand."""
        token = re.search(r'name="csrf_token"[^>]*value="([^"]*)"', context.request.get("/sign-in").text())
        assert token
        filled = {"csrf_token": token[1], "name": name, "password": "gonfalon"}
        answer = context.request.post("/sign-in", form=filled, headers={"Referer": f"{self.site}/sign-in"})
        assert f"Welcome, {name}" in answer.text()


def _bad(message: Any) -> bool:
    """An error on the console; answers like 409 and 422 are announced there by the browser and are meant."""
    meant = ("Failed to load resource", "htmx:afterRequest", "htmx:sendAbort", "htmx:sendError")  # the last three: a page left while it still asked
    return message.type == "error" and not any(words in message.text for words in meant)


@pytest.fixture
def people(browser: Browser, site: str) -> Iterator[People]:
    """Open browsers with `people.come(name)`; at the end none of them may have met an error."""
    crowd = People(browser, site)
    yield crowd
    for context in crowd.contexts:
        context.close()
    assert crowd.errors == []


@pytest.fixture
def come(people: People) -> Callable[..., Page]:
    """Somebody opens a browser."""
    return people.come
