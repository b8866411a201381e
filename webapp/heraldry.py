"""The arms of a member: what they may be, how they are blazoned, drawn, written down and derived from a name. Pure: no web, no database."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import NamedTuple, TypeVar

from webapp.heraldry_shapes import CHARGES, DIVISIONS, HATCH, ORDINARIES, PLACES, SHIELD, placed

METALS = {"or": "#e8b130", "argent": "#f5f4ef"}
COLOURS = {"gules": "#b8292f", "azure": "#1d5c9e", "vert": "#2b7548", "purpure": "#74408c", "sable": "#24272c"}
TINCTURES = METALS | COLOURS
COUNTERCHANGED = "counterchanged"
"""Said in place of a tincture: on a divided field a piece takes from each part the tincture of the other."""

_ODD_PLURALS = {"die": "dice"}
_Thing = TypeVar("_Thing")


class Field(NamedTuple):
    """What the shield is painted with: one tincture, or two and the division between them (the first in chief or dexter)."""

    first: str
    second: str = ""
    division: str = ""


class Piece(NamedTuple):
    """An ordinary, or one or three of a charge; the tincture may be "counterchanged"."""

    kind: str
    tincture: str
    number: int = 1


@dataclass(frozen=True, slots=True)
class Arms:
    """A field, and upon it perhaps an ordinary and a charge. Words that are not in our lists raise ValueError; `problems` tells what is lawful."""

    field: Field
    ordinary: Piece | None = None
    charge: Piece | None = None

    def __post_init__(self) -> None:
        first, second, division = self.field
        _known(first, TINCTURES)
        if division or second:
            _known(second, TINCTURES)
            _known(division, DIVISIONS)
        for piece, kinds in ((self.ordinary, ORDINARIES), (self.charge, CHARGES)):
            if piece:
                _known(piece.kind, kinds)
                _known(piece.tincture, [*TINCTURES, COUNTERCHANGED])
        if (self.ordinary and self.ordinary.number != 1) or (self.charge and self.charge.number not in (1, 3)):
            raise ValueError("one ordinary, and one or three of a charge")

    @property
    def place(self) -> str:
        """Where the charge is: on the "field", "on" the ordinary, "between" its sides; "" where this ordinary leaves no room for that number."""
        key = (self.ordinary.kind if self.ordinary else "", self.charge.number if self.charge else 1)
        return PLACES[key][0] if key in PLACES else ""


def _known(word: str, words: Collection[str]) -> None:
    if word not in words:
        raise ValueError(f"no such word in heraldry: {word!r}; one of {', '.join(words)}")


# Lawfulness


def problems(arms: Arms) -> list[str]:
    """What is wrong with the arms, in sentences; empty when they are lawful. No metal lies on metal and no colour on colour; a piece over both parts
    of a divided field is counterchanged, so the rule holds on either side of the line."""
    field, ordinary, charge = arms.field, arms.ordinary, arms.charge
    out = _clash(field.second, field.first) if field.division else []
    if ordinary:
        out += _laid(ordinary, field)
    if charge and ordinary and not arms.place:
        out.append(f"There is no room for {_counted(charge)} beside {_a(ordinary.kind)}. Change the number, or leave one out.")
    elif charge and ordinary and arms.place == "on":
        counter = COUNTERCHANGED in (ordinary.tincture, charge.tincture)
        out += ["A charge on an ordinary needs a plain tincture under it and its own."] if counter else _clash(charge.tincture, ordinary.tincture)
    elif charge:
        out += _laid(charge, field)
    return out


def _clash(upper: str, lower: str) -> list[str]:
    if (upper in METALS) != (lower in METALS):
        return []
    kind, other = ("metal", "colour") if upper in METALS else ("colour", "metal")
    return [f"{upper.capitalize()} on {lower} is {kind} on {kind}. Make one of them a {other}."]


def _laid(piece: Piece, field: Field) -> list[str]:
    if field.division:
        return [] if piece.tincture == COUNTERCHANGED else [f"On a divided field {_a(piece.kind)} is counterchanged."]
    return ["Only a divided field can be counterchanged."] if piece.tincture == COUNTERCHANGED else _clash(piece.tincture, field.first)


# Words


def blazon(arms: Arms) -> str:
    """The arms in a herald's words and order: field, ordinary and what is about or on it, charge, and last what lies along the edge."""
    field, ordinary, charge = arms.field, arms.ordinary, arms.charge
    ground = f"{field.division} {field.first} and {field.second}" if field.division else field.first
    words = _pieces(ordinary, charge, arms.place)
    return ", ".join([ground[0].upper() + ground[1:], *([words] if words else [])])


