"""The umpire's table for what comes in on paper or by word: for whom, then what; the pages of the players themselves take it from there (K53)."""

from __future__ import annotations

from typing import Any

from flask import request
from flask.typing import ResponseReturnValue
from flask_login import current_user

from webapp.campaign import read_paper
from webapp.campaign.views import asked, bp, shaped
from webapp.web import page, region


def _context() -> dict[str, Any]:
    a = asked()
    return shaped(a) | {"paper": read_paper.paper(a.season, request.args.get("player", ""), str(current_user.person.id))}


@bp.get("/campaigns/<slug>/desk/paper")
def paper(slug: str) -> ResponseReturnValue:
    """Everybody for whom something can be entered; `?player=` shows what, for one of them."""
    return page("campaign/paper.html", **_context())


@bp.get("/campaigns/<slug>/desk/paper/part")
def paper_part(slug: str) -> ResponseReturnValue:
    """The same as a region."""
    return region("campaign/_paper.html", **_context())
