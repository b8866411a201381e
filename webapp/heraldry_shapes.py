"""The outlines of heraldry: shield, divisions, ordinaries, charges and the engravers' hatching, all as SVG path data.

A shield fills a box of 100 x 116. A charge is drawn in a box of its own, about -10 to 10 both ways with y
downwards, and is laid on the shield by `placed`. Everything fills by the nonzero rule: parts may overlap, and a hole runs the other way round.
"""

from __future__ import annotations

import re
from functools import cache
from math import cos, pi, sin

SHIELD = "M4 4H96V52C96 84 75 102 50 113C25 102 4 84 4 52Z"

_NUMBER = re.compile(r"-?\d*\.?\d+")
_STEP = re.compile(r"([MLC])([^MLCZ]*)")


@cache
def placed(path: str, x: float, y: float, r: float) -> str:
    """A charge's outline moved to (x, y) of the shield, `r` being half its usual width there. Only M, L, C and Z may occur in it."""
    numbers = iter(range(len(_NUMBER.findall(path))))

    def move(match: re.Match[str]) -> str:
        offset = y if next(numbers) % 2 else x
        return f"{round(float(match[0]) * r / 10 + offset, 1):g}"

    return _NUMBER.sub(move, path)


def _line(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{round(x, 2):g} {round(y, 2):g}" for x, y in points) + "Z"


def _turn(x: float, y: float, r: float, start: float, end: float) -> str:
    """Curves that follow a circle from one angle to another, in degrees, nought to the right and growing clockwise."""
    parts = max(1, round(abs(end - start) / 60))
    step = (end - start) / parts * pi / 180
    pull = 4 / 3 * r * (sin(step / 4) / cos(step / 4))
    out = []
    for i in range(parts):
        a = start * pi / 180 + i * step
        b = a + step
        corners = (
            (x + r * cos(a) - pull * sin(a), y + r * sin(a) + pull * cos(a)),
            (x + r * cos(b) + pull * sin(b), y + r * sin(b) - pull * cos(b)),
            (x + r * cos(b), y + r * sin(b)),
        )
        out.append("C" + " ".join(f"{round(p, 2):g} {round(q, 2):g}" for p, q in corners))
    return "".join(out)


def _disc(r: float, x: float = 0, y: float = 0) -> str:
    return f"M{x + r:g} {y:g}{_turn(x, y, r, 0, 360)}Z"


def _hole(r: float, x: float = 0, y: float = 0) -> str:
    return f"M{x + r:g} {y:g}{_turn(x, y, r, 360, 0)}Z"


def _star(points: int, outer: float, inner: float) -> str:
    return _line(
        [(r * sin(i * pi / points), -r * cos(i * pi / points)) for i in range(2 * points) for r in (inner if i % 2 else outer,)],
    )


def _mirrored(right: str) -> str:
    """A whole outline from its right half, which starts and ends on the axis, top to bottom; the left half is its image."""
    steps = [(kind, [float(n) for n in _NUMBER.findall(rest)]) for kind, rest in _STEP.findall(right)]
    out, ends = right, [numbers[-2:] for _, numbers in steps]
    for i in range(len(steps) - 1, 0, -1):
        kind, numbers = steps[i]
        middle = [n for j in range(len(numbers) - 4, -1, -2) for n in numbers[j : j + 2]]
        path = [*middle, *ends[i - 1]]
        out += kind + " ".join(f"{n if j % 2 else 0 - n:g}" for j, n in enumerate(path))
    return out + "Z"


def _around(path: str, times: int) -> str:
    """The same part turned about the middle `times` times."""

    def turned(angle: float) -> str:
        numbers = [float(n) for n in _NUMBER.findall(path)]
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        spun = iter([n for x, y in pairs for n in (x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))])
        return _NUMBER.sub(lambda _: f"{round(next(spun), 2):g}", path)

    return "".join(turned(2 * pi * i / times) for i in range(times))


