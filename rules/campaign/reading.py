"""Reading case files: every value knows its place, so that what is wrong is told by its path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a JSON document with its path ("input.battles[0].defender"). Every reader raises ValueError naming the path."""

    value: Any
    path: str

    def wrong(self, wanted: str) -> ValueError:
        """The error that this is not what was wanted."""
        return ValueError(f"{self.path}: {wanted}, not {self.value!r}")

    def _mapping(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            raise self.wrong("should be an object")
        return self.value

    def at(self, key: str) -> Node:
        """A member that must be there."""
        if key not in self._mapping():
            raise ValueError(f"{self.path}.{key}: is missing")
        return Node(self.value[key], f"{self.path}.{key}")

    def get(self, key: str, default: Any = None) -> Node:
        """A member that may be left out."""
        return Node(self._mapping().get(key, default), f"{self.path}.{key}")

    def members(self) -> Iterator[tuple[str, Node]]:
        """The members of an object."""
        for key, value in self._mapping().items():
            yield key, Node(value, f"{self.path}.{key}")

    def items(self, length: int | None = None) -> list[Node]:
        """The items of an array, by demand of a certain length."""
        if not isinstance(self.value, list) or length not in (None, len(self.value)):
            raise self.wrong("should be a list" + (f" of {length}" if length else ""))
        return [Node(v, f"{self.path}[{i}]") for i, v in enumerate(self.value)]

    def text(self) -> str:
        """A non-empty text."""
        if not isinstance(self.value, str) or not self.value:
            raise self.wrong("should be a text")
        return self.value

    def text_or_none(self) -> str | None:
        """A text or null."""
        return None if self.value is None else self.text()

    def texts(self) -> list[str]:
        """A list of different texts."""
        found = [item.text() for item in self.items()]
        if len(set(found)) < len(found):
            raise self.wrong("should name nobody twice")
        return found

    def among(self, *allowed: Any) -> Any:
        """One of these values."""
        for value in allowed:
            if self.value == value and type(self.value) is type(value):
                return value
        raise self.wrong(f"should be one of {', '.join('null' if a is None else str(a) for a in allowed)}")

    def whole(self) -> int:
        """A whole number."""
        if type(self.value) is not int:
            raise self.wrong("should be a whole number")
        return self.value

    def halves(self) -> int:
        """A number of whole or half units, from 0, in halves."""
        if type(self.value) not in (int, float) or not 0 <= self.value * 2 < float("inf") or self.value * 2 % 1:
            raise self.wrong("should be a number of points, halves allowed")
        return int(self.value * 2)

    def flag(self) -> bool:
        """True or false."""
        return bool(self.among(True, False))

    def time(self) -> datetime:
        """A date and time."""
        try:
            return datetime.fromisoformat(self.text())
        except ValueError:
            raise self.wrong("should be a date and time such as 1999-09-17T00:00:00") from None