def _pieces(ordinary: Piece | None, charge: Piece | None, place: str) -> str:
    if not (ordinary and charge):
        only = ordinary or charge
        return f"{_counted(only)} {only.tincture}" if only else ""
    if place == "on":
        return f"on {_a(ordinary.kind)} {ordinary.tincture} {_counted(charge)} {charge.tincture}"
    if place == "field":
        joint = "within" if ordinary.kind == "bordure" else "and"
        return f"{_said(charge, ordinary)} {joint} {_a(ordinary.kind)} {ordinary.tincture}"
    joint = "between" if place == "between" else "and"
    return f"{_said(ordinary, charge)} {joint} {_counted(charge)} {charge.tincture}"


def _said(piece: Piece, following: Piece) -> str:
    """A piece whose tincture is left to the next one where both have the same."""
    return _counted(piece) if piece.tincture == following.tincture else f"{_counted(piece)} {piece.tincture}"


def _a(word: str) -> str:
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"


def _counted(piece: Piece) -> str:
    if piece.number == 1:
        return _a(piece.kind)
    noun, *rest = re.split(r"(?= |-de-)", piece.kind, maxsplit=1)
    many = _ODD_PLURALS.get(noun, f"{noun}{'es' if noun.endswith('s') else 's'}")
    return f"three {many}{''.join(rest)}"


def to_text(arms: Arms) -> str:
    """The arms on one short line to keep, such as "per pale argent gules; 3 mullet counterchanged"; `from_text` reads it back exactly."""
    field = " ".join(word for word in (arms.field.division, arms.field.first, arms.field.second) if word)
    pieces = [f"{f'{p.number} ' if p.number > 1 else ''}{p.kind} {p.tincture}" for p in (arms.ordinary, arms.charge) if p]
    return "; ".join([field, *pieces])


def from_text(text: str) -> Arms:
    """The arms that `to_text` wrote down. Anything else raises ValueError saying which word is not known."""
    head, *rest = (part.split() for part in text.split(";"))
    field = Field(head[-2], head[-1], " ".join(head[:-2])) if len(head) > 1 else Field("".join(head))
    pieces = [_piece(words) for words in rest]
    ordinaries = [p for p in pieces if p.kind in ORDINARIES]
    charges = [p for p in pieces if p.kind not in ORDINARIES]
    if len(ordinaries) > 1 or len(charges) > 1:
        raise ValueError("at most one ordinary and one charge")
    return Arms(field, next(iter(ordinaries), None), next(iter(charges), None))


def _piece(words: Sequence[str]) -> Piece:
    if len(words) < 2:
        raise ValueError("a piece has a kind and a tincture")
    number = 3 if words[0] == "3" else 1
    return Piece(" ".join(words[number > 1 : -1]), words[-1], number)


# From a name


def derived(name: str, taken: Collection[Arms] = ()) -> Arms:
    """Arms for somebody who has not chosen any: always lawful, the same for the same name whatever its capitals, spaces or Unicode form, and none of
    those `taken` (then it moves on to the next that is free)."""
    seed = " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())
    return next(arms for turn in count() if (arms := _drawn(f"{seed}\n{turn}")) not in taken)


class _Lots:
    """Choices drawn from a text's hash, each as likely as the next."""

    def __init__(self, text: str) -> None:
        self._left = int.from_bytes(sha256(text.encode("utf-8", "surrogatepass")).digest())

    def among(self, things: Sequence[_Thing]) -> _Thing:
        self._left, which = divmod(self._left, len(things))
        return things[which]

    def over(self, tincture: str) -> str:
        return self.among(list(COLOURS if tincture in METALS else METALS))


def _drawn(text: str) -> Arms:
    lots = _Lots(text)
    form = lots.among(("charge", "charge", "ordinary", "divided", "divided", "both", "both", "both"))
    first = lots.among(list(TINCTURES))
    over = lots.over(first)
    charge = lots.among(list(CHARGES))
    if form == "divided":
        number = lots.among((0, 0, 1, 3))
        plain = list(DIVISIONS)[:6] if number else list(DIVISIONS)
        return Arms(Field(first, over, lots.among(plain)), None, Piece(charge, COUNTERCHANGED, number) if number else None)
    if form == "charge":
        return Arms(Field(first), None, Piece(charge, over, lots.among((1, 1, 3))))
    if form == "ordinary":
        return Arms(Field(first), Piece(lots.among(list(ORDINARIES)), over))
    kind, number = lots.among([key for key in PLACES if key[0]])
    upper = lots.over(over) if PLACES[kind, number][0] == "on" else over
    return Arms(Field(first), Piece(kind, over), Piece(charge, upper, number))


