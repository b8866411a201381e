"""The umpire's forms: their shape only; what is lawful is for the rules to say."""

from __future__ import annotations

from typing import Any

from wtforms import HiddenField, IntegerField, RadioField, SelectMultipleField, StringField
from wtforms.validators import InputRequired, Length, NumberRange, Optional

from rules.campaign.acts import Report
from rules.campaign.records import ATTACKERS, BOTH, CINC, DEFENDER, SUB_GENERAL, UMPIRE, Demoralised, Side
from webapp.web import ActForm

NEITHER, AS_VOTED, NOBODY = "neither", "", "nobody"
"""Words of the form: no army broke; leave the votes of a double as they are; the double names nobody."""
COMMANDS = ("0", "1", "2", "3")
"""The commands of an army on the form: the first is the commander-in-chief's."""


class ReportForm(ActForm):
    """The result of a battle as the umpire enters it. Points stay empty to be worked out from what broke and what was demoralised."""

    battle = HiddenField(validators=[InputRequired(), Length(max=20)])
    broken = RadioField(
        "Which army broke?",
        choices=[NEITHER, ATTACKERS, DEFENDER, BOTH],
        validators=[InputRequired("Say which army broke, or that neither did.")],
    )
    attackers_down = SelectMultipleField(choices=list(COMMANDS))
    defender_down = SelectMultipleField(choices=list(COMMANDS))
    attackers_commands = RadioField(choices=list("1234"), validators=[Optional()])
    defender_commands = RadioField(choices=list("1234"), validators=[Optional()])
    attackers = IntegerField("Attackers’ points", validators=[Optional(), NumberRange(0, 10, "Points go from 0 to 10.")])
    defender = IntegerField("Defender’s points", validators=[Optional(), NumberRange(0, 10, "Points go from 0 to 10.")])
    lord = StringField(validators=[Length(max=20)])

    def validate(self, extra_validators: Any = None) -> bool:
        """Points of both sides or of neither, beside what each field asks for."""
        good = super().validate(extra_validators)
        if good and (self.attackers.data is None) != (self.defender.data is None):
            empty = self.attackers if self.attackers.data is None else self.defender
            empty.errors = ("Type the points of both sides, or of neither.",)
            return False
        return good

    def report(self) -> Report:
        """The act that the form describes; a side with a known organisation says nothing about its commands."""
        down = [Demoralised(side, CINC if c == COMMANDS[0] else SUB_GENERAL) for side, commands in self._down() for c in sorted(commands)]
        return Report(
            self.battle.data or "",
            UMPIRE,
            None if self.broken.data == NEITHER else self.broken.data,
            self.attackers.data,
            self.defender.data,
            int(self.attackers_commands.data) if self.attackers_commands.data else None,
            int(self.defender_commands.data) if self.defender_commands.data else None,
            tuple(down),
        )

    def _down(self) -> tuple[tuple[Side, list[str]], ...]:
        return (ATTACKERS, self.attackers_down.data or []), (DEFENDER, self.defender_down.data or [])


class DeskForm(ActForm):
    """A single button of the desk: undo, close, reopen, start the clock, with a reason where the rules ask for one."""

    reason = StringField("Why", validators=[Length(max=300)])
