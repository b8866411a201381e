"""Settings of an installation: defaults, then instance/config.py, then the environment. The secret key is made once and kept."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

from flask import Flask

DEFAULTS: dict[str, Any] = {
    "HOST": "127.0.0.1",
    "PORT": 8000,
    "TRUSTED_PROXIES": 0,
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "SESSION_COOKIE_NAME": "banneret",
    "PERMANENT_SESSION_LIFETIME": 60 * 60 * 24 * 30,
    "WTF_CSRF_TIME_LIMIT": None,  # a token lives as long as its session: a battle phase lasts three hours
    "SEND_FILE_MAX_AGE_DEFAULT": 60 * 60 * 24 * 365,  # addresses of static files change with their content
    "COMPRESS_ALGORITHM": ["br", "gzip"],
    "MAX_CONTENT_LENGTH": 1024 * 1024,
    "MAX_FORM_MEMORY_SIZE": 500_000,
    "RATELIMIT_STORAGE_URI": "memory://",
    "RATELIMIT_HEADERS_ENABLED": True,
    "SIGN_IN_LIMIT": "10 per minute",
    "ARGON2": {},
    "SITE_URL": "",
    "SMTP_HOST": "",
    "SMTP_PORT": 587,
    "SMTP_USER": "",
    "SMTP_PASSWORD": "",
    "SMTP_TLS": "starttls",
    "MAIL_FROM": "",
}
FROM_ENVIRONMENT = {"HOST": str, "PORT": int, "DATABASE_URL": str, "SECRET_KEY": str, "TRUSTED_PROXIES": int} | dict.fromkeys(
    ("SITE_URL", "SMTP_HOST", "SMTP_USER", "SMTP_PASSWORD", "SMTP_TLS", "MAIL_FROM"), str
)
FROM_ENVIRONMENT["SMTP_PORT"] = int


def configure(app: Flask, given: dict[str, Any] | None) -> None:
    """Fill app.config; `given` (from tests) has the last word."""
    instance = Path(app.instance_path)
    instance.mkdir(parents=True, exist_ok=True)
    app.config.from_mapping(DEFAULTS)
    app.config.from_pyfile(str(instance / "config.py"), silent=True)
    for name, kind in FROM_ENVIRONMENT.items():
        if os.environ.get(name):
            app.config[name] = kind(os.environ[name])
    app.config.update(given or {})
    app.config.setdefault("DATABASE_URL", f"sqlite:///{instance / 'banneret.sqlite3'}")
    if not app.config.get("SECRET_KEY"):
        app.config["SECRET_KEY"] = kept_key(instance / "secret_key")


def kept_key(path: Path) -> str:
    """The installation's own secret, made on the first start; two starting at once agree on one."""
    for _ in range(2):
        try:
            with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(48))
        except FileExistsError:
            kept = path.read_text().strip()
            if kept:
                return kept
    return path.read_text().strip()
