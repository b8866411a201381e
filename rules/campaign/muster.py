"""Army lists, their commands in a round, and the joint army of a double (C6, L1-L6, K39-K42)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import get_args

from rules.campaign.acts import HandInList
from rules.campaign.pyramid import Lords, above
from rules.campaign.records import ALLY, CINC, SUB_GENERAL, Command, Part, Rank, Share, TroopLine
from rules.campaign.settings import Settings
from rules.campaign.troops import army_ap, army_breaks_at, command_breaks_at, line_equivalents, line_problems
from rules.rulings import Player, Problem, count, mention

LISTS_IN_BOOK = {1: 64, 2: 84}
"""The list books that may be used, with the number of lists in each (L2)."""
RANKS = get_args(Rank)


def points_text(ap_half: int) -> str:
    """Half army points as people write them: 399 or 399.5."""
    return f"{ap_half // 2}.5" if ap_half % 2 else str(ap_half // 2)


def is_late(received: datetime, settings: Settings) -> bool:
    """Whether a list came in too late; the deadline itself is too late (L1). If only one of the two has an offset, both are read as local time."""
    deadline = settings.list_deadline
    if (received.tzinfo is None) != (deadline.tzinfo is None):
        received, deadline = received.replace(tzinfo=None), deadline.replace(tzinfo=None)
    return received >= deadline


def list_ap(given: HandInList) -> int:
    """Half army points of a list: added up from its lines, or as stated when it has none."""
    return army_ap(given.troops) if given.troops else given.ap_half or 0


def list_problems(given: HandInList, settings: Settings) -> tuple[Problem, ...]:
    """What is wrong with an army list. All is grave except lateness, which by default only earns a mark (L1-L4, C6, K39)."""
    problems = []
    if given.book not in LISTS_IN_BOOK:
        problems.append(Problem("wrong_book", None, "L2", f"armies come from list books 1 and 2, not from book {given.book}"))
    elif given.number is not None and not 1 <= given.number <= LISTS_IN_BOOK[given.book]:
        problems.append(Problem("unknown_list", None, "L2", f"book {given.book} has lists 1 to {LISTS_IN_BOOK[given.book]}, and no {given.number}"))
    ap = list_ap(given)
    if ap > settings.army_points * 2:
        problems.append(_over(ap, settings, "L3"))
    if given.external_allies:
        problems.append(Problem("external_allies", None, "L4", "external allies are not allowed"))
    if is_late(given.received, settings):
        hard = settings.late_lists == "reject"
        text = "the list came in after the deadline" + ("" if hard else "; the umpire decides whether it may be used")
        problems.append(Problem("late", None, "L1", text, grave=hard))
    return (*problems, *line_problems(given.troops))


def _over(ap_half: int, settings: Settings, clause: str) -> Problem:
    text = f"the army has {points_text(ap_half)} army points; {settings.army_points} are allowed"
    return Problem("over_army_points", None, clause, text)


@dataclass(frozen=True, slots=True)
class CommandSheet:
    """One command: its elements, half equivalents, and the lost half equivalents at which it is demoralised."""

    command: Command
    elements: int
    equivalents: int
    demoralised_at: int


@dataclass(frozen=True, slots=True)
class ArmySheet:
    """An army in its commands, with the lost half equivalents at which the army breaks."""

    commands: tuple[CommandSheet, ...]
    equivalents: int
    broken_at: int


def army_sheet(commands: Sequence[Command], parts: Iterable[Part], troops: Sequence[TroopLine]) -> ArmySheet:
    """The strength and break points of each command and of the army, for an organisation without problems."""
    elements, weight = [0] * len(commands), [0] * len(commands)
    for part in parts:
        elements[part.command] += part.count
        weight[part.command] += line_equivalents(troops[part.line], part.count)
    sheets = tuple(CommandSheet(c, elements[i], weight[i], command_breaks_at(weight[i])) for i, c in enumerate(commands))
    total = sum(weight)
    return ArmySheet(sheets, total, army_breaks_at(total))


def command_problems(commands: Sequence[Command], parts: Sequence[Part], troops: Sequence[TroopLine]) -> tuple[Problem, ...]:
    """What is wrong with a player's commands for a round (L5): one commander-in-chief, known ranks, and no more elements than the list has."""
    found = []
    if sum(c.rank == CINC for c in commands) != 1:
        found.append(("not_one_commander", "an army has exactly one commander-in-chief's command"))
    if any(c.rank not in RANKS for c in commands):
        found.append(("wrong_role", "each command is led by the commander-in-chief, a sub-general or an ally"))
    used: dict[int, int] = {}
    for part in parts:
        if not (0 <= part.command < len(commands) and 0 <= part.line < len(troops) and part.count > 0):
            found.append(("unknown_part", "elements are assigned from a line that the list does not have, or to a command that does not exist"))
            continue
        used[part.line] = used.get(part.line, 0) + part.count
    for line, assigned in sorted(used.items()):
        if assigned > troops[line].count:
            found.append(("too_many_elements", f"line {line + 1} has {count(troops[line].count, 'element')}, and its commands take {assigned}"))
    return tuple(Problem(code, None, "L5", text) for code, text in found)


def team_problems(shares: Sequence[Share], lord: Lords, settings: Settings) -> tuple[Problem, ...]:
    """What is wrong with the joint army of a double (C5, C6, L6, K41, K42); empty when it may fight."""
    problems = []
    if len(shares) > settings.team_cap:
        text = f"{len(shares)} players stand together; a double has at most {settings.team_cap}"
        problems.append(Problem("team_too_large", None, "C5", text))
    ap = sum(share.ap_half for share in shares)
    if ap > settings.army_points * 2:
        problems.append(_over(ap, settings, "C6"))
    for share in shares:
        if share.commands < 1:
            text = f"{mention(share.player)} brings no command; each member of a double contributes at least one"
            problems.append(Problem("no_command", share.player, "L6", text))
    commanders = [share.player for share in shares if share.role == CINC]
    if len(commanders) != 1:
        text = f"exactly one member is commander-in-chief; {len(commanders)} are named"
        problems.append(Problem("not_one_commander", None, "L6", text))
        return tuple(problems)
    return (*problems, *_rank_problems(shares, commanders[0], lord))


def roles(team: Iterable[Player], commander: Player, lord: Lords) -> dict[Player, str]:
    """Each member's role under this commander-in-chief: sub-general where he stands below him in the pyramid, else ally (L6, K41)."""
    return {p: CINC if p == commander else SUB_GENERAL if commander in above(lord, p) else ALLY for p in team}


def _rank_problems(shares: Sequence[Share], commander: Player, lord: Lords) -> list[Problem]:
    problems = []
    masters = [share.player for share in shares if share.player in above(lord, commander)]
    if masters:
        text = f"{mention(commander)} cannot command his own lord {mention(masters[0])}; another member must be commander-in-chief"
        problems.append(Problem("commands_own_lord", commander, "K41", text))
    right = roles((share.player for share in shares), commander, lord)
    words = {SUB_GENERAL: "a sub-general, because the commander-in-chief is a lord above him", ALLY: "an ally"}
    for share in shares:
        if share.role != right[share.player]:
            text = f"{mention(share.player)} serves as {words[right[share.player]]}"
            problems.append(Problem("wrong_role", share.player, "L6", text))
    return problems
