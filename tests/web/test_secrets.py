"""What is sealed is in no output but where K4 and C3 allow it.

Secrets are planted as rows of an event, then everything a reader can get is read, and read again after those secrets that are not his were changed
in the rows, with nothing else touched: page for page, header for header and line for line of the log, it must be the same. That whoever may know a
secret does find it is the proof that there was something to find.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

from rules.campaign import acts
from tests.web.campaign_cast import SLUG, Campaign, in_diplomacy

pytestmark = [pytest.mark.clause("K4", "C3"), pytest.mark.parametrize("database", ["sqlite"], indirect=True)]
HERE = f"/campaigns/{SLUG}"
UNLIKE = re.compile(r'(?<=value=")[\w.-]{20,}(?=")')
"""Keys and tokens of forms, which are fresh on each page."""
HEADERS = frozenset({"Date", "Set-Cookie"})
READERS = (None, "Cleo", "Bram", "Anna", "Xena")
"""A visitor, a player without a part in it and one with; Bram plays and is an umpire, Xena is an umpire only."""


@dataclass(frozen=True)
class Secret:
    """What is planted in one place: the statement that puts one of two things there, and who may know which."""

    name: str
    statement: str
    values: tuple[Any, Any]
    known: frozenset[str]


@dataclass
class Planted:
    """A campaign with its secrets."""

    small: Campaign
    secrets: list[Secret] = field(default_factory=list)
    sealed: list[int] = field(default_factory=list)

    def seal(self, name: str, act: acts.Declare | acts.Order, other: str, *known: str) -> None:
        """File something sealed, that could also name somebody else."""
        seq = self.small.write(self.small.umpire(act))
        self.sealed.append(seq)
        where = f"act_id = (SELECT a.id FROM act a JOIN event e ON e.id = a.event_id WHERE e.slug = '{SLUG}' AND a.seq = {seq})"
        table = f"campaign_{act.kind}"
        values = int(act.target or 0), self.small.ids[other]
        self.secrets.append(Secret(name, f"UPDATE {table} SET target = :value WHERE {where}", values, frozenset(known)))

    def put(self, secret: Secret, which: int) -> None:
        """Let the rows say the one or the other."""
        from webapp import db

        with self.small.app.app_context(), db.writing() as own:
            own.execute(text(secret.statement), {"value": secret.values[which]})
        self.small.app.extensions["snapshots"].clear()


@pytest.fixture
def planted(club: Flask) -> Planted:
    """Diplomacy of round 4: declarations and orders, replaced and standing, and two letters. The last act is a public one."""
    club.test_client_class = FlaskClient  # their HTML is checked elsewhere
    small = in_diplomacy(club)
    small.write(small.umpire(acts.Appoint(small.id("Bram"), "umpire")))
    p, i = Planted(small), small.id
    p.seal("a replaced declaration", acts.Declare(i("Anna"), i("Dirk")), "Cleo")
    p.seal("a declaration", acts.Declare(i("Anna"), i("Elsa")), "Finn", "Anna", "Xena")
    p.seal("a replaced order", acts.Order(i("Dirk"), i("Elsa"), i("Finn")), "Gijs")
    p.seal("an order", acts.Order(i("Dirk"), i("Elsa"), i("Anna")), "Cleo", "Dirk", "Elsa", "Xena")
    small.write(small.umpire(acts.Dispatch(i("Gijs"), 3, "We met again.")))
    _letters(p)
    return p


def _letters(p: Planted) -> None:
    from webapp import db
    from webapp.models.talk import Letter, Recipient

    with p.small.app.app_context(), db.writing() as own:
        event = p.small._event().id
        for sender, to in (("Anna", "Bram"), ("Dirk", "Elsa")):
            ids = p.small.ids
            letter = Letter(event_id=event, sender_id=ids[sender], sent=datetime.now(UTC), body="", key=sender, to=[Recipient(person_id=ids[to])])
            own.add(letter)
            own.flush()
            statement = f"UPDATE letter SET body = :value WHERE id = {letter.id}"
            p.secrets.append(Secret(f"a letter of {sender}", statement, ("the heron flies", "the otter swims"), frozenset({sender, to})))
    for secret in p.secrets:
        p.put(secret, 0)


def addresses(p: Planted) -> list[str]:
    """Every page and fragment of the campaign and of the club, with all that can be asked of it."""
    found: list[str] = ["/", "/home/now?v=0", "/home/pulse?v=0", "/members", f"/members/{p.small.ids['Anna']}", "/campaigns"]
    for rule in p.small.app.url_map.iter_rules():
        if rule.endpoint.startswith("campaign.") and "GET" in rule.methods and "<slug>" in rule.rule:
            found += _filled(rule.rule.replace("<slug>", SLUG), p)
    people = [p.small.id(name) for name in ("Anna", "Elsa", "Dirk")]
    found += [f"{HERE}/{page}?for={who}" for page in ("declare", "declare/sealed") for who in people]
    found += [f"{HERE}/desk/acts?round={n}" for n in (0, 4)] + [f"{HERE}/desk/leave?player={who}" for who in people]
    return [*found, f"{HERE}?after=2", f"{HERE}/pulse?v=0", f"{HERE}/desk?did={p.sealed[1]}", f"{HERE}/nothing", f"{HERE}/letters/99"]


def _filled(rule: str, p: Planted) -> Iterator[str]:
    """The addresses of a rule: of several words each, of numbers those of sealed acts and of letters."""
    hole = re.search(r"<(?:(\w+)(?:\(([^)]*)\))?:)?(\w+)>", rule)
    if hole is None:
        yield rule
        return
    values = {"seq": [str(p.sealed[1]), str(p.sealed[3])], "letter": ["1", "2"], "battle": ["3.1"]}
    for value in (hole.group(2) or "").split(", ") if hole.group(1) == "any" else values.get(hole.group(3), ["1"]):
        yield from _filled(rule.replace(hole.group(0), value), p)


def refusals(p: Planted) -> list[tuple[str, dict[str, str]]]:
    """Forms that are refused, late or wrong: their answers say why, and never more."""
    me = p.small.id("Anna")
    return [
        (f"{HERE}/declare", {"target": "999", "key": "k1"}), (f"{HERE}/declare?for={me}", {"target": me, "key": "k2"}),
        (f"{HERE}/declare/order", {"vassal": me, "target": me, "key": "k3"}), (f"{HERE}/letters/new", {"body": "", "key": "k4"}),
        (f"{HERE}/desk/close-diplomacy", {"round": "4", "seen": "1", "key": "k5"}), (f"{HERE}/desk/reopen", {"seen": "1", "key": "k6"}),
        (f"{HERE}/desk/acts/{p.sealed[1]}/stand", {"key": "k7"}), (f"{HERE}/declarations", {}),
    ]  # fmt: skip


def everything(p: Planted, browser: FlaskClient, log: pytest.LogCaptureFixture) -> dict[str, str]:
    """All that a reader gets: status, headers, body, and what was logged meanwhile."""
    got = {}
    asked: list[tuple[str, Callable[[], Any]]] = [(url, lambda url=url: browser.get(url)) for url in addresses(p)]
    asked += [(f"POST {url}", lambda url=url, data=data: browser.post(url, data=data)) for url, data in refusals(p)]
    for name, ask in asked:
        log.clear()
        answer = ask()
        headers = sorted((k, v) for k, v in answer.headers if k not in HEADERS)
        got[name] = f"{answer.status_code} {headers} {UNLIKE.sub('', answer.text)} {log.text}"
    return got


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """The site's whole log, without the database's own."""
    logging.getLogger("sqlalchemy").setLevel(logging.WARNING)
    caplog.set_level(logging.DEBUG)
    return caplog


@pytest.mark.parametrize("reader", READERS)
def test_nothing_sealed_reaches_who_may_not_know_it(planted, visitor, signed_in, log, reader):
    browser = signed_in(reader) if reader else visitor
    before = everything(planted, browser, log)
    version = planted.small.snapshot().version
    for secret in planted.secrets:
        if reader not in secret.known:
            planted.put(secret, 1)
    after = everything(planted, browser, log)
    told = [name for name in before if before[name] != after[name]]
    assert told == []
    assert planted.small.snapshot().version == version
    assert sum(page.startswith("200") for page in before.values()) > 15


FOUND = {"a declaration": "/declare", "an order": "/declare", "a letter of Anna": "/letters/1", "a letter of Dirk": "/letters/2"}


def test_whoever_may_know_a_secret_finds_it(planted, signed_in):
    """Or else there would have been nothing to find."""
    for secret in planted.secrets:
        for name in sorted(secret.known):
            browser, url = signed_in(name), HERE + ("/desk" if name == "Xena" else FOUND[secret.name])
            before = UNLIKE.sub("", browser.get(url).text)
            planted.put(secret, 1)
            assert UNLIKE.sub("", browser.get(url).text) != before, (secret.name, name)
            planted.put(secret, 0)


@pytest.fixture
def revealed(planted: Planted) -> Planted:
    """The same once diplomacy is closed, with the umpire's draft of the allotment; the last act is a public one again."""
    from webapp import db
    from webapp.models.talk import Draft

    small = planted.small
    small.write(small.umpire(acts.CloseDiplomacy()), small.umpire(acts.Dispatch(small.id("Gijs"), 4, "Now we know.")))
    with small.app.app_context(), db.writing() as own:
        own.add(Draft(event_id=small._event().id, round=4, seats="[]", reason="", changed=datetime.now(UTC), by_id=small.ids["Xena"]))
    drafted = "UPDATE allotment_draft SET reason = :value"
    planted.secrets.append(Secret("a draft", drafted, ("they came late", "a table is wet"), frozenset({"Xena", "Bram"})))
    planted.put(planted.secrets[-1], 0)
    return planted


