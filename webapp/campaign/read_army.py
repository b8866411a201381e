"""Army lists as their pages show them: where each stands, what it adds up to, its versions, and who may read it (L1-L5, K39)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rules.campaign import muster
from rules.campaign.acts import HandInList
from rules.campaign.corrections import dropped
from rules.campaign.listtext import GRADES, TYPES, line_text
from rules.campaign.records import CINC, TroopLine
from rules.campaign.settings import Settings
from rules.campaign.state import FINISHED, Person, Season
from rules.campaign.troops import army_breaks_at, line_ap, line_equivalents
from rules.entry import Entry
from rules.rulings import Player, Problem
from webapp.campaign import armies
from webapp.campaign.read_battle import RANKS

MISSING, WAITING, APPROVED, RETURNED = "missing", "waiting", "approved", "returned"
STATES = {
    MISSING: ("bye", "No list yet"),
    WAITING: ("wait", "Waits for the umpire"),
    APPROVED: ("final", "Approved"),
    RETURNED: ("yours", "Returned"),
}
"""Where a list stands: the form and the word of its badge."""


@dataclass(frozen=True)
class Line:
    """One line of a list as a page shows it: the elements, the sort, what else is said of it, and its army points and element equivalents."""

    count: int
    sort: str
    title: str
    more: str
    points: str
    equivalents: str


@dataclass(frozen=True)
class Sum:
    """What a list comes to: its lines, army points, elements, element equivalents and the loss at which it breaks; what is wrong; and remarks."""

    lines: tuple[Line, ...]
    points: str
    over: bool
    elements: int
    equivalents: str
    breaks: str
    problems: tuple[Problem, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True)
class Word:
    """What the umpire said of a version: who, when, the verdict, and his words."""

    by: Player | None
    at: datetime
    verdict: str
    text: str


@dataclass(frozen=True)
class Version:
    """A list as it was handed in once: the act, what it came to, what changed since the version before, and what the umpire said of it."""

    number: int
    entry: Entry
    given: HandInList
    sum: Sum
    late: bool
    gone: bool
    changes: tuple[str, ...]
    words: tuple[Word, ...]


@dataclass(frozen=True)
class Standing:
    """One player's list as it stands."""

    person: Person
    state: str
    late: bool
    points: str
    problems: tuple[Problem, ...]

    @property
    def badge(self) -> tuple[str, str]:
        """Form and word of the badge."""
        return STATES[self.state]


def revealed(season: Season) -> bool:
    """Whether everybody may read the lists: once battles were published for the first time, or the campaign is over."""
    return season.phase == FINISHED or any(one.published for one in season.rounds)


def standing(season: Season, player: Player) -> Standing:
    """Where a player's list stands, with what is wrong with it as the settings are now."""
    one = season.people[player]
    given = one.handed_in
    if given is None:
        return Standing(one, MISSING, False, "", ())
    state = one.verdict if one.verdict in (APPROVED, RETURNED) else WAITING
    grave = tuple(p for p in muster.list_problems(given, season.settings) if p.grave)
    return Standing(one, state, muster.is_late(given.received, season.settings), muster.points_text(muster.list_ap(given)), grave)


def waiting(season: Season) -> tuple[Player, ...]:
    """Whose lists wait for the umpire: handed in and not looked at yet, or approved and no longer lawful."""
    stands = (standing(season, p) for p in season.present)
    return tuple(s.person.player for s in stands if s.state == WAITING or (s.state == APPROVED and s.problems))


def queue(season: Season) -> tuple[Standing, ...]:
    """Everybody's list, those first that wait for the umpire."""
    first = set(waiting(season))
    order = (WAITING, RETURNED, MISSING, APPROVED)
    return tuple(sorted((standing(season, p) for p in season.present), key=lambda s: (s.person.player not in first, order.index(s.state))))


def lines(troops: Iterable[TroopLine]) -> tuple[Line, ...]:
    """The lines of a list."""
    return tuple(_line(line) for line in troops)


