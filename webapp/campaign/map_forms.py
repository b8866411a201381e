"""The map editor's forms: what each of them may say."""

from __future__ import annotations

import re
import unicodedata

from flask import request
from flask_wtf.file import FileField
from wtforms import HiddenField, StringField, TextAreaField
from wtforms.validators import Length

from webapp.campaign.map_draft import Drawing, Unfit
from webapp.maptext import WIDTH
from webapp.web import ActForm

DRAW, MOVE, JOIN = "draw", "move", "join"
MODES = {DRAW: "Pins", MOVE: "Move", JOIN: "Join"}
_REACH = 18.0
"""A tap so near a pin, in pixels of the screen, means that pin."""


def _unwritten(c: str) -> bool:
    """Whether a sign is none that a page may contain: a control character, or one that Unicode has set aside."""
    return unicodedata.category(c) in ("Cc", "Cs") or 0xFDD0 <= ord(c) <= 0xFDEF or ord(c) & 0xFFFE == 0xFFFE


class StrokeForm(ActForm):
    """One stroke: `drawn` is the mark of the drawing it was made from, `pick` the province it is about."""

    drawn = HiddenField(validators=[Length(max=40)], render_kw={"id": False})
    pick = HiddenField(validators=[Length(max=40)], render_kw={"id": False})
    mode = StringField(validators=[Length(max=10)])
    name = StringField(validators=[Length(max=200)])
    x = StringField(validators=[Length(max=20)])
    y = StringField(validators=[Length(max=20)])
    other = StringField(validators=[Length(max=40)])
    link = StringField(validators=[Length(max=10)])
    do = StringField(validators=[Length(max=10)])
    ground = StringField(validators=[Length(max=20)])
    text = TextAreaField(validators=[Length(max=40_000, message="This text is too long for a map.")])
    picture = FileField()

    def said(self, field: str) -> str:
        """What a field says; "" for nothing. Signs that no page may contain are left out."""
        return "".join(c for c in str(self[field].data or "") if c in "\t\r\n" or not _unwritten(c))

    def spot(self) -> tuple[int, int]:
        """The spot that was typed as two numbers; Unfit when it was not."""
        found = [self.said(field).strip() for field in ("x", "y")]
        if not all(re.fullmatch(r"[+-]?[0-9]{1,6}", number) for number in found):
            raise Unfit("A spot is two whole numbers, from the left and from the top.")
        return int(found[0]), int(found[1])

    def tapped(self, drawing: Drawing) -> tuple[int, int, float]:
        """The spot that was tapped on the picture of the sheet, in map units, and how far a pin may be from it to be meant.

        The picture's name tells how wide it is drawn, in pixels (`s320`). A picture that is sent by the keyboard knows no spot: Unfit.
        """
        for field in request.form:
            found = re.fullmatch(r"s([1-9][0-9]{1,3})\.x", field)
            numbers = [request.form.get(f"s{found[1]}.{axis}", "") for axis in "xy"] if found else []
            if found and all(re.fullmatch(r"[0-9]{1,5}", number) for number in numbers) and numbers != ["0", "0"]:
                scale = WIDTH / int(found[1])
                x, y = (round(int(number) * scale) for number in numbers)
                return min(x, WIDTH), min(y, drawing.height), _REACH * scale
        raise Unfit("Tap a spot on the sheet, or type its numbers below.")
