"""A published battle and everything that was said about it: reports, answers, votes, the joint army of a double."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rules.campaign import scoring
from rules.campaign.acts import JointArmy, Report
from rules.campaign.battles import Battle
from rules.campaign.records import ATTACKERS, DEFENDER, UMPIRE
from rules.entry import Entry
from rules.rulings import Player, Problem

MISSING, REPORTED, CONFIRMED, CONTESTED, SETTLED = "missing", "reported", "confirmed", "contested", "settled"


@dataclass(frozen=True, slots=True)
class Filed:
    """A report as it was filed, with the points it comes to, and those that what the table saw would give (None: not told)."""

    entry: Entry
    report: Report
    attackers: int
    defender: int
    expected: tuple[int, int] | None = None

    @property
    def doubts(self) -> tuple[Problem, ...]:
        """What looks odd about it (K50, K51)."""
        return scoring.doubts(self.report.broken, self.attackers, self.defender, self.expected)

    @property
    def said(self) -> tuple[str | None, int, int]:
        """What it says happened; two reports agree when this is equal."""
        return self.report.broken, self.attackers, self.defender


@dataclass(frozen=True, slots=True)
class Fight:
    """A published battle with all that was said about it: reports by side, the other side's answer, votes, and the joint army of a double."""

    battle: Battle
    reports: dict[str, Filed] = field(default_factory=dict)
    answers: dict[str, Entry] = field(default_factory=dict)
    votes: dict[Player, Player | None] = field(default_factory=dict)
    army: JointArmy | None = None
    agreed: tuple[Player, ...] = ()

    @property
    def table(self) -> int:
        """Its table number."""
        return int(self.battle.id.partition(".")[2])

    @property
    def is_double(self) -> bool:
        """Whether several attack."""
        return len(self.battle.attackers) > 1

    @property
    def standing(self) -> str:
        """How far its result has come: missing, reported, confirmed, contested or settled."""
        reports = self.reports
        if UMPIRE in reports:
            return SETTLED
        if len(reports) == 2:
            return CONFIRMED if reports[ATTACKERS].said == reports[DEFENDER].said else CONTESTED
        if not reports:
            return MISSING
        return {"confirm": CONFIRMED, "contest": CONTESTED}.get(next((e.act.kind for e in self.answers.values()), ""), REPORTED)

    @property
    def filed(self) -> Filed | None:
        """The report that counts: the umpire's, else the one there is or both agree on; None while missing or contested."""
        reports = self.reports
        if UMPIRE in reports:
            return reports[UMPIRE]
        return None if self.standing in (MISSING, CONTESTED) else next(iter(reports.values()))

    def copy(self) -> Fight:
        """The same with dicts of its own, for a step to write into."""
        return replace(self, reports=dict(self.reports), answers=dict(self.answers), votes=dict(self.votes))
