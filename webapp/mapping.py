"""A campaign's map: provinces grown round pins, their borders, realms, straits and labels, ready to be drawn. Pure: no web, no database.

Map units: the sheet is 1000 wide, y runs downwards. Everything is deterministic, and the arguments are hashable, so an answer can be cached by them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np
import shapely
from shapely.geometry import shape

from rules.campaign.records import Border, Place
from rules.rulings import Problem
from webapp.mapping_cells import Shapes, divided, seats, shared_lengths

WIDTH, HEIGHT = 1000, 644
MEDITERRANEAN, BLANK, PICTURE = "mediterranean", "blank", "picture"
"""Grounds. The first two are named so; one of the club's own pictures is named "picture:<its mark>:<its height in map units>".
"""
BLEED = 30
"""Land at the edge of the sheet runs on so far beyond it, and its outline out of sight."""

_LEAST_BORDER = 12.0
_SIMPLER = 0.6
_ASHORE, _LEAST_BOW = 5.0, 34.0
_LAND = Path(__file__).parent / "data" / "mediterranean_land.json"


@dataclass(frozen=True, slots=True)
class Province:
    """One province: code and name, where its shield stands, and its outline as SVG path data."""

    code: str
    name: str
    x: float
    y: float
    d: str


@dataclass(frozen=True, slots=True)
class Strait:
    """A border across water, between two provinces' codes, as SVG path data of an open line."""

    a: str
    b: str
    d: str


@dataclass(frozen=True, slots=True)
class Geography:
    """What the pins make of the ground. Provinces are in order of code; `borders` are the land borders, each pair in order of code; `coast` is the
    outline of the land as SVG path data ("" on a sheet without one); `remarks` are what the umpire should know about the pins."""

    height: int
    provinces: tuple[Province, ...]
    borders: tuple[tuple[str, str], ...]
    coast: str
    remarks: tuple[Problem, ...]
    shapes: Mapping[str, shapely.Geometry] = field(repr=False, compare=False)


def picture(ground: str) -> str:
    """The mark of the picture that a ground is; "" for a ground without one."""
    kind, _, rest = ground.partition(":")
    return rest.partition(":")[0] if kind == PICTURE else ""


def height_of(ground: str) -> int:
    """The height of a ground's sheet in map units: a picture's own, which its name tells, and HEIGHT of every other."""
    last = ground.rpartition(":")[2]
    return int(last) if picture(ground) and last.isdecimal() else HEIGHT


@lru_cache(maxsize=32)
def land(ground: str, height: int = HEIGHT) -> shapely.Geometry:
    """The land of a ground, beyond the sheet's edge by BLEED: the Mediterranean's, or the whole sheet for a blank one or a picture."""
    if ground != MEDITERRANEAN:
        return shapely.box(-BLEED, -BLEED, WIDTH + BLEED, height + BLEED)
    return shapely.transform(shape(json.loads(_LAND.read_text("utf-8"))["land"]), lambda points: _run_on(points, height))


def _run_on(points: np.ndarray, height: int) -> np.ndarray:
    edge = np.array([WIDTH, height])
    return np.where(points <= 0, -BLEED, np.where(points >= edge, edge + BLEED, points))


def provinces(ground: str, places: tuple[Place, ...], height: int = HEIGHT) -> Geography:
    """Grow a province round every place's pin: the land nearest to it, with hand-drawn borders. A pin in the sea gets the nearest land, and its
    shield stands there. Codes must differ (ValueError). About 0.1 s for sixteen pins."""
    order = sorted(places, key=lambda place: place.code)
    if len({place.code for place in order}) < len(order):
        raise ValueError("two places have the same code")
    whole = land(ground, height)
    pins = np.array([(place.x, place.y) for place in order], dtype=float).reshape(-1, 2)
    at = seats(whole, pins)
    shapes = _simpler(divided(whole, at), at) if order else np.array([])
    drawn = tuple(
        Province(place.code, place.name, round(x, 1), round(y, 1), path(outline))
        for place, (x, y), outline in zip(order, at.tolist(), shapes, strict=True)
    )
    borders = sorted((order[i].code, order[j].code) for (i, j), length in shared_lengths(shapes).items() if length >= _LEAST_BORDER)
    remarks = tuple(remark for place, pin, seat in zip(order, pins, at, strict=True) for remark in _moved(whole, place, pin, seat))
    coast = path(whole) if ground == MEDITERRANEAN else ""
    return Geography(height, drawn, tuple(borders), coast, remarks, {place.code: outline for place, outline in zip(order, shapes, strict=True)})


