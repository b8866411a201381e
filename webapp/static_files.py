"""Addresses of static files that change with their content, so that browsers may keep them for ever."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from flask import Flask, url_for


@cache
def _mark(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:8]


def init_app(app: Flask) -> None:
    """Give templates `asset('css/base.css')`."""

    def asset(name: str) -> str:
        path = Path(str(app.static_folder)) / name
        if app.debug:
            _mark.cache_clear()
        return url_for("static", filename=name, v=_mark(str(path)))

    app.add_template_global(asset, "asset")
