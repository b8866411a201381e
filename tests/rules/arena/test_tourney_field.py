"""Before and around the fighting: entries, classes, bans, the draw, leaving, and the standings."""

import pytest

from rules.arena import acts, status
from rules.arena.field import lot
from rules.arena.tourney import Tourney, apply, replay
from rules.entry import SettingValue
from tests.rules.arena.stage import CRITICAL, DICE, GUARDIAN, HIT, JUDGE, KNIGHT, MISS, START, Stage, four, seven


def setting(name, value):
    return SettingValue(name, value)


@pytest.mark.clause("R10", "A44")
def test_the_rules_meeting_comes_before_the_draw_is_published_and_before_the_first_throw():
    stage = Stage()
    stage.t = replay(e for e in stage.entries if e.act.kind != "rules_meeting")
    stage.enter("A", "B")
    stage.refused("R10", acts.Draw(("A", "B")))
    stage.do(acts.RulesMeeting(START.replace(hour=20)))
    stage.draw()
    stage.refused("R10", stage.typed("W1.1", "A", HIT), DICE, hours=7.9)
    stage.refused("R10", acts.Result("W1.1", "A", 15, 3), JUDGE, hours=7.9)
    stage.do(stage.typed("W1.1", "A", HIT), DICE, hours=8)
    stage.refused("R10", acts.RulesMeeting(START))


@pytest.mark.clause("R6")
def test_an_entry_can_be_put_right_until_the_draw_and_not_after():
    stage = Stage().enter("A", "B", klass="fighter")
    stage.enter("A", klass="mage", guard="Cuno")
    assert stage.t.entrants["A"].klass == "mage"
    assert not stage.t.entrants["A"].changed
    stage.draw()
    stage.refused("R6", acts.Enter("A", "fighter"))
    stage.refused("R6", acts.Enter("C", "bard"))
    stage.refused("M5", acts.Enter("C", "fighter", "sword", "Cuno"))


@pytest.mark.clause("F1")
def test_a_weapon_is_a_word_and_changes_nothing():
    plain, odd = Stage(), Stage()
    for stage, weapon in ((plain, ""), (odd, "a wet fish")):
        stage.do(acts.Enter("A", "fighter", weapon))
        stage.enter("B").draw()
        stage.round("W1.1", A=HIT, B=MISS)
    assert odd.t.entrants["A"].weapon == "a wet fish"
    assert odd.fight("W1.1").match == plain.fight("W1.1").match


@pytest.mark.clause("A34")
def test_the_draw_has_everybody_once_and_comes_once():
    stage = Stage().enter("A", "B", "C")
    for order in (("A", "B"), ("A", "B", "C", "D"), ("A", "B", "B"), ("A", "B", "C", "C")):
        stage.refused("A34", acts.Draw(order))
    stage.refused("A34", acts.Draw(("A", "B", "C"), how="fancy"))
    stage.draw("C", "A", "B")
    assert stage.t.drawn.how == "hand"
    assert set(stage.t.fights) == {"W1.2"}
    assert stage.fight("W1.2").pair == ("A", "B")
    stage.refused("A34", acts.Draw(("A", "B", "C")))
    Stage().enter("A").refused("R2", acts.Draw(("A",), "hand"))


@pytest.mark.clause("A34")
def test_the_lot_follows_from_its_seed_and_the_order_of_entry():
    players = [f"p{i}" for i in range(20)]
    order = lot("frost", players)
    assert sorted(order) == sorted(players)
    assert lot("thaw", players) != order
    firsts = {lot(str(i), players)[0] for i in range(200)}
    assert len(firsts) == 20


@pytest.mark.clause("A34")
def test_a_draw_by_lot_is_the_lot_of_its_seed():
    stage = Stage().enter("A", "B", "C", "D")
    order = lot("frost", "ABCD")
    assert order != tuple("ABCD")
    stage.refused("A34", acts.Draw(tuple("ABCD"), "lot", "frost"), match="another order")
    stage.refused("A34", acts.Draw(order, "lot", " "), match="seed")
    stage.do(acts.Draw(order, "lot", "frost"))
    assert (stage.t.drawn.how, stage.t.drawn.seed) == ("lot", "frost")
    assert stage.t.bracket.seats == order


