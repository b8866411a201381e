"""The map: provinces from pins, borders, realms, straits, labels, and the demo campaign's sixteen places."""

import gzip
import json
import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.campaign.records import Border, Place
from webapp import heraldry, mapping
from webapp.mapping import BLEED, HEIGHT, MEDITERRANEAN, WIDTH, Geography, land, path, provinces, realm_outline, realms, straits
from webapp.mapping_cells import unwave, wave
from webapp.mapping_labels import NARROW, WIDE, Label, crowded, labels

DEMO = json.loads((Path(mapping.__file__).parent / "data" / "demo_places.json").read_text("utf-8"))
SICILY, SARDINIA, BRITAIN = (375, 350), (298, 305), (146, 66)
NAMES = st.text(max_size=40) | st.sampled_from(["", "Gallia", "ΣΠΑΡΤΗ", "Ultima Thule beyond the northern waves", "中国的行省", "🏰🏰🏰"])


def pins(*spots: tuple[int, int], names: list[str] | None = None) -> tuple[Place, ...]:
    return tuple(Place(f"P{i:02}", names[i] if names else f"Place {i}", x, y) for i, (x, y) in enumerate(spots))


def mediterranean(*spots: tuple[int, int]) -> Geography:
    return provinces(MEDITERRANEAN, pins(*spots))


@pytest.fixture(scope="module")
def demo() -> Geography:
    return provinces(DEMO["ground"], tuple(Place(p["code"], p["name"], p["x"], p["y"]) for p in DEMO["places"]))


