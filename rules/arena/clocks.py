"""One match's clock and court: when it must be fought, who may move that, and when its result is beyond dispute (R8, R9, D1-D5, II.5).

All limits include their last instant. Nothing here happens by itself: what an hour brings about is asked with `now`, never stored, and
nobody forfeits anything before a judge says so (A38, A45).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from rules.arena.settings import Settings
from rules.rulings import Player, Refusal, count, instant, listing, mention

UNFOUGHT = ("posted", "scheduled", "conflict", "reopened")
DECIDED = ("played", "forfeited")


@dataclass(frozen=True, slots=True)
class Officials:
    """Who holds which office; a guardian is a judge as well (D1, D2)."""

    guardians: frozenset[Player] = frozenset()
    judges: frozenset[Player] = frozenset()
    dice_masters: frozenset[Player] = frozenset()

    def is_judge(self, person: Player | None) -> bool:
        """Whether somebody may judge at all."""
        return person in self.judges or person in self.guardians

    def __contains__(self, person: Player | None) -> bool:
        return self.is_judge(person) or person in self.dice_masters


@dataclass(frozen=True, slots=True)
class Terms:
    """What the Guardian sets when a match is taken up again: score and, per side, step and man-at-arms; a pending free round; the time (A42)."""

    time: datetime
    score: tuple[int, int]
    step: tuple[int, int] = (1, 1)
    guards: tuple[str, str] = ("none", "none")
    free: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """One judge's word on a scroll: "uphold", "award" (to `winner`) or "reopen" (on `terms`)."""

    kind: str
    winner: Player | None = None
    terms: Terms | None = None


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match's clock. `state` is posted, scheduled, conflict, played, disputed, reopened, final or forfeited.

    `limit`: by when its time may be agreed. `time`: the time set, by a judge if `by_judge`. `reported`: when a judge came to know of a conflict.
    `ended`: end of play, or of the waiting for the absent. `votes`: judges' words not yet enough for a ruling.
    """

    a: Player
    b: Player
    posted: datetime
    limit: datetime
    state: str = "posted"
    time: datetime | None = None
    by_judge: bool = False
    reported: datetime | None = None
    ended: datetime | None = None
    winner: Player | None = None
    absent: tuple[Player, ...] = ()
    proposed: tuple[tuple[Player, datetime], ...] = ()
    scrolls: tuple[tuple[Player, datetime, str], ...] = ()
    votes: tuple[tuple[Player, Verdict], ...] = ()
    accepted: tuple[Player, ...] = ()

    @property
    def pair(self) -> tuple[Player, Player]:
        """Both combatants."""
        return self.a, self.b


def post(settings: Settings, a: Player, b: Player, now: datetime) -> Fixture:
    """The clock of a match that has just been listed with both combatants (R8, A36)."""
    return Fixture(a, b, now, now + timedelta(hours=settings.post_hours))


def repost(settings: Settings, f: Fixture, now: datetime) -> Fixture:
    """The same clock with its hours counted anew, after a scroll had kept the match waiting (A40)."""
    return replace(f, limit=max(f.limit, now + timedelta(hours=settings.post_hours)))


def propose(f: Fixture, who: Player, time: datetime, now: datetime) -> Fixture:
    """One combatant names a time, in place of any he named before."""
    _check_time(f, who, time, now)
    return replace(f, proposed=(*(p for p in f.proposed if p[0] != who), (who, time)))


def agree(f: Fixture, time: datetime, now: datetime) -> Fixture:
    """Both have agreed on a time, up to the limit (R8, A36)."""
    _check_time(f, None, time, now)
    return replace(f, state="scheduled", time=time, by_judge=False, proposed=())


def _check_time(f: Fixture, who: Player | None, time: datetime, now: datetime) -> None:
    if who is not None:
        _combatant(f, who)
    if f.state not in ("posted", "scheduled") or f.by_judge:
        raise Refusal("R8", "a time can be agreed only while the match waits for one and no judge has taken it up")
    if time < now:
        raise Refusal("R8", "that time has passed already; name a later one")
    if time > f.limit:
        raise Refusal("A36", f"the match must be fought by {instant(f.limit)}; name an earlier time, or ask a judge for more")


def contact_judge(f: Fixture, who: Player, now: datetime) -> Fixture:
    """A combatant reports that no time was found, or that nobody came; a judge's hours run from here (R8, A37)."""
    _combatant(f, who)
    if f.state not in ("posted", "scheduled"):
        raise Refusal("R8", "a judge knows of this match already" if f.state == "conflict" else "this match waits for no time any more")
    return replace(f, state="conflict", reported=now, time=None, by_judge=False, proposed=())


