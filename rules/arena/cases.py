"""Worked cases of the arena, as plain data in and out: the bracket, a match's clock, a class, a match, its odds.

`outcome` raises Refusal for an input the rules refuse, and ValueError, beginning with the JSON path, for one that is not shaped as a case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from rules.arena import bracket, clocks
from rules.arena.clocks import Fixture, Officials, Terms, Verdict
from rules.arena.field import changed_class
from rules.arena.match import match_outcome
from rules.arena.settings import Settings
from rules.rulings import Refusal

JUDGES = Officials(frozenset({"BlackHawke"}), frozenset({"Lord^KnightMayre", "Lord William"}))
"""The officials that the sheet names (R4, D2)."""


def outcome(kind: str, settings: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The outcome of a case of this kind ("arena.bracket", ...) under these settings."""
    if kind not in KINDS:
        raise ValueError(f"$.kind: there is no kind {kind!r}; the arena has {', '.join(KINDS)}")
    if not isinstance(given, Mapping):
        raise ValueError("$.input: must be an object")
    if not isinstance(settings, Mapping):
        raise ValueError("$.settings: must be an object")
    return KINDS[kind](Settings.of(settings), given)


def bracket_outcome(settings: Settings, given: Mapping[str, Any]) -> dict[str, Any]:
    """arena.bracket: `names` in seed order and `ops`; see II.4."""
    _keys(given, "names", "ops")
    names = _list(given, "names")
    for i, name in enumerate(names):
        _text(name, f"$.input.names[{i}]")
    board = bracket.draw(names, settings.grand_final_reset)
    for i, op in enumerate(_list(given, "ops")):
        board = _bracket_op(board, _op(op, f"$.input.ops[{i}]", {"result": (2, 2), "resign": (1, None)}), f"$.input.ops[{i}]")
    return {
        "open": {slot: list(pair) for slot, pair in board.playable().items()},
        "champion": board.champion,
        "finished": board.finished,
        "losses": board.losses(),
        "out": board.out(),
    }


def _bracket_op(board: bracket.Bracket, op: list[Any], path: str) -> bracket.Bracket:
    for i, value in enumerate(op[1:]):
        _text(value, f"{path}[{i + 1}]")
    return board.result(op[1], op[2]) if op[0] == "result" else board.resign(*op[1:])


def class_outcome(settings: Settings, given: Mapping[str, Any]) -> dict[str, Any]:
    """arena.class: `class` and `ops` [new class, in_match]; a refused change is logged and changes nothing (R6, A35)."""
    _keys(given, "class", "ops")
    klass, changed, log = _klass(given["class"], "$.input.class"), False, []
    for i, op in enumerate(_list(given, "ops")):
        path = f"$.input.ops[{i}]"
        if not isinstance(op, list) or not 1 <= len(op) <= 2 or (len(op) == 2 and not isinstance(op[1], bool)):
            raise ValueError(f"{path}: must be [class] or [class, true or false]")
        try:
            klass, changed = changed_class(klass, changed, _klass(op[0], f"{path}[0]"), op[1] if len(op) == 2 else False)
            log.append("ok")
        except Refusal:
            log.append("refused")
    return {"log": log, "class": klass}


def _klass(value: Any, path: str) -> str:
    if value not in ("fighter", "mage"):
        raise ValueError(f"{path}: must be fighter or mage")
    return str(value)


FIXTURE_OPS: dict[str, tuple[int, int | None]] = {
    "agree": (2, 2),
    "contact_judge": (2, 2),
    "judge_schedule": (3, 3),
    "extend": (3, 3),
    "no_show": (3, 3),
    "play": (2, 2),
    "dispute": (2, 2),
    "is_final": (1, 1),
    "rule": (3, 6),
}
"""Each op on a match's clock with the fewest and most arguments it takes."""

NOW = {"agree": 2, "contact_judge": 2, "judge_schedule": 3, "no_show": 3, "play": 2, "dispute": 2, "is_final": 1, "rule": 3}
"""Where an op says when it happens."""


def fixture_outcome(settings: Settings, given: Mapping[str, Any]) -> dict[str, Any]:
    """arena.fixture: one match's clock; each op is logged "ok", "refused" or with its answer. `state` is that at the last moment told (II.5)."""
    _keys(given, "a", "b", "posted", "ops")
    a, b = _text(given["a"], "$.input.a"), _text(given["b"], "$.input.b")
    last = _time(given["posted"], "$.input.posted")
    fixture, log = clocks.post(settings, a, b, last), []
    for i, raw in enumerate(_list(given, "ops")):
        path = f"$.input.ops[{i}]"
        op = _op(raw, path, FIXTURE_OPS)
        if op[0] in NOW:
            last = max(last, _time(op[NOW[op[0]]], f"{path}[{NOW[op[0]]}]"))
        answer, fixture = _fixture_op(settings, fixture, op, path)
        log.append(answer)
    return {"log": log, "state": clocks.state_at(settings, fixture, last), "winner": fixture.winner}


