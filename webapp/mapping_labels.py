"""Names on the map: for every shield the place beside it where its words read best, and never one label over another or over a shield.

WIDE sets names for a screen, NARROW codes and larger shields for a phone, where the same sheet is drawn at a third of the size. All sizes are in map
units; templates and style sheets use the same.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import shapely

from webapp.mapping import WIDTH, Geography, Province

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Size:
    """How wide a shield is (its height is 1.16 of that), and how high the letters of the first line and of a second one are."""

    shield: int
    name: int
    note: int = 0


WIDE, NARROW = Size(34, 18, 16), Size(50, 38)


class Label(NamedTuple):
    """The words of one province: the first line's baseline, its anchor ("start", "middle", "end"), the lines, the step from line to line, and the box
    they fill (left, top, right, bottom)."""

    code: str
    x: float
    y: float
    anchor: str
    lines: tuple[str, ...]
    step: float
    box: Box


class _Offer(NamedTuple):
    cost: float
    label: Label


_GAP, _EDGE, _MISSING = 3.0, 5.0, 1000.0
_SPREAD = {"start": (0.0, 1.0), "middle": (-0.5, 0.5), "end": (-1.0, 0.0)}
_PLACES = (
    ("middle", 0.0, 1.0),
    ("middle", 0.0, -1.0),
    ("start", 1.0, 0.0),
    ("end", -1.0, 0.0),
    ("start", 1.0, 0.7),
    ("end", -1.0, 0.7),
    ("start", 1.0, -0.7),
    ("end", -1.0, -0.7),
    ("start", -0.6, 1.0),
    ("end", 0.6, 1.0),
)
"""Ten places round the shield, the best first: anchor, and how far to the side and down, in halves of the shield."""


def labels(geography: Geography, size: Size = WIDE, notes: Mapping[str, str] | None = None) -> tuple[Label, ...]:
    """Labels for the provinces, in order of code. WIDE shows the name and, under it, the note of that code (who holds it). Where room is short the
    note goes first, then the code stands for the name, and a code that finds no room at all is left out. NARROW shows codes only."""
    shields = [_shield(province, size) for province in geography.provinces]
    every = [
        _boxed(province, shield, size, (notes or {}).get(province.code, "")) for province, shield in zip(geography.provinces, shields, strict=True)
    ]
    clear = [[offer for offer in offers if _clear(offer.label.box, shields, geography.height)] for offers in every]
    return tuple(offer.label for offer in _settled(_priced(geography, clear)) if offer)


def crowded(geography: Geography, size: Size = WIDE) -> tuple[str, ...]:
    """The codes of provinces that have no room for their whole name (WIDE) or for their code (NARROW)."""
    wanted = {p.code: p.name or p.code if size.note else p.code for p in geography.provinces}
    written = {label.code: label.lines[0] for label in labels(geography, size)}
    return tuple(code for code, words in wanted.items() if written.get(code) != words)


def width(text: str, height: float) -> float:
    """About how wide a bold text of that height of letters is; rather too wide than too narrow."""
    return height * sum(_advance(letter) for letter in text) * 1.03


def _advance(letter: str) -> float:
    if letter in "fijlrtI.,:;!|'’()[]/ ":
        return 0.36
    if letter in "mwMW%&@—":
        return 0.9
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF" or ord(letter) > 0xFFFF:
        return 1.3
    return 0.68 if letter.isupper() or ord(letter) > 0x24F else 0.55


def _shield(province: Province, size: Size) -> Box:
    half, tall = size.shield / 2, size.shield * 0.58
    return (province.x - half, province.y - tall, province.x + half, province.y + tall)


def _boxed(province: Province, shield: Box, size: Size, note: str) -> list[_Offer]:
    """Every wording at every place, with what it costs to use it."""
    code, name = province.code, province.name or province.code
    wordings = [(name, note), (name,), (code,)] if size.note and note else [(name,), (code,)] if size.note else [(code,)]
    offers = []
    for less, lines in enumerate(dict.fromkeys(wordings)):
        for rank, place in enumerate(_PLACES):
            offers.append(_Offer(8.0 * less + 0.7 * rank, _at(province, shield, size, lines, place)))
    return offers


def _at(province: Province, shield: Box, size: Size, lines: tuple[str, ...], place: tuple[str, float, float]) -> Label:
    anchor, aside, down = place
    half, tall = (shield[2] - shield[0]) / 2, (shield[3] - shield[1]) / 2
    wide = max(width(line, letters) for line, letters in zip(lines, (size.name, size.note), strict=False))
    step = 1.06 * size.note
    high = size.name + step * (len(lines) - 1)
    x = province.x + aside * half + (_GAP + 1) * (aside == 1) - (_GAP + 1) * (aside == -1)
    middle = province.y + down * (tall + (_GAP + high / 2 if abs(down) == 1 else 0))
    top = middle - high / 2
    left, right = (x + wide * part for part in _SPREAD[anchor])
    box = (round(left - 1, 1), round(top - 1, 1), round(right + 1, 1), round(top + high + 1, 1))
    return Label(province.code, round(x, 1), round(top + 0.78 * size.name, 1), anchor, lines, round(step, 1), box)


def _clear(box: Box, shields: Sequence[Box], height: int) -> bool:
    left, top, right, bottom = box
    inside = left >= _EDGE and top >= _EDGE and right <= WIDTH - _EDGE and bottom <= height - _EDGE
    return inside and not any(_overlap(box, shield) for shield in shields)


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _priced(geography: Geography, offers: list[list[_Offer]]) -> list[list[_Offer]]:
    """The offers with what they cover added to the cost: other people's land, and lines of coast and border."""
    flat = [(i, offer) for i, some in enumerate(offers) for offer in some]
    if not flat:
        return offers
    boxes = shapely.box(*np.array([offer.label.box for _, offer in flat]).T)
    own = np.array([i for i, _ in flat])
    shapes = np.array([geography.shapes[province.code] for province in geography.provinces])
    which, shape = shapely.STRtree(shapes).query(boxes, predicate="intersects")
    which, shape = which[own[which] != shape], shape[own[which] != shape]
    covered = np.bincount(which, shapely.area(shapely.intersection(boxes[which], shapes[shape])), len(boxes)) / shapely.area(boxes)
    crossed = np.bincount(shapely.STRtree(_sides(shapes)).query(boxes, predicate="intersects")[0], minlength=len(boxes))
    out: list[list[_Offer]] = [[] for _ in offers]
    for (i, offer), share, lines in zip(flat, covered.tolist(), crossed.tolist(), strict=True):
        out[i].append(_Offer(offer.cost + 10 * share + 0.15 * lines, offer.label))
    return out


