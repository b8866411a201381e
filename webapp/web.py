"""What all views share: forms that carry a key and a version, regions that refresh themselves, and rulings told with names."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from flask import Flask, Response, g, make_response, render_template, request, url_for
from flask_login import current_user
from flask_wtf import FlaskForm
from markupsafe import Markup, escape
from werkzeug.routing import IntegerConverter
from wtforms import HiddenField
from wtforms.validators import Length

from rules.rulings import Refusal, spell
from webapp import db, heraldry, journal
from webapp.models import Person
from webapp.security import error_page


class ActForm(FlaskForm):
    """A form that writes an act: `key` makes sending it twice do it once, `seen` is the version of the event it was drawn from.

    The key is that of the page and of what was chosen on it: who taps another button of the same page, or goes back to it, means another act.
    """

    key = HiddenField(validators=[Length(max=60)], render_kw={"id": False})  # a page may have several such forms
    seen = HiddenField(render_kw={"id": False})

    def __init__(self, *args: Any, version: int | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.refused: Refusal | None = None
        self.key.data = _bound(self.key.data) if self.key.raw_data and self.key.data else secrets.token_urlsafe(16)
        if version is not None and not self.seen.data:
            self.seen.data = str(version)

    def version(self) -> int | None:
        """The version the form was drawn from; None when it does not say."""
        said = self.seen.data or ""
        return int(said) if said.isdecimal() and len(said) < 10 else None

    def renew(self, version: int) -> None:
        """Draw the same form anew: typed values stay, key and version are fresh."""
        self.key.data, self.seen.data = secrets.token_urlsafe(16), str(version)

    def attempt(self, deed: Callable[[], Any]) -> bool:
        """Do the deed; a refusal is kept to be shown beside the form, and the answer is False."""
        try:
            deed()
        except Refusal as no:
            self.refused = no
            return False
        return True


def _bound(key: str) -> str:
    """The key of a form as it was sent: its own together with all that was typed."""
    typed = sorted(pair for pair in request.form.items(multi=True) if pair[0] not in ("key", "seen", "csrf_token"))
    return hashlib.sha256(repr((key, typed)).encode()).hexdigest()[:32]


def region(template: str, version: int | str, **context: Any) -> Response:
    """A fragment with its version: 204 when the page that asks (`?v=`) has this version already."""
    if request.args.get("v") == str(version):
        return Response(status=204)
    return make_response(render_template(template, version=version, **context))


def pulse(address: str, version: int | str, said: Iterable[str]) -> Response:
    """The fragment by which a page notices that something happened, told in `said`: its regions then fetch themselves."""
    answer = region("_pulse.html", version, address=address, said=said)
    if answer.status_code == 200:
        answer.headers["HX-Trigger"] = "banneret:changed"
    return answer


def page(template: str, status: int = 200, **context: Any) -> Response:
    """A whole page."""
    return make_response(render_template(template, **context), status)


class Names:
    """People of this request by id, read from the database once."""

    def __init__(self) -> None:
        self.people = {str(p.id): p for p in db.session().query(Person)}
        self.shields: dict[str, str] = {}

    def __call__(self, player: str | int | None) -> str:
        person = self.people.get(str(player))
        return person.name if person else "somebody"

    def person(self, player: str | int) -> Person | None:
        """The person of an id."""
        return self.people.get(str(player))

    def arms(self, player: str | int) -> heraldry.Arms:
        """The arms somebody bears: chosen, or derived from the name."""
        return arms_of(self.people[str(player)])


def names() -> Names:
    """The request's names."""
    if "names" not in g:
        g.names = Names()
    found: Names = g.names
    return found


def arms_of(person: Person) -> heraldry.Arms:
    """A person's arms: chosen, or derived from the name."""
    return heraldry.from_text(person.arms) if person.arms else heraldry.derived(person.name)


def arms_mark(arms: heraldry.Arms) -> str:
    """A short mark that changes with the arms."""
    return hashlib.sha256(heraldry.to_text(arms).encode()).hexdigest()[:8]


def arms_url(player: str | int) -> str:
    """The address of a person's shield; it changes with the arms, so it can be cached for ever."""
    known, player = names(), str(player)
    if player not in known.shields:
        person = known.person(player)
        known.shields[player] = _shield(request.script_root, person.id, person.name, person.arms) if person else ""
    return known.shields[player]


@lru_cache(maxsize=4096)
def _shield(root: str, person: int, name: str, arms: str | None) -> str:
    """The same, worked out once while neither arms nor name change; `root` is where the site is mounted."""
    shown = heraldry.from_text(arms) if arms else heraldry.derived(name)
    return url_for("club.arms", person=person, mark=arms_mark(shown))


def told(text: str, linked: bool = True) -> Markup:
    """A ruling's text with names put in, as links to the members' pages, and instants on the club's clock."""
    from webapp.telling import moment  # telling needs the names of this module

    def name(player: str) -> str:
        shown = escape(names()(player))
        if not linked or names().person(player) is None:
            return str(Markup("<b>{}</b>").format(shown))
        return str(Markup('<a class="name" href="{}">{}</a>').format(url_for("club.member", person=player), shown))

    return Markup(spell(str(escape(text)), name, moment))  # noqa: S704  the text is escaped before names and times go in


def plain(text: str) -> str:
    """A ruling's text with names put in and instants on the club's clock, without any markup."""
    from webapp.telling import moment

    return spell(text, names(), lambda at: moment(at).striptags())


def sentence(text: str, linked: bool = True) -> Markup:
    """A ruling's text as a sentence of its own: a capital at the start, a full stop at the end."""
    stop = "" if text.endswith((".", "!", "?")) else "."
    return told(f"{text[:1].upper()}{text[1:]}{stop}", linked)


def fresh_key() -> str:
    """A key for a form that is drawn without a form class."""
    return secrets.token_urlsafe(16)


class Number(IntegerConverter):
    """A number in an address, short enough for every database; what is longer names nothing."""

    regex = "[0-9]{1,9}"


def whole(text: str) -> int:
    """A number from the query of an address, as short as one in its path; what is none raises ValueError, so `type=whole` finds nothing."""
    if not re.fullmatch(Number.regex, text):
        raise ValueError(text)
    return int(text)


def init_app(app: Flask) -> None:
    """Make these known to templates, and answer stale forms."""
    app.url_map.converters["int"] = Number
    app.add_template_filter(told, "told")
    app.add_template_filter(sentence, "sentence")
    app.add_template_global(arms_url, "arms_url")
    app.add_template_global(names, "names")
    app.add_template_global(fresh_key, "fresh_key")
    app.register_error_handler(journal.Stale, _stale)
    app.register_error_handler(Refusal, _refused)
    app.context_processor(lambda: {"me": current_user.person if current_user.is_authenticated else None})


def _stale(stale: journal.Stale) -> Response:
    """Says what happened since the form was drawn; of what is sealed not even that there was something (K4). Words that were typed are not lost."""
    since = [entry for entry in stale.since if entry.act.kind not in journal.SEALED]
    typed = [text for name in ("reason", "text", "name", "lines") if (text := request.form.get(name, "").strip())]
    return error_page(409, stale=stale, since=since, typed=typed)


def _refused(no: Refusal) -> Response:
    return error_page(422, refusal=no)
