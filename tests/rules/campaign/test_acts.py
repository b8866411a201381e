"""Every kind of act has its step."""

from __future__ import annotations

from rules.campaign.acts import KINDS, Strike
from rules.campaign.season import STEPS


def test_every_kind_has_a_step_except_the_strike_which_only_takes_others_away():
    assert set(STEPS) | {Strike} == set(KINDS.values())
    assert len(KINDS) == 27
