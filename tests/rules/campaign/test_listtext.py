"""Army lists as text: what is read, what is not and why, and text that makes the same lines again (L3)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.campaign.listtext import GRADES, TYPES, ListText, Unread, line_text, list_text, read, read_list, sort_fault
from rules.campaign.records import ALLY, CINC, SUB_GENERAL, TroopLine
from rules.campaign.troops import EXTRA, SORTS, army_ap

pytestmark = pytest.mark.clause("L3")

PASTED = """
# Camillan Roman, 2/10
1 Reg Cv (S) C-in-C; Camillus
2 Reg Cv (O) sub-general

12 Reg Bd (O)
Total 399
6 Reg Wb (F)
- 8 Irr Ps S
"""

NOTES = st.text(max_size=30).map(lambda note: " ".join(note.split()))
LINES = st.builds(
    lambda count, sort, general, extra, note: TroopLine(count, *sort, general if sort[0] != "Fort" else "", extra, note),
    st.integers(1, 999), st.sampled_from(sorted(SORTS)), st.sampled_from(("", CINC, SUB_GENERAL, ALLY)), st.sampled_from(sorted(EXTRA)), NOTES,
)  # fmt: skip


def test_the_lines_that_are_understood_are_kept_and_of_the_others_it_says_why():
    found = read_list(PASTED)
    assert found.lines == (
        TroopLine(1, "Reg", "Cv", "S", CINC, "", "Camillus"), TroopLine(2, "Reg", "Cv", "O", SUB_GENERAL), TroopLine(12, "Reg", "Bd", "O"),
        TroopLine(8, "Irr", "Ps", "S"),
    )  # fmt: skip
    assert found.unread == (
        Unread(7, "Total 399", "there is no number of elements at the front, as in 12 Reg Bd (O)"),
        Unread(8, "6 Reg Wb (F)", "the points table has no Reg Wb; Wb is Irr"),
    )
    assert army_ap(found.lines) == 2 * (10 + 20 + 2 * (8 + 20) + 12 * 7 + 8 * 3)


@pytest.mark.parametrize(("text", "line"), [
    ("12 Reg Bd (O)", TroopLine(12, "Reg", "Bd", "O")),
    ("12 Reg Bd(O)", TroopLine(12, "Reg", "Bd", "O")),
    ("  3 x irr WB(f) ", TroopLine(3, "Irr", "Wb", "F")),
    ("1 Irregular Cv (S) C-in-C, chariot, the king", TroopLine(1, "Irr", "Cv", "S", CINC, "chariot", "the king")),
    ("12 Reg\u00a0Bd O @ 7AP", TroopLine(12, "Reg", "Bd", "O", "", "", "@ 7AP")),
    ("2 Fort TF", TroopLine(2, "Fort", "TF", "")),
])  # fmt: skip
def test_a_line_is_read_as_people_write_it(text: str, line: TroopLine):
    assert read(text) == line


@pytest.mark.parametrize(("text", "why"), [
    ("Reg Bd (O)", "no number of elements at the front"),
    ("99999 Reg Bd (O)", "no number of elements at the front"),
    ("12", "after the number comes Reg, Irr or Fort"),
    ("12 Bd (O)", "after the number comes Reg, Irr or Fort"),
    ("12 Reg Xx (O)", "there is no troop type Xx; types are El, Kn,"),
    ("12 Reg Bd", "the grade is missing: (S), (O), (I), (F) or (X)"),
    ("12 Reg Bd (Q)", "has no Reg Bd (Q); its grades are (S), (O)"),
    ("1 Reg El (O)", "no Reg El; El is Irr"),
    ("2 Fort TF (O)", "Fort TF has no grade"),
    ("0 Reg Bd (O)", "0 elements; a line has at least one"),
    ("1 Fort TF cinc", "cinc is no general's rank here"),
    ("١ Reg Bd (O)", "no number of elements at the front"),
    ("1 İrr Cv (O)", "after the number comes Reg, Irr or Fort"),
])  # fmt: skip
def test_a_line_that_cannot_be_understood_says_why(text: str, why: str):
    found = read(text)
    assert isinstance(found, str)
    assert why in found


@given(st.lists(LINES, max_size=6))
@settings(max_examples=60, deadline=None)
def test_lines_as_text_are_the_same_lines_again(lines: list[TroopLine]):
    assert read_list(list_text(lines)) == ListText(tuple(lines), ())


@given(st.one_of(st.text(max_size=80), st.from_regex(r"\d{1,5} ?(Reg|Irr|Fort|[a-zſİK]{2,4}) ?\w{0,4} ?\(?\w?\)?.{0,12}")))
@settings(max_examples=150, deadline=None)
def test_reading_never_fails_and_what_is_read_is_in_the_points_table(text: str):
    found = read_list(text)
    for line in found.lines:
        assert (line.drill, line.troop, line.grade) in SORTS
        assert read(line_text(line)) == line
    assert all(one.text and one.why for one in found.unread)


def test_every_type_and_grade_of_the_table_has_a_word():
    assert {troop for _, troop, _ in SORTS} == set(TYPES)
    assert {grade for *_, grade in SORTS if grade} == set(GRADES)
    assert not any(sort_fault(*sort) for sort in SORTS)
