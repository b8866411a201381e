"""An event's rules page: every clause in our words, how it is read, and what the club has chosen where it may choose."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rules.arena import settings as arena
from rules.campaign import settings as campaign
from rules.choices import Choice, show
from rules.clauses import SECTIONS, Section, Sheet

TABLES: dict[str, tuple[Choice, ...]] = {"campaign": campaign.TABLE, "arena": arena.TABLE}


@dataclass(frozen=True)
class Setting:
    """One setting as it stands in an event: what it is about, its value in words, and the sheet's own value when it was changed."""

    name: str
    ruling: str
    gist: str
    value: str
    says: str
    usual: str

    @property
    def line(self) -> str:
        """The value as it reads below its clause."""
        return self.says or f"{self.gist.rstrip('.')}: {self.value}."

    @property
    def changed(self) -> bool:
        """Whether the club chose otherwise than the sheet."""
        return bool(self.usual)


@dataclass(frozen=True)
class Rulebook:
    """A rules page: its sections, and the event's settings by name in the order of the table."""

    sections: tuple[Section, ...]
    settings: dict[str, Setting]

    @property
    def changed(self) -> list[Setting]:
        """The settings in which this event departs from the sheet."""
        return [s for s in self.settings.values() if s.changed]


def rulebook(sheet: Sheet, settings: Any) -> Rulebook:
    """The rules page of an event of this sheet under these settings."""
    return Rulebook(SECTIONS[sheet], {c.name: _setting(c, getattr(settings, c.name)) for c in TABLES[sheet]})


def _setting(choice: Choice, value: Any) -> Setting:
    usual = "" if value == choice.default else _worded(choice.default)
    return Setting(choice.name, choice.ruling, choice.gist, _worded(value), _said(choice, value), usual)


def _said(choice: Choice, value: Any) -> str:
    return choice.says[choice.values.index(value)] if choice.says else ""


def _worded(value: Any) -> str:
    """A value as a reader knows it: numbers and dates as they are, yes and no for truths, words without their underscores."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return f"{value.day} {value:%B %Y, %H:%M}"
    return "none" if value is None else show(value).replace("_", " ")
