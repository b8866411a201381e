"""The map editor by plain posts: pins, names, borders, undo, text, grounds, pictures, use, and the frozen map."""

from __future__ import annotations

import contextlib
import io
import re
import zlib

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from rules.campaign import acts
from tests.conftest import SQLITE
from tests.web.campaign_cast import Campaign, in_signup
from tests.web.forms import said
from webapp import picture

EDIT = "/campaigns/small/map/edit"
GIFTS = ("mediterranean", "italy", "ring")
fuzz = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def small(club) -> Campaign:
    return in_signup(club)


def send(browser: FlaskClient, endpoint: str, page: str = "", **fill):
    """Send the form of that address from the page, as a browser without a script would."""
    page = page or browser.get(EDIT).text
    hidden = dict(re.findall(r'name="(key|seen|drawn|pick)"[^>]*?value="([^"]*)"', page.split(f'action="/campaigns/small/map/{endpoint}"', 1)[1]))
    return browser.post(f"/campaigns/small/map/{endpoint}", data=hidden | fill, content_type="multipart/form-data" if "picture" in fill else None)


def empty(browser: FlaskClient) -> None:
    assert send(browser, "text", text="").status_code == 303


def text(page: str) -> str:
    import html

    return html.unescape(re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", page, re.DOTALL).group(1))


def tap(browser: FlaskClient, x: int, y: int, page: str = "", **fill):
    return send(browser, "tap", page, **{"s500.x": str(x // 2), "s500.y": str(y // 2)}, **fill)


@SQLITE
def test_the_draft_starts_as_the_map_in_use(umpire):
    page = umpire.get(EDIT).text
    assert "This is the map in use" in said(page)
    assert text(page).startswith("Land of Anna [ANN] @ 120,320 : Land of Bram, ")


@SQLITE
def test_taps_add_choose_move_and_join_provinces(umpire):
    empty(umpire)
    answer = tap(umpire, 200, 300)
    assert answer.headers["Location"].endswith("pick=P1")
    tap(umpire, 800, 300)
    assert text(umpire.get(EDIT).text) == "Province 1 @ 200,300 : Province 2\nProvince 2 @ 800,300 :\n"
    chosen = tap(umpire, 210, 304)
    assert chosen.headers["Location"].endswith("pick=P1"), "a tap on a pin adds nothing"
    page = umpire.get(f"{EDIT}?pick=P1&mode=join").text
    assert tap(umpire, 800, 300, page, mode="join").status_code == 303
    assert "Province 1 @ 200,300 : Province 2 ~" in text(umpire.get(EDIT).text)
    page = umpire.get(f"{EDIT}?pick=P1&mode=join").text
    tap(umpire, 700, 100, page, mode="join")
    assert "Province 1 @ 200,300 :\n" in text(umpire.get(EDIT).text)
    assert "no neighbour" in said(umpire.get(EDIT).text)
    page = umpire.get(f"{EDIT}?pick=P1&mode=move").text
    tap(umpire, 200, 500, page, mode="move")
    assert "Province 1 @ 200,500 :\n" in text(umpire.get(EDIT).text), "a border taken away by hand stays away"


@SQLITE
def test_a_province_is_named_placed_joined_and_deleted(umpire):
    empty(umpire)
    tap(umpire, 200, 300)
    tap(umpire, 800, 300)
    answer = send(umpire, "change", umpire.get(f"{EDIT}?pick=P1").text, do="name", name="  Ultima   Thule ")
    assert answer.headers["Location"].endswith("pick=ULT")
    page = umpire.get(f"{EDIT}?pick=ULT").text
    assert send(umpire, "change", page, do="place", x="300", y="50").status_code == 303
    page = umpire.get(f"{EDIT}?pick=ULT").text
    assert send(umpire, "change", page, do="join", other="P2", link="strait").status_code == 303
    assert text(umpire.get(EDIT).text) == "Ultima Thule @ 300,50 : Province 2 ~\nProvince 2 @ 800,300 :\n"
    page = umpire.get(f"{EDIT}?pick=ULT").text
    names = ({"do": "name", "name": "province 2"}, {"do": "name", "name": " "})
    for wrong in (*names, {"do": "place", "x": "2000", "y": "1"}, {"do": "place", "x": "a", "y": ""}):
        assert send(umpire, "change", page, **wrong).status_code == 422, wrong
    assert send(umpire, "change", page, do="delete").status_code == 303
    assert text(umpire.get(EDIT).text) == "Province 2 @ 800,300 :\n"


@SQLITE
def test_the_keyboards_press_on_the_sheet_adds_no_pin(umpire):
    empty(umpire)
    answer = tap(umpire, 0, 0)
    assert answer.status_code == 422
    assert "Tap a spot" in said(answer.text)
    assert send(umpire, "change", do="add", name="Gallia", x="204", y="176").status_code == 303
    assert text(umpire.get(EDIT).text) == "Gallia @ 204,176 :\n"


@SQLITE
def test_undo_goes_back_to_the_beginning_and_no_further(umpire):
    before = text(umpire.get(EDIT).text)
    tap(umpire, 300, 100)
    send(umpire, "undo")
    send(umpire, "undo")
    assert text(umpire.get(EDIT).text) == before


@SQLITE
def test_of_two_windows_the_second_must_look_again(umpire):
    empty(umpire)
    page = umpire.get(EDIT).text
    assert tap(umpire, 200, 300, page).status_code == 303
    late = tap(umpire, 800, 300, page)
    assert late.status_code == 409
    assert "another window" in said(late.text)
    late = send(umpire, "text", page, text="Gallia @ 1,1 :")
    assert late.status_code == 409
    assert text(late.text) == "Gallia @ 1,1 :", "what was typed is kept"
    assert send(umpire, "undo", page).status_code == 409
    assert send(umpire, "use", page).status_code == 409
    assert text(umpire.get(EDIT).text) == "Province 1 @ 200,300 :\n"


@SQLITE
def test_the_same_form_twice_is_one_stroke(umpire):
    empty(umpire)
    page = umpire.get(EDIT).text
    assert [tap(umpire, 200, 300, page).status_code for _ in "ab"] == [303, 303]
    assert text(umpire.get(EDIT).text).count("@") == 1


@SQLITE
def test_a_text_with_faults_is_kept_and_told_by_line(umpire):
    typed = "Gallia @ 204,176 : Italia, Nowhere\nItalia @ 9999,2\n: x\nGallia\n"
    answer = send(umpire, "text", text=typed)
    assert answer.status_code == 422
    assert text(answer.text) == typed
    words = said(answer.text)
    for told in ("Line 1 There is no province", "Line 2 9999 lies beyond", "Line 3 A line starts", "Line 4 Gallia stands in line 1"):
        assert told in words


@SQLITE
def test_a_text_without_pins_is_laid_out_and_without_colons_the_land_decides(umpire):
    send(umpire, "text", text="Gallia\nItalia\nHispania # far\n")
    first = text(umpire.get(EDIT).text)
    assert first.count("@") == 3
    assert re.search(r": \w", first)
    send(umpire, "text", text="Gallia : Italia ~\nItalia\nHispania\n")
    assert "Italia ~" in text(umpire.get(EDIT).text)


@SQLITE
@pytest.mark.parametrize("gift", GIFTS)
def test_a_gift_map_is_ready_to_use(umpire, small, gift):
    assert send(umpire, "ground", ground=f"gift-{gift}").status_code == 303
    words = said(umpire.get(EDIT).text)
    assert "all is well" in words
    refused = send(umpire, "use")
    assert refused.status_code == 422, "players hold provinces that are not on it"
    assert "holds" in said(refused.text)


@SQLITE
def test_the_map_is_put_to_use_and_the_panel_says_when_it_differs(umpire, small):
    tap(umpire, 300, 60)
    assert "differs from the map in use" in said(umpire.get(EDIT).text)
    answer = send(umpire, "use")
    assert answer.status_code == 303
    assert "The map is in use" in said(umpire.get(answer.headers["Location"]).text)
    assert "P8" in small.season.places
    assert "This is the map in use" in said(umpire.get(EDIT).text)
    page = umpire.get(f"{EDIT}?pick=P8").text
    send(umpire, "change", page, do="name", name="Thule")
    assert "Thule [P8]" in text(umpire.get(EDIT).text), "a code in use stays"


@SQLITE
def test_once_round_1_has_begun_nothing_is_drawn(umpire, small):
    page = umpire.get(EDIT).text
    small.write(small.umpire(acts.Begin("seed")))
    shown = umpire.get(EDIT).text
    assert "Round 1 has begun" in shown
    assert "<textarea" not in shown
    drawn_on = (("tap", {"s500.x": "9", "s500.y": "9"}), ("change", {"do": "add"}), ("text", {"text": ""}))
    for endpoint, fill in (*drawn_on, ("ground", {"ground": "blank"}), ("undo", {}), ("use", {})):
        action = "tap" if endpoint == "change" else endpoint
        hidden = dict(re.findall(r'name="(key|seen|drawn|pick)"[^>]*?value="([^"]*)"', page.split(f'map/{action}"', 1)[1]))
        answer = umpire.post(f"/campaigns/small/map/{endpoint}", data=hidden | fill)
        assert answer.status_code == 422, endpoint
        assert "C1" in answer.text


def drawn(form: str, size=(300, 200), mode="RGB", **how) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, "green" if mode == "RGB" else 0).save(out, form, **how)
    return out.getvalue()


def bomb() -> bytes:
    """A small PNG whose head promises 60000 by 60000 pixels."""
    import struct

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 60000, 60000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 10000)) + chunk(b"IEND", b"")


def upload(browser: FlaskClient, data: bytes, name: str = "map.png"):
    return send(browser, "ground", ground="picture", picture=(io.BytesIO(data), name))


@SQLITE
@pytest.mark.parametrize(
    ("form", "mode", "kind"),
    [*(("PNG", mode, "image/png") for mode in ("RGB", "RGBA", "P", "I;16", "1")), *(("JPEG", mode, "image/jpeg") for mode in ("RGB", "CMYK"))],
)
def test_a_picture_becomes_the_ground_encoded_anew(umpire, visitor, form, mode, kind):
    assert upload(umpire, drawn(form, mode=mode)).status_code == 303
    page = umpire.get(EDIT).text
    address = re.search(r'<image href="([^"]+)"', page).group(1)
    assert 'viewBox="0 0 1000 667"' in page
    assert send(umpire, "use").status_code == 303
    answer = visitor.get(address)
    assert (answer.status_code, answer.mimetype) == (200, kind)
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert address in visitor.get("/campaigns/small").text


def test_a_photograph_is_turned_upright_and_stripped():
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "a secret place"
    kept = picture.prepared(drawn("JPEG", (400, 200), exif=exif, comment=b"secret"))
    assert (kept.width, kept.height) == (200, 400)
    assert b"secret" not in kept.data
    assert not Image.open(io.BytesIO(kept.data)).getexif()


def test_a_large_picture_is_made_small():
    noise = Image.effect_noise((4000, 3000), 90).convert("RGB")
    out = io.BytesIO()
    noise.save(out, "JPEG", quality=80)
    kept = picture.prepared(out.getvalue())
    assert max(kept.width, kept.height) <= picture.SIDE
    assert len(kept.data) <= picture.BYTES


@SQLITE
@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "Choose a file"), (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "neither a PNG nor a JPEG"), (drawn("GIF"), "neither"),
        (drawn("BMP"), "neither"), (bomb(), "too many pixels"), (drawn("PNG", (3000, 2000))[:300], "damaged"),
        (drawn("JPEG")[:200], "can be read|damaged"), (drawn("PNG", (40, 40)), "only 40 by 40"),
        (drawn("PNG", (900, 120)), "long and narrow"), (b"\xff\xd8\xff" + b"x" * 9_000_000, "8 million"),
    ],
)  # fmt: skip
def test_other_files_are_refused_at_the_field(umpire, data, told):
    answer = upload(umpire, data)
    assert answer.status_code == 422
    assert re.search(told, said(answer.text))
    assert "This is the map in use" in said(umpire.get(EDIT).text)


