"""A map in the making: what each stroke of the umpire's makes of it. No database, no forms.

Borders follow the land: when a pin comes, goes or moves, a border that arises is set and one that ends is taken away; every other stays as the umpire
has set it, straits always.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING

from rules.campaign.records import Border, Place
from rules.campaign.state import Season
from webapp.campaign.read_map import geography
from webapp.maptext import LONGEST, MOST, WIDTH, format_map, fresh_code, normal, parse_map, same

if TYPE_CHECKING:
    from webapp import mapping

MEDITERRANEAN = "mediterranean"
LAND, STRAIT, NONE = "land", "strait", "none"
LINKS = (NONE, LAND, STRAIT)
"""What may lie between two provinces."""


class Unfit(Exception):
    """A stroke that cannot be done, and why, in the umpire's words."""


@dataclass(frozen=True)
class Drawing:
    """A ground with provinces in the order they came, and borders in order of code."""

    ground: str = MEDITERRANEAN
    places: tuple[Place, ...] = ()
    borders: tuple[Border, ...] = ()

    @property
    def text(self) -> str:
        """The map as text."""
        return format_map(self.places, self.borders)

    @property
    def geography(self) -> mapping.Geography:
        """The shapes it makes."""
        return geography(self.ground, self.places)

    @property
    def height(self) -> int:
        """The height of its sheet."""
        return _height(self.ground)

    def place(self, code: str) -> Place:
        """The province of that code; Unfit when there is none."""
        found = next((place for place in self.places if place.code == code), None)
        if found is None:
            raise Unfit("Choose a province first: tap its pin.")
        return found

    def link(self, a: str, b: str) -> str:
        """What lies between two provinces."""
        found = next((border for border in self.borders if {border.a, border.b} == {a, b}), None)
        return NONE if found is None else STRAIT if found.strait else LAND

    def touch(self, a: str, b: str) -> bool:
        """Whether their lands touch."""
        return (min(a, b), max(a, b)) in _touching(self)


def _height(ground: str) -> int:
    from webapp import mapping

    return mapping.height_of(ground)


def in_use(season: Season) -> Drawing | None:
    """The map that the campaign uses; None while there is none."""
    if not season.places:
        return None
    ground = season.ground or "blank"
    height = _height(ground)
    places = tuple(replace(p, x=min(max(p.x, 0), WIDTH), y=min(max(p.y, 0), height)) for p in season.places.values())
    return Drawing(ground, places, normal(season.borders))


@lru_cache(maxsize=64)
def from_text(ground: str, text: str) -> Drawing:
    """A drawing that was kept as text."""
    reading = parse_map(text, _height(ground))
    places = tuple(Place(row.code, row.name, *(row.pin or (0, 0))) for row in reading.rows)
    return Drawing(ground, places, reading.borders or ())


def mark(step: int, drawing: Drawing, key: str) -> str:
    """What a form tells of the drawing it was made from: another step, or the same one done otherwise, has another mark."""
    return f"{step}-{zlib.crc32(repr((drawing.ground, drawing.text, key)).encode()):08x}"


def named(name: str) -> str:
    """A province's name as it is kept; Unfit when there is nothing to read, or too much."""
    name = " ".join(name.split())
    if not any(c.isalnum() or ord(c) > 0x2000 for c in name):
        raise Unfit("Give it a name of letters.")
    if len(name) > LONGEST:
        raise Unfit(f"A name has at most {LONGEST} letters.")
    return name


def next_name(drawing: Drawing) -> str:
    """The name of a new province until the umpire gives it one."""
    known = {same(place.name) for place in drawing.places}
    return next(name for n in range(len(drawing.places) + 1, 2 * MOST + 2) if same(name := f"Province {n}") not in known)


def add(drawing: Drawing, x: int, y: int, name: str = "") -> tuple[Drawing, str]:
    """A new province with its pin at that spot, and its code."""
    if len(drawing.places) >= MOST:
        raise Unfit(f"A map has at most {MOST} provinces.")
    name = named(name) if name.strip() else next_name(drawing)
    _not_taken(drawing, name, "")
    code = fresh_code(name, {place.code for place in drawing.places})
    return _grown(drawing, (*drawing.places, Place(code, name, *_spot(drawing, x, y)))), code


def move(drawing: Drawing, code: str, x: int, y: int) -> Drawing:
    """The same with one pin elsewhere."""
    x, y = _spot(drawing, x, y)
    moved = replace(drawing.place(code), x=x, y=y)
    return _grown(drawing, tuple(moved if place.code == code else place for place in drawing.places))


