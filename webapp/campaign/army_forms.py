"""The forms of an army: choosing one, its list line by line, the umpire's word on it. Their shape only; what is lawful is for the rules to say."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from wtforms import (
    BooleanField,
    Field,
    FieldList,
    Form,
    FormField,
    HiddenField,
    IntegerField,
    RadioField,
    StringField,
    TextAreaField,
    ValidationError,
)
from wtforms.validators import InputRequired, Length, NumberRange, Optional, Regexp

from rules.campaign.acts import Enter, HandInList
from rules.campaign.listtext import DRILLS, line_text, read_list, sort_fault
from rules.campaign.muster import points_text
from rules.campaign.records import TroopLine
from rules.campaign.settings import Settings
from rules.campaign.troops import line_problems
from rules.rulings import Player
from webapp.campaign import armies
from webapp.telling import zone
from webapp.web import ActForm

MOST, FRESH = 60, 3
"""The lines a list can have on a form, and how many empty ones it is opened with."""
OWN = "own"
"""The choice of an army that stands in no book."""
NUMBER = "Type a number."
POINTS = re.compile(r"[0-9]{1,4}([.,][05])?$")


def tidy(text: str | None) -> str:
    """A text without spaces around it and doubled inside."""
    return " ".join((text or "").split())


def deadline(settings: Settings) -> datetime:
    """Until when lists are in time, on the club's clock where the setting names no other (L1)."""
    at = settings.list_deadline
    return at if at.tzinfo else at.replace(tzinfo=zone())


class EnterForm(ActForm):
    """Which army somebody enters with: one of the lists, or a name of his own."""

    player = StringField("For whom", validators=[Length(max=20)])
    army = StringField(validators=[InputRequired("Choose an army."), Length(max=20)])
    name = StringField("Its name", validators=[Length(max=80)])
    q = HiddenField(validators=[Length(max=100)])

    def validate(self, extra_validators: Any = None) -> bool:
        """Whoever types a name and marks nothing means that name."""
        if not self.army.data and tidy(self.name.data):
            self.army.process(None, OWN)
            self.army.raw_data = [OWN]
        return super().validate(extra_validators)

    def validate_name(self, field: Field) -> None:
        """An army from no book has a name."""
        if self.army.data == OWN and not tidy(field.data):
            raise ValidationError("Say what your army is called.")

    def validate_army(self, field: Field) -> None:
        """A choice that is on the page."""
        if field.data != OWN and self.chosen() is None:
            raise ValidationError("Choose one of the lists, or give a name of your own.")

    def chosen(self) -> armies.ArmyList | None:
        """The list that is chosen; None for an army of one's own."""
        return next((one for one in armies.lists() if one.code == self.army.data), None)

    def act(self, player: Player) -> Enter:
        """The act that the form describes."""
        one = self.chosen()
        return Enter(player, one.name, one.book, one.number) if one else Enter(player, tidy(self.name.data))


class RowForm(Form):
    """One line of troops as it is typed."""

    count = StringField("Elements", validators=[Length(max=9)])
    drill = StringField("Drill", validators=[Length(max=9)])
    troop = StringField("Type", validators=[Length(max=9)])
    grade = StringField("Grade", validators=[Length(max=9)])
    general = StringField("General", validators=[Length(max=20)])
    extra = StringField("Extra", validators=[Length(max=20)])
    note = StringField("Note", validators=[Length(max=80)])


@dataclass(frozen=True)
class Row:
    """One line as it was typed: the troops, or what is wrong with it; neither for a line that is empty. `unfinished`: only something is missing."""

    line: TroopLine | None
    fault: str
    unfinished: bool = False


def read_row(row: RowForm) -> Row:
    """What a line says."""
    said: dict[str, Any] = {name: tidy(value) for name, value in row.data.items()}
    if not said["count"] and not said["troop"]:
        return Row(None, "")
    if any(field.errors for field in row):
        return Row(None, "This line is too long.")
    if not said["troop"]:
        return Row(None, "Choose the troop type.", unfinished=True)
    if not (said["count"].isascii() and said["count"].isdecimal() and 1 <= int(said["count"]) <= 999):
        return Row(None, "How many elements? Type a number from 1 to 999.", not said["count"])
    fault, graded = sort_fault(said["drill"], said["troop"], said["grade"]), bool(said["grade"])
    line = TroopLine(int(said.pop("count")), **said)
    fault = fault or next((p.text.removeprefix("line 1: ") for p in line_problems([line])), "")
    return Row(None, f"{fault[0].upper()}{fault[1:]}.", not graded) if fault else Row(line, "")


def _instant(text: str) -> datetime | None:
    """A moment as it is typed on the club's clock; None when it is none, or older than any list."""
    try:
        at = datetime.fromisoformat(text).replace(tzinfo=zone()).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return at if 1900 <= at.year < 3000 else None


def _half_points(text: str) -> int | None:
    """Army points as they are typed, in halves; None when they are none."""
    return round(float(text.replace(",", ".")) * 2) if POINTS.fullmatch(text) else None


