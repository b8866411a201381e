"""Double elimination, event by event; the mishaps that other brackets are known for are here by name."""

import pytest

from rules.arena.bracket import Bracket, draw
from rules.rulings import Refusal


def names(n: int) -> list[str]:
    return [f"p{i + 1:04}" for i in range(n)]


def by_seed(bracket: Bracket, *slots: str) -> Bracket:
    """These matches, or all there are, each won by the better seed."""
    while todo := {s: p for s, p in bracket.playable().items() if not slots or s in slots}:
        bracket = bracket.results({s: min(pair, key=bracket.seats.index) for s, pair in todo.items()})
    return bracket


def upset(bracket: Bracket) -> Bracket:
    """All matches, each won by the worse seed."""
    while pairs := bracket.playable():
        bracket = bracket.results({s: max(pair, key=bracket.seats.index) for s, pair in pairs.items()})
    return bracket


@pytest.mark.clause("R2", "A33", "grand_final_reset=true")
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7, 8, 9, 12, 17, 33, 64, 100, 128, 257])
def test_it_takes_two_matches_for_everybody_but_the_champion_or_one_more(n):
    calm = by_seed(draw(names(n)))
    assert calm.champion == "p0001"
    assert sum(row.how == "played" for row in calm.rows) == 2 * n - 2
    assert calm.losses() == {name: 2 if name != "p0001" else 0 for name in names(n)}
    wild = upset(draw(names(n)))
    assert sum(row.how == "played" for row in wild.rows) in (2 * n - 2, 2 * n - 1)
    assert wild.finished
    assert sorted([*wild.out(), wild.champion]) == names(n)


@pytest.mark.clause("A33", "grand_final_reset=false")
def test_without_a_second_final_the_first_decides():
    bracket = draw(["A", "B"], reset=False).result("W1.1", "A").result("GF", "B")
    assert bracket.finished
    assert bracket.champion == "B"
    assert bracket.losses() == {"A": 1, "B": 1}
    assert bracket.ranks() == {"B": 1, "A": 2}
    assert bracket.state("GF2") == "unneeded"


@pytest.mark.clause("A33")
def test_the_winner_of_the_losers_side_must_beat_the_unbeaten_twice():
    bracket = draw(["A", "B"]).result("W1.1", "A").result("GF", "B")
    assert bracket.playable() == {"GF2": ("B", "A")}
    assert not bracket.finished
    assert bracket.champion is None
    assert bracket.result("GF2", "B").champion == "B"
    assert bracket.result("GF2", "A").champion == "A"


@pytest.mark.clause("A34")
def test_byes_stand_against_the_first_seeds_and_are_no_win_and_no_loss():
    bracket = draw(["A", "B", "C", "D", "E", "F"])
    assert [bracket.state(f"W1.{i}") for i in range(1, 5)] == ["bye", "open", "bye", "open"]
    assert bracket.row("W1.1").winner == "A"
    assert bracket.row("W1.3").winner == "B"
    assert set(bracket.losses().values()) == {0}


def test_six_entrants_with_byes_on_seeds_one_and_two_play_to_the_end():
    bracket = draw(["A", "B", "C", "D", "E", "F"])
    bracket = bracket.results({"W1.2": "D", "W1.4": "C"})
    assert bracket.row("L1.1").how == "bye"
    assert bracket.row("L1.2").how == "bye"
    assert bracket.row("L1.1").winner == "E"
    assert bracket.row("L1.2").winner == "F"
    assert by_seed(bracket).champion == "A"


def test_seven_entrants_have_one_bye_among_the_losers_too():
    bracket = by_seed(draw(names(7)), "W1.2", "W1.3", "W1.4")
    assert bracket.state("L1.1") == "bye"
    assert bracket.state("L1.2") == "open"
    done = by_seed(bracket)
    assert done.champion == "p0001"
    assert done.ranks() == {"p0001": 1, "p0002": 2, "p0003": 3, "p0004": 4, "p0005": 5, "p0006": 5, "p0007": 7}


