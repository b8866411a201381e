"""The whole table of a blow at a conjuring mage: every pair of throws, both sides, fighters and mages attacking, every setting."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest

from rules.arena.match import SIDES, Match, at, next_throws, play_round
from rules.arena.settings import Settings
from rules.choices import show

Dice = tuple[int, int]
BY_POINTS: dict[int, Dice] = {1: (16, 2), 2: (2, 19), 3: (19, 16), 4: (19, 20)}
"""Dice that show so many points for fighters, mages and men-at-arms alike."""
OTHERS: dict[str, Dice] = {"none": (2, 3), "20": (20, 20), "1": (1, 1)}

Table = dict[tuple[str, str], str]
"""(attacker's throw, shield's throw): what follows. "a" is the attacker, "m" the mage, "k" his points, "rest" what a shield leaves of them."""


def table(rows: dict[str, tuple[str, str, str, str]]) -> Table:
    return {(row, col): cell for row, cells in rows.items() for col, cell in zip(("none", "score", "20", "1"), cells, strict=True)}


GUARDED = table(
    {
        "none": ("cast", "cast", "free-m cast", "m-2 conjure"),
        "score": ("a+k conjure", "cast", "m+3 cast", "a+k out free-a cast"),
        "20": ("win-a", "a+5 cast", "a+5 m+3 cast", "win-a"),
        "1": ("a-2 cast", "a-2 cast", "a-2 free-m cast", "a-2 m-2 conjure"),
    }
)
LONE: dict[str, str] = {"none": "cast", "score": "a+k conjure", "20": "win-a", "1": "a-2 cast"}
SELF_DEFENDED = table(
    {
        "none": ("cast", "cast", "cast", "cast"),
        "score": ("a+k conjure", "cast", "cast", "a+k conjure"),
        "20": ("win-a", "a+5 cast", "a+5 cast", "win-a"),
        "1": ("a-2 cast", "a-2 cast", "a-2 cast", "a-2 cast"),
    }
)

CHANGES: list[tuple[str, Any, Table]] = [
    ("fighter_fumble_vs_man_at_arms", "lose", {("1", "score"): "win-m", ("1", "20"): "win-m"}),
    ("crit_through", "break", {("20", "score"): "a+5 conjure", ("20", "20"): "a+5 m+3 conjure"}),
    ("block", "subtract", {("score", "score"): "a+rest cast"}),
    ("man_at_arms_fumble_vs_score", "restart", {("score", "1"): "a+k out free-a conjure"}),
    ("man_at_arms_fumble_vs_score", "resume", {("score", "1"): "a+k free-a conjure"}),
    ("man_at_arms_fumble_points", False, {("score", "1"): "out free-a cast"}),
    ("man_at_arms_fumble_vs_none", "clause", {("none", "1"): "free-a cast", ("1", "1"): "a-2 free-a cast"}),
    ("man_at_arms_fumble_breaks", False, {("none", "1"): "m-2 cast", ("1", "1"): "a-2 m-2 cast"}),
    ("own_strike", "opp_plus", {("none", "1"): "a+2 conjure", ("1", "1"): "conjure"}),
    ("man_at_arms_critical_damage", "opp_minus", {("score", "20"): "a-3 cast", ("20", "20"): "a+2 cast"}),
    ("double20", 4, {("20", "score"): "a+4 cast", ("20", "20"): "a+4 m+3 cast"}),
    (
        "fumble_loss",
        3,
        {
            ("1", "none"): "a-3 cast",
            ("1", "score"): "a-3 cast",
            ("1", "20"): "a-3 free-m cast",
            ("none", "1"): "m-3 conjure",
            ("1", "1"): "a-3 m-3 conjure",
        },
    ),
    ("floor", 0, {}),
    ("free_cast", "bonus", {}),
    ("free_double20", "five", {}),
    ("free_fumble", "ignore", {}),
    ("lone_conjure", "mage_defends", {}),
    ("lone_double20", "five", {}),
    ("struck_forever", True, {}),
    ("mage_last_cast", True, {}),
    ("tie_rule", "draw", {}),
]
"""Each other value of each setting and the cells of the guarded mage's table that it changes; none means that the whole table stays as it is."""


class Blow(NamedTuple):
    """One cell to try: the two kinds of throw, the dice, and the points that attacker and shield show."""

    kinds: tuple[str, str]
    hit: Dice
    shield: Dice
    k: int
    g: int


