"""Whom a victorious double names as lord of the man it beat (C7b, K24)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.campaign.pyramid import Lords, above
from rules.rulings import Player, Refusal, Ruling, listing, mention


def votes_counted(lord: Lords, team: Sequence[Player], votes: Mapping[Player, Player | None]) -> dict[Player, Player | None]:
    """What each member's vote comes to: a subordinate votes with the highest of his lords in the team, whatever he says himself (C8, K24)."""
    return {p: votes.get(next((up for up in reversed(above(lord, p)) if up in team), p)) for p in team}


def designate(lord: Lords, team: Sequence[Player], votes: Mapping[Player, Player | None]) -> Player | None:
    """The member named by all with one voice, or None. A lone attacker needs no vote. `votes` has those who voted; None means "none of us"."""
    for voter, candidate in votes.items():
        check_vote(team, voter, candidate)
    if len(team) == 1:
        return team[0]
    named = set(votes_counted(lord, team, votes).values())
    return named.pop() if len(named) == 1 else None


def check_vote(team: Sequence[Player], voter: Player, candidate: Player | None) -> None:
    """Refuses a vote by or for somebody outside the double."""
    if voter not in team:
        raise Refusal("C7b", f"{mention(voter)} is not in this double and has no vote in it")
    if candidate is not None and candidate not in team:
        raise Refusal("C7b", f"{mention(candidate)} is not in this double; name one of {listing(team, 'or')}, or nobody")


def named(lord: Lords, team: Sequence[Player], votes: Mapping[Player, Player | None]) -> Ruling:
    """What the votes of a double come to, in a sentence; for a double of at least two."""
    chosen = designate(lord, team, votes)
    obeying = [p for p in team if any(up in team for up in above(lord, p))]
    clauses = ("C7b", "K24", "C8") if obeying else ("C7b", "K24")
    obeyed = f" ({listing(obeying)} must vote as the lord in the team does)" if obeying else ""
    if chosen:
        return Ruling(clauses, (chosen, *team), f"the double of {listing(team)} names {mention(chosen)} as lord{obeyed}", "named")
    missing = [p for p in team if p not in votes and p not in obeying]
    why = f"{listing(missing)} did not vote" if missing else "they do not agree on one of them"
    return Ruling(clauses, tuple(team), f"the double of {listing(team)} names no lord: {why}{obeyed}", "named_none")