def lead(arms: Arms) -> str:
    """The tincture by which a realm is known on the map: the field's; of a divided field its colour; and where the field is argent, the map's own
    paper, the tincture of what lies on it."""
    field = arms.field
    if field.division:
        return next((t for t in field[:2] if t in COLOURS), field.first)
    other = next((p.tincture for p in (arms.ordinary, arms.charge) if p and p.tincture in TINCTURES), field.first)
    return other if field.first == "argent" else field.first


# Pictures


def svg(arms: Arms, hatch: bool = False, uid: str = "") -> str:
    """A whole SVG document: the shield in a box of 100 x 116, in colour or in Petra Sancta's hatching, its blazon as title. It has no styles and no
    scripts, so it stands under a strict content policy. Give each its own `uid` when several stand in one page."""
    defs, body = _picture(arms, hatch, uid)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 116" role="img"><title>{blazon(arms)}</title><defs>{defs}</defs>{body}</svg>'


def symbol(arms: Arms, uid: str, hatch: bool = False) -> str:
    """The same shield as one `<symbol id="uid">` of a page's sprite, shown by `<use href="#uid">`. Hide the sprite by size, not by
    display:none, which would take the clip paths away."""
    defs, body = _picture(arms, hatch, f"-{uid}")
    return f'<symbol id="{uid}" viewBox="0 0 100 116"><defs>{defs}</defs>{body}</symbol>'


def _picture(arms: Arms, hatch: bool, uid: str) -> tuple[str, str]:
    """Definitions and body."""
    if not re.fullmatch(r"[\w-]*", uid):
        raise ValueError(f"an id of letters, digits and hyphens, not {uid!r}")
    field = arms.field
    out = [_painted(SHIELD, field.first, hatch, uid)]
    if field.division:
        out.append(_painted(DIVISIONS[field.division], field.second, hatch, uid))
    for path, tincture in _laid_paths(arms):
        if tincture == COUNTERCHANGED:
            out.append(_painted(path, field.second or field.first, hatch, uid))
            out.append(f'<g clip-path="url(#part{uid})">{_painted(path, field.first, hatch, uid)}</g>')
        else:
            out.append(_painted(path, tincture, hatch, uid))
    body = "".join(out)
    defs = f'<clipPath id="shield{uid}"><path d="{SHIELD}"/></clipPath>'
    if f"#part{uid}" in body:
        defs += f'<clipPath id="part{uid}"><path d="{DIVISIONS.get(field.division, SHIELD)}"/></clipPath>'
    defs += "".join(_pattern(t, uid) for t in HATCH if f"(#h-{t}{uid})" in body)
    edge = "#111" if hatch else "#7d8583"
    return defs, f'<g clip-path="url(#shield{uid})">{body}</g><path d="{SHIELD}" fill="none" stroke="{edge}" stroke-width="3.5"/>'


def _laid_paths(arms: Arms) -> list[tuple[str, str]]:
    """What lies on the field, from below, each with its tincture; a charge without room is drawn as if it had no ordinary."""
    out = [(ORDINARIES[arms.ordinary.kind], arms.ordinary.tincture)] if arms.ordinary else []
    if arms.charge:
        key = (arms.ordinary.kind if arms.ordinary and arms.place else "", arms.charge.number)
        spots = PLACES[key][1]
        out.append(("".join(placed(CHARGES[arms.charge.kind], *spot) for spot in spots), arms.charge.tincture))
    return out


def _painted(path: str, tincture: str, hatch: bool, uid: str) -> str:
    if not hatch:
        return f'<path fill="{TINCTURES[tincture]}" d="{path}"/>'
    fill = f"url(#h-{tincture}{uid})" if tincture in HATCH else "#fff"
    return f'<path fill="{fill}" stroke="#111" stroke-width="3" paint-order="stroke" d="{path}"/>'


def _pattern(tincture: str, uid: str) -> str:
    side, marks = HATCH[tincture]
    return (
        f'<pattern id="h-{tincture}{uid}" width="{side}" height="{side}" patternUnits="userSpaceOnUse"><path fill="#fff" d="M0 0H{side}V{side}H0Z"/>'
        f'<g fill="none" stroke="#111" stroke-width="{0 if tincture == "or" else 1.2}">{marks}</g></pattern>'
    )
