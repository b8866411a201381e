"""Settings as a table: what may be chosen, what is chosen, and a clear refusal of anything else (rulings.md part III)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rules.rulings import Refusal


@dataclass(frozen=True, slots=True)
class Choice:
    """One named setting: its default, its allowed values or what kind of value it takes, the ruling it belongs to, and its gist in our words.

    `kind` is "one of" (see `values`), "whole" (an int from `low` to `high`), "whole or none", or "time" (an ISO date and time).
    `says` has one sentence for each value of a "one of" choice.
    """

    name: str
    default: Any
    ruling: str
    gist: str
    values: tuple[Any, ...] = ()
    kind: str = "one of"
    low: int = 0
    high: int = 1_000_000
    says: tuple[str, ...] = ()

    def check(self, value: Any) -> Any:
        """The value as the rules use it; Refusal naming the setting when it is not allowed."""
        if self.kind == "one of":
            for allowed in self.values:
                if value == allowed and type(value) is type(allowed):
                    return allowed
            raise Refusal(self.ruling, f"{self.name} must be one of {', '.join(show(v) for v in self.values)}, not {show(value)}")
        if self.kind == "time":
            return self._time(value)
        if value is None and self.kind == "whole or none":
            return None
        if type(value) is int and self.low <= value <= self.high:
            return value
        raise Refusal(self.ruling, f"{self.name} must be a whole number from {self.low} to {self.high}, not {show(value)}")

    def _time(self, value: Any) -> datetime:
        if isinstance(value, datetime):
            return value
        try:
            return datetime.fromisoformat(value)
        except (TypeError, ValueError):
            raise Refusal(self.ruling, f"{self.name} must be a date and time such as 1999-09-17T00:00:00, not {show(value)}") from None


def show(value: Any) -> str:
    """A setting's value in words a reader of the settings page knows."""
    return {True: "true", False: "false", None: "null"}[value] if value is None or isinstance(value, bool) else str(value)


def chosen(table: tuple[Choice, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every setting of the table with the given values checked and defaults filled in; Refusal for an unknown name or a value not allowed."""
    known = {c.name: c for c in table}
    for name in given:
        if name not in known:
            raise Refusal("III", f"there is no setting called {name}")
    return {name: c.check(given[name]) if name in given else c.default for name, c in known.items()}