class ListForm(ActForm):
    """An army list: where it is from, its lines, and lines pasted as text that wait to be read."""

    book = IntegerField("List book", validators=[InputRequired("Say which list book: 1 or 2."), NumberRange(0, 99, NUMBER)])
    number = IntegerField("List number", validators=[Optional(), NumberRange(0, 999, NUMBER)])
    edition = StringField("Edition", validators=[InputRequired("Say which edition of the list book."), Length(max=40)])
    year = IntegerField("Year", validators=[Optional(), NumberRange(1, 3000, "Type a year from 1 to 3000.")])
    era = RadioField(choices=["BC", "AD"], default="BC", validators=[Optional()])
    allies = BooleanField("It has external allies")
    rows = FieldList(FormField(RowForm), max_entries=MOST)
    paste = TextAreaField("Paste a list as text", validators=[Length(max=9000, message="That is too long for a list.")])
    stated = StringField("Army points", validators=[Optional(), Regexp(POINTS, 0, "Type points like 400 or 399.5.")])
    received = StringField("Received", validators=[Length(max=30)])

    def validate_received(self, field: Field) -> None:
        """A date and a time, or nothing."""
        if tidy(field.data) and _instant(tidy(field.data)) is None:
            raise ValidationError("Type a date and a time such as 1999-09-16 21:30.")

    def came(self, now: datetime) -> datetime:
        """When the list came in: as typed, on the club's clock; now where nothing that can be read is typed."""
        return _instant(tidy(self.received.data)) or now

    def read_rows(self) -> tuple[Row, ...]:
        """The lines as typed, each read."""
        return tuple(read_row(row.form) for row in self.rows)

    def act(self, player: Player, now: datetime) -> HandInList:
        """The act that the form describes, of those lines that can be read."""
        lines = tuple(row.line for row in self.read_rows() if row.line)
        stated = None if lines else _half_points(self.stated.data or "")
        year = None if self.year.data is None else -self.year.data if self.era.data == "BC" else self.year.data
        allies = bool(self.allies.data)
        return HandInList(player, self.book.data or 0, self.number.data, tidy(self.edition.data), allies, stated, self.came(now), year, lines)

    def whole(self) -> bool:
        """Whether there is something to hand in, and every line of it can be read; what is missing is told at its place."""
        rows = self.read_rows()
        if not any(row.line for row in rows) and not self.stated.data:
            self.stated.errors = [*self.stated.errors, "A list has at least one line, or its army points."]
        return not (self.errors or self.stated.errors or any(row.fault for row in rows))

    def changed(self, do: str, version: int) -> ListForm:
        """The same form after one of its own buttons: three more lines, one line less, or the pasted text read into lines."""
        rows, paste = [row.form.data for row in self.rows], self.paste.data
        if do == "add":
            rows += [{}] * FRESH
        elif do.startswith("drop-") and do[5:].isdecimal():
            rows = [row for place, row in enumerate(rows) if str(place) != do[5:]]
        elif do == "read" and not self.paste.errors:
            rows, paste = self._with_pasted(rows)
        data = {name: field.data for name, field in self._fields.items() if name not in ("rows", "key", "seen", "csrf_token")}
        new = ListForm(formdata=None, data=data | {"rows": rows[:MOST], "paste": paste, "seen": self.seen.data}, version=version)
        for name in ("book", "number", "year"):
            new[name].raw_data = self[name].raw_data
        return new

    def _with_pasted(self, rows: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], str]:
        """The lines with those of the text behind them, and what of the text stays in the box: what was not understood, and what had no room."""
        found = read_list(self.paste.data or "")
        rows = [row for row in rows if tidy(row["count"]) or tidy(row["troop"])]
        room = max(0, MOST - len(rows))
        kept = [line_text(line) for line in found.lines[room:]] + [one.text for one in found.unread]
        return rows + [row_of(line) for line in found.lines[:room]], "\n".join(kept)


def row_of(line: TroopLine) -> dict[str, Any]:
    """A line of troops as the form shows it."""
    return {
        "count": str(line.count), "drill": line.drill, "troop": line.troop, "grade": line.grade,
        "general": line.general, "extra": line.extra, "note": line.note[:80],
    }  # fmt: skip


def list_data(given: HandInList | None, book: int | None, number: int | None, edition: str) -> dict[str, Any]:
    """What the form says when it is opened: the list as it was handed in last, or empty lines for the army that was chosen."""
    if given is None:
        return {"book": book, "number": number, "edition": edition, "rows": [{"drill": next(iter(DRILLS))} for _ in range(FRESH)]}
    stated = points_text(given.ap_half) if given.ap_half is not None and not given.troops else ""
    year = {"year": abs(given.year), "era": "BC" if given.year < 0 else "AD"} if given.year else {}
    rows = [row_of(line) for line in given.troops]
    return {
        "book": given.book,
        "number": given.number,
        "edition": given.edition,
        "allies": given.external_allies,
        "rows": rows,
        "stated": stated,
    } | year


class ReviewForm(ActForm):
    """The umpire's word on a list: one of three buttons; returning it and commenting on it need some words."""

    verdict = StringField(validators=[InputRequired(), Length(max=20)])
    text = StringField("A word to the player", validators=[Length(max=300)])

    def validate_text(self, field: Field) -> None:
        """Who gets his list back is told why."""
        if self.verdict.data != "approved" and not tidy(field.data):
            raise ValidationError("Say what he should change." if self.verdict.data == "returned" else "Write the comment.")
