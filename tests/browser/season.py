"""A site with one campaign that begins: eight players round one sea, an umpire, and Hugo who has no account yet."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

from tests.browser.site import configured
from webapp import create_app, db, eventfile
from webapp.accounts.acts import give_password
from webapp.migrating import migrate
from webapp.models import Club

PLAYERS = ("Anna", "Bram", "Cleo", "Dirk", "Elsa", "Finn", "Gijs", "Hugo")
SLUG = "round-the-sea"
PASSWORD = "gonfalon"
AT = "2026-03-14T19:00:00+00:00"
PINS = ((140, 120), (400, 90), (660, 120), (860, 280), (760, 480), (500, 540), (240, 500), (90, 320))


def made(folder: Path) -> None:
    """An instance folder with that site."""
    from datetime import UTC, datetime

    configured(folder)
    site = create_app({"INSTANCE": str(folder)})
    with site.app_context():
        migrate()
        with db.writing() as own:
            own.add(Club(id=1, name="The club", zone="Europe/Amsterdam", made=datetime.now(UTC)))
            eventfile.bring(own, eventfile.parse(json.dumps(_event())))
        for name in ("Xena", *PLAYERS[:-1]):
            assert give_password(name, PASSWORD)
        db.engine().dispose()


def account(folder: Path, name: str) -> None:
    """Whoever runs the site gives a person without an account one, as `flask password` does."""
    site = create_app({"INSTANCE": str(folder)})
    with site.app_context():
        assert give_password(name, PASSWORD)
        db.engine().dispose()


def _event() -> dict[str, Any]:
    ids = {name.casefold(): {"name": name} for name in (*PLAYERS, "Xena")}
    head = {"banneret": 1, "event": "campaign", "slug": SLUG, "name": "Round the sea", "lede": "Eight armies, one sea.", "people": ids}
    return {**head, "acts": [{"at": AT, "by": "xena", **act} for act in _acts()]}


def _acts() -> list[dict[str, Any]]:
    codes = [name[:3].upper() for name in PLAYERS]
    places = [{"code": c, "name": f"{n}land", "x": x, "y": y} for c, n, (x, y) in zip(codes, PLAYERS, PINS, strict=True)]
    acts: list[dict[str, Any]] = [
        {"kind": "appoint", "by": None, "person": "xena", "role": "umpire"},
        {"kind": "set_schedule", "items": [{"round": 1, "what": "Declarations close", "at": "2026-04-16T18:00:00+00:00"}]},
        {"kind": "draw_map", "ground": "blank", "places": places, "borders": [{"a": a, "b": b} for a, b in combinations(codes, 2)]},
    ]
    for code, name in zip(codes, PLAYERS, strict=True):
        player = name.casefold()
        acts.append({"kind": "enter", "for": player, "player": player, "army": "Later Carthaginian", "book": 2, "number": 32, "edition": "revised"})
        acts.append({"kind": "assign_province", "player": player, "province": code})
    return [*acts, {"kind": "begin", "seed": "a published seed", "priority": [name.casefold() for name in PLAYERS]}]
