"""The map of a campaign as it stood after some round, and the province that somebody reads on it."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from rules.campaign import pyramid, questions
from rules.campaign.reckoning import stand
from rules.campaign.records import Border, Place
from rules.campaign.state import FINISHED, Person, Season
from rules.campaign.territory import Position
from rules.rulings import Player
from webapp import heraldry
from webapp.web import names

if TYPE_CHECKING:  # geometry takes long to import: the first map that is drawn waits for it, the start of the site does not
    from webapp import mapping
    from webapp.mapping_labels import Label


@dataclass(frozen=True)
class Land:
    """One province on the map: its outline, the tincture of its realm ("" for land that nobody holds), and whose shield stands where."""

    code: str
    d: str
    x: float
    y: float
    tint: str
    holder: Player | None
    gone: bool
    title: str


@dataclass(frozen=True)
class Realm:
    """A realm's outline in its head's tincture."""

    head: Player
    tint: str
    d: str


@dataclass(frozen=True)
class Map:
    """Everything that is drawn, from the bottom up, for a page `after` so many rounds; `version` changes when any of it does. `picture` is the mark
    of the picture it lies on, "" for none."""

    after: int
    height: int
    title: str
    coast: str
    lands: tuple[Land, ...]
    realms: tuple[Realm, ...]
    straits: tuple[mapping.Strait, ...]
    names: tuple[Label, ...]
    codes: tuple[Label, ...]
    version: int
    picture: str = ""

    @property
    def tints(self) -> tuple[str, ...]:
        """The tinctures that need a pattern of hatching."""
        return tuple(sorted({r.tint for r in self.realms if r.tint in heraldry.HATCH}))


@dataclass(frozen=True)
class Province:
    """A province to read: who holds it with which army, his lord, those he leads, the heads of the realms round his land, and his peace with the
    round in which it holds (0: in none)."""

    place: Place
    person: Person | None
    lord: Player | None
    leads: tuple[Player, ...]
    borders: tuple[Player, ...]
    peace: tuple[Player, ...]
    peace_round: int


@lru_cache(maxsize=64)
def geography(ground: str, places: tuple[Place, ...]) -> mapping.Geography:
    """The shapes that these pins make of a ground, worked out once."""
    from webapp import mapping

    return mapping.provinces(ground, places, mapping.height_of(ground))


def picture_of(ground: str) -> str:
    """The mark of the picture that a ground is; "" for none."""
    from webapp import mapping

    return mapping.picture(ground)


@lru_cache(maxsize=32)
def _realms(shapes: mapping.Geography, root: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    from webapp import mapping

    return mapping.realms(shapes, dict(root))


@lru_cache(maxsize=32)
def written(shapes: mapping.Geography, notes: tuple[tuple[str, str], ...]) -> tuple[Label, ...]:
    """The names on the map for a screen, with notes (code, words) below them."""
    from webapp import mapping_labels

    return mapping_labels.labels(shapes, mapping_labels.WIDE, dict(notes))


@lru_cache(maxsize=32)
def codes(shapes: mapping.Geography) -> tuple[Label, ...]:
    """The codes on the map for a phone."""
    from webapp import mapping_labels

    return mapping_labels.labels(shapes, mapping_labels.NARROW)


@lru_cache(maxsize=32)
def straits(shapes: mapping.Geography, borders: tuple[Border, ...]) -> tuple[mapping.Strait, ...]:
    """The lines of straits."""
    from webapp import mapping

    return mapping.straits(shapes, borders)


def tint(player: Player) -> str:
    """The tincture by which a player's realm is known."""
    return heraldry.lead(names().arms(player))


def the_map(season: Season, after: int) -> Map | None:
    """The map after so many rounds; None while there is none."""
    if not season.places:
        return None
    shapes = geography(season.ground, tuple(season.places.values()))
    holders = {one.province: one for one in season.people.values() if one.province in season.places}
    root = pyramid.roots(questions.as_of(season, after).lord)
    tints = {head: tint(head) for head in set(root.values())}
    lands = tuple(_land(p, holders.get(p.code), root, tints) for p in shapes.provinces)
    homes = {one.player: code for code, one in holders.items() if code}
    heads = {homes[root[p]]: root[p] for p in homes if root.get(p) in homes and not season.people[p].left}
    of = tuple(sorted((homes[p], homes[root[p]]) for p in homes if root.get(p) in homes and not season.people[p].left))
    realms = tuple(Realm(heads[code], tints[heads[code]], d) for code, d in _realms(shapes, of))
    notes = tuple(sorted((land.code, names()(land.holder)) for land in lands if land.holder))
    when = "at the start" if after == 0 else f"after round {after}"
    title = f"Map {when}: {len(lands)} provinces, {len(realms)} realms"
    mark = zlib.crc32(repr((after, shapes, of, notes, season.borders, sorted(tints.items()))).encode())
    drawn = straits(shapes, season.borders), written(shapes, notes), codes(shapes)
    return Map(after, shapes.height, title, shapes.coast, lands, realms, *drawn, mark, picture_of(season.ground))


def _land(place: mapping.Province, holder: Person | None, root: Mapping[Player, Player], tints: Mapping[Player, str]) -> Land:
    if holder is None:
        return Land(place.code, place.d, place.x, place.y, "", None, False, f"{place.name} ({place.code}), held by nobody")
    who = names()(holder.player)
    head = root.get(holder.player)
    if holder.left or head is None:
        return Land(place.code, place.d, place.x, place.y, "", holder.player, True, f"{place.name} ({place.code}), {who}, who has left")
    under = "own lord" if head == holder.player else f"in the realm of {names()(head)}"
    return Land(place.code, place.d, place.x, place.y, tints[head], holder.player, False, f"{place.name} ({place.code}), {who}, {under}")


def position_after(season: Season, after: int) -> Position:
    """Land, lords and peace as they stood after that round."""
    then = questions.as_of(season, after)
    return stand(replace(season, lord=dict(then.lord), peace=then.peace), season.settings)


def province(season: Season, code: str, after: int) -> Province | None:
    """The province of a code as it stood after that round; None when there is none on the map."""
    place = season.places.get(code)
    if place is None:
        return None
    person = next((one for one in season.people.values() if one.province == code), None)
    if person is None or person.left:
        return Province(place, person, None, (), (), (), 0)
    p, now = person.player, position_after(season, after)
    outside = {q for member in now.block[p] for q in now.near[member]} - now.block[p]
    heads = tuple(sorted({now.root[q] for q in outside} - {now.root[p]}))
    peace = tuple(q for both in sorted(now.peace) if p in both for q in both if q != p)
    number = 0 if season.phase == FINISHED and after == len(season.closed) else after + 1
    return Province(place, person, now.lord[p], pyramid.vassals(now.lord).get(p, ()), heads, peace, number)


def default_code(season: Season, me: Player | None, after: int) -> str:
    """The province shown until somebody chooses one: one's own, else that of the first in the standings."""
    order = [me] if me in season.people else []
    order += [row.player for row in questions.standings(season, after)]
    return next((code for p in order if p in season.people and (code := season.people[p].province)), "")
