"""Whose act an act is: a player's own, or the umpire's; and the umpire's on behalf of anybody (K53)."""

from __future__ import annotations

from rules.campaign.acts import Act, Appoint, Confirm, Contest, Enter, Leave, Order, Report
from rules.campaign.records import ATTACKERS, DEFENDER, UMPIRE
from rules.campaign.state import SIGNUP, Season
from rules.entry import Entry
from rules.rulings import Player, Refusal, listing, mention

_PLAYERS_OWN = frozenset(("enter", "hand_in_list", "declare", "organise", "joint_army", "agree_army", "vote", "leave", "dispatch"))


def is_umpire(season: Season, person: Player | None) -> bool:
    """Whether this is an umpire of the campaign; None is the house itself."""
    return person is None or person in season.umpires


def check_authority(season: Season, entry: Entry) -> None:
    """Refuses an act by somebody it does not belong to. An act with `for_` is done by the umpire for that player, and must be that player's act."""
    act = entry.act
    if isinstance(act, Appoint):
        return
    allowed = _actors(season, act)
    if allowed is None:
        if not is_umpire(season, entry.by):
            raise Refusal("K53", "only the umpire can do this")
        return
    if entry.for_ is not None:
        if not is_umpire(season, entry.by):
            raise Refusal("K53", "only the umpire can act for somebody else")
        if entry.for_ not in allowed:
            raise Refusal("K53", f"this is for {listing(allowed, 'or')} to do, not for {mention(entry.for_)}")
    elif entry.by is not None and entry.by not in allowed:
        if is_umpire(season, entry.by):
            raise Refusal("K53", f"say for whom you do this: {listing(allowed, 'or')}")
        raise Refusal("K53", f"only {listing(allowed, 'or')} can do this, or the umpire for him")
    if isinstance(act, Leave) and season.phase != SIGNUP and not is_umpire(season, entry.by):
        raise Refusal("K43", "the umpire confirms that somebody leaves; ask him")


def _actors(season: Season, act: Act) -> tuple[Player, ...] | None:
    """Who may do this himself; None: the umpire alone."""
    if isinstance(act, Order):
        return (act.lord,)
    if isinstance(act, Report | Confirm | Contest):
        return _side(season, act)
    if isinstance(act, Enter) or act.kind in _PLAYERS_OWN:
        return (getattr(act, "player"),)  # noqa: B009
    return None


def _side(season: Season, act: Report | Confirm | Contest) -> tuple[Player, ...] | None:
    """The members of the side that speaks."""
    if act.side == UMPIRE and isinstance(act, Report):
        return None
    battle = season.fight(act.battle).battle
    if act.side == ATTACKERS:
        return battle.attackers
    if act.side == DEFENDER:
        return (battle.defender,)
    raise Refusal("C7", f"a battle has attackers and a defender, and no side called {act.side}")
