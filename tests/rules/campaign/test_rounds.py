"""The round machine: diplomacy, allotment, battles, update."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rules.campaign import acts
from rules.campaign.allotment import lot
from rules.campaign.records import DEFENDER, UMPIRE
from rules.campaign.season import preview_close, standings, targets, undeclared, warnings
from rules.rulings import Refusal
from tests.rules.campaign.builders import begun, ring, row, seats, signed_up
from tests.rules.campaign.test_signup import refused

clause = pytest.mark.clause


@clause("C2", "rounds=4")
def test_four_rounds_of_diplomacy_and_battle_and_then_it_is_over():
    journal = begun(ring(*"abcd"))
    for number in (1, 2, 3, 4):
        assert (journal.season.phase, journal.season.round) == ("diplomacy", number)
        pairs = {"a": "b", "b": "a", "c": "d", "d": "c"} if number % 2 else {"a": "d", "d": "a", "b": "c", "c": "b"}
        journal.declare(**pairs)
        journal.close()
        assert journal.season.phase == "assign"
        journal.publish()
        assert journal.season.phase == "battle"
        for battle in list(journal.season.current.fights):
            journal.drawn(battle)
        journal.end()
    assert (journal.season.phase, journal.season.current) == ("finished", None)
    assert refused(journal, acts.Declare("a", "b"), by="a") == "C2"
    assert refused(journal, acts.CloseDiplomacy()) == "C2"


@clause("C2", "rounds=1")
def test_a_campaign_can_have_another_number_of_rounds():
    journal = begun(row(*"ab"), rounds=1)
    journal.play({"a": "b", "b": "a"}, "won")
    assert journal.season.phase == "finished"


@clause("C2")
def test_what_belongs_to_another_phase_is_refused():
    journal = begun(row(*"ab"))
    assert refused(journal, acts.Report("1.1", UMPIRE, None, 5, 5)) == "C2"
    assert refused(journal, acts.CloseRound()) == "C2"
    assert refused(journal, acts.PublishAllotment(())) == "C5"
    journal.close()
    assert refused(journal, acts.Declare("a", "b"), by="a") == "C2"
    assert refused(journal, acts.Order("a", "b", None), by="a") == "C2"
    journal.publish()
    assert refused(journal, acts.Declare("a", "b"), by="a") == "C2"
    assert refused(journal, acts.PublishAllotment(())) == "C5"


@clause("C2", "battle_hours=3", "battle_hours=2")
@pytest.mark.parametrize("hours", [3, 2])
def test_the_clock_of_the_battle_phase_starts_when_the_umpire_says(hours: int):
    journal = begun(row(*"ab"), battle_hours=hours)
    journal.declare(a="b", b="a")
    journal.close()
    journal.publish()
    assert journal.season.current.clock_ends is None
    journal.do(acts.StartClock())
    assert journal.season.current.clock_ends == journal.at + timedelta(hours=hours)


@clause("C4", "K3")
def test_declarations_can_be_replaced_until_the_close_and_the_last_one_counts():
    journal = begun(row(*"abc"))
    assert undeclared(journal.season) == ("a", "b", "c")
    journal.declare(b="a")
    journal.declare(b="c")
    assert undeclared(journal.season) == ("a", "c")
    journal.close()
    assert journal.season.current.effective.target["b"] == "c"
    assert undeclared(journal.season) == ()


@clause("C4", "C9", "K9", "K6")
def test_an_unlawful_declaration_is_refused_under_its_clause_and_told_what_to_do():
    journal = begun(row(*"abcd"))
    assert refused(journal, acts.Declare("a", "c"), by="a") == "C4"
    assert refused(journal, acts.Declare("a", None), by="a") == "C4"
    assert refused(journal, acts.Declare("a", "z"), by="a") == "C4"
    journal.play({"a": "b", "b": "a", "c": "d", "d": "c"}, "won", "drawn")
    assert refused(journal, acts.Declare("a", "b"), by="a") == "C8"
    with pytest.raises(Refusal) as no:
        journal.do(acts.Declare("c", "d"), by="c")
    assert no.value.clause == "C9"
    assert no.value.say() == "c and d fought last round and are at peace until this round is over; you may name a or b"
    journal.declare(d=None)


@clause("K10", "K10b", "K10c")
def test_orders_are_refused_where_they_would_be_void_and_can_be_taken_back():
    journal = begun(ring(*"abcd"))
    journal.play({"a": "b", "b": "a", "c": "d", "d": "c"}, "won", "drawn")
    assert refused(journal, acts.Order("b", "a", "c"), by="b") == "K10"
    assert refused(journal, acts.Order("a", "b", "a"), by="a") == "K10b"
    journal.do(acts.Order("a", "b", "d"), by="a")
    journal.declare(b="c")
    journal.do(acts.Order("a", "b", None), by="a")
    journal.do(acts.Order("a", "b", "d"), by="a")
    journal.close()
    assert journal.season.current.effective.target["b"] == "d"


@clause("K4", "K10")
def test_taking_back_an_order_says_nothing_about_whether_there_was_one():
    """An umpire who plays acts for a lord: whatever the lord had ordered himself, he hears the same."""
    for given in ((), ("d",)):
        journal = begun(ring(*"abcd"))
        journal.play({"a": "b", "b": "a", "c": "d", "d": "c"}, "won", "drawn")
        for target in given:
            journal.do(acts.Order("a", "b", target), by="a")
        journal.do(acts.Order("a", "b", None))
        assert journal.season.current.orders == []


@clause("C8")
def test_orders_die_with_their_round():
    journal = begun(ring(*"abcd"))
    journal.play({"a": "b", "b": "a", "c": "d", "d": "c"}, "won", "drawn")
    journal.do(acts.Order("a", "b", "c"), by="a")
    journal.play({"a": "c", "b": "c", "c": "b", "d": "a"}, "drawn", "drawn")
    assert journal.season.current.orders == []


@clause("K19", "K20")
def test_the_lot_is_drawn_anew_each_round_and_puts_first_who_stood_idle():
    journal = signed_up(ring(*"abc"))
    journal.do(acts.Begin("public seed"))
    journal.declare(a="b", b="c", c="a")
    journal.close()
    first = journal.season.current.lot
    assert first == lot("public seed", 1, "abc", "abc")
    idle = journal.season.current.proposal.idle
    journal.publish()
    journal.drawn("1.1")
    journal.end()
    journal.close()
    assert journal.season.current.lot == lot("public seed", 2, "abc", "abc", idle)
    assert journal.season.current.lot[0] == idle[0]


@clause("C5", "K20", "K21")
def test_the_umpire_may_depart_from_the_proposal_with_a_reason_within_the_rules():
    journal = begun(ring(*"abcd"))
    journal.declare(a="b", b="c", c="d", d="a")
    journal.close()
    other = acts.PublishAllotment(seats(("c", ("b",)), ("a", ("d",))))
    assert refused(journal, other) == "K20"
    assert refused(journal, acts.PublishAllotment(seats(("c", ("a",)))), reason="hm") == "C4"
    assert refused(journal, acts.PublishAllotment(seats(("b", ("a",)), ("c", ("b",)))), reason="hm") == "K17"
    journal.do(other, reason="a and c were late")
    assert journal.season.current.reason == "a and c were late"
    assert [f.battle.id for f in journal.season.current.fights.values()] == ["1.1", "1.2"]


@clause("C5")
def test_more_than_the_cap_is_refused_even_with_a_reason():
    journal = begun([(f"p{p}", "px") for p in "abc"], team_cap=2)
    journal.declare(a="x", b="x", c="x", x="a")
    journal.close()
    assert journal.season.current.proposal.idle == ("c",)
    assert refused(journal, acts.PublishAllotment(seats(("x", ("a", "b", "c")))), reason="they insist") == "C5"


@clause("K43")
def test_who_leaves_in_diplomacy_voids_what_he_filed_and_what_was_filed_on_him():
    journal = begun(ring(*"abcd"))
    journal.play({"a": "b", "b": "a", "c": "d", "d": "c"}, "won", "won")
    assert journal.season.lord == {"a": None, "b": "a", "c": None, "d": "c"}
    journal.declare(a="d", b="c", c="b", d="a")
    assert refused(journal, acts.Order("a", "b", "d"), by="b") == "K53"
    journal.do(acts.Order("a", "b", "d"), by="a")
    journal.do(acts.Appoint("u", "umpire"))
    assert refused(journal, acts.Leave("a"), by="a") == "K43"
    journal.do(acts.Leave("a"), by="u", for_="a", reason="moved abroad")
    assert journal.season.lord["b"] is None
    journal.close()
    found = journal.season.current.effective
    assert found.target == {"b": "c", "c": "b", "d": None}
    assert [(p.code, p.who) for p in found.problems] == [("target_not_lawful", "d")]
    assert targets(journal.season, "b").why_not["a"].code == "gone"
    assert refused(journal, acts.Leave("a")) == "K43"


@clause("K43")
def test_who_leaves_while_battles_are_being_assigned_is_left_out_of_the_proposal():
    journal = begun(row(*"abc"))
    journal.declare(a="b", b="c", c="b")
    journal.close()
    journal.do(acts.Leave("c"))
    assert [(b.defender, b.attackers) for b in journal.season.current.proposal.battles] == [("b", ("a",))]
    assert journal.season.current.lot == ("a", "b")


@clause("K43")
def test_who_leaves_in_the_battle_phase_has_his_battle_reported_and_lords_it_over_nobody():
    journal = begun(row(*"abc"))
    journal.declare(a="b", b="a", c="b")
    journal.close()
    journal.publish(("b", "a"), reason="c overslept")
    journal.do(acts.Leave("a"))
    journal.won("1.1")
    journal.end()
    assert journal.season.lord == {"a": None, "b": None, "c": None}
    assert {r.player: r.total for r in standings(journal.season)} == {"a": 10, "b": 0, "c": 0}
    assert targets(journal.season, "b").lawful == ("c",)


@clause("K46", "C2")
def test_one_pyramid_of_all_is_warned_of_and_the_round_closed_without_battles():
    journal = begun(row(*"ab"), rounds=2)
    journal.declare(a="b", b="a")
    journal.close()
    journal.publish()
    journal.won("1.1")
    assert [w.code for w in preview_close(journal.season).warnings] == ["nobody_can_fight"]
    journal.end()
    assert "nobody_can_fight" in [w.code for w in warnings(journal.season)]
    journal.do(acts.CloseRound(without_battles=True))
    assert (journal.season.phase, journal.season.closed[-1].idle) == ("finished", ("a", "b"))
    assert journal.season.closed[-1].rulings[0].clauses == ("K46",)


@clause("K46", "K9", "internal_war=any")
def test_one_pyramid_of_all_can_fight_on_when_inner_war_is_switched_on_for_the_next_round():
    journal = begun(ring(*"abc"), rounds=3)
    journal.declare(a="b", b="a", c="b")
    journal.close()
    journal.publish()
    journal.held("1.1")
    assert [w.code for w in preview_close(journal.season).warnings] == ["nobody_can_fight"]
    journal.choose(reason="one pyramid", internal_war="any")
    assert [w.say() for w in preview_close(journal.season).warnings] == ["next round only these can declare war: a and c"]
    journal.end()
    assert journal.season.lord == {"a": "b", "b": None, "c": "b"}
    assert journal.season.current.position.lawful == {"a": ("c",), "b": (), "c": ("a",)}


@clause("K46")
def test_a_round_in_which_somebody_can_fight_needs_a_reason_to_be_closed_without_battles():
    journal = begun(row(*"abc"))
    assert refused(journal, acts.CloseRound(without_battles=True)) == "K46"
    journal.close()
    journal.do(acts.CloseRound(without_battles=True), reason="the hall is closed")
    assert (journal.season.round, journal.season.closed[0].reason) == (2, "the hall is closed")
    journal.play({"a": "b", "b": "a", "c": "b"}, "drawn")
    journal.declare(a=None)
    journal.close()
    journal.publish()
    assert refused(journal, acts.CloseRound(without_battles=True), reason="x") == "K46"


@clause("K46")
def test_the_warning_names_those_who_can_still_fight():
    journal = begun(row(*"abcd"))
    journal.play({"a": "b", "b": "a", "c": "d", "d": "c"}, "drawn", "drawn")
    found = [w for w in warnings(journal.season) if w.code == "few_can_fight"]
    assert [w.say() for w in found] == ["next round only these can declare war: b and c"]


@clause("C9", "K31")
def test_peace_lasts_one_round():
    journal = begun(row(*"ab"), rounds=3)
    journal.play({"a": "b", "b": "a"}, "drawn")
    assert journal.season.peace == (("a", "b"),)
    journal.play({"a": None, "b": None})
    assert journal.season.peace == ()
    assert targets(journal.season, "a").lawful == ("b",)


@clause("C7", "K35", "C10")
def test_the_bonus_counts_the_pyramid_after_the_last_round():
    journal = begun(row(*"ab"), rounds=1)
    journal.declare(a="b", b="a")
    journal.close()
    journal.publish()
    journal.result("1.1", DEFENDER, 9, 1)
    assert [(r.player, r.bonus, r.total) for r in standings(journal.season)] == [("a", 0, 0), ("b", 0, 0)]
    journal.end()
    assert [(r.place, r.player, r.battle_points, r.bonus, r.total) for r in standings(journal.season)] == [(1, "a", 9, 5, 14), (2, "b", 1, 0, 1)]
    assert [(r.player, r.total) for r in standings(journal.season, after=0)] == [("a", 0), ("b", 0)]


@clause("C5", "K21")
def test_nobody_filing_anything_stops_nothing():
    journal = begun(ring(*"abcd"))
    for _ in range(4):
        journal.close()
        journal.publish()
        journal.end()
    assert journal.season.phase == "finished"
    assert {r.code for r in journal.season.rulings} == {"no_declaration", "idle", "points"}
