"""The one way to write: keys, versions, the chain, and what happens when many write at once or a write is cut off."""

from __future__ import annotations

import multiprocessing
import threading
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import delete, event, select, text, update

from rules.arena.acts import Appoint, Enter
from rules.rulings import Refusal
from webapp import create_app, db, journal
from webapp.journal import Deed, Stale
from webapp.models import Act, Event, Person
from webapp.models.acts import PARTS

THREADS, EACH = 8, 12


def people(site: Flask, count: int) -> list[int]:
    from webapp.accounts.acts import register

    with site.app_context(), db.writing() as own:
        return [register(own, f"Fighter {n}", None).id for n in range(count)]


@pytest.fixture
def arena(club: Flask) -> int:
    with club.app_context(), db.writing() as own:
        made = Event(slug="lists", kind="arena", name="Lists", lede="", made=datetime.now(UTC))
        own.add(made)
        own.flush()
        return made.id


def enter(person: int) -> Deed:
    return Deed(Enter(str(person), "fighter", "axe"), by=person)


def test_an_act_survives_and_says_who_did_it(club, arena):
    with club.app_context():
        lists = db.session().get(Event, arena)
        written = journal.write(lists, Deed(Enter("1", "mage", "", "Otto"), by=6, for_=1), "k1")
        assert (written.seq, written.again) == (1, False)
    with club.app_context():
        entry = journal.snapshot(db.session().get(Event, arena)).entries[0]
        assert (entry.by, entry.for_, entry.act) == ("6", "1", Enter("1", "mage", "", "Otto"))


def test_the_same_key_twice_is_one_act_and_the_same_answer(club, arena):
    with club.app_context():
        lists = db.session().get(Event, arena)
        first = journal.write(lists, enter(1), "k1")
        journal.write(lists, enter(2), "k2")
        again = journal.write(lists, enter(1), "k1")
        assert (first.seq, again.seq, again.again) == (1, 1, True)
        assert journal.snapshot(lists).version == 2


def test_a_form_from_an_older_version_is_stale_only_where_it_concerns_it(club, arena):
    with club.app_context():
        lists = db.session().get(Event, arena)
        journal.write(lists, enter(1), "k1")
        with pytest.raises(Stale) as stale:
            journal.write(lists, enter(2), "k2", seen=0)
        assert [e.seq for e in stale.value.since] == [1]
        journal.write(lists, enter(2), "k3", seen=0, concerns=lambda e: e.act.player == "2")
        assert journal.snapshot(lists).version == 2


def test_what_the_rules_refuse_is_not_written(club, arena):
    with club.app_context():
        lists = db.session().get(Event, arena)
        with pytest.raises(Refusal):
            journal.write_all(lists, [enter(1), Deed(Enter("2", "wizard"), by=2)], "k1")
        assert journal.snapshot(lists).version == 0
        assert db.session().scalar(select(Act.id)) is None


def test_the_chain_shows_any_act_that_was_touched(club, arena):
    with club.app_context():
        lists = db.session().get(Event, arena)
        for person in (1, 2, 3):
            journal.write(lists, enter(person), f"k{person}")
        assert journal.faults(lists) == []
        table = PARTS["arena"]["enter"].table
        with db.writing() as own:
            ids = list(own.scalars(select(Act.id).order_by(Act.seq)))
            own.execute(update(table).where(table.c.act_id == ids[1]).values(weapon="banana"))
        assert journal.faults(lists) == [3]


def test_the_chain_shows_an_act_that_was_taken_out(club, arena):
    with club.app_context():
        lists = db.session().get(Event, arena)
        for person in (1, 2, 3):
            journal.write(lists, enter(person), f"k{person}")
        with db.writing() as own:
            middle = own.scalar(select(Act.id).where(Act.seq == 2))
            own.execute(delete(PARTS["arena"]["enter"].table).where(PARTS["arena"]["enter"].table.c.act_id == middle))
            own.execute(delete(Act).where(Act.id == middle))
        assert journal.faults(lists) != []


