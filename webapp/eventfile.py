"""An event as one file: its acts in order, its people by name. Written by export, read by import and by the demo; described in docs/event-file.md.

Reading checks everything before anything is written, and names each fault by its path in the file.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import types
import typing
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from rules.campaign import settings
from rules.rulings import Refusal
from webapp import db, heraldry, journal
from webapp.models import Event, Person
from webapp.models.acts import KINDS
from webapp.models.club import folded, spelling_fault

FORMAT = 1
TIMES = frozenset(choice.name for choice in settings.TABLE if choice.kind == "time")
"""Settings that are points in time, and so move with all other times of an event."""

hints_of = functools.cache(typing.get_type_hints)


class BadFile(ValueError):
    """A file that cannot be an event; `faults` has a line for each thing that is wrong, led by its path."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


@dataclasses.dataclass(frozen=True)
class Parsed:
    """A file whose shape is right: people by their id in the file, and deeds that still name them so."""

    kind: str
    slug: str
    name: str
    lede: str
    place: str
    people: dict[str, dict[str, Any]]
    deeds: tuple[tuple[str | None, str | None, datetime, str, int | None, Any], ...]


def encode(act: Any) -> dict[str, Any]:
    """An act as JSON-ready data, its kind first; fields that have their default are left out."""
    return {"kind": act.kind} | _bare(act)


def _bare(value: Any) -> Any:
    if dataclasses.is_dataclass(value):
        pairs = ((f, getattr(value, f.name)) for f in dataclasses.fields(value))
        return {f.name: _bare(v) for f, v in pairs if v != f.default}
    if isinstance(value, tuple):
        return [_bare(v) for v in value]
    if isinstance(value, datetime):
        return value.isoformat()
    return value


class _Reader:
    """Turns JSON data into acts, collecting every fault with its path."""

    def __init__(self, people: typing.Container[str]) -> None:
        self.people = people
        self.faults: list[str] = []

    def fault(self, path: str, text: str) -> Any:
        self.faults.append(f"{path}: {text}")

    def shape(self, cls: Any, data: Any, path: str, but: tuple[str, ...] = ()) -> Any:
        if not isinstance(data, dict):
            return self.fault(path, "must be an object")
        fields = {f.name: f for f in dataclasses.fields(cls)}
        for extra in data.keys() - fields.keys() - set(but):
            self.fault(f"{path}.{extra}", "is not known here")
        hints, values = hints_of(cls), {}
        for name, field in fields.items():
            if name in data:
                values[name] = self.value(hints[name], data[name], f"{path}.{name}", "Player" in str(field.type))
            elif field.default is dataclasses.MISSING:
                self.fault(f"{path}.{name}", "is missing")
        return cls(**values) if len(self.faults) == 0 else None

    def value(self, hint: Any, data: Any, path: str, person: bool) -> Any:
        options = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
        if data is None:
            return None if type(None) in options else self.fault(path, "must not be null")
        base = next(o for o in options if o is not type(None))
        if typing.get_origin(base) is tuple:
            return self.several(typing.get_args(base)[0], data, path, person)
        if dataclasses.is_dataclass(base):
            return self.shape(base, data, path)
        return self.plain(base, data, path, person)

    def several(self, item: Any, data: Any, path: str, person: bool) -> Any:
        if not isinstance(data, list):
            return self.fault(path, "must be a list")
        return tuple(self.value(item, v, f"{path}[{n}]", person) for n, v in enumerate(data))

    def plain(self, base: Any, data: Any, path: str, person: bool) -> Any:
        if base is datetime:
            return self.time(data, path)
        if typing.get_origin(base) is typing.Literal:
            allowed = typing.get_args(base)
            known = any(data == word and type(data) is type(word) for word in allowed)
            return data if known else self.fault(path, f"must be one of {', '.join(map(json.dumps, allowed))}")
        if type(data) is not base or (base is int and abs(data) > 2**31 - 1):
            return self.fault(path, f"must be { {'str': 'a text', 'int': 'a whole number', 'bool': 'true or false'}[base.__name__] }")
        if base is str and "\x00" in data:
            return self.fault(path, "must not contain a NUL character")
        if person and data not in self.people:
            return self.fault(path, f"nobody in people is called {data!r}")
        return data

    def time(self, data: Any, path: str) -> datetime | None:
        try:
            found = datetime.fromisoformat(data)
        except (TypeError, ValueError):
            self.fault(path, "must be a date and time such as 2026-05-01T12:00:00+00:00")
            return None
        if not 1900 <= found.year < 3000:
            return self.fault(path, "must be between the years 1900 and 3000")
        return found if found.tzinfo else found.replace(tzinfo=UTC)