def throws(kind: str) -> Iterator[tuple[Dice, int]]:
    yield from ((dice, points) for points, dice in BY_POINTS.items()) if kind == "score" else [(OTHERS[kind], 0)]


def blows() -> Iterator[Blow]:
    for kinds in product(("none", "score", "20", "1"), repeat=2):
        for (hit, k), (shield, g) in product(throws(kinds[0]), throws(kinds[1])):
            yield Blow(kinds, hit, shield, k, g)


def under_attack(settings: Settings, attacker: str, klass: str, guard: str, score: int = 5) -> Match:
    """The attacker's side about to strike (a mage: to cast), the other conjuring; level scores."""
    classes, men, step = (klass, "mage"), ("none", guard), (2 if klass == "mage" else 1, 1)
    if attacker == "B":
        classes, men, step = classes[::-1], men[::-1], step[::-1]
    return at(settings, classes, men, (score, score), step)


def told(before: Match, after: Match, attacker: str) -> str:
    """What a blow did, in the words of the table."""
    a = SIDES.index(attacker)
    m = 1 - a
    if after.winner:
        return f"win-{'a' if after.winner == attacker else 'm'}"
    words = [f"{who}{after.score[i] - before.score[i]:+d}" for who, i in (("a", a), ("m", m)) if after.score[i] != before.score[i]]
    words += ["out"] if before.men_at_arms[m] == "present" and after.men_at_arms[m] == "out" else []
    words += [f"free-{'a' if after.free == attacker else 'm'}"] if after.free else []
    assert after.step[a] == 1
    return " ".join([*words, "cast" if after.step[m] == 2 else "conjure"])


def meant(cell: str, blow: Blow) -> str:
    rest = max(0, blow.k - blow.g)
    return cell.replace("a+k", f"a+{blow.k}").replace("a+rest", f"a+{rest}" if rest else "").strip()


def check(settings: Settings, expected: Table, blow: Blow, guard: str, role: str) -> None:
    for attacker, klass in product(SIDES, ("fighter", "mage")):
        match = under_attack(settings, attacker, klass, guard)
        mage = "B" if attacker == "A" else "A"
        thrown = {attacker: blow.hit, role + mage: blow.shield} if role else {attacker: blow.hit}
        assert set(next_throws(match)) == set(thrown)
        after, _ = play_round(match, thrown)
        assert told(match, after, attacker) == meant(expected[blow.kinds], blow), (attacker, klass)


@pytest.mark.clause("M1", "M5", "M6", "M7", "M8", "M9", "M10", "P6", "P7", "A14", "A15", "A16", "A17", "A17a", "A19", "A20", "A21", "A22", "A23")
@pytest.mark.clause("fighter_fumble_vs_man_at_arms=minus2", "crit_through=keep", "block=full", "man_at_arms_fumble_vs_score=example")
@pytest.mark.clause("man_at_arms_fumble_points=true", "man_at_arms_fumble_vs_none=example", "man_at_arms_fumble_breaks=true", "own_strike=mage_minus")
@pytest.mark.clause("man_at_arms_critical_damage=mage_plus", "double20=5", "fumble_loss=2")
@pytest.mark.parametrize("blow", list(blows()), ids=lambda b: f"{b.hit}-{b.shield}")
def test_a_man_at_arms_table_holds_throw_by_throw(blow: Blow) -> None:
    check(Settings.of({}), GUARDED, blow, "present", "C")


@pytest.mark.parametrize(
    "name, value, changed",
    [pytest.param(*change, id=f"{change[0]}={show(change[1])}", marks=pytest.mark.clause(f"{change[0]}={show(change[1])}")) for change in CHANGES],
)
def test_a_setting_changes_its_own_cells_of_the_table_and_no_other(name: str, value: Any, changed: Table) -> None:
    for blow in blows():
        check(Settings.of({name: value}), {**GUARDED, **changed}, blow, "present", "C")


@pytest.mark.clause("M3", "M6", "A28", "A29", "lone_conjure=undefended", "lone_double20=win")
@pytest.mark.parametrize("guard", ["none", "out"])
@pytest.mark.parametrize("kind", LONE)
def test_a_lone_mage_has_no_defence_while_he_conjures(kind: str, guard: str) -> None:
    for hit, k in throws(kind):
        check(Settings.of({}), {(kind, ""): LONE[kind]}, Blow((kind, ""), hit, (2, 3), k, 0), guard, "")


