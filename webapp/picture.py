"""A picture for a map to lie on: whatever PNG or JPEG somebody sends is decoded within limits and encoded anew, so that nothing of the file itself is
kept: no place and time of the photograph, no hidden parts, no trick on a browser. Pure: no web, no database."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass

from PIL import Image, ImageOps

SIDE, BYTES = 1600, 1_500_000
"""So large is a picture kept: pixels along its longer side, and bytes."""
LARGEST = 8 * 1024 * 1024
"""So many bytes are taken at most."""
_PIXELS = {"PNG": 25_000_000, "JPEG": 60_000_000}
"""So many pixels are decoded at most: a JPEG is decoded at a fraction of its size, a PNG only whole."""
_LEAST, _NARROWEST = 100, 2.5
_MARKS = {b"\x89PNG\r\n\x1a\n": "PNG", b"\xff\xd8\xff": "JPEG"}
_QUALITIES = (86, 76, 64, 50, 35)
WIDTH = 1000


@dataclass(frozen=True, slots=True)
class Kept:
    """A picture as it is kept: its bytes, their hash, their kind ("image/png"), and its size in pixels."""

    data: bytes
    mark: str
    kind: str
    width: int
    height: int

    @property
    def units(self) -> int:
        """Its height in map units, its width being 1000."""
        return max(1, round(WIDTH * self.height / self.width))


class Unfit(Exception):
    """A file that is no picture for a map, and why, in words for whoever sent it."""


def prepared(data: bytes) -> Kept:
    """The picture in a file, upright, without transparency, at most SIDE pixels long and BYTES bytes large. Raises Unfit."""
    if not data:
        raise Unfit("Choose a file first.")
    if len(data) > LARGEST:
        raise Unfit(f"This file has {len(data) / 1e6:.1f} million bytes; 8 million are the most. Save it smaller, or as JPEG.")
    form = next((form for mark, form in _MARKS.items() if data.startswith(mark)), None)
    if form is None:
        raise Unfit("This is neither a PNG nor a JPEG, whatever it is called. Other pictures, SVG and PDF too, are not taken: save it as PNG.")
    with _opened(data, form) as source:
        _check(source, form)
        try:
            if form == "JPEG":
                source.draft("RGB", (SIDE, SIDE))
            picture = _plain(ImageOps.exif_transpose(source))
        except Exception as broken:  # a decoder of strangers' bytes may raise anything; whatever it is, the file is at fault
            raise Unfit("This file is damaged or not complete: it cannot be read to its end.") from broken
    picture.thumbnail((SIDE, SIDE))
    return _encoded(picture, form)


def _opened(data: bytes, form: str) -> Image.Image:
    try:
        return Image.open(io.BytesIO(data), formats=(form,))
    except Image.DecompressionBombError as bomb:
        raise Unfit(_too_many()) from bomb
    except Exception as broken:  # as above
        raise Unfit("This file starts like a picture, but is none that can be read.") from broken


def _too_many(form: str = "JPEG") -> str:
    return f"This picture has too many pixels; {_PIXELS[form] // 1_000_000} million are the most. Save it smaller."


def _check(source: Image.Image, form: str) -> None:
    """Refuse by what the file's head says, before anything is decoded."""
    width, height = source.size
    if width * height > _PIXELS[form]:
        raise Unfit(_too_many(form))
    if min(width, height) < _LEAST:
        raise Unfit(f"This picture is only {width} by {height} pixels; a map needs {_LEAST} at least each way.")
    if max(width, height) > _NARROWEST * min(width, height):
        raise Unfit("This picture is too long and narrow for a map. Cut it so that one side is at most two and a half times the other.")


def _plain(picture: Image.Image) -> Image.Image:
    """In plain red, green and blue; what was transparent is white."""
    if picture.mode.startswith("I"):
        picture = picture.convert("I").point(lambda value: value / 256).convert("L")
    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        picture.thumbnail((SIDE, SIDE))
        picture = picture.convert("RGBA")
        sheet = Image.new("RGBA", picture.size, "white")
        sheet.alpha_composite(picture)
        picture = sheet
    return picture.convert("RGB")


def _encoded(picture: Image.Image, form: str) -> Kept:
    """A drawing stays a PNG while that is small enough; all else becomes a JPEG, of less quality where it must be."""
    picture.info.clear()
    if form == "PNG" and len(data := _saved(picture, "PNG", optimize=True)) <= BYTES:
        return _kept(data, "image/png", picture)
    data = next((d for quality in _QUALITIES if len(d := _saved(picture, "JPEG", quality=quality, optimize=True)) <= BYTES), b"")
    if not data:
        raise Unfit("This picture stays too large, however it is saved. Make it smaller and try again.")
    return _kept(data, "image/jpeg", picture)


def _saved(picture: Image.Image, form: str, **how: bool | int) -> bytes:
    out = io.BytesIO()
    picture.save(out, form, **how)
    return out.getvalue()


def _kept(data: bytes, kind: str, picture: Image.Image) -> Kept:
    return Kept(data, hashlib.sha256(data).hexdigest(), kind, *picture.size)