def judge_schedule(settings: Settings, officials: Officials, f: Fixture, judge: Player | None, time: datetime, now: datetime) -> Fixture:
    """A judge sets the time, within his hours of the report; they may reach past the first limit (R8, A37)."""
    _judge(officials, f, judge)
    if f.state != "conflict" or f.reported is None:
        raise Refusal("R8", "a judge sets the time only after one of the combatants has reported to him")
    limit = f.reported + timedelta(hours=settings.judge_hours)
    if time < now:
        raise Refusal("R8", "that time has passed already; set a later one")
    if time > limit:
        raise Refusal(
            "A37", f"set a time within {count(settings.judge_hours, 'hour')} of the report, so by {instant(limit)}, or allow more time (R9)"
        )
    return replace(f, state="scheduled", time=time, by_judge=True)


def extend(officials: Officials, f: Fixture, judge: Player | None, until: datetime, reason: str) -> Fixture:
    """A judge allows more time, with a reason; the combatants look for a time again (R9)."""
    _judge(officials, f, judge)
    if f.state not in UNFOUGHT:
        raise Refusal("R9", "this match has been decided; it needs no more time")
    if not reason.strip():
        raise Refusal("R9", "more time needs a reason; write down why")
    if until <= f.limit and f.state != "reopened":
        raise Refusal("R9", f"the combatants have until {instant(f.limit)} already; allow more than that")
    again = "reopened" if f.state == "reopened" else "posted"
    return replace(f, state=again, limit=max(until, f.limit), time=until if again == "reopened" else None, by_judge=False, reported=None)


def no_show(settings: Settings, officials: Officials, f: Fixture, judge: Player | None, absent: tuple[Player, ...], now: datetime) -> Fixture:
    """A judge declares who did not come at the time an official had set: these have resigned (R8, A38)."""
    _judge(officials, f, judge)
    if not absent or len(set(absent)) < len(absent) or not set(absent) <= set(f.pair):
        raise Refusal("A38", f"only {listing(f.pair, 'or')} can be missing here; name who did not come")
    if not (f.state == "reopened" or (f.state == "scheduled" and f.by_judge)) or f.time is None:
        raise Refusal("A38", "only a time set by a judge can be missed; report to a judge, who sets one")
    if now < f.time + timedelta(minutes=settings.no_show_grace_min):
        raise Refusal("A38", f"nobody is late before {instant(f.time + timedelta(minutes=settings.no_show_grace_min))}")
    there = [p for p in f.pair if p not in absent]
    return _fresh(f, "forfeited", now, there[0] if there else None, tuple(p for p in f.pair if p in absent))


def play(f: Fixture, winner: Player, now: datetime) -> Fixture:
    """The match has been fought to its end (R5)."""
    _combatant(f, winner)
    if f.state not in UNFOUGHT:
        raise Refusal("R3", "this match has been decided already")
    return _fresh(f, "played", now, winner, ())


def unplay(f: Fixture) -> Fixture:
    """The clock as it ran before the match was decided: what decided it has been taken back."""
    return replace(f, state="scheduled" if f.time else "posted", ended=None, winner=None, absent=(), accepted=(), votes=())


def _fresh(f: Fixture, state: str, now: datetime, winner: Player | None, absent: tuple[Player, ...]) -> Fixture:
    return replace(f, state=state, ended=now, winner=winner, absent=absent, votes=(), accepted=(), proposed=())


def dispute_until(settings: Settings, f: Fixture) -> datetime | None:
    """The last instant at which a scroll is in time: counted from the later of the time set and the end of play, after a no-show
    from the judge's word (A39). None while nothing is decided."""
    if f.ended is None or f.state not in (*DECIDED, "disputed"):
        return None
    start = max(f.ended, f.time) if f.time and not f.absent else f.ended
    return start + timedelta(hours=settings.dispute_hours)