def loads(text: str) -> Any:
    """The data of a JSON text; ValueError when it is none, or names half of a character, which nothing could store or print."""
    try:
        data = json.loads(text)
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("it has half of a surrogate pair") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return data


def parse(text: str) -> Parsed:
    """Read a file's text; BadFile with every fault when its shape is wrong."""
    try:
        data = loads(text)
    except ValueError as no:
        raise BadFile([f"$: this is not JSON ({no})"]) from None
    head = _Reader(())
    if not isinstance(data, dict) or data.get("banneret") != FORMAT or data.get("event") not in tuple(KINDS):
        raise BadFile([f'$: this is not an event file ("banneret": {FORMAT}, "event": "campaign" or "arena")'])
    people = data.get("people")
    if not isinstance(people, dict) or not all(isinstance(p, dict) and isinstance(p.get("name"), str) and p["name"].strip() for p in people.values()):
        raise BadFile(["$.people: must be an object of people, each with a name"])
    _people_faults(head, people)
    for name, most in (("slug", 0), ("name", 80), ("lede", 200), ("place", 80)):
        head.value(str, data.get(name, ""), f"$.{name}", False)
        if name in ("slug", "name") and not str(data.get(name, "")).strip():
            head.fault(f"$.{name}", "must not be empty")
        if most and len(str(data.get(name, ""))) > most:
            head.fault(f"$.{name}", f"must have at most {most} letters")
    if not isinstance(data.get("acts"), list):
        head.fault("$.acts", "must be a list")
    if head.faults:
        raise BadFile(head.faults)
    lines = str(data.get("lede", "")), str(data.get("place", ""))
    return Parsed(data["event"], data["slug"], data["name"], *lines, people, _deeds(data["event"], data["acts"], people))


def _people_faults(head: _Reader, people: dict[str, dict[str, Any]]) -> None:
    for key, person in people.items():
        fault = spelling_fault(person["name"])
        if fault:
            head.fault(f"$.people.{key}.name", fault)
        try:
            if person.get("arms"):
                heraldry.from_text(person["arms"])
        except (ValueError, TypeError, AttributeError) as no:
            head.fault(f"$.people.{key}.arms", str(no))


def _deeds(sheet: str, acts: list[Any], people: dict[str, Any]) -> tuple[Any, ...]:
    out, faults = [], []
    for n, data in enumerate(acts):
        reader, path = _Reader(people), f"$.acts[{n}]"
        if not isinstance(data, dict) or data.get("kind") not in tuple(KINDS[sheet]):
            reader.fault(f"{path}.kind", f"a {sheet} knows no act of this kind")
        else:
            frame = ("kind", "by", "for", "at", "reason", "corrects")
            act = reader.shape(KINDS[sheet][data["kind"]], data, path, frame)
            at = reader.time(data.get("at"), f"{path}.at")
            by, for_ = (reader.value(str | None, data.get(k), f"{path}.{k}", True) for k in ("by", "for"))
            corrects = reader.value(int | None, data.get("corrects"), f"{path}.corrects", False)
            reason = reader.value(str, data.get("reason", ""), f"{path}.reason", False)
            out.append((by, for_, at, reason, corrects, act))
        faults += reader.faults
    if faults:
        raise BadFile(faults)
    return tuple(out)


def bring(own: Session, parsed: Parsed, *, demo: bool = False, until: datetime | None = None) -> Event:
    """Write a parsed event and its people in the caller's transaction, each act through the rules; BadFile when they refuse one.

    A person already known by name is the same person. With `until` all times are moved so that the last act falls there.
    """
    ids = {key: _person(own, person, demo) for key, person in parsed.people.items()}
    told = {"kind": parsed.kind, "name": parsed.name, "lede": parsed.lede, "place": parsed.place}
    event = Event(slug=free_slug(own, parsed.slug), **told, demo=demo, made=datetime.now(UTC))
    own.add(event)
    own.flush()
    move = until - max(d[2] for d in parsed.deeds) if until and parsed.deeds else timedelta()
    before = journal.Snapshot(0, b"", (), journal.ENGINES[parsed.kind].replay(()))
    for n, (by, for_, at, reason, corrects, act) in enumerate(parsed.deeds):
        deed = journal.Deed(_renamed(act, ids, move), _of(ids, by), _of(ids, for_), at + move, reason, corrects)
        try:
            before = journal.append(own, event, before, [deed], f"file/{n + 1}", at + move)
        except Refusal as no:
            name = {str(v): parsed.people[k]["name"] for k, v in ids.items()}
            raise BadFile([f"$.acts[{n}]: {no.clause}: {no.say(lambda p: name.get(p, p))}"]) from None  # noqa: B023
    return event