def _sides(shapes: np.ndarray) -> Any:
    rings = [shapely.get_coordinates(ring) for ring in shapely.get_rings(shapely.get_parts(shapes))]
    return shapely.linestrings(np.concatenate([np.stack([ring[:-1], ring[1:]], axis=1) for ring in rings]))


def _settled(offers: list[list[_Offer]]) -> list[_Offer | None]:
    """One offer for each, none over another, at the least cost found by trying every offer in turn and letting those it displaces look again."""
    chosen: list[_Offer | None] = [None] * len(offers)
    better = True
    while better:
        better = False
        for i, some in enumerate(offers):
            for offer in some:
                now = chosen[i]
                if now and now.cost <= offer.cost:
                    continue
                trial = _with(chosen, i, offer, offers)
                if _total(trial) < _total(chosen) - 1e-6:
                    chosen, better = trial, True
    return chosen


def _with(chosen: list[_Offer | None], i: int, offer: _Offer, offers: list[list[_Offer]]) -> list[_Offer | None]:
    trial = list(chosen)
    trial[i] = offer
    displaced = [j for j, other in enumerate(trial) if other and j != i and _overlap(other.label.box, offer.label.box)]
    for j in displaced:
        trial[j] = None
    for j in displaced:
        boxes = [other.label.box for other in trial if other]
        free = [other for other in offers[j] if not any(_overlap(other.label.box, box) for box in boxes)]
        trial[j] = min(free, key=lambda other: other.cost, default=None)
    return trial


def _total(chosen: list[_Offer | None]) -> float:
    return sum(offer.cost if offer else _MISSING for offer in chosen)