def dispute(settings: Settings, f: Fixture, who: Player, text: str, now: datetime) -> Fixture:
    """A combatant's scroll on his own match; each may send one while it is time (D3)."""
    _combatant(f, who)
    until = dispute_until(settings, f)
    if until is None:
        ruled = f.state == "final"
        raise Refusal("D1" if ruled else "D3", "an official has ruled; that is final" if ruled else "there is no result to dispute")
    if now > until:
        raise Refusal("D3", f"the result stands; scrolls were in time until {instant(until)}")
    if is_final(settings, f, now):
        raise Refusal("A40", "both combatants have accepted the result, so it stands")
    return replace(f, state="disputed", scrolls=(*f.scrolls, (who, now, text)), accepted=())


def accept(settings: Settings, f: Fixture, who: Player, now: datetime) -> Fixture:
    """A combatant accepts the result; when both have, it is final (A40)."""
    _combatant(f, who)
    if f.state not in DECIDED or is_final(settings, f, now):
        raise Refusal("A40", "there is no open result to accept" if f.state != "disputed" else "the result is disputed; wait for the ruling")
    return f if who in f.accepted else replace(f, accepted=(*f.accepted, who))


def is_final(settings: Settings, f: Fixture, now: datetime) -> bool:
    """Whether the result is beyond dispute at an instant (D1, D3, A39, A40); exactly at the end of the time for scrolls it is not yet."""
    if f.state in DECIDED:
        until = dispute_until(settings, f)
        return len(f.accepted) == 2 or (until is not None and now > until)
    return f.state == "final"


def state_at(settings: Settings, f: Fixture, now: datetime) -> str:
    """The state as it is at an instant: a result nobody disputed in time is final."""
    return "final" if is_final(settings, f, now) else f.state


def rule(settings: Settings, officials: Officials, f: Fixture, judge: Player | None, verdict: Verdict, now: datetime) -> Fixture:
    """An official's word on a scroll. It takes effect when enough agree (A41); until then it is kept as a vote, one each, the last one counting."""
    _judge(officials, f, judge)
    if f.state != "disputed":
        raise Refusal("D1", "an official has ruled; that is final" if f.state == "final" else "there is no scroll to rule on")
    needed = _needed(settings, officials, f, judge, verdict.kind)
    _check_verdict(f, verdict, now)
    votes = (*(v for v in f.votes if v[0] != judge), (judge or "", verdict))
    if sum(v == verdict for _, v in votes) < needed:
        return replace(f, votes=votes)
    f = replace(f, votes=())
    if verdict.terms:
        return replace(f, state="reopened", winner=None, ended=None, absent=(), time=verdict.terms.time, by_judge=True)
    return replace(f, state="final", winner=verdict.winner if verdict.kind == "award" else f.winner)


def _needed(settings: Settings, officials: Officials, f: Fixture, judge: Player | None, kind: str) -> int:
    """How many must agree: a guardian alone always suffices; in a guardian's own match two judges stand in for him."""
    if judge in officials.guardians:
        return 1
    stands_in = any(p in officials.guardians for p in f.pair)
    if kind == "reopen" and not stands_in:
        raise Refusal("D5", "only the Guardian can have a match fought on from a score he sets")
    return 2 if kind == "reopen" else min(settings.ruling_quorum, 2) if stands_in else settings.ruling_quorum


def _check_verdict(f: Fixture, verdict: Verdict, now: datetime) -> None:
    if verdict.kind == "award" and verdict.winner not in f.pair:
        raise Refusal("D4", f"the match can be awarded to {listing(f.pair, 'or')}")
    if verdict.kind == "reopen" and verdict.terms is None:
        raise Refusal("D5", "a match taken up again needs its score and a time")
    if verdict.terms and verdict.terms.time < now:
        raise Refusal("D5", "the new time must not lie in the past")


def _judge(officials: Officials, f: Fixture, judge: Player | None) -> None:
    if judge is None or not officials.is_judge(judge):
        raise Refusal("D1", "only the Guardian or a judge can do this")
    if judge in f.pair:
        raise Refusal("A41", f"{mention(judge)} fights in this match and cannot judge it; another judge must")


def _combatant(f: Fixture, who: Player) -> None:
    if who not in f.pair:
        raise Refusal("D3", f"this match is between {listing(f.pair)}; it is theirs alone")
