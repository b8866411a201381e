"""Banneret: a games club's tournaments, adjudicated by their rule sheets."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from webapp import access, cli, config, db, security, static_files, telling, web
from webapp.accounts import read as accounts_read
from webapp.extensions import compress, csrf, htmx, limiter, login_manager

ROOT = Path(__file__).resolve().parent.parent


def create_app(given: dict[str, Any] | None = None) -> Flask:
    """The site. `given` overrides the configuration (tests)."""
    app = Flask(
        __name__,
        instance_path=(given or {}).get("INSTANCE") or os.environ.get("BANNERET_INSTANCE") or str(ROOT / "instance"),
        static_folder=str(ROOT / "static"),
        template_folder=str(ROOT / "templates"),
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    config.configure(app, given)
    for extension in (compress, htmx, csrf, limiter, login_manager):
        extension.init_app(app)
    login_manager.user_loader(accounts_read.user)
    db.init_app(app)
    security.init_app(app)
    web.init_app(app)
    telling.init_app(app)
    access.init_app(app)
    static_files.init_app(app)
    cli.init_app(app)
    _areas(app)
    if app.config["TRUSTED_PROXIES"]:
        trusted = app.config["TRUSTED_PROXIES"]
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=trusted, x_proto=trusted, x_host=trusted)  # type: ignore[method-assign]
    return app


def _areas(app: Flask) -> None:
    from webapp.accounts.views import bp as accounts
    from webapp.arena.views import bp as arena
    from webapp.campaign.views import bp as campaign
    from webapp.club.opening_views import bp as opening
    from webapp.club.people_views import bp as people
    from webapp.club.views import bp as club

    for area in (club, people, opening, accounts, campaign, arena):
        app.register_blueprint(area)