@pytest.mark.clause("A29", "lone_double20=five")
@pytest.mark.parametrize("guard", ["none", "out"])
def test_a_double_20_at_a_lone_mage_may_be_worth_five(guard: str) -> None:
    check(Settings.of({"lone_double20": "five"}), {("20", ""): "a+5 conjure"}, Blow(("20", ""), (20, 20), (2, 3), 0, 0), guard, "")


@pytest.mark.clause("A28", "lone_conjure=mage_defends")
@pytest.mark.parametrize("guard", ["none", "out"])
@pytest.mark.parametrize("block", ["full", "subtract"])
def test_a_lone_mage_may_shield_himself_and_only_scoring_matters(guard: str, block: str) -> None:
    for blow in blows():
        check(Settings.of({"lone_conjure": "mage_defends", "block": block}), SELF_DEFENDED, blow, guard, "D")


@pytest.mark.clause("A28", "A29", "lone_conjure=mage_defends", "lone_double20=five")
def test_a_self_defended_mage_may_survive_an_unmet_double_20() -> None:
    settings = Settings.of({"lone_conjure": "mage_defends", "lone_double20": "five"})
    expected = {**SELF_DEFENDED, ("20", "none"): "a+5 conjure", ("20", "1"): "a+5 conjure"}
    for blow in blows():
        check(settings, expected, blow, "none", "D")


@pytest.mark.clause("A12", "A28")
@pytest.mark.parametrize("role, guard, shields", [("C", "present", False), ("D", "none", True)])
def test_a_14_shields_for_a_mage_but_not_for_a_man_at_arms(role: str, guard: str, shields: bool) -> None:
    match = under_attack(Settings.of({"lone_conjure": "mage_defends"}), "A", "fighter", guard)
    after, _ = play_round(match, {"A": (16, 2), f"{role}B": (14, 14)})
    assert after.score == ((5, 5) if shields else (6, 5))


@pytest.mark.clause("A12", "man_at_arms_low=14")
def test_a_club_may_let_the_man_at_arms_shield_from_14() -> None:
    after, _ = play_round(under_attack(Settings.of({"man_at_arms_low": 14}), "A", "fighter", "present"), {"A": (16, 2), "CB": (14, 2)})
    assert after.score == (5, 5)


@pytest.mark.clause("A17", "A28", "fighter_fumble_vs_man_at_arms=lose")
def test_a_club_that_counts_shields_as_scores_counts_a_lone_mages_too() -> None:
    settings = Settings.of({"lone_conjure": "mage_defends", "fighter_fumble_vs_man_at_arms": "lose"})
    after, _ = play_round(under_attack(settings, "A", "fighter", "none"), {"A": (1, 1), "DB": (14, 2)})
    assert (after.winner, after.score) == ("B", (5, 5))


@pytest.mark.clause("A16", "A23", "crit_through=break", "man_at_arms_critical_damage=opp_minus")
def test_settings_work_together_in_one_round() -> None:
    settings = Settings.of({"crit_through": "break", "man_at_arms_critical_damage": "opp_minus"})
    match = under_attack(settings, "A", "fighter", "present")
    assert told(match, play_round(match, {"A": (20, 20), "CB": (20, 20)})[0], "A") == "a+2 conjure"


@pytest.mark.clause("A18", "A46", "M9")
def test_a_fallen_man_at_arms_stays_out_for_the_match() -> None:
    match, _ = play_round(under_attack(Settings.of({}), "A", "fighter", "present"), {"A": (16, 2), "CB": (1, 1)})
    for thrown in ({"A": (2, 3)}, {"A": (2, 3), "B": (2, 3)}):
        match, _ = play_round(match, thrown)
    assert match.men_at_arms == ("none", "out")
    assert next_throws(match) == ("A",)


@pytest.mark.clause("A18", "man_at_arms_fumble_vs_score=resume")
def test_a_man_at_arms_may_be_back_after_one_free_round() -> None:
    match = under_attack(Settings.of({"man_at_arms_fumble_vs_score": "resume"}), "A", "fighter", "present")
    for thrown in ({"A": (16, 2), "CB": (1, 1)}, {"A": (2, 3)}):
        match, _ = play_round(match, thrown)
    assert next_throws(match) == ("A", "CB")


def struck_forever(guard: str = "present", **more: Any) -> Match:
    """A mage barred from casting by a broken conjure, his man-at-arms still there."""
    match = under_attack(Settings.of({"struck_forever": True, **more}), "A", "fighter", guard)
    return play_round(match, {"A": (16, 2), "CB": (2, 3)} if guard == "present" else {"A": (16, 2)})[0]


