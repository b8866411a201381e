"""The players' forms of a battle: their shape only; what is lawful is for the rules to say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from wtforms import FieldList, Form, FormField, HiddenField, IntegerField, RadioField, SelectField, StringField
from wtforms.validators import InputRequired, Length, NumberRange, Optional, Regexp

from rules.campaign.acts import Report
from rules.campaign.muster import points_text, roles
from rules.campaign.pyramid import Lords
from rules.campaign.records import ALLY, CINC, SUB_GENERAL, Command, Part, Share
from rules.rulings import Player
from webapp.campaign.forms import NOBODY, ReportForm
from webapp.web import ActForm

MOST = 4
"""The commands an army can have on a form."""


class SideForm(ReportForm):
    """The result as one side tells it."""

    side = HiddenField(validators=[InputRequired(), Length(max=20)])

    def report(self) -> Report:
        """The act that the form describes."""
        return replace(super().report(), side=self.side.data)


class AnswerForm(ActForm):
    """A side's answer to the other side's report: one of two buttons, with a reason for the second."""

    side = HiddenField(validators=[InputRequired(), Length(max=20)])
    answer = RadioField(choices=["confirm", "contest"], validators=[InputRequired("Say whether the report is right.")])
    reason = StringField("What is wrong with it?", validators=[Length(max=300)])


class VoteForm(ActForm):
    """Whom a member of a double names as lord of a beaten defender."""

    candidate = StringField(validators=[InputRequired("Name somebody, or nobody."), Length(max=20)])

    def named(self) -> Player | None:
        """The member named, None for nobody."""
        return None if self.candidate.data == NOBODY else self.candidate.data


class ShareForm(Form):
    """One member's part of a joint army."""

    player = HiddenField(validators=[InputRequired(), Length(max=20)])
    points = StringField(
        "Army points", validators=[InputRequired("Say how many army points."), Regexp(r"\d{1,4}([.,][05])?$", 0, "Type points like 133 or 133.5.")]
    )
    commands = RadioField("Commands", choices=list("1234"), validators=[InputRequired("Say how many commands.")])

    def half_points(self) -> int:
        """The army points in halves."""
        return round(float(self.points.data.replace(",", ".")) * 2)


class ArmyForm(ActForm):
    """The joint army of a double: who commands, and what each member brings. Roles follow from who commands (L6)."""

    cinc = StringField(validators=[InputRequired("Choose the commander-in-chief."), Length(max=20)])
    shares = FieldList(FormField(ShareForm), max_entries=8)

    def army(self, lord: Lords) -> tuple[Share, ...]:
        """The shares that the form describes, with each member's role under this commander."""
        team = [one.form.player.data for one in self.shares]
        serve: dict[Player, Any] = roles(team, self.cinc.data or "", lord)
        return tuple(Share(s.form.player.data, s.form.half_points(), int(s.form.commands.data), serve[s.form.player.data]) for s in self.shares)


def drawn(shares: tuple[Share, ...]) -> dict[str, Any]:
    """What the army form says when it is opened with these shares."""
    rows = [{"player": s.player, "points": points_text(s.ap_half), "commands": str(s.commands)} for s in shares]
    return {"cinc": next((s.player for s in shares if s.role == CINC), ""), "shares": rows}


class CommandForm(Form):
    """One command; without a rank there is no such command."""

    rank = SelectField("General", default="", choices=["", CINC, SUB_GENERAL, ALLY])
    name = StringField("Name", validators=[Length(max=40)])


class CommandsForm(ActForm):
    """An army put into commands: ranks, names, and how many elements of each line of the list stand in each (`lines[line][command]`)."""

    commands = FieldList(FormField(CommandForm), min_entries=MOST, max_entries=MOST)
    lines = FieldList(
        FieldList(IntegerField(validators=[Optional(), NumberRange(0, 999, "Type a number of elements.")]), max_entries=MOST), max_entries=60
    )

    def organised(self) -> tuple[tuple[Command, ...], tuple[Part, ...]]:
        """The commands that there are, and the elements in each; elements of a command that there is not are left out."""
        there = [i for i, one in enumerate(self.commands) if one.form.rank.data]
        commands = tuple(Command(self.commands[i].form.rank.data, (self.commands[i].form.name.data or "").strip()) for i in there)
        parts = tuple(
            Part(place, line, row.entries[i].data)
            for line, row in enumerate(self.lines)
            for place, i in enumerate(there)
            if i < len(row.entries) and row.entries[i].data
        )
        return commands, parts