@pytest.mark.clause("A34")
def test_who_enters_again_keeps_his_number_and_who_leaves_gives_it_up():
    stage = Stage().enter("A", "B", "C", "D").enter("B", klass="mage")
    stage.do(acts.Resign("C"), "C")
    stage.enter("C")
    stage.refused("A34", acts.Draw(lot("frost", "ABCD"), "lot", "frost"))
    stage.do(acts.Draw(lot("frost", "ABDC"), "lot", "frost"))


@pytest.mark.clause("A34")
def test_a_draw_is_taken_back_while_nothing_has_happened_in_it():
    stage = four()
    seq = stage.t.drawn.seq
    stage.refused("A40", acts.Strike(seq), JUDGE, reason=" ")
    stage.refused("R1", acts.Strike(seq), "A", reason="the lot fell on the floor")
    stage.do(acts.Strike(seq), JUDGE, reason="the lot fell on the floor")
    assert stage.t.bracket is None
    assert stage.t.fights == {}
    stage.draw("D", "C", "B", "A")
    assert stage.fight("W1.1").game == 2
    stage.do(stage.typed("W1.1", "A", HIT), DICE)
    stage.refused("A34", acts.Strike(stage.t.drawn.seq), JUDGE, reason="again")


def test_nothing_of_a_bracket_is_there_before_the_draw():
    stage = Stage().enter("A", "B")
    for act in (acts.Throw("W1.1", 1, 1, "A", 3, 4, typed=True), acts.Result("W1.1", "A", 15, 0), acts.Scroll("W1.1", "A", "")):
        stage.refused("A34", act, JUDGE)
    stage.refused("R4", acts.SignStandings(), JUDGE)
    stage.refused("A34", acts.SignStandings(), GUARDIAN)


@pytest.mark.clause("A34")
def test_a_latecomer_takes_a_bye_until_the_first_round_begins():
    stage = seven().enter("late", "later")
    assert stage.t.waiting_list() == ["late", "later"]
    stage.refused("A34", acts.LateEntry("stranger", "W1.1"))
    stage.refused("A34", acts.LateEntry("late", "W1.2"))
    stage.refused("R2", acts.LateEntry("late", "W9.2"))
    early = stage.t
    stage.do(acts.LateEntry("late", "W1.1"))
    assert stage.fight("W1.1").pair == ("p1", "late")
    assert stage.t.bracket.state("W2.1") == "waiting"
    assert stage.t.waiting_list() == ["later"]
    stage.t = early
    stage.do(stage.typed("W1.2", "A", HIT), DICE)
    stage.refused("A34", acts.LateEntry("late", "W1.1"), match="begun")


@pytest.mark.clause("A34")
def test_somebody_else_takes_a_place_before_the_first_match():
    stage = four().enter("E", "F")
    stage.refused("K53", acts.Replace("D", "E"), "E")
    stage.do(acts.Replace("D", "E"), JUDGE)
    assert stage.fight("W1.1").pair == ("A", "E")
    assert stage.fight("W1.1").game == 2
    assert "D" not in stage.t.entrants
    stage.refused("A34", acts.Replace("A", "D"), "A", match="waiting list")
    stage.do(stage.typed("W1.1", "A", HIT), DICE)
    stage.refused("A34", acts.Replace("A", "F"), "A", match="begun to fight")
    assert stage.t.bracket.names() == ["A", "B", "C", "E"]


@pytest.mark.clause("R6", "A35")
def test_a_change_of_class_counts_from_the_next_match_and_only_once():
    stage = four()
    stage.do(acts.ChangeClass("A", "mage"), "A")
    assert status.match_of(stage.t, "W1.1").classes == ("mage", "fighter")
    stage.do(acts.ChangeClass("A", "mage"), "A")
    stage.refused("R6", acts.ChangeClass("A", "fighter"), "A")
    stage.refused("K53", acts.ChangeClass("B", "mage"), "A")
    stage.round("W1.2", A=HIT)
    stage.refused("A35", acts.ChangeClass("B", "mage"), "B")
    stage.round("W1.2", B=MISS)
    stage.refused("A35", acts.ChangeClass("B", "mage"), "B")
    stage.win("W1.2", "B")
    stage.do(acts.ChangeClass("B", "mage"), "B")
    assert stage.t.entrants["B"].changed
    assert stage.fight("W1.2").match.classes == ("fighter", "fighter")
    stage.refused("R6", acts.ChangeClass("X", "mage"), JUDGE)


