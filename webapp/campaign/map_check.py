"""What is wrong with a map, or merely unusual: told before anybody plays on it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.records import Place
from webapp.campaign.map_draft import Drawing
from webapp.campaign.read_map import codes, written
from webapp.maptext import same


@dataclass(frozen=True)
class Finding:
    """One thing to look at: which province, what it is, and whether it must be mended before play."""

    code: str
    text: str
    grave: bool


def findings(drawing: Drawing) -> tuple[Finding, ...]:
    """Everything there is to say, the grave first: no neighbour, cut off, one neighbour, unnamed, names without room, and pins that had to move."""
    if not drawing.places:
        return ()
    near = neighbours(drawing)
    found = [*_lonely(drawing, near), *_apart(drawing, near), *_names(drawing), *_crowded(drawing), *_seats(drawing), *_gaps(drawing)]
    return tuple(sorted(found, key=lambda finding: not finding.grave))


def neighbours(drawing: Drawing) -> dict[str, set[str]]:
    """Who borders whom, by code."""
    near: dict[str, set[str]] = {place.code: set() for place in drawing.places}
    for border in drawing.borders:
        near[border.a].add(border.b)
        near[border.b].add(border.a)
    return near


def _lonely(drawing: Drawing, near: dict[str, set[str]]) -> list[Finding]:
    found = []
    for place in drawing.places:
        if not near[place.code]:
            found.append(Finding(place.code, f"{place.name} has no neighbour: nobody could fight it.", True))
        elif len(near[place.code]) == 1:
            found.append(Finding(place.code, f"{place.name} has only one neighbour.", False))
    return found


def _apart(drawing: Drawing, near: dict[str, set[str]]) -> list[Finding]:
    """Parts of the map that no border joins to the largest one; single provinces are told of already."""
    left, parts = [place.code for place in drawing.places], []
    while left:
        part, edge = set(), {left[0]}
        while edge:
            part |= edge
            edge = set().union(*(near[code] for code in edge)) - part
        parts.append(part)
        left = [code for code in left if code not in part]
    main = max(parts, key=len)
    names = {place.code: place.name for place in drawing.places}
    told = []
    for part in parts:
        if part != main and len(part) > 1:
            first = next(place.code for place in drawing.places if place.code in part)
            told.append(Finding(first, f"{', '.join(names[c] for c in names if c in part)}: cut off from the rest of the map.", True))
    return told


def _names(drawing: Drawing) -> list[Finding]:
    found, seen = [], set()
    for place in drawing.places:
        if not place.name.strip() or same(place.name).removeprefix("province ").isdecimal():
            found.append(Finding(place.code, f"{place.name or place.code} has no name of its own yet.", False))
        if same(place.name) in seen:
            found.append(Finding(place.code, f"Another province is called {place.name} too.", False))
        seen.add(same(place.name))
    return found


def _crowded(drawing: Drawing) -> list[Finding]:
    """Names that stand too near each other to be written out."""
    shapes = drawing.geography
    wide = {label.code: label.lines[0] for label in written(shapes, ())}
    narrow = {label.code for label in codes(shapes)}
    found = []
    for place in drawing.places:
        if wide.get(place.code) not in (place.name, place.name or place.code):
            found.append(Finding(place.code, f"The name of {place.name} would lie over another, so only its code is shown, or nothing.", False))
        elif place.code not in narrow:
            found.append(Finding(place.code, f"On a phone the code of {place.name} would lie over another, so it is left out.", False))
    return found


def _seats(drawing: Drawing) -> list[Finding]:
    seats = {p.code: (p.x, p.y) for p in drawing.geography.provinces}
    moved = [place for place in drawing.places if seats[place.code] != (place.x, place.y)]
    return [Finding(place.code, _said(drawing, place), False) for place in moved]


def _said(drawing: Drawing, place: Place) -> str:
    """What the map says of a pin that had to move."""
    texts = [remark.text for remark in drawing.geography.remarks if remark.text.startswith(f"The pin of {place.name or place.code} ")]
    return texts[0] if texts else f"The pin of {place.name} had to move."


def _gaps(drawing: Drawing) -> list[Finding]:
    """Land borders between lands that do not touch, which nobody would see on the map."""
    names = {place.code: place.name for place in drawing.places}
    gaps = [border for border in drawing.borders if not border.strait and not drawing.touch(border.a, border.b)]
    return [Finding(b.a, f"{names[b.a]} and {names[b.b]} border by land, but their lands do not touch: make it a strait.", False) for b in gaps]
