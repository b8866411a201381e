"""No clause, ruling or setting of the campaign is without a test that names it."""

from __future__ import annotations

import ast
import json
from functools import cache
from pathlib import Path

from rules.campaign.settings import TABLE
from rules.choices import Choice, show

HERE = Path(__file__).parent
CLAUSES = [
    *(f"C{n}" for n in range(1, 11)), "C7a", "C7b", "C7c", "C7d", *(f"L{n}" for n in range(1, 7)), "S1",
    *(f"K{n}" for n in range(1, 54)), "K10a", "K10b", "K10c",
]  # fmt: skip


def _marks(tree: ast.AST) -> set[str]:
    """Every text given to a clause mark, directly or through `pytestmark`."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "clause":
            found |= {arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)}
    return found


@cache
def proved() -> set[str]:
    """All marks in this folder; none of its tests may be skipped or expected to fail."""
    found: set[str] = set()
    for path in sorted(HERE.glob("test_*.py")):
        if path != Path(__file__):
            text = path.read_text()
            assert "skip(" not in text
            assert "xfail" not in text
            found |= _marks(ast.parse(text))
    for path in (HERE.parent / "cases" / "campaign").glob("*.json"):
        found |= set(json.loads(path.read_text())["clauses"])
    return found


def _wanted(choice: Choice) -> tuple[list[str], bool]:
    """The marks a setting needs, and whether it also needs one of another value."""
    if choice.values:
        return [f"{choice.name}={show(v)}" for v in choice.values], False
    default = choice.default.isoformat() if choice.kind == "time" else show(choice.default)
    return [f"{choice.name}={default}"], True


def test_every_clause_and_ruling_has_a_test():
    assert [c for c in CLAUSES if c not in proved()] == []


def test_every_setting_is_tried_with_its_default_and_with_every_other_value():
    marks, missing = proved(), []
    for choice in TABLE:
        wanted, another = _wanted(choice)
        missing += [mark for mark in wanted if mark not in marks]
        if another and not any(m.startswith(f"{choice.name}=") and m not in wanted for m in marks):
            missing.append(f"{choice.name}=something else")
    assert missing == []


def test_no_mark_names_a_setting_value_that_does_not_exist():
    known = {c.name: c for c in TABLE}
    for mark in proved():
        name, sign, value = mark.partition("=")
        if sign:
            assert not known[name].values or value in map(show, known[name].values), mark
        else:
            assert name in CLAUSES, mark
