"""The arena's forms: their shape only; what may be done is for the rules to say."""

from __future__ import annotations

from typing import Any

from wtforms import BooleanField, HiddenField, IntegerField, StringField, TextAreaField
from wtforms.validators import InputRequired, Length, NumberRange, Optional
from wtforms.widgets import TextInput

from rules.arena.acts import Role
from rules.arena.dice import Dice
from rules.arena.match import ROLES
from webapp.web import ActForm


class ThrowForm(ActForm):
    """A tap: the round it is for. Its roles come as `role`, once for each throw."""

    round = IntegerField(validators=[InputRequired(), NumberRange(1, 100_000)])


class GuardForm(ActForm):
    """A man-at-arms for one match; no name is none."""

    player = HiddenField(validators=[InputRequired()])
    name = StringField("Man-at-arms in this match", validators=[Length(max=40, message="Up to 40 letters.")])


class TakeBackForm(ActForm):
    """Typed dice taken back: why, and whether what was fought since may fall."""

    reason = TextAreaField("Why", validators=[InputRequired("Say why, so that both combatants can read it."), Length(max=300)])
    void = BooleanField("I am a judge and agree that this falls")


class ResignForm(ActForm):
    """Leaving for good: nothing to fill in but that one means it."""

    sure = BooleanField("I mean it: I give up this tournament", validators=[InputRequired("Tick this first; there is no way back.")])


def _die() -> IntegerField:
    said = "A die shows 1 to 20."
    return IntegerField(validators=[Optional(), NumberRange(1, 20, said)], widget=TextInput())


class DiceForm(ActForm):
    """What real dice showed in one round: two dice for each role, `A_1` and `A_2` and so on; roles left empty are not thrown yet."""

    round = IntegerField(widget=TextInput(), validators=[InputRequired(), NumberRange(1, 100_000)])

    def shown(self) -> dict[Role, Dice]:
        """The dice by role, of roles with both typed."""
        pairs = {role: (self[f"{role}_1"].data, self[f"{role}_2"].data) for role in ROLES}
        return {role: pair for role, pair in pairs.items() if None not in pair}

    def validate(self, extra_validators: Any = None) -> bool:
        """Both dice of a throw or neither, and at least one throw."""
        whole: bool = super().validate(extra_validators)
        for role in ROLES:
            for die, other in ((self[f"{role}_1"], self[f"{role}_2"]), (self[f"{role}_2"], self[f"{role}_1"])):
                if die.data is None and other.data is not None and not die.errors:
                    die.errors = ["Type the other die too."]
                    whole = False
        if whole and not self.shown():
            self.round.errors = ["Type both dice of a throw first."]
            return False
        return whole


for _role in ROLES:
    for _die_number in (1, 2):
        setattr(DiceForm, f"{_role}_{_die_number}", _die())