def test_eight_threads_lose_nothing(club, arena):
    ids = people(club, THREADS * EACH)
    errors: list[BaseException] = []

    def work(mine: list[int]) -> None:
        for person in mine:
            try:
                with club.app_context():
                    journal.write(db.session().get(Event, arena), enter(person), f"key {person}")
            except BaseException as error:
                errors.append(error)

    threads = [threading.Thread(target=work, args=(ids[n::THREADS],)) for n in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    whole(club, arena, THREADS * EACH)


def whole(site: Flask, arena: int, expected: int) -> None:
    with site.app_context():
        lists = db.session().get(Event, arena)
        snap = journal.snapshot(lists)
        assert [e.seq for e in snap.entries] == list(range(1, expected + 1))
        assert len({e.act.player for e in snap.entries}) == expected
        assert journal.faults(lists) == []


def _process(config: dict, arena: int, ids: list[int]) -> None:
    site = create_app(config)
    for person in ids:
        with site.app_context():
            journal.write(db.session().get(Event, arena), enter(person), f"key {person}")


def settings(site: Flask) -> dict:
    kept = ("TESTING", "DATABASE_URL", "SECRET_KEY", "ARGON2", "WTF_CSRF_ENABLED")
    return {k: site.config[k] for k in kept} | {"INSTANCE": site.instance_path}


def test_two_processes_lose_nothing(club, arena):
    ids = people(club, 40)
    fork = multiprocessing.get_context("fork")
    workers = [fork.Process(target=_process, args=(settings(club), arena, ids[n::2])) for n in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
        assert worker.exitcode == 0
    whole(club, arena, 40)


def _dies(config: dict, arena: int, statement: int, person: int) -> None:
    """Write one act and die just before the given SQL statement of the write (counted from 0); 77 tells that it came so far."""
    import os

    site = create_app(config)
    count = 0

    def before(*_: object) -> None:
        nonlocal count
        if count == statement:
            os._exit(77)
        count += 1

    with site.app_context():
        lists = db.session().get(Event, arena)
        event.listen(db.engine(), "before_cursor_execute", before)
        event.listen(db.engine(), "commit", before)
        journal.write(lists, enter(person), "cut off")


def test_a_write_cut_off_at_any_statement_leaves_before_or_after(club, arena):
    """The server is killed before each SQL statement of a write in turn, the commit included, until one write comes through."""
    with club.app_context():
        journal.write(db.session().get(Event, arena), enter(1), "first")
    fork = multiprocessing.get_context("fork")
    for statement in range(40):
        worker = fork.Process(target=_dies, args=(settings(club), arena, statement, 2))
        worker.start()
        worker.join(60)
        with club.app_context():
            lists = db.session().get(Event, arena)
            assert journal.faults(lists) == []
            rows = db.session().execute(text("SELECT count(*) FROM arena_enter")).scalar()
            assert rows == journal.snapshot(lists).version
            assert rows == (1 if worker.exitcode == 77 else 2)
        if worker.exitcode == 0:
            assert statement >= 5, "the write had fewer statements than a write has"
            return
        assert worker.exitcode == 77
    pytest.fail("the write never came through")


def test_a_sealed_act_enters_the_chain_with_a_nonce_of_its_own(club):
    assert "declare" in journal.SEALED
    assert "order" in journal.SEALED


def test_official_roles_come_from_acts(club, arena):
    from webapp import events

    with club.app_context():
        lists = db.session().get(Event, arena)
        person = db.session().scalar(select(Person.id).where(Person.name == "Xena"))
        assert events.roles(lists, person) == set()
        journal.write(lists, Deed(Appoint(str(person), "guardian"), by=None, at=datetime.now(UTC) - timedelta(hours=1)), "a")
        assert events.roles(lists, person) == {"guardian"}
        journal.write(lists, Deed(Appoint(str(person), "guardian", False), by=None), "b")
        assert events.roles(lists, person) == set()
