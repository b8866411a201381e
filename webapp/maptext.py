"""A map as text, a province a line: `Latium @ 512,210 : Etruria, Sardinia ~`. Pure: no web, no database.

After the name stand its pin (`@ x,y` in map units) and, after a colon, the neighbours; `~` marks a strait. Naming a border at one of its two
provinces is enough, and `format_map` writes it at the first. What follows a `#` is a remark. A name with one of , : @ ~ # " [ ] in it stands in
quotation marks, where a backslash takes the next sign as it is. A code is worked out from the name; where it is another, it follows in brackets:
`Latvia [LAV]`.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, count

from rules.campaign.records import Border, Place

MOST = 60
"""So many provinces a map may have: twice those of the largest club we heard of, and still drawn in a blink."""
LONGEST = 40
WIDTH = 1000

_PIECES = re.compile(r'"((?:[^"\\]|\\.)*)"|([,:@~\[\]])|(#).*|([^",:@~#\[\]]+)|(.)', re.DOTALL)
_PLAIN = re.compile(r'[^",:@~#\[\]\\\n\r]+')
_ESCAPES = {"\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_WORD = "a name"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in a line, counted from 1."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """A province as a text names it: its pin may be left out."""

    code: str
    name: str
    pin: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says: provinces in the order of their lines, borders in order of code (None: no line has a colon, so the land shall decide)."""

    rows: tuple[Row, ...]
    borders: tuple[Border, ...] | None
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class _Ref:
    """A province as it is named: its name, and its code where that is given."""

    name: str
    code: str | None


@dataclass(slots=True)
class _Line:
    number: int
    ref: _Ref
    pin: tuple[int, int] | None
    near: list[tuple[_Ref, bool]]
    colon: bool


class _Wrong(Exception):
    """A line that cannot be read, and why."""


def normal(borders: Iterable[Border]) -> tuple[Border, ...]:
    """The borders in order of code, each pair once and in order of code itself; a pair named both by land and by sea is a strait."""
    found: dict[tuple[str, str], bool] = {}
    for border in borders:
        pair = (min(border.a, border.b), max(border.a, border.b))
        found[pair] = found.get(pair, False) or border.strait
    return tuple(Border(a, b, strait) for (a, b), strait in sorted(found.items()))


def code_of(name: str) -> str:
    """The code a name makes by itself: three of its letters, or of a numbered one the first letter and the number ("Province 7" is P7)."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", name).upper() if c.isascii() and (c.isalnum() or c == " "))
    numbered = re.fullmatch(r"([A-Z])[A-Z ]*? ?(\d{1,3})", bare.strip())
    letters = bare.replace(" ", "")
    return numbered[1] + numbered[2] if numbered else letters[:3] or "P"


def fresh_code(name: str, taken: Container[str]) -> str:
    """A code for a name that none of those taken is: the name's own, else with another third letter, else with a number."""
    own = code_of(name)
    letters = "".join(c for c in unicodedata.normalize("NFKD", name).upper() if c.isascii() and c.isalpha())
    others = [letters[:2] + c for c in letters[3:]] if len(own) == 3 else []
    return next(code for code in chain((own, *others), (f"{own[:2]}{n}" for n in count(2))) if code not in taken)