def _stripes(count: int, first: float, step: float, lying: bool) -> str:
    edges = [(first + 2 * i * step, first + (2 * i + 1) * step) for i in range(count)]
    return "".join(f"M0 {a:g}H100V{b:g}H0Z" if lying else f"M{a:g} 0H{b:g}V116H{a:g}Z" for a, b in edges)


def _bends() -> str:
    return "".join(f"M{-4 + a} {4 - a}L{a - 22} {22 - a}L{a + 98} {142 - a}L{a + 116} {124 - a}Z" for a in (-36, 0, 36))


def _chequers() -> str:
    side, squares = 92 / 6, [(i, j) for j in range(8) for i in range(6) if (i + j) % 2]
    return "".join(f"M{4 + i * side:.1f} {4 + j * side:.1f}h{side:.1f}v{side:.1f}h-{side:.1f}Z" for i, j in squares)


DIVISIONS: dict[str, str] = {
    "per pale": "M50 0H100V116H50Z",
    "per fess": "M0 54H100V116H0Z",
    "per bend": "M0 0L100 100V116H0Z",
    "per bend sinister": "M100 0L0 100V116H100Z",
    "per chevron": "M50 42L108 100V116H-8V100Z",
    "per saltire": "M-2 0L50 52L-2 104ZM102 0L50 52L102 104Z",
    "quarterly": "M50 0H100V54H50ZM0 54H50V116H0Z",
    "gyronny": "M50 52V-2H104ZM50 52H104V106ZM50 52V118L-16 118ZM50 52H-4V-2Z",
    "barry": _stripes(3, 22, 18, True),
    "paly": _stripes(3, 4 + 92 / 6, 92 / 6, False),
    "bendy": _bends(),
    "chequy": _chequers(),
}
"""Each division's second part; the first lies under it."""

ORDINARIES: dict[str, str] = {
    "fess": "M0 38H100V70H0Z",
    "pale": "M34 0H66V116H34Z",
    "bend": "M0 0H18L100 82V108H92L0 18Z",
    "bend sinister": "M100 0H82L0 82V108H8L100 18Z",
    "chevron": "M50 32L104 84V112L50 62L-4 112V84Z",
    "cross": "M38 0H62V42H100V66H62V116H38V66H0V42H38Z",
    "saltire": "M0 0H16L50 36L84 0H100V17L67 52L100 87V116H92L50 71L8 116H0V87L33 52L0 17Z",
    "chief": "M0 0H100V36H0Z",
    "pile": "M16 0H84L50 98Z",
    "pall": "M0 0H18L50 34L82 0H100V19L62 59V116H38V59L0 19Z",
    "bordure": f"{SHIELD}M18 18V52C18 75 32 89 50 98C68 89 82 75 82 52V18Z",
}

_CROSS_ARM = "M0 0L-1.6 -1.6C-2 -5 -3.6 -8 -6 -10L6 -10C3.6 -8 2 -5 1.6 -1.6Z"
_PETAL = _disc(4.4, 0, -6.2)

