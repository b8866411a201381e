"""Arms: the rule of tincture, blazon, derivation from a name, text form and pictures."""

import re
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.heraldry import (
    COUNTERCHANGED,
    METALS,
    TINCTURES,
    Arms,
    Field,
    Piece,
    blazon,
    derived,
    from_text,
    lead,
    problems,
    svg,
    symbol,
    to_text,
)
from webapp.heraldry_shapes import CHARGES, DIVISIONS, ORDINARIES, PLACES, SHIELD, placed

CLUB = ["Anna", "Bram", "Cleo", "Dirk", "Elsa", "Finn", "Gijs", "Hugo", "Iris", "Joris", "Kees", "Lotte"]
CLUB += ["Mila", "Nico", "Olga", "Piet", "Rosa", "Sven", "Tess", "Umar", "Vera", "Wout", "Xena", "Yves"]


def every_lawful_form() -> list[Arms]:
    """One lawful coat for each division, ordinary, charge and place of a charge."""
    out = [Arms(Field("or", "azure", division)) for division in DIVISIONS]
    out += [Arms(Field("gules"), Piece(kind, "or")) for kind in ORDINARIES]
    out += [Arms(Field("vert"), None, Piece(kind, "argent", number)) for kind in CHARGES for number in (1, 3)]
    out += [Arms(Field("argent", "sable", division), None, Piece("key", COUNTERCHANGED)) for division in DIVISIONS]
    for kind, number in PLACES:
        if kind:
            upper = "gules" if PLACES[kind, number][0] == "on" else "or"
            out.append(Arms(Field("azure"), Piece(kind, "or"), Piece("mullet", upper, number)))
    return out


def test_there_is_plenty_to_choose_from() -> None:
    assert len(DIVISIONS) >= 6
    assert len(ORDINARIES) >= 9
    assert len(CHARGES) >= 14
    assert not set(ORDINARIES) & set(CHARGES), "the text form tells them apart by name"


@pytest.mark.parametrize(("lower", "upper"), list(product(TINCTURES, TINCTURES)))
def test_metal_lies_on_colour_and_colour_on_metal_only(lower: str, upper: str) -> None:
    lawful = (lower in METALS) != (upper in METALS)
    plain = Field("gules" if lower in METALS else "or")
    coats = [
        Arms(Field(lower, upper, "per pale")),
        Arms(Field(lower), Piece("bend", upper)),
        Arms(Field(lower), None, Piece("tower", upper)),
        Arms(plain, Piece("fess", lower), Piece("tower", upper)),
    ]
    assert [not problems(coat) for coat in coats] == [lawful] * 4


def test_a_charge_beside_an_ordinary_is_measured_against_the_field() -> None:
    assert not problems(Arms(Field("azure"), Piece("chief", "or"), Piece("tower", "or")))
    assert problems(Arms(Field("azure"), Piece("chief", "or"), Piece("tower", "gules")))
    assert problems(Arms(Field("azure"), Piece("chief", "or"), Piece("tower", "or", 3))), "three stand on the chief itself"


def test_over_a_line_of_division_a_piece_is_counterchanged_and_nowhere_else() -> None:
    field = Field("or", "azure", "per fess")
    assert not problems(Arms(field, Piece("chief", COUNTERCHANGED), Piece("sun", COUNTERCHANGED)))
    assert problems(Arms(field, Piece("pale", "gules")))
    assert problems(Arms(field, Piece("pale", COUNTERCHANGED), Piece("sun", COUNTERCHANGED)))
    assert problems(Arms(Field("or"), Piece("pale", COUNTERCHANGED)))


def test_a_charge_needs_room_beside_the_ordinary() -> None:
    crowded = Arms(Field("azure"), Piece("saltire", "or"), Piece("tower", "gules", 3))
    assert problems(crowded) == ["There is no room for three towers beside a saltire. Change the number, or leave one out."]
    assert svg(crowded).count("<path") == svg(Arms(Field("azure"), Piece("saltire", "or"), Piece("tower", "gules"))).count("<path")


