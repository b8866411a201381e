"""The umpire reminds those who have filed nothing."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user

from webapp.campaign import acts_remind, read_remind
from webapp.campaign.views import asked, bp, shaped
from webapp.web import ActForm, page


def reminding() -> read_remind.Reminding | None:
    """For the desk: whom the umpire who reads it can remind, and whom he reminded when."""
    return read_remind.reminding(g.event, asked().season, current_user.person.id, datetime.now(UTC))


bp.context_processor(lambda: {"reminding": reminding})


@bp.route("/campaigns/<slug>/desk/remind", methods=["GET", "POST"])
def remind(slug: str) -> ResponseReturnValue:
    """Send a reminder to everybody who has filed nothing; GET shows the letter, and to whom it goes."""
    form = ActForm(version=asked().snap.version)
    deed = lambda: acts_remind.remind(g.event, current_user.person.id, form.key.data or "", datetime.now(UTC))  # noqa: E731
    if request.method == "POST" and form.validate() and form.attempt(deed):
        return redirect(url_for("campaign.desk", slug=slug) + "#filed", 303)
    shown = reminding()
    if shown is None and not form.refused:
        return redirect(url_for("campaign.desk", slug=slug), 303)
    return page("campaign/remind.html", 422 if form.refused or form.errors else 200, **shaped(asked()), shown=shown, form=form)