@pytest.mark.clause("F2", "R6")
def test_a_fighter_who_used_magic_is_a_mage_from_his_next_match_on():
    stage = four()
    stage.round("W1.1", A=HIT, B=MISS)
    stage.refused("D1", acts.RuleMagic("A"), "D", reason="a flash")
    stage.do(acts.RuleMagic("A"), JUDGE, reason="a flash")
    assert stage.fight("W1.1").match.classes == ("fighter", "fighter")
    stage.round("W1.1", A=CRITICAL, B=MISS)
    stage.win("W1.2", "C")
    assert status.match_of(stage.t, "W2.1").classes == ("mage", "fighter")
    stage.refused("R6", acts.ChangeClass("A", "fighter"), "A")
    stage.refused("F2", acts.RuleMagic("A"), JUDGE, reason="again")


@pytest.mark.clause("F2", "A41", "R6")
def test_magic_is_not_judged_in_ones_own_match_nor_twice():
    stage = Stage().enter(JUDGE, "B", "C").enter("D", klass="mage").draw()
    stage.do(acts.ChangeClass("D", "fighter"), "D")
    stage.refused("R6", acts.RuleMagic("D"), KNIGHT, reason="a flash")
    stage.round("W1.1", A=HIT)
    stage.refused("A41", acts.RuleMagic("D"), JUDGE, reason="a flash")
    stage.refused("A41", acts.RuleMagic(JUDGE), JUDGE, reason="a flash")
    stage.refused("R6", acts.RuleMagic("X"), KNIGHT, reason="a flash")


@pytest.mark.clause("R3", "ban_min_days=30", "ban_min_days=7")
@pytest.mark.parametrize("days", [30, 7])
def test_a_ban_has_its_least_length_a_reason_and_a_judge(days):
    stage = Stage(ban_min_days=str(days)) if days != 30 else Stage()
    stage.refused("R3", acts.Ban("X", days - 1), JUDGE, reason="late hit")
    stage.refused("R3", acts.Ban("X", days), JUDGE, reason="")
    stage.refused("D1", acts.Ban("X", days), DICE, reason="late hit")
    stage.refused("A41", acts.Ban(JUDGE, days), JUDGE, reason="late hit")
    stage.do(acts.Ban("X", days), JUDGE, reason="late hit")
    stage.refused("R3", acts.Enter("X", "fighter"), hours=24 * days)
    stage.do(acts.Enter("X", "fighter"), hours=24 * days + 1)
    assert "X" in stage.t.entrants


@pytest.mark.clause("R3")
def test_a_lifted_ban_is_gone_and_a_banned_man_is_not_drawn():
    stage = Stage().enter("A", "B", "X")
    stage.do(acts.Ban("X", 30), JUDGE, reason="late hit")
    stage.refused("R3", acts.Draw(("A", "B", "X")))
    stage.refused("R3", acts.LiftBan("A"), JUDGE)
    stage.refused("A41", acts.LiftBan(JUDGE), JUDGE)
    stage.do(acts.LiftBan("X"), KNIGHT, reason="it was the cat")
    assert stage.t.bans == {}
    assert stage.draw().t.bracket.names() == ["A", "B", "X"]


@pytest.mark.clause("A43", "R3")
def test_a_banned_contestant_is_out_only_where_the_judge_says_so():
    stage = four()
    stage.do(acts.Ban("A", 30), JUDGE, reason="late hit")
    assert "A" not in stage.t.bracket.out()
    stage.do(acts.Ban("D", 30, resigns=True), JUDGE, reason="worse")
    assert stage.t.bracket.out() == ["D"]
    assert stage.t.bracket.row("W1.1").how == "walkover"


@pytest.mark.clause("R7", "A31", "A32", "K53")
def test_a_contestant_resigns_for_himself_and_an_official_for_him_but_not_his_opponent():
    stage = Stage().enter("A", "B", "C", JUDGE).draw()
    assert stage.fight("W1.1").pair == ("A", JUDGE)
    stage.refused("K53", acts.Resign("A"), "B")
    stage.refused("A41", acts.Resign("A"), JUDGE)
    stage.round("W1.1", A=HIT)
    stage.do(acts.Resign("A"), "A")
    assert stage.t.bracket.row("W1.1").winner == JUDGE
    assert stage.t.bracket.losses()["A"] == 2
    assert stage.t.bracket.losses()[JUDGE] == 0
    assert stage.status("W1.1").state == "walkover"
    stage.refused("R7", acts.Resign("A"), "A", match="already")
    stage.do(acts.Resign("B"), KNIGHT)
    assert stage.t.bracket.playable() == {"W2.1": (JUDGE, "C")}
    stage.refused("R3", stage.typed("W1.1", "B", HIT, 1), DICE, match="over")