def test_a_match_whose_people_are_not_known_cannot_be_played_yet():
    bracket = draw(["A", "B", "C", "D"])
    with pytest.raises(Refusal, match=r"waits for the winner of W1\.1 and the winner of W1\.2"):
        bracket.result("W2.1", "A")
    bracket = bracket.result("W1.1", "A")
    with pytest.raises(Refusal, match=r"waits for the winner of W1\.2"):
        bracket.result("W2.1", "A")


def test_results_can_come_in_any_lawful_order():
    first = draw(["A", "B", "C", "D"])
    one = first.result("W1.1", "A").result("W1.2", "B").result("L1.1", "C").result("W2.1", "B")
    other = first.result("W1.2", "B").result("W1.1", "A").result("W2.1", "B").result("L1.1", "C")
    assert one.rows == other.rows
    assert one.ranks() == other.ranks()


def test_a_second_result_for_one_slot_is_refused():
    bracket = draw(["A", "B", "C", "D"]).result("W1.1", "A")
    with pytest.raises(Refusal, match=r"W1\.1 cannot be played now: it has been played"):
        bracket.result("W1.1", "D")


def test_only_one_of_the_two_can_win():
    with pytest.raises(Refusal, match="is not in it"):
        draw(["A", "B", "C", "D"]).result("W1.1", "B")
    with pytest.raises(Refusal, match="no match W9"):
        draw(["A", "B", "C", "D"]).result("W9.1", "B")


def test_a_bracket_is_left_alone_by_what_follows():
    bracket = draw(names(8))
    before = bracket.rows
    bracket.result("W1.1", "p0001")
    bracket.resign("p0004")
    bracket.revise({"W1.1": None})
    assert bracket.rows == before
    assert not bracket.gone


@pytest.mark.clause("R7", "A31", "A32")
def test_one_resignation_is_felt_in_both_brackets():
    bracket = by_seed(draw(names(8)), "W1.1", "W1.2", "W1.3", "W1.4", "W2.2")
    assert bracket.playable()["W2.1"] == ("p0001", "p0004")
    bracket = bracket.resign("p0004")
    assert bracket.row("W2.1").how == "walkover"
    assert bracket.row("W2.1").winner == "p0001"
    assert bracket.row("L2.2").b == ""
    assert bracket.losses()["p0004"] == 2
    assert bracket.losses()["p0001"] == 0
    bracket = by_seed(bracket, "L1.1", "L1.2")
    assert bracket.state("L2.2") == "bye"
    assert by_seed(bracket).champion == "p0001"


@pytest.mark.clause("R7", "A32")
def test_a_waiting_match_goes_to_the_opponent_when_he_comes():
    bracket = draw(["A", "B", "C", "D"]).result("W1.1", "A").resign("A")
    assert bracket.state("W2.1") == "waiting"
    bracket = bracket.result("W1.2", "C")
    assert bracket.row("W2.1").how == "walkover"
    assert bracket.row("W2.1").winner == "C"
    assert bracket.result("L1.1", "D").playable() == {"GF": ("C", "D")}


@pytest.mark.clause("R7")
def test_nobody_resigns_twice_or_after_he_is_out_or_after_the_end():
    bracket = draw(["A", "B", "C", "D"]).result("W1.1", "A").result("W1.2", "B").result("L1.1", "C")
    with pytest.raises(Refusal, match="out already"):
        bracket.resign("D")
    with pytest.raises(Refusal, match="out already"):
        bracket.resign("B").resign("B")
    with pytest.raises(Refusal, match="not in this tournament"):
        bracket.resign("X")
    with pytest.raises(Refusal, match="over"):
        by_seed(bracket).resign("A")