@SQLITE
def test_only_the_route_for_pictures_takes_large_bodies(umpire):
    assert umpire.post("/campaigns/small/map/text", data={"text": "x" * 2_000_000}).status_code == 413


@given(st.sampled_from([drawn("PNG"), drawn("JPEG"), b""]), st.binary(max_size=60), st.integers(0, 900), st.booleans())
@fuzz
def test_no_bytes_break_the_reader(base, junk, at, cut):
    data = base[:at] + junk + (b"" if cut else base[at + len(junk) :])
    with contextlib.suppress(picture.Unfit):
        assert picture.prepared(data).data


ANY_TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=80)


@SQLITE
@given(ANY_TEXT | st.text(alphabet='ab,:@~#"[]\\ 17\n', max_size=80))
@settings(fuzz, max_examples=12)
def test_no_text_breaks_the_page(umpire, words):
    assert send(umpire, "text", text=words).status_code in (303, 422)
    assert umpire.get(EDIT).status_code == 200


@SQLITE
@pytest.mark.parametrize("name", ["W" * 40, "🏰🏰🏰", "مدينة السلام", '<b>bold</b> & "q"', "中国的行省", "a, b: c ~ [d] @ #"])
def test_odd_names_are_shown_and_come_back(umpire, name):
    empty(umpire)
    assert send(umpire, "change", do="add", name=name, x="204", y="176").status_code == 303
    once = text(umpire.get(EDIT).text)
    assert send(umpire, "text", text=once).status_code == 303
    assert text(umpire.get(EDIT).text) == once


@SQLITE
def test_a_script_gets_the_fragment_alone(umpire):
    page = umpire.get(EDIT, headers={"HX-Request": "true"}).text
    assert page.lstrip().startswith('<div id="editor"')
