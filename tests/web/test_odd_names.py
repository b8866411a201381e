"""Names that people really have, and names that try to be something else: in every page, SVG and form of the demonstration."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from markupsafe import escape

from tests.conftest import SQLITE
from tests.web.checking import CheckedClient
from tests.web.test_access import FILL, SLUGS, address
from webapp import db
from webapp.models import Event, Person
from webapp.models.club import folded

pytestmark = SQLITE

ODD = {
    "Anna": "<img src=x onerror=alert(1)>\"'&amp;{{7}}",
    "Bram": "Wolfeschlegelsteinhausenbergerdorffwel40",
    "Cleo": "👑🏴‍☠️ Queen 👩‍👩‍👧",
    "Dirk": "שלום עולם",
    "Xena": "Ξένα & 'the' \"Umpire\" </title><b>",
    "Lumiere": "]]><svg onload=alert(2)>",
}
RAW = re.compile(r"<img src=x|<svg onload|</title><b>|\{\{7\}\}(?<!amp;\{\{7\}\})")


@pytest.fixture
def odd(demo: Flask) -> Flask:
    """The demonstration with odd people in an oddly named club and events."""
    demo.test_client_class = CheckedClient
    with demo.app_context(), db.writing() as own:
        for plain, name in ODD.items():
            person = own.query(Person).filter(Person.name == plain).one()
            person.name, person.folded = name, folded(name)
        for event in own.query(Event):
            event.name, event.lede = f"<img src=x onerror=alert(3)> {event.kind} ]]>", "שלום <svg onload=alert(2)> 👑"
    return demo


@pytest.mark.parametrize("who", ["Anna", "Xena", "Lumiere", "Yves", None])
def test_odd_names_are_only_ever_names(odd, who):
    browser = odd.test_client()
    if who:
        assert browser.post("/sign-in", data={"name": ODD.get(who, who), "password": "gonfalon"}).status_code == 303
    seen = 0
    for rule in odd.url_map.iter_rules():
        if "GET" in rule.methods and rule.endpoint != "static":
            answer = browser.get(address(rule, SLUGS.get(rule.endpoint.split(".")[0], ""), FILL))
            assert answer.status_code < 500, rule
            if answer.mimetype in ("text/html", "image/svg+xml"):
                assert not RAW.search(answer.text), (rule, RAW.search(answer.text))
                seen += any(str(escape(name)) in answer.text for name in ODD.values())
    assert seen > 12


def test_everybody_stands_among_the_members_under_his_own_name(odd):
    text = odd.test_client().get("/members").text
    assert all(str(escape(name)) in text for name in ODD.values())


@pytest.mark.parametrize("person", range(1, 8))
def test_a_shield_carries_its_blazon_and_no_name(odd, person):
    with odd.app_context():
        from webapp.web import arms_mark, arms_of

        mark = arms_mark(arms_of(db.session().get(Person, person)))
    text = odd.test_client().get(f"/arms/{person}-{mark}.svg").text
    assert text.startswith("<svg ")
    assert not any(name in text for name in ODD.values())
