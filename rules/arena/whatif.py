"""What if: the other values of each setting, and a match as it would stand under them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.arena.settings import Settings
from rules.arena.state import Match, verdict
from rules.choices import Choice


def alternatives(choice: Choice, value: Any) -> tuple[Any, ...]:
    """The other values of a setting: all of them where they are named, else one less and one more, or a floor of 0 where there is none."""
    if choice.kind == "one of":
        return tuple(other for other in choice.values if other != value)
    if value is None:
        return (0,)
    return tuple(other for other in (value - 1, value + 1) if choice.low <= other <= choice.high) + (
        (None,) if choice.kind == "whole or none" else ()
    )


def under(match: Match, settings: Settings) -> Match:
    """The same state of a match as it would be under other settings."""
    if match.winner:
        return replace(match, settings=settings)
    low = settings.floor
    score = match.score if low is None else (max(match.score[0], low), max(match.score[1], low))
    barred = match.barred if settings.struck_forever else (False, False)
    winner, sudden = (None, True) if match.sudden and settings.tie_rule == "sudden_death" else verdict(settings, match.classes, score, match.step)
    return replace(match, settings=settings, score=score, winner=winner, sudden=sudden, barred=barred)