@pytest.mark.parametrize(
    "bad",
    [
        lambda: Arms(Field("pink")),
        lambda: Arms(Field("or", "azure")),
        lambda: Arms(Field("or", "", "per pale")),
        lambda: Arms(Field("or"), Piece("tower", "gules")),
        lambda: Arms(Field("or"), None, Piece("bend", "gules")),
        lambda: Arms(Field("or"), None, Piece("tower", "gules", 2)),
        lambda: Arms(Field("or"), Piece("bend", "gules", 3)),
    ],
)
def test_words_that_heraldry_does_not_know_make_no_arms(bad) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError):
        bad()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("azure; bend or", "Azure, a bend or"),
        ("gules; tower argent", "Gules, a tower argent"),
        ("sable; 3 axe or", "Sable, three axes or"),
        ("or; escallop gules", "Or, an escallop gules"),
        ("purpure; 3 die argent", "Purpure, three dice argent"),
        ("vert; 3 cross couped or", "Vert, three crosses couped or"),
        ("azure; 3 fleur-de-lis or", "Azure, three fleurs-de-lis or"),
        ("vert; 3 mullet of eight points or", "Vert, three mullets of eight points or"),
        ("argent; 3 chess-rook sable", "Argent, three chess-rooks sable"),
        ("argent; fess purpure; mullet or", "Argent, on a fess purpure a mullet or"),
        ("gules; fess or; 3 key or", "Gules, a fess between three keys or"),
        ("gules; fess or; 3 key argent", "Gules, a fess or between three keys argent"),
        ("argent; chief azure; lozenge azure", "Argent, a lozenge and a chief azure"),
        ("argent; chief azure; lozenge gules", "Argent, a lozenge gules and a chief azure"),
        ("argent; chief azure; 3 sun or", "Argent, on a chief azure three suns or"),
        ("vert; bordure or; roundel or", "Vert, a roundel within a bordure or"),
        ("vert; bordure or; roundel argent", "Vert, a roundel argent within a bordure or"),
        ("per bend sinister or sable", "Per bend sinister or and sable"),
        ("quarterly argent gules; tower counterchanged", "Quarterly argent and gules, a tower counterchanged"),
        ("per pale or vert; chief counterchanged; sun counterchanged", "Per pale or and vert, a sun and a chief counterchanged"),
    ],
)
def test_the_blazon_follows_the_heralds_order(text: str, words: str) -> None:
    arms = from_text(text)
    assert blazon(arms) == words
    assert not problems(arms)


def test_every_form_has_a_blazon_of_its_own_and_comes_back_from_its_text() -> None:
    forms = every_lawful_form()
    assert [problems(arms) for arms in forms] == [[]] * len(forms)
    assert len({blazon(arms) for arms in forms}) == len(forms)
    assert [from_text(to_text(arms)) for arms in forms] == forms
    assert [to_text(from_text(to_text(arms))) for arms in forms] == [to_text(arms) for arms in forms]


@pytest.mark.parametrize(
    "text", ["", "pink", "or;", "or; bend", "or; bend gules; fess gules", "or; key gules; axe gules", "or; 2 key gules", "or azure"]
)
def test_a_text_that_is_no_coat_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        from_text(text)


@given(st.text())
def test_derived_arms_are_lawful_and_round_trip(name: str) -> None:
    arms = derived(name)
    assert problems(arms) == []
    assert from_text(to_text(arms)) == arms
    assert derived(f"  {name.upper()} ") == derived(name.upper())


def test_derived_arms_stay_the_same_over_releases() -> None:
    assert to_text(derived("Anna")) == to_text(derived(" ANNA ")) == "argent; 3 sun vert"
    assert derived("Zoe\u0301") == derived("Zoé")


def test_a_club_bears_arms_that_differ_in_form_too() -> None:
    club = [derived(name) for name in CLUB]
    assert len(set(club)) == len(CLUB)
    assert len({blazon(arms) for arms in club}) == len(CLUB)
    assert len({lead(arms) for arms in club}) >= 5
    shapes = {(a.field.division, a.ordinary and a.ordinary.kind, a.charge and (a.charge.kind, a.charge.number)) for a in club}
    assert len(shapes) >= 22


