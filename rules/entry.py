"""What both sheets' acts have in common: the frame an act stands in, and a setting as an act carries it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rules.rulings import Player, Refusal


@dataclass(frozen=True, slots=True)
class SettingValue:
    """One setting by name; the value as JSON text (`"direct"` with its quotes, `4`, `true`)."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Entry:
    """An act in the journal: its number `seq` (rising), when (UTC), by whom (None: the house itself), for whom if for somebody else (K53), and why.

    `corrects` names an earlier entry whose place this one takes (K52); only a campaign knows that.
    """

    seq: int
    at: datetime
    by: Player | None
    act: Any
    for_: Player | None = None
    reason: str = ""
    corrects: int | None = None

    def needs_reason(self, clause: str, text: str) -> None:
        """Refusal with this clause and text when no reason is given."""
        if not self.reason.strip():
            raise Refusal(clause, text)
