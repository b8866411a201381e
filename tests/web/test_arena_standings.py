"""GET /arenas/<slug>/standings and /rules."""

from __future__ import annotations

import re

import pytest

from rules.arena import acts
from rules.clauses import SECTIONS
from tests.web.arena_cast import SLUG, arena, do, person

URL = f"/arenas/{SLUG}"


def rows(page: str) -> list[list[str]]:
    """The sheet's lines, cell by cell."""
    body = page.split("<tbody>")[1].split("</tbody>")[0]
    return [
        [" ".join(re.sub(r"<[^>]+>", " ", c).split()) for c in re.findall(r"<t[dh].*?</t[dh]>", r, re.S)]
        for r in re.findall(r"<tr.*?</tr>", body, re.S)
    ]


@pytest.mark.clause("R4", "R2", "R7")
def test_the_sheet_has_places_losses_and_what_put_people_out(club, visitor):
    arena(club, ("Anna", "Bram", "Cleo", "Dirk"))
    with club.app_context():
        for slot, winner in (("W1.1", "Anna"), ("W1.2", "Bram"), ("L1.1", "Dirk")):
            do(acts.Result(slot, person(winner), 15, 9))
        do(acts.Resign(person("Dirk")))
    assert rows(visitor.get(f"{URL}/standings").text) == [
        ["– still in", "Anna", "fighter", "1", "0", "fights next in W2.1"],
        ["– still in", "Bram", "fighter", "1", "0", "fights next in W2.1"],
        ["3", "Dirk", "fighter", "1", "2", "resigned"],
        ["4", "Cleo", "fighter", "0", "2", "out in L1.1"],
    ]


@pytest.mark.clause("R4")
def test_it_says_whether_the_guardian_has_signed_and_what_he_changed(club, visitor):
    arena(club)
    assert "not signed by the guardian yet" in visitor.get(f"{URL}/standings").text
    with club.app_context():
        do(acts.SignStandings())
    assert "Signed</span> by Yves" in visitor.get(f"{URL}/standings").text
    with club.app_context():
        do(acts.ChangeStandings(person("Bram"), 1), reason="by common consent")
    page = visitor.get(f"{URL}/standings").text
    assert "changed since the guardian signed" in page
    assert "by common consent" in page


def test_a_contestant_finds_his_own_line_marked(club, signed_in):
    arena(club)
    page = signed_in("Bram").get(f"{URL}/standings").text
    assert re.search(r'<tr class="yours[^"]*">.*?Bram', page, re.S)
    assert page.count('class="yours') == 1


def test_the_sheet_renews_itself(club, visitor):
    arena(club)
    address = re.search(rf'hx-get="({URL}/standings/sheet\?[^"]*)"', visitor.get(f"{URL}/standings").text).group(1)
    assert visitor.get(address).status_code == 204
    with club.app_context():
        do(acts.Resign(person("Bram")))
    assert "champion" in visitor.get(address).text


def test_every_clause_has_its_place_on_the_rules_page_and_a_changed_setting_is_told(club, visitor):
    arena(club, target=11)
    page = visitor.get(f"{URL}/rules").text
    for section in SECTIONS["arena"]:
        for clause in section.clauses:
            assert f'id="{clause.anchor}"' in page, clause.id
    assert "Changed" in page
    assert "<b>11</b>" in page
