"""Headers, cookies and error pages: what every answer carries, whoever made it."""

from __future__ import annotations

from typing import Any, cast

from flask import Flask, Response, abort, current_app, g, jsonify, render_template, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_login import current_user
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import HTTPException

from webapp.extensions import htmx

POLICY = "; ".join(
    (
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'", "connect-src 'self'",
        "manifest-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    )
)  # fmt: skip
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
PICTURE = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'", "X-Content-Type-Options": "nosniff"}
"""A page has dozens of shields: they carry what protects a picture, and no more."""
SAID = {
    400: ("This form did not arrive whole", "Go back, reload the page and send it again. Nothing was changed."),
    401: ("Please sign in first", "This page is for members. What you typed is still in your browser: sign in in another tab, then send it again."),
    403: ("This is not yours to do", "Your roles in this event do not allow it. The umpire or the secretary can help."),
    404: ("There is nothing here", "The address may be mistyped, or the event has gone. Everything that is on starts from the home page."),
    405: ("That does not work this way", "Open the page again and use its buttons."),
    409: ("Somebody was faster", "Things changed while you had this page open. Nothing of yours was written."),
    413: ("That is too large", "Send less at once."),
    422: ("Something is not right yet", "Look at the fields that are marked."),
    429: ("Too many tries", "Wait a minute, then try again."),
    500: ("Something broke on our side", "Nothing was half written. Try again; if it happens twice, tell the secretary what you did."),
    503: ("Busy for a moment", "Try again in a few seconds. Nothing was written."),
}


class Cookies(SecureCookieSessionInterface):
    """Session cookies that are Secure wherever the visitor came by HTTPS: a hall's plain network keeps working."""

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Never with what caches between us and the reader may keep: they would hand his cookie to the next one."""
        if request.endpoint != "static" and not g.get("cacheable"):
            super().save_session(app, session, response)


def init_app(app: Flask) -> None:
    """Give every answer its headers and every error its page."""
    app.session_interface = Cookies()
    app.before_request(_readable)
    app.after_request(_headers)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _bug)


def _readable() -> None:
    """Refuse NUL characters: no keyboard makes them, and PostgreSQL cannot keep them. No field of ours has a long or foreign name."""
    pairs = (pair for given in (request.args, request.form) for pair in given.items(multi=True))
    if "\0" in request.path or any("\0" in text for pair in pairs for text in pair):
        abort(400)
    if any(not name.isascii() or len(name) > 60 for name in request.form):
        abort(400)


def error_page(status: int, detail: str | None = None, **more: Any) -> Response:
    """The page for an error, in the site's look; a fragment for htmx, JSON for whoever asks for it."""
    title, help_ = SAID.get(status, ("That did not work", ""))
    if request.accept_mimetypes.best == "application/json":
        response = jsonify(error=title, detail=detail or help_)
    else:
        kind = "errors/_error.html" if htmx else "errors/error.html"
        response = Response(render_template(kind, status=status, title=title, help=help_, detail=detail, **more))
    response.status_code = status
    if htmx:  # an error must not take the place of what the reader was looking at or typing
        response.headers["HX-Reswap"] = "none" if request.method == "GET" else "innerHTML"
        response.headers["HX-Retarget"] = "#said"
    return response


def _http_error(error: HTTPException) -> Response:
    if error.code is not None and error.code < 400:
        return cast(Response, error.get_response())
    detail = None
    if isinstance(error, CSRFError):
        detail = "The page was too old to be sent. Reload it and send it again."
    response = error_page(error.code or 500, detail)
    for name, value in error.get_response().headers.items():
        if name in ("Retry-After", "Allow"):
            response.headers[name] = value
    return response


def _bug(error: Exception) -> Response:
    if isinstance(error, OperationalError) and "locked" in str(error):
        response = error_page(503)
        response.headers["Retry-After"] = "3"
        return response
    if current_app.config.get("PROPAGATE_EXCEPTIONS") or (current_app.testing and not current_app.config.get("SHOW_500")):
        raise error
    current_app.logger.exception("unhandled exception at %s", request.path, exc_info=error)
    return error_page(500)


def _headers(response: Response) -> Response:
    for name, value in (PICTURE if response.mimetype == "image/svg+xml" else HEADERS).items():
        response.headers.setdefault(name, value)
    response.vary.add("HX-Request")
    if request.endpoint != "static" and not g.get("cacheable"):
        response.vary.add("Cookie")
        private = current_user.is_authenticated or request.method != "GET" or g.get("private")
        response.headers.setdefault("Cache-Control", "no-store" if private else "no-cache")
    return response
