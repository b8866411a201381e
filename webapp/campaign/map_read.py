"""What the map editor shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from rules.campaign.records import Place
from rules.campaign.state import SIGNUP
from webapp import journal
from webapp.campaign import map_acts, read_map
from webapp.campaign.map_check import Finding, findings
from webapp.campaign.map_draft import LAND, MEDITERRANEAN, STRAIT, Drawing, from_text, in_use
from webapp.models import Event

if TYPE_CHECKING:
    from webapp import mapping
    from webapp.mapping_labels import Label

GIFTS = {
    "mediterranean": ("Twelve realms round the Mediterranean", MEDITERRANEAN),
    "italy": ("Six lands of Italy and its islands", MEDITERRANEAN),
    "ring": ("A ring of eight on a blank sheet", "blank"),
}
"""Maps to start from: their names and grounds."""
_FOLDER = Path(read_map.__file__).parent.parent / "data" / "maps"


def gift(name: str) -> Drawing | None:
    """A map to start from; None when there is none of that name."""
    if name not in GIFTS:
        return None
    return from_text(GIFTS[name][1], (_FOLDER / f"{name}.txt").read_text("utf-8"))


@dataclass(frozen=True)
class Near:
    """A neighbour, and what lies between."""

    place: Place
    link: str


@dataclass(frozen=True)
class Shown:
    """The editor's page: the draft, the province that is chosen (None for none), and whether nothing can be drawn any more."""

    draft: map_acts.Draft
    used: Drawing | None
    chosen: Place | None
    frozen: bool

    @property
    def drawing(self) -> Drawing:
        """The drawing as it stands; once round 1 has begun, the map in use."""
        return self.used if self.frozen and self.used else self.draft.drawing

    @cached_property
    def shapes(self) -> mapping.Geography:
        """Its shapes."""
        return self.drawing.geography

    @property
    def names(self) -> tuple[Label, ...]:
        """Its names on a screen."""
        return read_map.written(self.shapes, ())

    @property
    def codes(self) -> tuple[Label, ...]:
        """Its codes on a phone."""
        return read_map.codes(self.shapes)

    @property
    def straits(self) -> tuple[mapping.Strait, ...]:
        """The lines of its straits."""
        return read_map.straits(self.shapes, self.drawing.borders)

    @property
    def links(self) -> list[tuple[float, float, float, float]]:
        """Its land borders as lines from pin to pin."""
        at = {p.code: (p.x, p.y) for p in self.shapes.provinces}
        return [(*at[b.a], *at[b.b]) for b in self.drawing.borders if not b.strait]

    @property
    def picture(self) -> str:
        """The mark of the picture it lies on; "" for none."""
        return read_map.picture_of(self.drawing.ground)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with it."""
        return findings(self.drawing)

    @property
    def near(self) -> list[Near]:
        """The neighbours of the chosen province."""
        code = self.chosen.code if self.chosen else ""
        links = [(p, self.drawing.link(code, p.code)) for p in self.others]
        return [Near(place, link) for place, link in links if link in (LAND, STRAIT)]

    @property
    def others(self) -> list[Place]:
        """All provinces but the chosen one, by name."""
        return sorted((p for p in self.drawing.places if p != self.chosen), key=lambda p: p.name.casefold())

    @property
    def differs(self) -> bool:
        """Whether the drawing is another map than the one in use."""
        return self.used is None or self.used.ground != self.drawing.ground or self.used.text != self.drawing.text


def shown(event: Event, code: str) -> Shown:
    """The editor with the province of that code chosen."""
    state = journal.snapshot(event).state
    draft, frozen = map_acts.draft(event), state.phase != SIGNUP
    chosen = next((place for place in draft.drawing.places if place.code == code), None)
    return Shown(draft, in_use(state), None if frozen else chosen, frozen)
