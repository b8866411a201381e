"""A contestant's class, and the one change of it."""

import pytest

from rules.arena.field import changed_class
from rules.rulings import Refusal


@pytest.mark.clause("R6", "A35")
@pytest.mark.parametrize("klass,other", [("fighter", "mage"), ("mage", "fighter")])
def test_a_class_changes_once_and_then_stays(klass, other):
    assert changed_class(klass, False, other, in_match=False) == (other, True)
    with pytest.raises(Refusal) as refusal:
        changed_class(other, True, klass, in_match=False)
    assert refusal.value.clause == "R6"


@pytest.mark.clause("A35")
def test_a_class_does_not_change_in_mid_match():
    with pytest.raises(Refusal) as refusal:
        changed_class("fighter", False, "mage", in_match=True)
    assert refusal.value.clause == "A35"


@pytest.mark.clause("R6")
@pytest.mark.parametrize("changed", [True, False])
@pytest.mark.parametrize("in_match", [True, False])
def test_naming_the_class_one_has_is_no_change(changed, in_match):
    assert changed_class("mage", changed, "mage", in_match) == ("mage", changed)


def test_there_are_two_classes():
    with pytest.raises(Refusal):
        changed_class("mage", False, "bard", in_match=False)
