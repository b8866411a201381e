"""Signing up, the map, provinces, roles, lists, and the opening of round 1."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rules.campaign import acts
from rules.campaign.records import CINC, Border, Command, Dated, Place
from rules.campaign.season import may_read_declarations, targets, warnings
from rules.entry import SettingValue
from rules.rulings import Refusal
from tests.rules.campaign.builders import START, Journal, begun, ring, row, signed_up

clause = pytest.mark.clause


def refused(journal: Journal, act: acts.Act, **how) -> str:
    """The clause under which an act is refused; the season stays as it was."""
    before = journal.season
    with pytest.raises(Refusal) as no:
        journal.do(act, **how)
    assert journal.season is before
    assert no.value.text
    return no.value.clause


def army(player: str, **change) -> acts.HandInList:
    given = {"book": 2, "number": 5, "edition": "2nd", "external_allies": False, "ap_half": 800, "received": datetime(1999, 9, 1, tzinfo=UTC)}
    return acts.HandInList(player, **{**given, **change})


@clause("C1", "K1")
def test_each_player_gets_one_province_of_his_own_even_with_the_same_army():
    journal = signed_up(row(*"ab"))
    assert {p.army for p in journal.season.people.values()} == {"Later Carthaginian"}
    assert refused(journal, acts.AssignProvince("a", "pb")) == "C1"
    assert refused(journal, acts.AssignProvince("a", "nowhere")) == "C1"
    assert refused(journal, acts.AssignProvince("z", "pa")) == "C1"
    assert {p: one.province for p, one in journal.season.people.items()} == {"a": "pa", "b": "pb"}


@clause("C1")
def test_round_one_does_not_begin_with_a_player_who_borders_nobody_or_has_no_province():
    assert refused(signed_up([("pa", "pb"), ("pc", "_1")]), acts.Begin("s")) == "C1"
    journal = signed_up(row(*"ab"))
    journal.do(acts.Enter("c", "Moors"))
    assert refused(journal, acts.Begin("s")) == "C1"
    assert refused(Journal(), acts.SetSchedule(())) == "S1"


@clause("C1")
def test_a_campaign_needs_two_players():
    journal = Journal()
    journal.do(acts.SetSchedule((Dated(1, "start", START),)))
    assert refused(journal, acts.Begin("s")) == "C1"


@clause("S1", "K49")
def test_round_one_does_not_begin_on_an_empty_schedule():
    journal = Journal()
    journal.do(acts.DrawMap("", (Place("pa", "A", 0, 0), Place("pb", "B", 9, 9)), (Border("pa", "pb"),)))
    for p in "ab":
        journal.do(acts.Enter(p, "Moors"))
        journal.do(acts.AssignProvince(p, f"p{p}"))
    assert "no_schedule" in {w.code for w in warnings(journal.season)}
    assert refused(journal, acts.Begin("s")) == "K49"
    journal.do(acts.SetSchedule((Dated(1, "first round", START),)))
    journal.do(acts.Begin("s"))
    assert journal.season.phase == "diplomacy"


@clause("C1")
def test_a_map_must_hold_together_and_is_frozen_when_round_one_begins():
    a, b = Place("pa", "A", 0, 0), Place("pb", "B", 0, 0)
    assert refused(Journal(), acts.DrawMap("", (a, a), ())) == "C1"
    assert refused(Journal(), acts.DrawMap("", (a, b), (Border("pa", "pc"),))) == "C1"
    assert refused(Journal(), acts.DrawMap("", (a, b), (Border("pa", "pa"),))) == "C1"
    assert refused(signed_up(row(*"ab")), acts.DrawMap("", (a,), ())) == "C1"
    assert refused(begun(row(*"ab")), acts.DrawMap("", (a, b), (Border("pa", "pb", strait=True),))) == "C1"


@clause("C1", "C2")
def test_nobody_enters_once_round_one_has_begun():
    journal = begun(row(*"ab"))
    assert refused(journal, acts.Enter("c", "Moors")) == "C1"
    assert refused(journal, acts.Begin("again")) == "C2"


@clause("L2")
def test_an_army_from_another_book_is_refused_on_entry():
    assert refused(Journal(), acts.Enter("a", "Normans", 3, 51)) == "L2"


@clause("C1")
def test_a_province_changes_after_the_start_only_with_a_reason_and_a_neighbour():
    journal = begun([*row(*"abc"), ("pc", "_1"), ("_2", "_3")])
    assert refused(journal, acts.AssignProvince("a", "_1")) == "C1"
    assert refused(journal, acts.AssignProvince("a", "_2"), reason="drawn wrongly") == "C1"
    journal.do(acts.AssignProvince("a", "_1"), reason="drawn wrongly")
    assert targets(journal.season, "a").lawful == ("c",)


@clause("L1", "L2", "L3", "L4", "L5")
def test_lists_are_refused_kept_reviewed_and_locked():
    journal = signed_up(row(*"ab"))
    assert refused(journal, army("a", book=3), by="a") == "L2"
    assert refused(journal, army("a", ap_half=802), by="a") == "L3"
    assert refused(journal, army("a", external_allies=True), by="a") == "L4"
    assert refused(journal, acts.ReviewList("a", "approved")) == "L1"
    journal.do(army("a", received=START), by="a")
    assert [(w.code, w.who) for w in warnings(journal.season)] == [("no_list", "b"), ("late", "a")]
    assert refused(journal, acts.ReviewList("a", "splendid")) == "L1"
    journal.do(acts.ReviewList("a", "approved", "fine"))
    journal.do(acts.ReviewList("a", "comment", "nice elephants"))
    assert (journal.season.people["a"].verdict, journal.season.people["a"].word) == ("approved", "nice elephants")
    assert refused(journal, army("a"), by="a") == "L1"
    assert refused(journal, acts.Enter("a", "Gauls", 2, 11), by="a") == "L1"
    journal.do(acts.ReviewList("a", "returned", "too many elephants"))
    journal.do(acts.Enter("a", "Gauls", 2, 11), by="a")
    journal.do(army("a", ap_half=700), by="a")
    assert journal.season.people["a"].verdict == ""


@clause("L3", "K39")
def test_an_approved_list_is_looked_at_again_when_a_limit_changes():
    journal = signed_up(row(*"ab"))
    for p in "ab":
        journal.do(army(p, received=START), by=p)
    journal.do(acts.ReviewList("a", "approved"))
    assert [(w.code, w.who) for w in warnings(journal.season)] == [("late", "b")]
    journal.choose(army_points=350)
    assert [(w.code, w.who) for w in warnings(journal.season)] == [("over_army_points", "a"), ("over_army_points", "b"), ("late", "b")]


@clause("K39", "late_lists=reject")
def test_by_choice_a_late_list_is_not_accepted():
    journal = signed_up(row(*"ab"), late_lists="reject")
    assert refused(journal, army("a", received=datetime(1999, 9, 17, tzinfo=UTC)), by="a") == "L1"


@clause("L5", "K40")
def test_commands_stand_until_they_are_changed():
    journal = signed_up(row(*"ab"))
    assert refused(journal, acts.Organise("a", ()), by="a") == "L5"
    journal.do(acts.Organise("a", (Command(CINC),)), by="a")
    journal.do(acts.Begin("s"))
    assert journal.season.people["a"].organisation.commands == (Command(CINC),)


@clause("K53")
def test_a_players_act_is_his_own_or_the_umpires_for_him():
    journal = begun(row(*"abc"))
    journal.do(acts.Appoint("u", "umpire"))
    assert refused(journal, acts.Declare("a", "b"), by="c") == "K53"
    assert refused(journal, acts.Declare("a", "b"), by="u") == "K53"
    assert refused(journal, acts.Declare("a", "b"), by="c", for_="a") == "K53"
    assert refused(journal, acts.Declare("a", "b"), by="u", for_="c") == "K53"
    journal.do(acts.Declare("a", "b"), by="u", for_="a")
    entry = journal.season.entries[-1]
    assert (entry.by, entry.for_, journal.season.current.own) == ("u", "a", {"a": "b"})


@clause("K53")
def test_the_umpires_acts_are_his_alone():
    journal = begun(row(*"abc"))
    journal.do(acts.Appoint("u", "umpire"))
    for act in (acts.CloseDiplomacy(), acts.SetSchedule((Dated(0, "x", START),)), acts.Reopen(), acts.StartClock()):
        assert refused(journal, act, by="a") == "K53"
    journal.do(acts.CloseDiplomacy(), by="u")
    assert refused(journal, acts.Appoint("a", "king")) == "C4"
    journal.do(acts.Appoint("u", "umpire", on=False))
    assert journal.season.umpires == ()


@clause("K4", "umpire_sees=unless_playing")
def test_the_umpire_reads_sealed_declarations_unless_he_plays_himself():
    journal = begun(row(*"abc"))
    journal.do(acts.Appoint("u", "umpire"))
    journal.do(acts.Appoint("a", "umpire"))
    assert [may_read_declarations(journal.season, p) for p in "uab"] == [True, False, False]
    journal.close()
    assert [may_read_declarations(journal.season, p) for p in "uab"] == [True, True, True]


@clause("K4", "umpire_sees=never", "umpire_sees=always")
@pytest.mark.parametrize(("chosen", "expected"), [("never", [False, False, False]), ("always", [True, True, False])])
def test_by_choice_the_umpire_reads_them_never_or_always(chosen: str, expected: list[bool]):
    journal = begun(row(*"abc"), umpire_sees=chosen)
    journal.do(acts.Appoint("u", "umpire"))
    journal.do(acts.Appoint("a", "umpire"))
    assert [may_read_declarations(journal.season, p) for p in "uab"] == expected


@clause("K43")
def test_before_the_start_a_player_withdraws_himself():
    journal = signed_up(row(*"abc"))
    journal.do(acts.Leave("c"), by="c")
    assert set(journal.season.people) == {"a", "b"}


@clause("C2", "K46")
def test_settings_change_freely_before_the_start_and_with_a_reason_from_the_next_round_on():
    journal = begun(ring(*"abcd"), rounds=3)
    change = acts.SetSettings((SettingValue("rounds", "2"),))
    assert refused(journal, change) == "K46"
    journal.choose(reason="time is short", rounds=2)
    assert (journal.season.settings.rounds, journal.season.settings_next.rounds) == (3, 2)
    journal.play({"a": "b", "b": "a", "c": "d", "d": "c"}, "drawn", "drawn")
    assert journal.season.settings.rounds == 2
    assert refused(journal, acts.SetSettings((SettingValue("rounds", "1"),)), reason="no") == "C2"


def test_a_setting_that_does_not_exist_or_is_no_json_is_refused():
    assert refused(Journal(), acts.SetSettings((SettingValue("colour", '"red"'),))) == "III"
    assert refused(Journal(), acts.SetSettings((SettingValue("rounds", "four"),))) == "III"


@clause("K19")
def test_a_lot_that_is_given_must_name_everybody_once():
    assert refused(signed_up(row(*"abc")), acts.Begin("s", ("a", "b"))) == "K19"


@clause("C3")
def test_talk_is_free_and_only_dispatches_are_kept():
    journal = begun(row(*"ab"))
    assert not any("letter" in kind or "bargain" in kind for kind in acts.KINDS)
    assert refused(journal, acts.Dispatch("a", 2, "early"), by="a") == "C3"
    assert refused(journal, acts.Dispatch("a", 1, "  "), by="a") == "C3"
    journal.do(acts.Dispatch("a", 1, "We march at dawn."), by="a")
    assert [e.act.text for e in journal.season.dispatches] == ["We march at dawn."]