def _simpler(shapes: Shapes, at: np.ndarray) -> Shapes:
    """The shapes with fewer points along their borders, as long as everybody still stands in his own."""
    fewer = shapely.coverage_simplify(shapes, _SIMPLER, simplify_boundary=False)
    return fewer if shapely.contains(fewer, shapely.points(at)).all() else shapes


def _moved(whole: shapely.Geometry, place: Place, pin: np.ndarray, seat: np.ndarray) -> list[Problem]:
    if (pin == seat).all():
        return []
    if shapely.contains_xy(whole, *pin):
        return [Problem("same_spot", None, "C1", f"The pin of {place.name or place.code} is where another one stands. Move one of them.", False)]
    text = (
        f"The pin of {place.name or place.code} stands in the sea, so its province is the nearest land. Move the pin ashore to choose for yourself."
    )
    return [Problem("in_the_sea", None, "C1", text, False)]


def realm_outline(geography: Geography, codes: Iterable[str]) -> str:
    """The outline of all these provinces together as SVG path data: their inner borders are gone."""
    return path(shapely.coverage_union_all([geography.shapes[code] for code in sorted(set(codes))]))


def realms(geography: Geography, root: Mapping[str, str]) -> list[tuple[str, str]]:
    """The realms as (code of the lord's province, outline), in order of code. `root` names for a province's code that of its highest lord's;
    provinces it leaves out belong to no realm."""
    members: dict[str, list[str]] = {}
    for code, lord in sorted(root.items()):
        members.setdefault(lord, []).append(code)
    return [(lord, realm_outline(geography, codes)) for lord, codes in sorted(members.items())]


def straits(geography: Geography, borders: Iterable[Border]) -> tuple[Strait, ...]:
    """The lines of the borders drawn by hand: a bow over the narrowest water between two provinces, or where they touch, long enough to be seen."""
    at = {province.code: (province.x, province.y) for province in geography.provinces}
    return tuple(Strait(b.a, b.b, _bow(geography.shapes[b.a], geography.shapes[b.b], at[b.a], at[b.b])) for b in borders if b.strait)


def _bow(one: shapely.Geometry, other: shapely.Geometry, start: tuple[float, float], end: tuple[float, float]) -> str:
    near, far = shapely.get_coordinates(shapely.shortest_line(one, other))
    ahead = far - near if (far - near).any() else np.subtract(end, start)
    ahead = ahead / np.hypot(*ahead)
    length = float(np.hypot(*(far - near)))
    reach = max(_ASHORE, (_LEAST_BOW - length) / 2)
    a, b = near - ahead * reach, far + ahead * reach
    top = (a + b) / 2 + np.array([ahead[1], -ahead[0]]) * (0.14 * (length + 2 * reach))
    return f"M{a[0]:.1f} {a[1]:.1f}Q{top[0]:.1f} {top[1]:.1f} {b[0]:.1f} {b[1]:.1f}"


def path(area: shapely.Geometry) -> str:
    """An area as SVG path data with one decimal, in steps from point to point, which is short and packs well."""
    return "".join(_ring(ring) for part in shapely.get_parts(shapely.orient_polygons(area)) for ring in shapely.get_rings(part))


def _ring(ring: shapely.Geometry) -> str:
    points = np.rint(shapely.get_coordinates(ring) * 10).astype(int)
    steps = np.diff(points[:-1], axis=0).ravel().tolist()
    return f"M{_tenths(int(points[0][0]))} {_tenths(int(points[0][1]))}l{_joined(steps)}z"


def _joined(numbers: list[int]) -> str:
    words = [_tenths(n) for n in numbers]
    return "".join(word if i == 0 or word.startswith("-") else f" {word}" for i, word in enumerate(words))


def _tenths(n: int) -> str:
    return f"{n / 10:g}".replace("0.", ".") if -10 < n < 10 and n else f"{n / 10:g}"
