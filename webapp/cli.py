"""Commands of the shell: `flask --app webapp COMMAND`."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import click
from flask import Flask, current_app
from flask.cli import AppGroup, with_appcontext
from sqlalchemy import func, select

from webapp import db, demo
from webapp.migrating import migrate
from webapp.models import Event, Person

demo_group = AppGroup("demo", help="The demonstration club.")


def init_app(app: Flask) -> None:
    """Register the commands."""
    for command in (serve, migrate_command, demo_group):
        app.cli.add_command(command)


@click.command("migrate")
@with_appcontext
def migrate_command() -> None:
    """Bring the database to this version's tables."""
    migrate()


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
    db.engine().dispose()
    _gunicorn(host, port)


def _sign_ins() -> None:
    if demo.present():
        click.echo("The demonstration's sign-ins, all with the password " + demo.PASSWORD + ":")
        for name, what in demo.SIGN_INS:
            click.echo(f"  {name:<12} {what}")


def _gunicorn(host: str, port: int) -> None:
    """Replace this process by the server. One process with many threads: a club's traffic fits it, and its limits and caches are then exact."""
    gunicorn = Path(sys.executable).with_name("gunicorn")
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    workers = os.environ.get("WEB_CONCURRENCY", "1")
    os.execv(gunicorn, [
        str(gunicorn), "webapp:create_app()", "--bind", bind, "--workers", workers, "--worker-class", "gthread", "--threads", "16",
        "--graceful-timeout", "3", "--timeout", "60", "--keep-alive", "30", "--log-level", "warning", "--no-control-socket",
    ])  # fmt: skip