@pytest.mark.clause("R7")
def test_before_the_draw_and_on_the_waiting_list_a_name_is_simply_taken_off():
    stage = Stage().enter("A", "B", "C")
    stage.do(acts.Resign("C"), "C")
    assert list(stage.t.entrants) == ["A", "B"]
    stage.draw().enter("D")
    stage.do(acts.Resign("D"), "D")
    assert stage.t.waiting_list() == []
    stage.refused("R6", acts.Resign("D"), "D")


@pytest.mark.clause("III", "K53")
def test_settings_are_checked_by_name_and_value_and_need_a_reason_once_drawn():
    stage = Stage(target="10").enter("A", "B")
    stage.refused("III", acts.SetSettings((setting("tempo", "3"),)))
    stage.refused("III", acts.SetSettings((setting("target", "ten"),)))
    stage.refused("A8", acts.SetSettings((setting("tie_rule", '"coin"'),)))
    stage.draw()
    stage.refused("III", acts.SetSettings((setting("target", "12"),)), reason="")
    stage.refused("A33", acts.SetSettings((setting("grand_final_reset", "false"),)), reason="late already")
    stage.round("W1.1", A=HIT, B=MISS)
    stage.do(acts.SetSettings((setting("target", "12"),)), reason="late already")
    assert stage.t.settings.target == 12
    assert stage.fight("W1.1").match.settings.target == 10
    stage.win("W1.1", "A")
    assert status.match_of(stage.t, "GF").settings.target == 12


@pytest.mark.clause("D2", "R1")
def test_offices_are_given_and_taken():
    stage = Stage()
    stage.refused("D2", acts.Appoint("X", "umpire"))
    stage.do(acts.Appoint("X", "judge"))
    assert stage.t.officials.is_judge("X")
    stage.do(acts.Appoint("X", "judge", on=False))
    assert "X" not in stage.t.officials
    assert DICE in stage.t.officials
    assert not stage.t.officials.is_judge(DICE)
    assert stage.t.officials.is_judge(GUARDIAN)


@pytest.mark.clause("R4")
def test_the_guardian_signs_the_standings_and_a_later_result_leaves_them_unsigned():
    stage = four()
    stage.refused("R4", acts.SignStandings(), JUDGE)
    stage.do(acts.SignStandings("round one"), GUARDIAN)
    assert status.signed(stage.t)
    stage.win("W1.1", "A")
    assert not status.signed(stage.t)
    assert stage.t.signed.by == GUARDIAN


@pytest.mark.clause("R4")
def test_the_guardian_changes_a_place_with_a_reason_shown_as_such():
    stage = four()
    for slot, winner in (("W1.1", "A"), ("W1.2", "B"), ("L1.1", "C"), ("W2.1", "A"), ("L2.1", "B"), ("GF", "A")):
        stage.win(slot, winner)
    assert [(line.player, line.place, line.shared) for line in status.standings(stage.t)] == [
        ("A", 1, False),
        ("B", 2, False),
        ("C", 3, False),
        ("D", 4, False),
    ]
    stage.refused("R4", acts.ChangeStandings("C", 2), JUDGE, reason="a tie by agreement")
    stage.refused("R4", acts.ChangeStandings("C", 2), GUARDIAN, reason=" ")
    stage.refused("R4", acts.ChangeStandings("X", 2), GUARDIAN, reason="who")
    stage.refused("R4", acts.ChangeStandings("C", 0), GUARDIAN, reason="best")
    stage.do(acts.ChangeStandings("C", 2), GUARDIAN, reason="a tie by agreement")
    lines = {line.player: line for line in status.standings(stage.t)}
    assert lines["C"].place == lines["B"].place == 2
    assert lines["C"].shared
    assert lines["B"].shared
    assert lines["C"].reason == "a tie by agreement"
    assert not status.signed(stage.t)


def test_an_entry_that_comes_out_of_order_is_a_bug_and_not_a_refusal():
    stage = four()
    with pytest.raises(ValueError, match="does not come after"):
        apply(stage.t, stage.entries[-1])
    assert replay([]) == Tourney()