def _line(line: TroopLine) -> Line:
    sort = f"{line.drill} {line.troop}" + (f" ({line.grade})" if line.grade else "")
    title = " ".join(filter(None, (GRADES.get(line.grade, ""), TYPES.get(line.troop, ""))))
    more = ", ".join(filter(None, (RANKS.get(line.general, ""), line.extra, line.note)))
    return Line(line.count, sort, title, more, muster.points_text(line_ap(line)), muster.points_text(line_equivalents(line)))


def added(given: HandInList, settings: Settings, entered: Person | None = None) -> Sum:
    """What a list comes to; with what the player entered as, remarks on how the two differ."""
    ap, weight = muster.list_ap(given), sum(line_equivalents(line) for line in given.troops)
    problems = tuple(p for p in muster.list_problems(given, settings) if p.grave)
    text = muster.points_text
    return Sum(
        lines(given.troops), text(ap), ap > settings.army_points * 2, sum(line.count for line in given.troops), text(weight),
        text(army_breaks_at(weight)), problems, tuple(_remarks(given, entered)),
    )  # fmt: skip


def without(one: Sum, code: str) -> Sum:
    """The same without one kind of problem: of what is not filled in yet nothing is wrong yet."""
    return replace(one, problems=tuple(p for p in one.problems if p.code != code))


def _remarks(given: HandInList, entered: Person | None) -> Iterable[str]:
    """What looks odd and forbids nothing."""
    known = armies.find(given.book, given.number)
    if known and given.year and not known.first <= given.year <= known.last:
        yield f"{known.name} is a list for {known.span}; {armies.year_text(given.year)} is outside. These years are not sure to the year."
    chosen = entered and armies.find(entered.book, entered.number)
    if known and entered and not (chosen and chosen.code == known.code):
        yield f"This is list {known.code}, {known.name}; in the campaign the army is called {entered.army}."
    leaders = sum(line.count for line in given.troops if line.general == CINC)
    if given.troops and leaders != 1:
        yield (
            "No line is marked as the commander-in-chief."
            if not leaders
            else f"{leaders} elements are marked as commander-in-chief; one leads an army."
        )


def versions(season: Season, player: Player) -> tuple[Version, ...]:
    """Every list a player has handed in, the latest first; those that were struck too."""
    gone = dropped(season.entries)
    found: list[Version] = []
    for entry in season.entries:
        act = entry.act
        if getattr(act, "player", None) != player:
            continue
        if isinstance(act, HandInList):
            before = found[-1].given if found else None
            late = muster.is_late(act.received, season.settings)
            changes = differences(before, act) if before else ()
            found.append(Version(len(found) + 1, entry, act, added(act, season.settings), late, entry.seq in gone, changes, ()))
        elif act.kind == "review_list" and found and entry.seq not in gone:
            found[-1] = replace(found[-1], words=(*found[-1].words, Word(entry.by, entry.at, act.verdict, act.text)))
    return tuple(reversed(found))


def differences(before: HandInList, after: HandInList) -> tuple[str, ...]:
    """What changed from one list to the next, a line each: + for what came, − for what went."""
    old, new = Counter(map(line_text, before.troops)), Counter(map(line_text, after.troops))
    heads = zip(_head(before), _head(after), strict=True)
    said = [f"{was or 'nothing'} → {now or 'nothing'}" for was, now in heads if was != now]
    return (*said, *(f"− {line}" for line in (old - new).elements()), *(f"+ {line}" for line in (new - old).elements()))


def _head(given: HandInList) -> Sequence[str]:
    """A list without its lines, in words."""
    number = f"/{given.number}" if given.number is not None else ""
    year = armies.year_text(given.year) if given.year else ""
    allies = "external allies" if given.external_allies else ""
    return f"list {given.book}{number}", given.edition, year, allies, f"{muster.points_text(muster.list_ap(given))} army points"
