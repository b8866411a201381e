"""Commands of the shell: `flask --app webapp COMMAND`."""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import click
from flask import Flask, current_app
from flask.cli import AppGroup, with_appcontext
from gunicorn.app.base import BaseApplication
from sqlalchemy import func, select

from webapp import db, demo, eventfile, events, journal
from webapp.migrating import migrate
from webapp.models import Event, Person

event_group = AppGroup("event", help="Events as files.")
demo_group = AppGroup("demo", help="The demonstration club.")


def init_app(app: Flask) -> None:
    """Register the commands."""
    for command in (serve, migrate_command, password, adjudicate, demo_group, event_group):
        app.cli.add_command(command)


@click.command("migrate")
@with_appcontext
def migrate_command() -> None:
    """Bring the database to this version's tables."""
    migrate()


@click.command("password")
@click.argument("name")
@click.password_option(help="Asked for when it is not given.")
@with_appcontext
def password(name: str, password: str) -> None:
    """Give a member a password: his first, or a new one for one forgotten."""
    from webapp.accounts import acts

    fault = acts.password_fault(password)
    if fault:
        raise click.ClickException(fault)
    if not acts.give_password(name, password):
        raise click.ClickException(f"nobody here is called {name}; /members has everybody's name")
    click.echo(f"{name} can sign in with it now.")


@click.command("adjudicate")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Event files as JSON too, instead of in words.")
def adjudicate(files: tuple[Path, ...], as_json: bool) -> None:
    """Answer worked cases, one JSON object a file, and tell whole event files; the exit status is 1 for a mismatch and 2 for a malformed file."""
    from webapp.adjudicating import adjudicate as answer_of
    from webapp.adjudicating import in_words

    worst = 0
    for file in files:
        answer, status = answer_of(file)
        worst = max(worst, status)
        click.echo(in_words(answer) if "told" in answer and not as_json else json.dumps(answer, ensure_ascii=False))
        if status:
            click.echo(
                f"{file}: {answer.get('error') or 'refused, which was not expected' if not answer.get('mismatch') else answer['mismatch']}", err=True
            )
    sys.exit(worst)


@event_group.command("list")
@with_appcontext
def list_events() -> None:
    """All events: address, kind, acts, name."""
    for event in events.listed(db.session()):
        click.echo(f"{event.slug}\t{event.kind}\t{journal.snapshot(event).version} acts\t{event.name}")


@event_group.command("export")
@click.argument("slug")
@click.option("--to", type=click.Path(path_type=Path, dir_okay=False), help="The file to write; without it the file goes to the screen.")
@with_appcontext
def export_event(slug: str, to: Path | None) -> None:
    """Write an event as one file, sealed acts included."""
    event = events.find(db.session(), slug)
    if event is None:
        raise click.ClickException(f"there is no event {slug}; `flask --app webapp event list` names them")
    text = eventfile.written(event, journal.snapshot(event))
    if to is None:
        click.echo(text, nl=False)
    else:
        to.write_text(text, encoding="utf-8")
        to.chmod(0o600)


@event_group.command("import")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@with_appcontext
def import_event(file: Path) -> None:
    """Read an event's file: all of it, or with the faults listed nothing."""
    migrate()
    try:
        parsed = eventfile.parse(file.read_text(encoding="utf-8"))
        with db.writing() as own:
            event = eventfile.bring(own, parsed)
    except (eventfile.BadFile, UnicodeDecodeError) as no:
        raise click.ClickException(f"nothing was imported\n{no}") from None
    click.echo(f"Imported as {event.slug}.")


@demo_group.command("load")
def load() -> None:
    """Add the demonstration club: two events and their people."""
    migrate()
    events = demo.load(datetime.now(UTC))
    click.echo("Loaded: " + ", ".join(e.name for e in events) if events else "The demonstration is there already.")
    _sign_ins()


@demo_group.command("remove")
def remove() -> None:
    """Take the demonstration away again; what members made themselves stays."""
    click.echo("Removed." if demo.remove() else "There was no demonstration.")


@click.command("serve")
@click.option("--demo/--no-demo", "with_demo", default=True, help="Load the demonstration into an empty database.")
@with_appcontext
def serve(with_demo: bool) -> None:
    """Migrate, load the demonstration into an empty database, say where the site is, and serve it with gunicorn."""
    from webapp.accounts import read

    migrate()
    empty = not db.session().scalar(select(func.count(Person.id))) and not db.session().scalar(select(func.count(Event.id)))
    if empty and with_demo:
        click.echo("Loading the demonstration club ...")
        demo.load(datetime.now(UTC))
    host, port = current_app.config["HOST"], int(current_app.config["PORT"])
    shown = f"[{host}]" if ":" in host else "127.0.0.1" if host in ("0.0.0.0", "::") else host
    click.echo(f"\nBanneret is at http://{shown}:{port}   (stop it with Ctrl-C)")
    _sign_ins()
    if read.nobody_yet():
        click.echo(f"No account yet: open http://{shown}:{port}/set-up with the code {read.set_up_code()}")
    sys.stdout.flush()
    db.session().close()
    db.engine().dispose()
    _Server().run()


def _sign_ins() -> None:
    if demo.present():
        click.echo("The demonstration's sign-ins, all with the password " + demo.PASSWORD + ":")
        for name, what in demo.SIGN_INS:
            click.echo(f"  {name:<12} {what}")


class _Server(BaseApplication):
    """gunicorn with the app that is loaded already: one process with many threads, so that limits and caches are exact; a club's traffic fits it."""

    def load_config(self) -> None:
        """Called by gunicorn."""
        host, port = current_app.config["HOST"], int(current_app.config["PORT"])
        chosen = {
            "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}", "workers": int(os.environ.get("WEB_CONCURRENCY", "1")),
            "worker_class": "gthread", "threads": 16, "graceful_timeout": 3, "timeout": 60, "keepalive": 30, "loglevel": "warning",
            "control_socket_disable": True,
        }  # fmt: skip
        for name, value in chosen.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Called by gunicorn in each worker."""
        return current_app._get_current_object()  # type: ignore[attr-defined]