def _fixture_op(settings: Settings, f: Fixture, op: list[Any], path: str) -> tuple[Any, Fixture]:
    """One op: its line in the log, and the clock after it."""

    def time(i: int) -> datetime:
        return _time(op[i], f"{path}[{i}]")

    if op[0] == "is_final":
        return clocks.is_final(settings, f, time(1)), f
    who = op[1] if op[0] == "agree" else _text(op[1], f"{path}[1]")
    moves: dict[str, Callable[[], Fixture]] = {
        "agree": lambda: clocks.agree(f, time(1), time(2)),
        "contact_judge": lambda: clocks.contact_judge(f, who, time(2)),
        "judge_schedule": lambda: clocks.judge_schedule(settings, JUDGES, f, who, time(2), time(3)),
        "extend": lambda: clocks.extend(JUDGES, f, who, time(2), _text(op[3], f"{path}[3]", empty=True)),
        "no_show": lambda: clocks.no_show(settings, JUDGES, f, who, _people(op[2], f"{path}[2]"), time(3)),
        "play": lambda: clocks.play(f, who, time(2)),
        "dispute": lambda: clocks.dispute(settings, f, who, "", time(2)),
        "rule": lambda: clocks.rule(settings, JUDGES, f, who, _verdict(op, path), time(3)),
    }
    try:
        f = moves[op[0]]()
    except Refusal:
        return "refused", f
    return list(f.absent) if op[0] == "no_show" else "ok", f


def _verdict(op: list[Any], path: str) -> Verdict:
    """rule(judge, uphold/award/reopen, now, winner, score, time); what its kind does not need is passed over."""
    kind = op[2]
    if kind not in ("uphold", "award", "reopen"):
        raise ValueError(f"{path}[2]: must be uphold, award or reopen")
    winner, score, time = (*op[4:], None, None, None)[:3]
    if kind != "reopen":
        return Verdict(kind, winner if kind == "award" else None)
    if score is None or time is None:
        raise Refusal("D5", "a match taken up again needs its score and a time")
    if not isinstance(score, list) or len(score) != 2 or not all(type(points) is int for points in score):
        raise ValueError(f"{path}[5]: must be two whole numbers")
    return Verdict(kind, None, Terms(_time(time, f"{path}[6]"), (score[0], score[1])))


def _keys(given: Mapping[str, Any], *known: str) -> None:
    """Every key there, and none that is not known."""
    for key in given:
        if key not in known:
            raise ValueError(f"$.input.{key}: is not part of such a case")
    for key in known:
        if key not in given:
            raise ValueError(f"$.input.{key}: is missing")


def _list(given: Mapping[str, Any], key: str) -> list[Any]:
    if not isinstance(given[key], list):
        raise ValueError(f"$.input.{key}: must be a list")
    return list(given[key])


def _op(op: Any, path: str, known: Mapping[str, tuple[int, int | None]]) -> list[Any]:
    """An op with the right number of arguments."""
    if not isinstance(op, list) or not op or not isinstance(op[0], str) or op[0] not in known:
        raise ValueError(f"{path}: must be a list that begins with {_or(known)}")
    fewest, most = known[op[0]]
    if not fewest <= len(op) - 1 <= (most if most is not None else len(op)):
        raise ValueError(f"{path}: {op[0]} has the wrong number of parts")
    return op


def _or(words: Iterable[str]) -> str:
    return " or ".join(words)


def _text(value: Any, path: str, empty: bool = False) -> str:
    if not isinstance(value, str) or not (value or empty):
        raise ValueError(f"{path}: must be a name")
    return value


def _people(value: Any, path: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError(f"{path}: must be a list of names")
    return tuple(_text(name, f"{path}[{i}]") for i, name in enumerate(value))


def _odds_outcome(settings: Settings, given: Mapping[str, Any]) -> dict[str, Any]:
    from rules.arena.odds import odds_outcome  # the only kind of case that needs numpy, which takes long to import

    return odds_outcome(settings, given)


def _time(value: Any, path: str) -> datetime:
    """A moment; one without a zone counts as UTC."""
    try:
        time = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise ValueError(f"{path}: must be a date and time such as 2000-05-01T12:00") from None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


KINDS: dict[str, Callable[[Settings, Mapping[str, Any]], dict[str, Any]]] = {
    "arena.match": match_outcome,
    "arena.bracket": bracket_outcome,
    "arena.fixture": fixture_outcome,
    "arena.class": class_outcome,
    "arena.odds": _odds_outcome,
}