def _person(own: Session, data: dict[str, Any], demo: bool) -> int:
    name = " ".join(data["name"].split())
    found = own.scalar(select(Person).where(Person.folded == folded(name)))
    if found is None:
        found = Person(name=name, folded=folded(name), arms=data.get("arms"), demo=demo, joined=datetime.now(UTC))
        own.add(found)
        own.flush()
    return found.id


def _of(ids: dict[str, int], person: str | None) -> int | None:
    return None if person is None else ids[person]


def free_slug(own: Session, slug: str) -> str:
    """An address that no event has yet, made of the plain letters and digits of this one."""
    plain = "-".join("".join(c if c.isalnum() and c.isascii() else " " for c in slug.lower()).split())[:50] or "event"
    taken = set(own.scalars(select(Event.slug).where(Event.slug.startswith(plain))))
    return next(s for s in (plain, *(f"{plain}-{n}" for n in range(2, 10_000))) if s not in taken)


def _renamed(value: Any, ids: dict[str, int], move: timedelta) -> Any:
    """The act with the file's people replaced by ours and its times moved."""
    changed: dict[str, Any] = {}
    for field in dataclasses.fields(value):
        cell, person = getattr(value, field.name), "Player" in str(field.type)
        if isinstance(cell, tuple):
            changed[field.name] = tuple(_renamed(v, ids, move) if dataclasses.is_dataclass(v) else str(ids[v]) if person else v for v in cell)
        elif isinstance(cell, datetime):
            changed[field.name] = cell + move
        elif move and field.name == "value" and value.name in TIMES:
            changed[field.name] = _later(cell, move)
        elif person and cell is not None:
            changed[field.name] = str(ids[cell])
    return dataclasses.replace(value, **changed)


def _later(written: str, move: timedelta) -> str:
    """A setting's time as it is written, moved on by whole days, so that it keeps its hour."""
    return json.dumps((datetime.fromisoformat(json.loads(written)) - timedelta(days=-move // timedelta(days=1))).isoformat())


def export(event: Event, snap: journal.Snapshot, people: dict[str, Person], keep: typing.Callable[[Any], bool] = lambda _: True) -> dict[str, Any]:
    """The event as file data. `keep` chooses entries: the public export leaves out what is sealed."""
    used: set[str | None] = set()
    acts = []
    for entry in (e for e in snap.entries if keep(e)):
        frame = {"at": entry.at.isoformat(), "by": entry.by, "for": entry.for_, "reason": entry.reason, "corrects": entry.corrects}
        acts.append(encode(entry.act) | {k: v for k, v in frame.items() if v})
        used |= {entry.by, entry.for_} | _people(entry.act)
    named = {}
    for key in sorted((p for p in used if p), key=int):
        arms = people[key].arms
        named[key] = {"name": people[key].name, "arms": arms} if arms else {"name": people[key].name}
    head = {"banneret": FORMAT, "event": event.kind, "slug": event.slug, "name": event.name, "lede": event.lede, "place": event.place}
    return head | {"people": named, "acts": acts}


def written(event: Event, snap: journal.Snapshot) -> str:
    """The event as a file's text, one act a line."""
    people = {str(p.id): p for p in db.session().scalars(select(Person))}
    data = export(event, snap, people)
    acts = ",\n  ".join(json.dumps(act, ensure_ascii=False) for act in data.pop("acts"))
    head = json.dumps(data, ensure_ascii=False, indent=1)
    return f'{head[:-2]},\n "acts": [\n  {acts}\n ]\n}}\n' if acts else f'{head[:-2]},\n "acts": []\n}}\n'


def _people(value: Any) -> set[str | None]:
    found: set[str | None] = set()
    for field in dataclasses.fields(value):
        cell, person = getattr(value, field.name), "Player" in str(field.type)
        for item in cell if isinstance(cell, tuple) else (cell,):
            if dataclasses.is_dataclass(item):
                found |= _people(item)
            elif person:
                found.add(item)
    return found