def remove(drawing: Drawing, code: str) -> Drawing:
    """The same without a province."""
    drawing.place(code)
    return _grown(drawing, tuple(place for place in drawing.places if place.code != code))


def rename(drawing: Drawing, code: str, name: str, kept: Collection[str]) -> tuple[Drawing, str]:
    """The same with a province's name changed, and its code. The code follows the name, but for those kept: the codes of the map in use never
    change."""
    name = named(name)
    drawing.place(code)
    _not_taken(drawing, name, code)
    new = code
    if code not in kept:
        new = fresh_code(name, {place.code for place in drawing.places} - {code} | set(kept))
    places = tuple(replace(place, code=new, name=name) if place.code == code else place for place in drawing.places)
    borders = normal(Border(new if b.a == code else b.a, new if b.b == code else b.b, b.strait) for b in drawing.borders)
    return replace(drawing, places=places, borders=borders), new


def join(drawing: Drawing, a: str, b: str, link: str) -> Drawing:
    """The same with that between two provinces."""
    if drawing.place(a) == drawing.place(b):
        raise Unfit("A province cannot border itself: tap another one.")
    if link not in LINKS:
        raise Unfit("Choose a border, a strait, or neither.")
    others = tuple(border for border in drawing.borders if {border.a, border.b} != {a, b})
    return replace(drawing, borders=normal(others if link == NONE else (*others, Border(a, b, link == STRAIT))))


def toggled(drawing: Drawing, a: str, b: str) -> str:
    """What comes next between two provinces: border, strait, nothing, and a strait at once where their lands do not touch."""
    order = LINKS if drawing.touch(a, b) else (NONE, STRAIT)
    link = drawing.link(a, b)
    return order[(order.index(link) + 1) % len(order)] if link in order else NONE


def on_ground(drawing: Drawing, ground: str) -> Drawing:
    """The same pins on another ground; a pin below a lower sheet's edge comes up to it."""
    height = _height(ground)
    places = tuple(replace(place, y=round(place.y * height / drawing.height)) for place in drawing.places)
    return _grown(replace(drawing, ground=ground), places, drawing)


def by_land(drawing: Drawing) -> Drawing:
    """The same with the borders that the land makes."""
    return replace(drawing, borders=tuple(Border(a, b) for a, b in drawing.geography.borders))


def hit(drawing: Drawing, x: float, y: float, reach: float) -> str:
    """The code of the pin at a spot, not farther than `reach`; "" for open land."""
    away = [(hypot(p.x - x, p.y - y), p.code) for p in drawing.geography.provinces]
    nearest = min(away, default=(reach + 1, ""))
    return nearest[1] if nearest[0] <= reach else ""


def within(drawing: Drawing, x: float, y: float) -> str:
    """The code of the province whose land a spot lies on; "" for the sea."""
    import shapely

    return next((code for code, shape in drawing.geography.shapes.items() if shapely.contains_xy(shape, x, y)), "")


def _spot(drawing: Drawing, x: int, y: int) -> tuple[int, int]:
    if not (0 <= x <= WIDTH and 0 <= y <= drawing.height):
        raise Unfit(f"That lies beyond the sheet, which goes from 0,0 to {WIDTH},{drawing.height}.")
    return x, y


def _not_taken(drawing: Drawing, name: str, code: str) -> None:
    if any(same(place.name) == same(name) and place.code != code for place in drawing.places):
        raise Unfit(f"There is a province called {name} already.")


def _touching(drawing: Drawing) -> frozenset[tuple[str, str]]:
    return frozenset(drawing.geography.borders)


def _grown(drawing: Drawing, places: tuple[Place, ...], before: Drawing | None = None) -> Drawing:
    """The drawing with these places, and the borders that the land makes of the change."""
    old, new = _touching(before or drawing), _touching(replace(drawing, places=places))
    codes = {place.code for place in places}
    kept = [b for b in drawing.borders if {b.a, b.b} <= codes and (b.strait or (b.a, b.b) in new or (b.a, b.b) not in old)]
    known = {(b.a, b.b) for b in kept}
    return replace(drawing, places=places, borders=normal([*kept, *(Border(a, b) for a, b in sorted(new - old - known))]))


Stroke = Callable[[Drawing], Drawing]
"""What somebody does to a drawing; Unfit when it cannot be done."""