CHARGES: dict[str, str] = {
    "roundel": _disc(9.6),
    "annulet": _disc(10) + _hole(6),
    "lozenge": "M0 -12L8.6 0L0 12L-8.6 0Z",
    "billet": "M-6 -10L6 -10L6 10L-6 10Z",
    "mullet": _star(5, 11.5, 4.6),
    "mullet of eight points": _star(8, 11.5, 5.6),
    "sun": _star(16, 12, 8.2) + _hole(6.6) + _disc(5.6),
    "crescent": f"M6.2 -8.4{_turn(0, 0.6, 10.9, -55.5, 235.5)}{_turn(0, -3.2, 8.1, 220, -40)}Z",
    "cross couped": _mirrored("M0 -10L3.5 -10L3.5 -3.5L10 -3.5L10 3.5L3.5 3.5L3.5 10L0 10"),
    "cross patty": _around(_CROSS_ARM, 4),
    "heart": _mirrored("M0 -6C2 -9.5 5 -10.5 7.2 -9.6C10.6 -8.2 11.4 -3.6 9 0.4C6.8 4 2.6 6.6 0 11"),
    "trefoil": f"{_disc(4.7, 0, -5.6)}{_disc(4.7, -5.2, 1.6)}{_disc(4.7, 5.2, 1.6)}M-1 -2L1 -2C1 4 2 8 4.4 11L1.4 11C-0.4 8 -1 4 -1 -2Z",
    "cinquefoil": _around(_PETAL, 5) + _disc(4.6) + _hole(1.8),
    "tower": _mirrored(
        "M0 -8L2 -8L2 -12L5.4 -12L5.4 -8L6.2 -8L6.2 -12L9.6 -12L9.6 -4.6L7.2 -2.6L7.2 8L9.6 8L9.6 12L2.8 12L2.8 6C2.8 4.4 1.6 3.2 0 3.2"
    ),
    "chess-rook": _mirrored(
        "M0 -2.6C1.6 -4.6 2.6 -6.4 3 -8.6L1.6 -8.6C3.4 -11 6.4 -12 8 -9C8.6 -6 6.8 -2.4 4.2 -0.4L4.2 4.4C5.2 6.4 6.4 7 8 7.4L8 11.4L0 11.4"
    ),
    "die": _line([(-9.4, -9.4), (9.4, -9.4), (9.4, 9.4), (-9.4, 9.4)])
    + "".join(_hole(1.9, x, y) for x, y in ((-5, -5), (5, -5), (0, 0), (-5, 5), (5, 5))),
    "key": f"{_disc(5, 0, 7.4)}{_hole(2.5, 0, 7.4)}M-1.3 -12L1.3 -12L1.3 3L-1.3 3ZM1.2 -12L7.4 -12L7.4 -8.4L5.6 -8.4L5.6 -9.8L4.6 -9.8L4.6 -4.8"
    "L5.6 -4.8L5.6 -6.2L7.4 -6.2L7.4 -2.6L1.2 -2.6Z",
    "sword": _mirrored("M0 -13L1.7 -10L1.7 3.6L6.6 3.6L6.6 6L1.4 6L1.4 9.2L2.4 10.4L2.4 11.6L1.4 13L0 13"),
    "axe": "M-2.6 -12L-0.2 -12L-0.2 -8.6C3 -8.2 6 -9.4 8.2 -11.6C9.6 -6 9.6 -1.4 8.2 4.2C6 2 3 0.8 -0.2 1.2L-0.2 12.6L-2.6 12.6L-2.6 0.6"
    "L-4.8 0L-4.8 -7.4L-2.6 -8Z",
    "hammer": "M-8.6 -11.4L6 -11.4L9.6 -7.6L9.6 -3.8L-8.6 -3.8ZM-1.5 -4L1.5 -4L1.5 12.6L-1.5 12.6Z",
    "escallop": _mirrored(
        "M0 -10.6C2.2 -10.8 3.8 -10.2 5 -9C6.8 -8.6 8 -7.4 8.4 -5.6C9.8 -4.2 10.2 -2.6 9.6 -0.8C7.6 3 5.2 5.4 2.8 7L5 8.2L5 11L0 11"
    )
    + "M-0.5 4.6L0.5 4.6L0.7 -8L-0.7 -8ZM1.7 4.6L2.5 4L5.3 -6.4L4.2 -7.2ZM-1.7 4.6L-4.2 -7.2L-5.3 -6.4L-2.5 4Z",
    "fleur-de-lis": _mirrored(
        "M0 -12.6C1.4 -9.6 3.8 -8 3.8 -4.8C3.8 -2.8 2.8 -0.8 2 1L2.6 1C3 -3.6 6 -6.8 8.6 -5.8C11.6 -4.6 11 0.2 7.8 0.6"
        "C9 -1.4 7.6 -2.8 6.4 -1.6C5.2 -0.4 5.2 1 5.2 2.2L5.2 4.4L2.8 4.4C3 6.4 4 7.8 5.6 8.6C4 9.6 2.6 9 1.8 8L0 12"
    ),
    "anchor": f"{_disc(3.2, 0, -9.6)}{_hole(1.5, 0, -9.6)}"
    + _mirrored("M0 -7L1.3 -7L1.3 -5.4L6 -5.4L6 -3L1.3 -3L1.3 8.4C4.4 7.6 6.6 5.6 7.4 3.4L5.2 3.4L9.2 -0.6L11.4 4.8L9.8 4.2C8.6 8.6 4.8 11.6 0 12.6"),
    "crown": _mirrored("M0 -8.4L3.2 -1.6L5 -5.6L6.6 -1.4L10.4 -6.6L8.6 8.4L0 8.4")
    + _disc(1.7, 0, -9)
    + _disc(1.5, -10.4, -7)
    + _disc(1.5, 10.4, -7)
    + "M-7.6 4.6L-7.4 5.8L7.4 5.8L7.6 4.6Z",
    "horseshoe": f"M9.4 10.6L4.9 10.6C5.4 8 6.2 4.6 5.58 0.92{_turn(0, -1, 5.9, 19, -199)}C-6.2 4.6 -5.4 8 -4.9 10.6L-9.4 10.6"
    f"C-9.8 8 -10.8 4 -10.4 -2{_turn(0, -1.6, 10.4, 182, 358)}C10.8 4 9.8 8 9.4 10.6Z",
    "arrow": _mirrored("M0 -13L5 -5.6L1.1 -6.4L1.1 5.4L4.8 8.6L4.8 13L0 9.4"),
    "wheel": f"{_disc(11)}{_hole(8)}{_disc(2.8)}{_around('M-0.9 -8.6L0.9 -8.6L0.9 0L-0.9 0Z', 6)}",
}
"""Each charge's outline, as `placed` takes it."""