@pytest.mark.clause("R8", "A38")
def test_both_absent_from_the_final_leave_no_champion():
    bracket = draw(["A", "B"]).result("W1.1", "A").resign("A", "B")
    assert bracket.finished
    assert bracket.champion is None
    assert bracket.state("GF") == "empty"
    assert bracket.ranks() == {"A": 2, "B": 2}


@pytest.mark.clause("A38")
def test_four_against_five_of_five_both_absent_does_not_stall():
    bracket = draw(names(5))
    assert bracket.playable()["W1.2"] == ("p0004", "p0005")
    bracket = bracket.resign("p0004", "p0005")
    assert bracket.row("W2.1").how == "bye"
    assert bracket.row("W2.1").winner == "p0001"
    done = by_seed(bracket)
    assert done.champion == "p0001"
    assert done.ranks() == {"p0001": 1, "p0002": 2, "p0003": 3, "p0004": 4, "p0005": 4}


@pytest.mark.clause("R7")
def test_the_last_one_left_is_champion_at_once_and_nobody_who_left_is():
    bracket = draw(names(9)).resign(*names(9)[:8])
    assert bracket.finished
    assert bracket.champion == "p0009"
    step_by_step = draw(names(9))
    for name in names(9)[:8]:
        step_by_step = step_by_step.resign(name)
    assert step_by_step.champion == "p0009"
    assert draw(names(9)).resign(*names(9)).champion is None


@pytest.mark.clause("A33", "R7")
def test_leaving_in_the_second_final_gives_it_to_the_other():
    bracket = draw(["A", "B"]).result("W1.1", "A").result("GF", "B").resign("B")
    assert bracket.champion == "A"
    assert bracket.state("GF2") == "walkover"


@pytest.mark.clause("A33", "R7")
def test_leaving_in_the_first_final_needs_no_second():
    bracket = draw(["A", "B"]).result("W1.1", "A").resign("A")
    assert bracket.champion == "B"
    assert bracket.state("GF2") == "unneeded"


@pytest.mark.clause("R4")
def test_places_are_shared_by_those_who_went_out_in_the_same_round():
    done = by_seed(draw(names(16)))
    assert list(done.ranks().values()) == [1, 2, 3, 4, 5, 5, 7, 7, 9, 9, 9, 9, 13, 13, 13, 13]


@pytest.mark.clause("R4")
def test_those_who_are_out_have_their_place_while_the_others_fight_on():
    bracket = by_seed(draw(names(8)), "W1.1", "W1.2", "W1.3", "W1.4", "L1.1", "L1.2")
    assert bracket.ranks() == {"p0007": 7, "p0008": 7}


@pytest.mark.clause("A40")
def test_a_result_flipped_after_later_rounds_lets_the_hanging_ones_fall():
    bracket = by_seed(draw(names(8)), "W1.1", "W1.2", "W1.3", "W1.4", "W2.1", "W2.2", "L1.1", "L1.2", "W3.1")
    flipped, fell = bracket.revise({"W1.1": "p0008"})
    assert fell == ("W2.1", "L1.1", "W3.1")
    assert flipped.row("W2.1")[:2] == ("p0008", "p0004")
    assert flipped.row("L1.1")[:2] == ("p0001", "p0005")
    assert flipped.row("W2.2").winner == "p0002"
    assert flipped.losses()["p0001"] == 1
    assert by_seed(flipped).finished


@pytest.mark.clause("A40")
def test_a_correction_that_changes_no_pair_lets_nothing_fall():
    bracket = by_seed(draw(names(8)))
    same, fell = bracket.revise({"W1.1": "p0001"})
    assert fell == ()
    assert same.rows == bracket.rows


@pytest.mark.clause("A40", "A33")
def test_a_corrected_final_takes_the_stale_second_final_with_it():
    bracket = draw(["A", "B"]).result("W1.1", "A").result("GF", "B").result("GF2", "B")
    corrected, fell = bracket.revise({"GF": "A"})
    assert fell == ("GF2",)
    assert corrected.champion == "A"
    assert corrected.losses() == {"A": 0, "B": 2}
    back, fell = corrected.revise({"GF": "B"})
    assert fell == ()
    assert back.playable() == {"GF2": ("B", "A")}