def read_path(d: str) -> shapely.Geometry:
    """The area that path data of closed rings (M, l, z) fills by the even-odd rule."""
    area = shapely.Polygon()
    for ring in re.findall(r"M([^z]*)z", d):
        start, steps = ring.split("l")
        x, y, *rest = (float(n) for n in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", f"{start} {steps}"))
        points = [(x, y)]
        for dx, dy in zip(rest[::2], rest[1::2], strict=True):
            x, y = x + dx, y + dy
            points.append((x, y))
        area = area.symmetric_difference(shapely.Polygon(points))
    return area


spots = st.tuples(st.integers(0, WIDTH), st.integers(0, HEIGHT))
grounds = st.sampled_from([MEDITERRANEAN, MEDITERRANEAN, "blank"])


@given(grounds, st.lists(spots, min_size=1, max_size=9))
@settings(max_examples=25, deadline=None)
def test_provinces_share_out_all_the_land_and_hold_their_own_shields(ground: str, chosen: list[tuple[int, int]]) -> None:
    geography = provinces(ground, pins(*chosen))
    shapes = [geography.shapes[p.code] for p in geography.provinces]
    assert all(shape.area > 0 for shape in shapes)
    assert shapely.coverage_is_valid(shapes), "no gap and no overlap along borders"
    assert sum(shape.area for shape in shapes) == pytest.approx(land(ground).area, rel=2e-4)
    for province, (x, y) in zip(geography.provinces, chosen, strict=True):
        assert geography.shapes[province.code].contains(shapely.Point(province.x, province.y))
        said = any(province.name in remark.text for remark in geography.remarks)
        assert (province.x, province.y) == (x, y) or said, "a shield that had to move is explained"


@given(grounds, st.lists(spots, min_size=2, max_size=9))
@settings(max_examples=15, deadline=None)
def test_borders_are_what_the_shapes_share_and_the_graph_is_planar(ground: str, chosen: list[tuple[int, int]]) -> None:
    geography = provinces(ground, pins(*chosen))
    shared = {
        (a, b): shapely.length(shapely.intersection(shapely.boundary(geography.shapes[a]), shapely.boundary(geography.shapes[b])))
        for a, b in combinations(sorted(geography.shapes), 2)
    }
    assert list(geography.borders) == sorted(pair for pair, length in shared.items() if length >= 12)
    for code, shape in geography.shapes.items():
        others = shapely.union_all([geography.shapes[c] for c in geography.shapes if c != code])
        bordering = [part for part in shapely.get_parts(shape) if part.intersection(others).length > 0.5]
        assert len(bordering) <= 1, "what borders others is in one piece, so the graph can be drawn without crossings"
    assert len(geography.borders) <= max(1, 3 * len(chosen) - 6)


@given(st.lists(spots, min_size=2, max_size=6, unique=True), st.randoms(use_true_random=False))
@settings(max_examples=8, deadline=None)
def test_the_same_pins_make_the_same_map_in_any_order(chosen: list[tuple[int, int]], shuffler) -> None:  # type: ignore[no-untyped-def]
    places = list(pins(*chosen))
    first = provinces(MEDITERRANEAN, tuple(places))
    shuffler.shuffle(places)
    again = provinces(MEDITERRANEAN, tuple(places))
    assert again == first
    assert labels(again) == labels(first)


@given(st.lists(st.tuples(st.floats(-50, 1050), st.floats(-50, 700)), min_size=1, max_size=20))
def test_the_wave_can_be_undone(points: list[tuple[float, float]]) -> None:
    there = shapely.get_coordinates(shapely.multipoints(points))
    assert abs(unwave(wave(there)) - there).max() < 1e-6


def test_no_pins_make_an_empty_map() -> None:
    geography = mediterranean()
    assert (geography.provinces, geography.borders, geography.remarks) == ((), (), ())
    assert labels(geography) == ()
    assert geography.coast.startswith("M")


def test_a_single_pin_has_all_the_land() -> None:
    geography = mediterranean((343, 246))
    assert geography.borders == ()
    assert geography.shapes["P00"].area == pytest.approx(land(MEDITERRANEAN).area, rel=1e-4)


def test_a_blank_sheet_is_all_land_and_has_no_coast() -> None:
    geography = provinces("blank", pins((200, 300), (800, 300)))
    assert geography.coast == ""
    assert geography.borders == (("P00", "P01"),)
    assert sum(shape.area for shape in geography.shapes.values()) == pytest.approx((WIDTH + 2 * BLEED) * (HEIGHT + 2 * BLEED))


def test_a_picture_of_another_height_is_covered_whole() -> None:
    geography = provinces("picture", pins((500, 100), (500, 1400)), height=1500)
    assert geography.height == 1500
    assert shapely.union_all(list(geography.shapes.values())).covers(shapely.box(0, 0, WIDTH, 1500))


def test_three_pins_in_a_row_border_only_their_neighbours() -> None:
    assert provinces("blank", pins((200, 300), (500, 300), (800, 300))).borders == (("P00", "P01"), ("P01", "P02"))


def test_pins_on_one_spot_step_aside_and_it_is_said() -> None:
    geography = mediterranean((203, 174), (203, 174), (204, 174))
    assert [remark.code for remark in geography.remarks] == ["same_spot", "same_spot"]
    for a, b in combinations(geography.provinces, 2):
        assert (a.x - b.x) ** 2 + (a.y - b.y) ** 2 >= 8
    assert all(shape.area > 0 for shape in geography.shapes.values())


def test_a_pin_in_the_sea_gets_the_nearest_land_and_it_is_said() -> None:
    geography = mediterranean((203, 174), (300, 402), (390, 385))
    assert [(remark.code, remark.clause, remark.grave) for remark in geography.remarks] == [("in_the_sea", "C1", False)]
    assert "Place 2 stands in the sea" in geography.remarks[0].text
    moved = geography.provinces[2]
    assert (moved.x, moved.y) != (390, 385)
    assert geography.shapes["P02"].contains(shapely.Point(moved.x, moved.y))


def test_an_island_with_a_pin_belongs_to_it_alone() -> None:
    geography = mediterranean(SICILY, (340, 246), (300, 402))
    island = next(part for part in shapely.get_parts(land(MEDITERRANEAN)) if part.contains(shapely.Point(*SICILY)))
    assert geography.shapes["P00"].intersection(island).area > 0.99 * island.area
    assert not any("P00" in border for border in geography.borders)


def test_an_island_without_a_pin_goes_whole_to_one_province() -> None:
    geography = mediterranean((203, 174), (316, 91), (343, 246), (300, 402))
    for island in (part for part in shapely.get_parts(land(MEDITERRANEAN)) if part.area < 20000):
        shares = [shape.intersection(island).area / island.area for shape in geography.shapes.values()]
        assert max(shares) > 0.99, "all of it"
    britain = next(part for part in shapely.get_parts(land(MEDITERRANEAN)) if part.contains(shapely.Point(*BRITAIN)))
    sardinia = next(part for part in shapely.get_parts(land(MEDITERRANEAN)) if part.contains(shapely.Point(*SARDINIA)))
    assert geography.shapes["P00"].intersection(britain).area > 0.99 * britain.area
    assert geography.shapes["P02"].intersection(sardinia).area > 0.99 * sardinia.area


def test_land_cut_off_by_water_goes_to_the_neighbour_on_the_same_land() -> None:
    apulia, etruria, dacia, illyria = (420, 287), (343, 235), (525, 182), (446, 255)
    geography = mediterranean(apulia, etruria, dacia)
    assert geography.shapes["P02"].contains(shapely.Point(*illyria)), "Apulia is nearer, but only over the sea"
    assert shapely.Point(*apulia).distance(shapely.Point(*illyria)) < min(
        shapely.Point(*p).distance(shapely.Point(*illyria)) for p in (etruria, dacia)
    )


def test_two_places_may_not_have_one_code() -> None:
    with pytest.raises(ValueError, match="same code"):
        provinces("blank", (Place("A", "One", 1, 1), Place("A", "Two", 9, 9)))


def test_path_data_draws_the_very_shape(demo: Geography) -> None:
    for province in demo.provinces:
        shape = demo.shapes[province.code]
        assert read_path(province.d).symmetric_difference(shape).area < 0.001 * shape.area
    assert path(shapely.box(0.1, -0.2, 10.5, 3)) == "M.1-.2l0 3.2 10.4 0 0-3.2z" or read_path(
        path(shapely.box(0.1, -0.2, 10.5, 3))
    ).area == pytest.approx(33.28)


def test_a_realm_is_drawn_without_its_inner_borders(demo: Geography) -> None:
    both = realm_outline(demo, ["GAL", "HIS"])
    alone = [demo.shapes["GAL"], demo.shapes["HIS"]]
    assert read_path(both).area == pytest.approx(sum(shape.area for shape in alone), rel=1e-4)
    assert shapely.length(read_path(both)) < sum(shapely.length(shape) for shape in alone) - 2 * 12
    root = {province.code: "GAL" if province.code in {"GAL", "HIS", "BRI"} else province.code for province in demo.provinces} | {"SIC": "LAT"}
    del root["PAR"]
    drawn = realms(demo, root)
    assert [lord for lord, _ in drawn] == sorted(set(root.values()))
    whole = sum(demo.shapes[code].area for code in root)
    assert sum(read_path(d).area for _, d in drawn) == pytest.approx(whole, rel=1e-4)


def test_a_strait_is_a_bow_from_shore_to_shore(demo: Geography) -> None:
    drawn = straits(demo, [Border("AFR", "SIC", True), Border("GAL", "HIS"), Border("MAC", "PON", True)])
    assert [(s.a, s.b) for s in drawn] == [("AFR", "SIC"), ("MAC", "PON")], "land borders are no straits"
    for strait in drawn:
        ax, ay, mx, my, bx, by = (float(n) for n in re.findall(r"-?\d+\.\d", strait.d))
        start, end = shapely.Point(ax, ay), shapely.Point(bx, by)
        assert demo.shapes[strait.a].distance(start) < 6
        assert demo.shapes[strait.b].distance(end) < 6
        assert start.distance(end) >= 33.9
        assert shapely.LineString([start, end]).distance(shapely.Point(mx, my)) > 2, "bent"


def test_a_strait_between_provinces_that_touch_still_shows() -> None:
    geography = provinces("blank", pins((200, 300), (800, 300)))
    strait = straits(geography, [Border("P00", "P01", True)])[0]
    ax, ay, _, _, bx, by = (float(n) for n in re.findall(r"-?\d+\.\d", strait.d))
    assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 == pytest.approx(34, abs=0.2)
    assert ax < bx


def shield(geography: Geography, code: str, wide: int) -> shapely.Geometry:
    province = next(p for p in geography.provinces if p.code == code)
    return shapely.box(province.x - wide / 2, province.y - 0.58 * wide, province.x + wide / 2, province.y + 0.58 * wide)


@given(grounds, st.lists(st.tuples(spots, NAMES), min_size=1, max_size=14))
@settings(max_examples=20, deadline=None)
def test_labels_never_lie_over_each_other_or_over_a_shield(ground: str, chosen: list[tuple[tuple[int, int], str]]) -> None:
    geography = provinces(ground, pins(*[spot for spot, _ in chosen], names=[name for _, name in chosen]))
    notes = {province.code: "A holder" for province in geography.provinces}
    for size, words in ((WIDE, labels(geography, WIDE, notes)), (NARROW, labels(geography, NARROW))):
        assert [label.code for label in words] == sorted({label.code for label in words})
        boxes = [shapely.box(*label.box) for label in words]
        assert all(one.intersection(other).area == 0 for one, other in combinations(boxes, 2))
        assert all(shapely.box(0, 0, WIDTH, HEIGHT).contains(box) for box in boxes)
        assert all(box.intersection(shield(geography, p.code, size.shield)).area == 0 for box in boxes for p in geography.provinces)


def test_a_label_stands_beside_its_own_shield(demo: Geography) -> None:
    for size in (WIDE, NARROW):
        for label in labels(demo, size):
            assert shapely.box(*label.box).distance(shield(demo, label.code, size.shield)) <= 4


def test_the_words_fit_their_box() -> None:
    geography = provinces("blank", pins((500, 300), names=["Gallia"]))
    (label,) = labels(geography, WIDE, {"P00": "Elsa"})
    left, top, right, bottom = label.box
    assert label.lines == ("Gallia", "Elsa")
    assert label.anchor == "middle"
    assert (left + right) / 2 == pytest.approx(label.x, abs=0.2)
    assert top + 0.6 * WIDE.name < label.y < label.y + label.step < bottom
    assert right - left > 44, "as wide as the site's serif sets it"


@pytest.mark.parametrize(("across", "down", "lines"), [(185, 66, ("Transalpine Gaul",)), (85, 58, ("P04",)), (40, 40, None)])
def test_short_of_room_the_note_goes_first_then_the_name_then_the_code(across: int, down: int, lines: tuple[str, ...] | None) -> None:
    grid = [(300 + across * i, 300 + down * j) for i in range(3) for j in range(3)]
    geography = provinces("blank", pins(*grid, names=["Transalpine Gaul"] * 9))
    middle = [label.lines for label in labels(geography, WIDE, {p.code: "Somebody" for p in geography.provinces}) if label.code == "P04"]
    assert middle == ([lines] if lines else [])
    assert ("P04" in crowded(geography)) == (lines != ("Transalpine Gaul",))


def test_on_one_spot_not_all_labels_find_room() -> None:
    geography = provinces("blank", pins(*[(500, 300)] * 16, names=["Colonia Ulpia Traiana"] * 16))
    assert crowded(geography, WIDE)
    assert crowded(geography, NARROW)


# The demo campaign


def test_the_demo_has_sixteen_places_whose_labels_all_fit(demo: Geography) -> None:
    assert len(demo.provinces) == 16
    assert demo.remarks == ()
    assert crowded(demo) == crowded(demo, NARROW) == ()
    notes = {p["code"]: "Somebody" for p in DEMO["places"]}
    assert [len(label.lines) for label in labels(demo, WIDE, notes)] == [2] * 16


def test_the_demos_shields_keep_clear_of_each_other_on_a_phone(demo: Geography) -> None:
    shields = [shield(demo, province.code, NARROW.shield) for province in demo.provinces]
    assert all(one.intersection(other).area == 0 for one, other in combinations(shields, 2))


def test_in_the_demo_everybody_has_two_neighbours_or_more_and_straits_are_no_land_borders(demo: Geography) -> None:
    crossings = [tuple(pair) for pair in DEMO["straits"]]
    assert crossings == sorted(crossings)
    assert all(a < b for a, b in crossings)
    assert not set(crossings) & set(demo.borders)
    around: dict[str, set[str]] = {province.code: set() for province in demo.provinces}
    for a, b in [*demo.borders, *crossings]:
        around[a].add(b)
        around[b].add(a)
    assert min(len(others) for others in around.values()) >= 2
    reached, edge = set(), ["LAT"]
    while edge:
        code = edge.pop()
        reached.add(code)
        edge += sorted(around[code] - reached)
    assert reached == set(around), "one connected world"


def test_the_demos_arms_are_lawful_and_tell_neighbours_apart(demo: Geography) -> None:
    arms = {place["code"]: heraldry.from_text(place["arms"]) for place in DEMO["places"]}
    assert [heraldry.problems(coat) for coat in arms.values()] == [[]] * 16
    assert len(set(arms.values())) == 16
    for a, b in [*demo.borders, *DEMO["straits"]]:
        assert heraldry.lead(arms[a]) != heraldry.lead(arms[b]), (a, b)


def test_the_demos_map_is_light(demo: Geography) -> None:
    every = "".join([*(p.d for p in demo.provinces), demo.coast, *(d for _, d in realms(demo, {p.code: p.code for p in demo.provinces}))])
    assert len(gzip.compress(every.encode(), 6)) < 10_000


def test_lines_of_a_label_are_set_from_the_top(demo: Geography) -> None:
    words: tuple[Label, ...] = labels(demo, WIDE, {"GAL": "Elsa"})
    assert [label.lines for label in words if label.code == "GAL"] == [("Gallia", "Elsa")]
    assert all(a.code < b.code for a, b in pairwise(words))
