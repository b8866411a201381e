"""Where pins may stand that nobody has placed: neighbours near each other, everybody on land and apart. Pure and deterministic."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.campaign.records import Border, Place
from webapp.mapping import WIDTH, height_of, land
from webapp.maptext import Row

Points = NDArray[np.float64]

_MARGIN, _INLAND, _TURNS, _TURN = 60, 12.0, 250, 2.4


def laid_out(rows: Sequence[Row], borders: Iterable[Border], ground: str) -> tuple[Place, ...]:
    """The provinces with a pin each: those that have one keep it, the others find a spot on the land near their neighbours."""
    height = height_of(ground)
    fixed = np.array([row.pin is not None for row in rows], dtype=bool)
    if fixed.all():
        return tuple(Place(row.code, row.name, *(row.pin or (0, 0))) for row in rows)
    at = {row.code: i for i, row in enumerate(rows)}
    pairs = np.array([(at[b.a], at[b.b]) for b in borders if b.a in at and b.b in at], dtype=int).reshape(-1, 2)
    points = _spread(_sprung(_start(rows, height), fixed, pairs, height), fixed, height)
    spots = _ashore(points, fixed, ground, height)
    return tuple(Place(row.code, row.name, *(row.pin or (int(x), int(y)))) for row, (x, y) in zip(rows, spots.tolist(), strict=True))


def _start(rows: Sequence[Row], height: int) -> Points:
    """On a spiral from the middle outwards, in the order of the text; a pin where it is."""
    turn = np.arange(len(rows)) + 0.5
    away = np.sqrt(turn / len(rows)) * 0.45
    points = np.column_stack([WIDTH * (0.5 + away * np.cos(_TURN * turn)), height * (0.5 + away * np.sin(_TURN * turn))])
    for i, row in enumerate(rows):
        if row.pin:
            points[i] = row.pin
    return points


def _sprung(points: Points, fixed: NDArray[np.bool_], pairs: NDArray[np.int64], height: int) -> Points:
    """Neighbours draw each other near, all push each other away (Fruchterman and Reingold); pins that are given stay."""
    k = sqrt(WIDTH * height / len(points)) * 0.75
    for heat in np.linspace(0.12 * WIDTH, 2, _TURNS):
        apart = points[:, None, :] - points[None, :, :]
        distance = np.maximum(np.hypot(apart[..., 0], apart[..., 1]), 1.0)
        push = (apart * (k * k / distance**2)[..., None]).sum(axis=1)
        pull = points[pairs[:, 0]] - points[pairs[:, 1]]
        pull *= (np.hypot(pull[:, 0], pull[:, 1]) / k)[:, None]
        np.subtract.at(push, pairs[:, 0], pull)
        np.add.at(push, pairs[:, 1], pull)
        length = np.maximum(np.hypot(push[:, 0], push[:, 1]), 1e-9)
        step = push / length[:, None] * np.minimum(length, heat)[:, None]
        points = np.clip(np.where(fixed[:, None], points, points + step), _MARGIN, (WIDTH - _MARGIN, height - _MARGIN))
    return points


def _spread(points: Points, fixed: NDArray[np.bool_], height: int) -> Points:
    """Over the whole sheet, unless pins are given that say where the rest belongs."""
    if fixed.any() or len(points) < 2:
        return points
    low, high = points.min(axis=0), points.max(axis=0)
    inside = np.array([WIDTH, height]) - 2 * _MARGIN
    return _MARGIN + (points - low) / np.maximum(high - low, 1) * inside


def _ashore(points: Points, fixed: NDArray[np.bool_], ground: str, height: int) -> Points:
    """On the nearest land that is free: no nearer to another pin than there is room for, with the room shrinking until all have found some."""
    inland = shapely.intersection(shapely.buffer(land(ground, height), -_INLAND), shapely.box(_MARGIN, _MARGIN, WIDTH - _MARGIN, height - _MARGIN))
    shapely.prepare(inland)
    xs, ys = (axis.ravel() for axis in np.meshgrid(np.arange(_MARGIN, WIDTH - _MARGIN, 8), np.arange(_MARGIN, max(height - _MARGIN, _MARGIN + 8), 8)))
    on_land = shapely.contains_xy(inland, xs, ys)
    offers = np.column_stack([xs, ys])[on_land].astype(float)
    room = sqrt(max(shapely.area(inland), 1.0) / len(points)) * 0.8
    taken = [tuple(p) for p in points[fixed].tolist()]
    out = points.copy()
    for i in np.flatnonzero(~fixed).tolist():
        out[i] = _free(offers, points[i], np.array(taken, dtype=float).reshape(-1, 2), room)
        taken.append(tuple(out[i]))
    return out


def _free(offers: Points, wanted: Points, taken: Points, room: float) -> Points:
    to_others = np.hypot(*(offers[:, None, :] - taken[None, :, :]).transpose(2, 0, 1)).min(axis=1, initial=np.inf)
    away = np.hypot(*(offers - wanted).T)
    while not (good := to_others >= room).any():
        room *= 0.8
    found: Points = offers[np.argmin(np.where(good, away, np.inf))]
    return found