@pytest.mark.clause("A40")
def test_a_result_taken_back_opens_its_match_again():
    bracket = draw(["A", "B", "C", "D"]).result("W1.1", "A").result("W1.2", "B")
    opened, fell = bracket.revise({"W1.1": None})
    assert fell == ()
    assert opened.playable() == {"W1.1": ("A", "D")}
    assert opened.state("W2.1") == "waiting"


@pytest.mark.clause("A38", "D1")
def test_a_pardoned_absentee_is_back_and_what_hung_on_his_absence_falls():
    bracket = draw(["A", "B", "C", "D"]).resign("D").result("W1.2", "B").result("W2.1", "A")
    back, fell = bracket.revise({"W1.1": "D"}, pardon=["D"])
    assert fell == ("W2.1",)
    assert back.row("W2.1")[:2] == ("D", "B")
    assert back.losses() == {"A": 1, "B": 0, "C": 1, "D": 0}
    assert back.playable() == {"W2.1": ("D", "B"), "L1.1": ("A", "C")}


@pytest.mark.clause("A34")
def test_a_late_entrant_takes_a_bye():
    bracket = draw(["A", "B", "C"]).late("D", "W1.1")
    assert bracket.rows == draw(["A", "B", "C", "D"]).rows
    with pytest.raises(Refusal, match="no bye"):
        bracket.late("E", "W1.1")
    with pytest.raises(Refusal, match="already"):
        draw(["A", "B", "C"]).late("B", "W1.1")
    with pytest.raises(Refusal, match="no bye"):
        draw(["A", "B", "C"]).late("D", "W2.1")
    with pytest.raises(Refusal, match="begun"):
        draw(["A", "B", "C"]).result("W1.2", "B").late("D", "W1.1")


def test_nobody_takes_a_bye_that_has_been_fought_on():
    """Five entrants: seeds 2 and 3 both have byes and may have met before the only match of the first round is played."""
    bracket = draw(names(5)).result("W2.2", "p0002")
    with pytest.raises(Refusal, match=r"W2\.2 has been fought"):
        bracket.late("late", "W1.3")
    assert bracket.late("late", "W1.1").row("W1.1")[:2] == ("p0001", "late")


def test_a_replacement_stands_in_the_same_place_until_the_first_match():
    bracket = draw(["A", "B", "C", "D"]).replace("D", "E")
    assert bracket.rows == draw(["A", "B", "C", "E"]).rows
    with pytest.raises(Refusal, match="fought already"):
        bracket.result("W1.1", "A").replace("E", "F")
    with pytest.raises(Refusal, match="already"):
        bracket.replace("A", "B")
    with pytest.raises(Refusal, match="not in this tournament"):
        bracket.resign("A").replace("A", "F")


@pytest.mark.clause("R2")
def test_a_draw_needs_two_and_everybody_once():
    for wrong in ([], ["A"], ["A", "A"], ["A", ""]):
        with pytest.raises(Refusal):
            draw(wrong)


def test_names_are_opaque_however_they_look():
    odd = ["x" * 40, "🐉⚔️", "<img src=x onerror=alert(1)>", "None", "BYE", "winner of W1.1", "Ⅷ ", "' OR 1=1 --"]
    done = by_seed(draw(odd))
    assert done.champion == odd[0]
    assert sorted(done.out()) == sorted(odd[1:])


def test_what_hangs_on_a_match_is_everything_further_on():
    bracket = draw(names(4))
    assert bracket.after("W1.1") == ["W2.1", "L1.1", "L2.1", "GF", "GF2"]
    assert bracket.after("L2.1") == ["GF", "GF2"]
    assert bracket.after("GF2") == []
    assert bracket.before("L2.1") == ["L1.1", "W2.1"]
