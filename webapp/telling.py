"""How dates, acts, browsers and clauses are put into words on every page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from flask import Flask, g
from markupsafe import Markup

from rules import clauses
from rules.arena.tree import called
from rules.rulings import count
from webapp import heraldry
from webapp.club import read
from webapp.models import Person
from webapp.web import arms_of, names

DEEDS = {
    "set_settings": "changed the settings", "set_schedule": "filled in the schedule", "draw_map": "drew the map",
    "appoint": "appointed {person}", "enter": "entered", "assign_province": "gave {player} a province",
    "hand_in_list": "handed in an army list", "review_list": "looked at {player}'s army list", "begin": "began round 1",
    "declare": "sealed a declaration", "order": "gave an order", "close_diplomacy": "closed the diplomacy phase",
    "publish_allotment": "published the battles", "start_clock": "started the clock", "organise": "organised the commands",
    "joint_army": "proposed a joint army", "agree_army": "agreed to the joint army", "report": "entered the result of battle {battle}",
    "confirm": "confirmed the result of battle {battle}", "contest": "contested the result of battle {battle}",
    "vote": "voted in the double of battle {battle}", "close_round": "closed the round", "leave": "left the campaign",
    "reopen": "reopened the round", "strike": "took act {seq} back", "let_stand": "let act {seq} stand", "dispatch": "sent a dispatch",
    "rules_meeting": "set the rules meeting", "change_class": "became a {klass}", "rule_magic": "ruled that {player} used magic",
    "ban": "banned {player}", "lift_ban": "lifted the ban of {player}", "draw": "drew the bracket", "late_entry": "put {player} into a bye",
    "replace": "put {new} in the place of {old}", "pick_guard": "chose a man-at-arms in {match}",
    "open_chain": "opened a chain of dice for {match}", "words": "gave words for the dice of {match}",
    "throw": "threw {d1} and {d2} in {match}, round {round}", "confirm_throw": "confirmed typed dice", "resign": "resigned",
    "propose": "proposed a time for {match}", "agree": "agreed to a time for {match}", "contact_judge": "called a judge about {match}",
    "judge_time": "set a time for {match}", "extend": "gave more time for {match}", "no_show": "declared a no-show in {match}",
    "result": "entered the result of {match}", "scroll": "sent a scroll about {match}", "rule": "ruled on {match}",
    "accept": "accepted the result of {match}", "sign_standings": "signed the standings", "change_standings": "changed the standings",
    "late_hit": "threw after the end of {match}", "judge_late_hit": "judged a late hit",
}  # fmt: skip


def init_app(app: Flask) -> None:
    """Make the words known to templates."""
    for name in ("moment", "left", "deed", "browser"):
        app.add_template_filter(globals()[name], name)
    app.add_template_filter(count, "counted")
    for name in ("rule_anchor", "rule_title", "blazon_of", "on_now"):
        app.add_template_global(globals()[name], name)
    app.add_template_global(read.club_name, "club_name")
    app.add_template_global(read.demo_shown, "demo_shown")


def zone() -> ZoneInfo:
    """The club's own clock."""
    if "zone" not in g:
        club = read.club()
        g.zone = ZoneInfo(club.zone if club else "UTC")
    found: ZoneInfo = g.zone
    return found


def moment(at: datetime, date: bool = True) -> Markup:
    """An instant on the club's clock: "Tue 24 Nov, 21:40", with the year when it is another one."""
    local = at.astimezone(zone())
    day = f"{local:%a} {local.day} {local:%b}" + ("" if local.year == datetime.now(UTC).year else f" {local.year}")
    return Markup('<time datetime="{}">{}</time>').format(
        at.astimezone(UTC).isoformat(timespec="minutes"), f"{day}, {local:%H:%M}" if date else f"{local:%H:%M}"
    )


def left(span: timedelta) -> str:
    """What is left on a clock: "1:42:10"; "time is up" once nothing is."""
    seconds = int(span.total_seconds())
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}" if seconds > 0 else "time is up"


def deed(entry: Any) -> Markup:
    """What somebody did, and for whom, in one sentence; what is sealed is not told."""
    fields = {name: getattr(entry.act, name) for name in type(entry.act).__dataclass_fields__}
    shown = {k: names()(v) if "Player" in str(type(entry.act).__dataclass_fields__[k].type) else v for k, v in fields.items()}
    if "match" in shown:
        shown["match"] = called(shown["match"])
    who = names()(entry.by) if entry.by else "the house"
    on_behalf = f" for {names()(entry.for_)}" if entry.for_ and entry.for_ != entry.by else ""
    return Markup("<b>{}</b> {}{}.").format(who, DEEDS[entry.act.kind].format(**shown), on_behalf)


def browser(agent: str) -> str:
    """A browser in words short enough to know it by."""
    seen = next(
        (word for mark, word in (("Firefox", "Firefox"), ("Edg", "Edge"), ("Chrom", "Chrome"), ("Safari", "Safari")) if mark in agent), "A browser"
    )
    systems = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "Mac"), ("Linux", "Linux"))
    return seen + next((f" on {word}" for mark, word in systems if mark in agent), "")


def rule_anchor(clause: str) -> str:
    """Where a clause stands on a rules page; the top of it for one that has no place of its own."""
    return clauses.anchor(clause) if clauses.known(clause) else "main"


def rule_title(clause: str) -> str:
    """A clause's title."""
    return clauses.clause(clause).title if clauses.known(clause) else ""


def blazon_of(person: Person) -> str:
    """A person's arms in words."""
    return heraldry.blazon(arms_of(person))


def on_now(going: list[read.Going]) -> str:
    """How much is on, as a sentence."""
    words = {kind: sum(x.event.kind == kind for x in going) for kind in ("campaign", "arena")}
    parts = [f"{'one' if n == 1 else n} {kind}{'s' if n > 1 else ''}" for kind, n in words.items() if n]
    if not parts:
        return "Campaigns and arenas by the book."
    text = " and ".join(parts)
    return f"{text[0].upper()}{text[1:]} {'is' if sum(words.values()) == 1 else 'are'} on."
