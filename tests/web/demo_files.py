"""The demonstration's two files as the rules get them."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from pathlib import Path

from rules.arena import tourney
from rules.campaign import season
from rules.entry import Entry
from webapp import demo as demonstration
from webapp import eventfile

FILES = Path(demonstration.__file__).parent


def parsed_file(name):
    return eventfile.parse((FILES / name).read_text("utf-8"))


def entries_of(parsed, numbers=None):
    """The file's acts as the rules get them; people go by their names in the file, or by numbers as in a database."""
    called = {p: str((numbers or {}).get(p, p)) for p in parsed.people}
    return [
        Entry(n, at, called.get(by), eventfile._renamed(act, called, timedelta()), called.get(for_), why, corrects)
        for n, (by, for_, at, why, corrects, act) in enumerate(parsed.deeds, 1)
    ]


@cache
def the_campaign():
    entries = entries_of(parsed_file("campaign.json"))
    return entries, season.replay(entries)


@cache
def the_arena():
    entries = entries_of(parsed_file("arena.json"))
    return entries, tourney.replay(entries)