@pytest.mark.clause("A13", "M3", "struck_forever=true")
@pytest.mark.parametrize("shield", [(2, 3), (16, 2)])
def test_a_mage_struck_for_good_never_comes_to_cast(shield: Dice) -> None:
    match, rulings = play_round(struck_forever(), {"A": (2, 3), "CB": shield})
    assert (match.step, match.barred, next_throws(match)) == ((1, 1), (False, True), ("A", "CB"))
    assert [r.code for r in rulings] == ["barred"]


@pytest.mark.clause("A13", "M10", "struck_forever=true")
@pytest.mark.parametrize("free_cast", ["consumes", "bonus"])
def test_a_free_cast_is_left_even_to_him(free_cast: str) -> None:
    match, _ = play_round(struck_forever(free_cast=free_cast), {"A": (2, 3), "CB": (20, 20)})
    assert next_throws(match) == ("B",)
    match, _ = play_round(match, {"B": (14, 14)})
    assert (match.score, match.step, next_throws(match)) == ((6, 7), (1, 1), ("A", "CB"))


@pytest.mark.clause("A13", "A15", "A18", "A21", "A29", "struck_forever=true")
@pytest.mark.parametrize(
    "thrown, more, barred",
    [
        ({"A": (2, 3), "CB": (1, 1)}, {}, True),
        ({"A": (2, 3), "CB": (1, 1)}, {"man_at_arms_fumble_breaks": False}, False),
        ({"A": (20, 20), "CB": (16, 2)}, {}, False),
        ({"A": (20, 20), "CB": (16, 2)}, {"crit_through": "break"}, True),
        ({"A": (16, 2), "CB": (1, 1)}, {}, False),
        ({"A": (16, 2), "CB": (1, 1)}, {"man_at_arms_fumble_vs_score": "restart"}, True),
        ({"A": (16, 2), "CB": (1, 1)}, {"man_at_arms_fumble_vs_score": "resume"}, True),
        ({"A": (19, 20), "CB": (16, 2)}, {"block": "subtract"}, False),
        ({"A": (2, 3), "CB": (16, 2)}, {}, False),
    ],
)
def test_only_a_broken_conjure_bars_a_mage(thrown: dict[str, Dice], more: dict[str, Any], barred: bool) -> None:
    match, _ = play_round(under_attack(Settings.of({"struck_forever": True, **more}), "A", "fighter", "present"), thrown)
    assert match.barred == (False, barred)


@pytest.mark.clause("A13", "struck_forever=false")
def test_a_broken_conjure_is_only_begun_again() -> None:
    match = under_attack(Settings.of({}), "A", "fighter", "none")
    for thrown in ({"A": (16, 2)}, {"A": (2, 3)}):
        match, _ = play_round(match, thrown)
    assert (match.step, match.barred) == ((1, 2), (False, False))


@pytest.mark.clause("M9", "A18")
@pytest.mark.parametrize("rule, code", [("example", "guard_out"), ("restart", "guard_out"), ("resume", "guard_down")])
def test_it_is_the_man_at_arms_who_is_said_to_fall(rule: str, code: str) -> None:
    match = under_attack(Settings.of({"man_at_arms_fumble_vs_score": rule}), "A", "fighter", "present")
    told_of = {ruling.code: ruling.text for ruling in play_round(match, {"A": (16, 2), "CB": (1, 1)})[1]}
    assert told_of[code].startswith("⟦B⟧'s man-at-arms fumbles")


@pytest.mark.clause("A14", "M7")
@pytest.mark.parametrize(
    "thrown, block, words",
    [
        ((16, 2), "full", "⟦A⟧'s 1 point does not count"),
        ((19, 16), "full", "⟦A⟧'s 3 points do not count"),
        ((16, 16), "subtract", "only 1 point of ⟦A⟧'s 2 gets through"),
        ((19, 16), "subtract", "only 2 points of ⟦A⟧'s 3 get through"),
    ],
)
def test_a_shield_is_told_in_grammar_for_one_and_for_many(thrown: Dice, block: str, words: str) -> None:
    match = under_attack(Settings.of({"block": block}), "A", "fighter", "present")
    shielded = next(r.text for r in play_round(match, {"A": thrown, "CB": (15, 2)})[1] if r.code == "shielded")
    assert shielded == f"⟦B⟧'s man-at-arms shields: {words}."
