"""Dividing land among pins: Voronoi cells bent by one wave, cut to the coast, every piece of land given to exactly one pin.

All lines are laid on one grid of a tenth of a unit and cut at their crossings before any area is formed, so neighbours share their border point for
point.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import count, pairwise
from math import cos, sin, sqrt
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

Points = NDArray[np.float64]
Shapes = NDArray[Any]

GRID = 0.1
_STEP = 5.0
_APART = 3.0
_FAR = 700.0


def wave(points: Points) -> Points:
    """Where the straight lines' points come to lie: a gentle wave over the whole sheet that never folds it (its slope stays below one)."""
    x, y = points[:, 0], points[:, 1]
    dx = 5.5 * np.sin(y / 17 + 0.5 * np.sin(x / 41)) + 1.7 * np.sin(y / 6.5 + x / 29)
    dy = 5.5 * np.sin(x / 19 + 0.5 * np.sin(y / 37)) + 1.7 * np.sin(x / 7.1 - y / 31)
    return points + np.column_stack([dx, dy])


def unwave(points: Points) -> Points:
    """The points that the wave carries to these ones."""
    back = points
    for _ in range(60):
        back = back + points - wave(back)
    return back


def seats(land: shapely.Geometry, pins: Points) -> Points:
    """Where each pin's province has its seat: the pin itself, or the nearest land if it stands in the sea. On a spot already taken it steps aside."""
    inland = shapely.buffer(land, -1)
    shapely.prepare([land, inland])
    found: list[tuple[float, float]] = []
    ashore = shapely.get_coordinates(shapely.shortest_line(land, shapely.points(pins[:, 0], pins[:, 1])))[::2]
    for pin, (x0, y0) in zip(pins.tolist(), ashore.tolist(), strict=True):
        for turn in count():
            spot = (round(x0 + 2 * sqrt(turn) * cos(2.4 * turn), 1), round(y0 + 2 * sqrt(turn) * sin(2.4 * turn), 1))
            stands = shapely.contains_xy(land if spot == tuple(pin) else inland, *spot)
            if stands and all((spot[0] - x) ** 2 + (spot[1] - y) ** 2 >= _APART**2 for x, y in found):
                found.append(spot)
                break
    return np.array(found).reshape(-1, 2)


def divided(land: shapely.Geometry, places: Points) -> Shapes:
    """One shape per place (from `seats`), in the same order, together all the land. A place's own piece is where it stands. A piece cut off from it
    by water goes to the neighbour on the same land with the longest border; an island without a place goes whole to the one that has most of it."""
    sites = unwave(places)
    faces = _faces(land, _frontiers(sites))
    middles = shapely.point_on_surface(faces)
    apart = unwave(shapely.get_coordinates(middles))[:, None, :] - sites[None, :, :]
    cell = np.argmin((apart**2).sum(axis=2), axis=1)
    island = shapely.STRtree(shapely.get_parts(land)).query_nearest(middles, all_matches=False)[1]
    home = shapely.STRtree(faces).query_nearest(shapely.points(places), all_matches=False)[1]
    owner = np.full(len(faces), -1)
    owner[home] = np.arange(len(places))
    for k in np.setdiff1d(island, island[home]):
        here = island == k
        owner[here] = np.argmax(np.bincount(cell[here], shapely.area(faces[here]), len(places)))
    _give_strays(owner, cell, shared_lengths(faces))
    return np.array([shapely.coverage_union_all(faces[owner == i]) for i in range(len(places))])


def _frontiers(sites: Points) -> Shapes:
    if len(sites) < 2:
        return np.array([], dtype=object)
    lines = shapely.voronoi_polygons(shapely.multipoints(sites), extend_to=shapely.box(-_FAR, -_FAR, 1000 + _FAR, 1000 + _FAR), only_edges=True)
    return shapely.get_parts(shapely.transform(shapely.segmentize(lines, _STEP), wave))


def _faces(land: shapely.Geometry, frontiers: Shapes) -> Shapes:
    net = shapely.union_all([*frontiers, shapely.boundary(land)], grid_size=GRID)
    faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(net)))
    return faces[shapely.contains(land, shapely.point_on_surface(faces))]


def _give_strays(owner: NDArray[np.int64], cell: NDArray[np.int64], lengths: dict[tuple[int, int], float]) -> None:
    """Give every piece without an owner to the neighbour that shares most border with it, working outwards from the pieces that have one."""
    beside: dict[int, dict[int, float]] = defaultdict(dict)
    for (a, b), length in sorted(lengths.items()):
        beside[a][b] = beside[b][a] = length
    while (open_ := np.flatnonzero(owner < 0)).size:
        claims: dict[int, int] = {}
        for piece in open_.tolist():
            by: dict[int, float] = defaultdict(float)
            for other, length in beside[piece].items():
                if owner[other] >= 0:
                    by[int(owner[other])] += length
            if by:
                claims[piece] = max(sorted(by), key=lambda i: by[i])
        for piece, claimant in (claims or {p: int(cell[p]) for p in open_.tolist()}).items():
            owner[piece] = claimant


def shared_lengths(shapes: Shapes) -> dict[tuple[int, int], float]:
    """How much border each two of these shapes share, by their indices; they must fit together point for point."""
    first: dict[tuple[tuple[float, float], tuple[float, float]], int] = {}
    lengths: dict[tuple[int, int], float] = defaultdict(float)
    for i, shape in enumerate(shapes):
        for ring in shapely.get_rings(shapely.get_parts(shape)):
            points = [(x, y) for x, y in shapely.get_coordinates(ring).tolist()]
            for a, b in pairwise(points):
                side = (a, b) if a < b else (b, a)
                other = first.setdefault(side, i)
                if other != i:
                    lengths[other, i] += sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)
    return dict(lengths)