def same(name: str) -> str:
    """What two names have in common that readers would take for one."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def format_map(places: Sequence[Place], borders: Iterable[Border]) -> str:
    """The map as text. `parse_map` reads exactly the same from it: places in this order, borders as `normal` has them."""
    shared = {name for name, times in Counter(same(p.name) for p in places).items() if times > 1}
    at = {place.code: n for n, place in enumerate(places)}
    near: dict[str, list[tuple[int, str]]] = {place.code: [] for place in places}
    for border in normal(borders):
        first, second = sorted((border.a, border.b), key=lambda code: at[code])
        other = places[at[second]]
        near[first].append((at[second], _named(other, same(other.name) in shared) + (" ~" if border.strait else "")))
    lines = []
    for place in places:
        head = _named(place, same(place.name) in shared or code_of(place.name) != place.code)
        names = ", ".join(words for _, words in sorted(near[place.code]))
        lines.append(f"{head} @ {place.x},{place.y} :{' ' if names else ''}{names}\n")
    return "".join(lines)


def _named(place: Place, coded: bool) -> str:
    return _quoted(place.name) + (f" [{_quoted(place.code)}]" if coded else "")


def _quoted(word: str) -> str:
    if _PLAIN.fullmatch(word) and word == word.strip():
        return word
    return '"' + "".join(_ESCAPES.get(c, c) for c in word) + '"'


def parse_map(text: str, height: int) -> Reading:
    """What a text says about a sheet of that height, and everything that is wrong with it, by line. A map with faults is not to be used."""
    faults: list[Fault] = []
    lines: list[_Line] = []
    for number, words in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1):
        try:
            line = _read(number, words, height)
        except _Wrong as wrong:
            faults.append(Fault(number, str(wrong)))
        else:
            lines += [line] if line else []
    if len(lines) > MOST:
        faults.append(Fault(lines[MOST].number, f"A map has at most {MOST} provinces."))
        return Reading((), None, tuple(faults))
    codes = _codes(lines, faults)
    borders = _borders(lines, codes, faults)
    rows = tuple(Row(code, line.ref.name, line.pin) for line, code in zip(lines, codes, strict=True))
    given = any(line.colon for line in lines)
    return Reading(rows, borders if given else None, tuple(sorted(faults, key=lambda fault: fault.line)))


class _Words:
    """The pieces of a line, read from left to right."""

    def __init__(self, line: str) -> None:
        self.left: list[tuple[str, str]] = []
        for quoted, mark, remark, plain, stray in _PIECES.findall(line):
            if remark:
                break
            if stray:
                raise _Wrong("A quotation mark has no other to close it.")
            if mark:
                self.left.append((mark, mark))
            elif plain:
                self.left += [(_WORD, plain.strip())] if plain.strip() else []
            else:
                self.left.append((_WORD, re.sub(r"\\(.)", lambda m: {"n": "\n", "r": "\r"}.get(m[1], m[1]), quoted, flags=re.DOTALL)))

    def take(self, kind: str) -> str | None:
        """The next piece if it is of that kind, else None."""
        return self.left.pop(0)[1] if self.left and self.left[0][0] == kind else None

    def need(self, kind: str, after: str) -> str:
        """The next piece, which must be of that kind."""
        found = self.take(kind)
        if found is None:
            raise _Wrong(f"After {after} {kind if kind == _WORD else f'a {kind}'} is missing.")
        return found

    def ref(self) -> _Ref | None:
        """A name with or without a code."""
        name = self.take(_WORD)
        if name is None:
            return None
        code = None
        if self.take("["):
            code = self.need(_WORD, "a bracket")
            self.need("]", "a code")
        return _Ref(name, code)


def _read(number: int, words: str, height: int) -> _Line | None:
    """One line; None for one that says nothing."""
    left = _Words(words)
    if not left.left:
        return None
    ref = left.ref()
    if ref is None:
        raise _Wrong(f"A line starts with the name of a province, not with {left.left[0][1]}.")
    if len(ref.name) > LONGEST or len(ref.code or "") > LONGEST:
        raise _Wrong(f"A name has at most {LONGEST} letters.")
    pin = _pin(left, height) if left.take("@") else None
    line = _Line(number, ref, pin, [], bool(left.take(":")))
    while line.colon and left.left:
        near = left.ref()
        if near:
            line.near.append((near, bool(left.take("~"))))
        if left.left and not left.take(","):
            raise _Wrong(f"Between neighbours stands a comma; here stands {left.left[0][1]}.")
    if left.left:
        raise _Wrong(f"After the province a colon and its neighbours are expected, not {left.left[0][1]}. A name with signs in it goes in quotes.")
    return line


def _pin(left: _Words, height: int) -> tuple[int, int]:
    said = left.need(_WORD, "the @"), left.need(",", "the first number"), left.need(_WORD, "the comma")
    numbers = []
    for word, most in ((said[0], WIDTH), (said[2], height)):
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", word):
            raise _Wrong(f"{word[:40]} is no whole number; a pin stands at two, as in @ 512,210.")
        if not 0 <= int(word) <= most:
            raise _Wrong(f"{word} lies beyond the sheet, which goes from 0,0 to {WIDTH},{height}.")
        numbers.append(int(word))
    return numbers[0], numbers[1]


def _codes(lines: list[_Line], faults: list[Fault]) -> list[str]:
    """The code of each line, with what is wrong with names and codes. Codes that are given come first, then each name's own in order of lines."""
    first: dict[str, _Line] = {}
    taken: set[str] = set()
    for line in lines:
        other = first.setdefault(same(line.ref.name), line)
        if other is not line and (other.ref.code is None or line.ref.code is None):
            faults.append(Fault(line.number, f"{line.ref.name} stands in line {other.number} already."))
        if line.ref.code is not None:
            if line.ref.code in taken:
                faults.append(Fault(line.number, f"The code {line.ref.code} belongs to another province already."))
            taken.add(line.ref.code)
    codes = []
    for line in lines:
        code = line.ref.code if line.ref.code is not None else fresh_code(line.ref.name, taken)
        taken.add(code)
        codes.append(code)
    return codes


def _borders(lines: list[_Line], codes: list[str], faults: list[Fault]) -> tuple[Border, ...]:
    find = _finder(lines, codes)
    straits: dict[tuple[str, str], bool] = {}
    for line, code in zip(lines, codes, strict=True):
        for ref, strait in line.near:
            try:
                other = find(ref)
                pair = (min(code, other), max(code, other))
                if other == code:
                    raise _Wrong(f"{ref.name} cannot border itself.")
                if straits.setdefault(pair, strait) != strait:
                    raise _Wrong(f"{line.ref.name} and {ref.name} border by land in one line and across a strait (~) in another.")
            except _Wrong as wrong:
                faults.append(Fault(line.number, str(wrong)))
    return normal(Border(a, b, strait) for (a, b), strait in straits.items())


def _finder(lines: list[_Line], codes: list[str]) -> Callable[[_Ref], str]:
    """What finds the code of a province by how it is named: its code, its exact name, what reads like it, and at last a bare code."""
    names: dict[str, list[str]] = {}
    for line, code in zip(lines, codes, strict=True):
        names.setdefault(same(line.ref.name), []).append(code)

    def find(ref: _Ref) -> str:
        if ref.code is not None and ref.code in codes:
            return ref.code
        found = names.get(same(ref.name), [])
        if len(found) > 1:
            raise _Wrong(f"{len(found)} provinces are called {ref.name}: say which with its code, as in {ref.name} [{found[0]}].")
        if found and ref.code is None:
            return found[0]
        if ref.code is None and ref.name in codes:
            return ref.name
        close = difflib.get_close_matches(same(ref.name), names, 1)
        hint = next((f" Is it {line.ref.name}?" for line in lines if close and same(line.ref.name) == close[0]), "")
        raise _Wrong(f"There is no province {ref.name}{f' [{ref.code}]' if ref.code else ''} in this text.{hint}")

    return find