HATCH: dict[str, tuple[int, str]] = {
    "or": (9, '<circle cx="2.2" cy="2.2" r="1.3" fill="#111"/><circle cx="6.7" cy="6.7" r="1.3" fill="#111"/>'),
    "gules": (6, '<path d="M3 0V6"/>'),
    "azure": (6, '<path d="M0 3H6"/>'),
    "vert": (7, '<path d="M-1 -1L8 8M-1 6L1 8M6 -1L8 1"/>'),
    "purpure": (7, '<path d="M-1 8L8 -1M-1 1L1 -1M6 8L8 6"/>'),
    "sable": (5, '<path d="M2.5 0V5M0 2.5H5"/>'),
}
"""Petra Sancta's marks: the tile's side and what stands in it. Argent stays plain."""

PLACES: dict[tuple[str, int], tuple[str, tuple[tuple[float, float, float], ...]]] = {
    ("", 1): ("field", ((50, 54, 27),)),
    ("", 3): ("field", ((29, 32, 14), (71, 32, 14), (50, 78, 14))),
    ("chief", 1): ("field", ((50, 70, 20),)),
    ("chief", 3): ("on", ((23, 20, 9), (50, 20, 9), (77, 20, 9))),
    ("bordure", 1): ("field", ((50, 54, 19),)),
    ("fess", 1): ("on", ((50, 54, 11),)),
    ("fess", 3): ("between", ((28, 21, 10), (72, 21, 10), (50, 89, 11))),
    ("pale", 1): ("on", ((50, 52, 11),)),
    ("pale", 3): ("on", ((50, 23, 10), (50, 54, 10), (50, 86, 10))),
    ("bend", 1): ("on", ((52, 52, 10),)),
    ("bend", 3): ("on", ((24, 24, 8), (51, 51, 8), (76, 76, 8))),
    ("bend sinister", 1): ("on", ((48, 52, 10),)),
    ("bend sinister", 3): ("on", ((76, 24, 8), (49, 51, 8), (24, 76, 8))),
    ("chevron", 3): ("between", ((25, 27, 11), (75, 27, 11), (50, 87, 12))),
    ("cross", 1): ("on", ((50, 54, 10),)),
    ("saltire", 1): ("on", ((50, 53, 10),)),
    ("pile", 1): ("on", ((50, 30, 15),)),
    ("pall", 1): ("on", ((50, 48, 9),)),
}
"""Where charges stand: by ordinary and number, whether on it, about it or on the field, and each one's middle and half width."""