def test_nobody_is_given_arms_that_another_bears() -> None:
    first = derived("Anna")
    second = derived("Anna", {first})
    assert second != first
    assert derived("Anna", {first, second}) not in {first, second}


def test_a_large_club_is_spread_over_all_the_vocabulary() -> None:
    many = [derived(f"member {i}") for i in range(1500)]
    assert len(set(many)) > 1250
    assert {a.field.first for a in many} == set(TINCTURES)
    assert {a.charge.kind for a in many if a.charge} == set(CHARGES)
    assert {a.ordinary.kind for a in many if a.ordinary} == set(ORDINARIES)
    assert {a.field.division for a in many} == {"", *DIVISIONS}


@pytest.mark.parametrize(
    ("text", "tincture"),
    [
        ("azure; bend or", "azure"),
        ("or; fess sable; roundel argent", "or"),
        ("argent; bend gules", "gules"),
        ("argent; 3 sun vert", "vert"),
        ("quarterly or gules; tower counterchanged", "gules"),
        ("argent", "argent"),
    ],
)
def test_a_realm_shows_its_lords_leading_tincture(text: str, tincture: str) -> None:
    assert lead(from_text(text)) == tincture


@pytest.mark.parametrize("hatch", [False, True])
def test_pictures_are_well_formed_self_contained_and_free_of_styles(hatch: bool) -> None:
    for arms in every_lawful_form():
        picture = svg(arms, hatch)
        root = ElementTree.fromstring(picture)
        assert root.get("viewBox") == "0 0 100 116"
        assert root.findtext("{http://www.w3.org/2000/svg}title") == blazon(arms)
        ids = {node.get("id") for node in root.iter() if node.get("id")}
        used = {part.split(")")[0] for part in picture.split("url(#")[1:]}
        assert used == ids, "every id is used and every reference has its target"
        assert "style" not in picture
        assert "script" not in picture
        fills = {node.get("fill") for node in root.iter() if (node.get("fill") or "").startswith("#")}
        assert fills <= ({"#fff", "#111"} if hatch else set(TINCTURES.values())), "no colour in a hatched shield"


def test_several_pictures_may_stand_in_one_page() -> None:
    arms = from_text("per pale argent gules; bend counterchanged")
    page = f"<p>{svg(arms, True, '-1')}{svg(arms, True, '-2')}{symbol(arms, 'anna')}{symbol(arms, 'bram', hatch=True)}</p>"
    ids = [node.get("id") for node in ElementTree.fromstring(page).iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    assert {"anna", "bram"} <= set(ids)


def test_an_id_cannot_smuggle_markup_in() -> None:
    with pytest.raises(ValueError):
        symbol(derived("Anna"), 'x"><script>')


def test_a_counterchanged_charge_shows_both_tinctures() -> None:
    root = ElementTree.fromstring(svg(from_text("per pale argent gules; tower counterchanged")))
    paths = [(node.get("fill"), node.get("d")) for node in root.iter("{http://www.w3.org/2000/svg}path")]
    tower = placed(CHARGES["tower"], *PLACES["", 1][1][0])
    assert [fill for fill, d in paths if d == tower] == [TINCTURES["gules"], TINCTURES["argent"]]
    assert paths[-1][1] == SHIELD


def test_charges_keep_inside_the_shield() -> None:
    for (_, number), (_, spots) in PLACES.items():
        assert len(spots) == number
        for kind, (x, y, r) in product(CHARGES, spots):
            numbers = [
                float(n) for n in placed(CHARGES[kind], x, y, r).replace("M", " ").replace("L", " ").replace("C", " ").replace("Z", " ").split()
            ]
            assert min(numbers[::2]) >= 4, kind
            assert max(numbers[::2]) <= 96, kind
            assert 3 <= min(numbers[1::2]) <= max(numbers[1::2]) <= 113, kind


def test_the_shields_and_the_pages_have_the_same_seven_enamels() -> None:
    tokens = (Path(__file__).parents[2] / "static" / "css" / "tokens.css").read_text("utf-8")
    assert dict(re.findall(r"--(or|argent|gules|azure|vert|purpure|sable):(#\w{6})", tokens)) == TINCTURES
