"""Nothing of the arena's rules goes untested: every clause and ruling, and every setting by its default and each other value."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from rules.arena.settings import TABLE
from rules.choices import Choice, show
from rules.clauses import CLAUSES

HERE = Path(__file__).parent


def marks_of(holder: Any) -> Iterator[str]:
    """What the clause marks of a test say, its parameters' own marks included."""
    for mark in holder:
        if mark.name == "clause":
            yield from mark.args
        elif mark.name == "parametrize":
            for values in mark.args[1]:
                yield from marks_of(getattr(values, "marks", ()))


def marks_in(module: ModuleType) -> Iterator[str]:
    """What all the tests of a module prove."""
    for name, thing in vars(module).items():
        if name.startswith("test_"):
            yield from marks_of(getattr(thing, "pytestmark", ()))


def proven() -> set[str]:
    """Every id and every setting's value that some test here is marked with."""
    modules = (importlib.import_module(f"tests.rules.arena.{file.stem}") for file in sorted(HERE.glob("test_*.py")) if file != Path(__file__))
    return {mark for module in modules for mark in marks_in(module)}


def missing(choice: Choice, marks: set[str]) -> list[str]:
    """The values of a setting that no test tries: all of a choice, the default and one other of a number."""
    tried = {mark for mark in marks if mark.startswith(f"{choice.name}=")}
    if choice.kind == "one of":
        return [value for value in (f"{choice.name}={show(v)}" for v in choice.values) if value not in tried]
    default = f"{choice.name}={show(choice.default)}"
    return ([] if default in tried else [default]) + ([] if tried - {default} else [f"{choice.name}=another"])


def test_every_clause_and_ruling_of_the_arena_has_a_test():
    ids = [id_ for id_, clause in CLAUSES.items() if clause.sheet == "arena"]
    assert len(ids) > 90
    assert sorted(set(ids) - proven()) == []


def test_every_value_of_every_setting_of_the_arena_is_tried():
    marks = proven()
    assert [value for choice in TABLE for value in missing(choice, marks)] == []


def test_no_test_claims_a_clause_or_a_value_that_there_is_not():
    settings = {choice.name: choice for choice in TABLE}
    for mark in proven():
        name, is_setting, value = mark.partition("=")
        if not is_setting:
            assert mark in CLAUSES or mark == "III", mark
        elif settings[name].kind == "one of":
            assert value in [show(v) for v in settings[name].values], mark
        else:
            settings[name].check(None if value == "null" else int(value))