@pytest.mark.parametrize("reader", [None, "Xena"])
def test_what_was_replaced_and_what_is_drafted_stay_sealed_after_the_close(revealed, visitor, signed_in, log, reader):
    browser = signed_in(reader) if reader else visitor
    before = everything(revealed, browser, log)
    for secret in revealed.secrets:
        if reader not in secret.known and secret.name not in ("a declaration", "an order"):
            revealed.put(secret, 1)
    after = everything(revealed, browser, log)
    assert [name for name in before if before[name] != after[name]] == []


def test_the_close_makes_what_counts_known_to_everybody_and_the_draft_to_the_umpires(revealed, visitor, signed_in):
    pages = {"a declaration": (visitor, "/declarations"), "an order": (visitor, "/declarations"), "a draft": (signed_in("Bram"), "/desk/allotment")}
    for secret in revealed.secrets:
        if secret.name in pages:
            browser, url = pages[secret.name]
            before = UNLIKE.sub("", browser.get(HERE + url).text)
            revealed.put(secret, 1)
            assert UNLIKE.sub("", browser.get(HERE + url).text) != before, secret.name
            revealed.put(secret, 0)


def test_letters_and_drafts_are_in_no_event_file(revealed):
    from webapp import eventfile, journal

    with revealed.small.app.app_context():
        event = revealed.small._event()
        told = eventfile.written(event, journal.snapshot(event))
    assert "Now we know." in told
    assert [s.name for s in revealed.secrets if isinstance(s.values[0], str) and s.values[0] in told] == []


def test_a_late_form_does_not_tell_an_umpire_who_plays_that_there_was_an_order(planted, signed_in):
    answer = signed_in("Bram").post(f"{HERE}/desk/reopen", data={"seen": "1", "key": "late"})
    assert answer.status_code == 409
    assert "closed the round" in answer.text
    assert ("gave an order" in answer.text, "sealed a declaration" in answer.text) == (False, False)
