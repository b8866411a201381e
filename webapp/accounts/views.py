"""Sign-in, sign-out, set-up and a member's own account."""

from __future__ import annotations

import hmac
import re

from flask import Blueprint, abort, current_app, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user, login_user, logout_user

from webapp.accounts import acts, forms, read
from webapp.extensions import limiter
from webapp.web import page

bp = Blueprint("accounts", __name__)


def _sign_in_limit() -> str:
    return str(current_app.config["SIGN_IN_LIMIT"])


def _browser() -> str:
    return request.user_agent.string or "unknown browser"


def _safe(address: str | None) -> str:
    """A page of this site to go on to: never another site's, nor what could not stand in a header."""
    return address if address and re.fullmatch(r"/(?!/)[^\\\x00-\x20\x7f]*", address) else url_for("club.home")


@bp.route("/sign-in", methods=["GET", "POST"])
@limiter.limit(_sign_in_limit, methods=["POST"])
def sign_in() -> ResponseReturnValue:
    """Sign in with name and password."""
    if read.nobody_yet():
        return redirect(url_for(".set_up"))
    form = forms.SignInForm(next=request.args.get("next", ""))
    if not form.validate_on_submit():
        return page("accounts/sign_in.html", 422 if form.is_submitted() else 200, form=form)
    token = acts.sign_in(form.name.data, form.password.data, _browser())
    if token is None:
        form.password.errors = ["Name and password do not belong together. Names are not case-sensitive, passwords are."]
        return page("accounts/sign_in.html", 422, form=form)
    return _enter(token, _safe(form.next.data))


def _enter(token: str, address: str) -> ResponseReturnValue:
    theme = session.get("theme")
    session.clear()
    session.permanent = True
    if theme:
        session["theme"] = theme
    login_user(read.user(token))
    return redirect(address, 303)


@bp.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    """Sign this browser out."""
    acts.sign_out(current_user.login.id, current_user.person.id)
    logout_user()
    session.clear()
    response = redirect(url_for("club.home"), 303)
    response.headers["Clear-Site-Data"] = '"cache"'
    return response


@bp.route("/set-up", methods=["GET", "POST"])
@limiter.limit(_sign_in_limit, methods=["POST"])
def set_up() -> ResponseReturnValue:
    """The first start: whoever reads the terminal names the club and becomes its secretary."""
    if not read.nobody_yet():
        abort(404)
    code = read.set_up_code()
    form = forms.SetUpForm()
    if form.validate_on_submit():
        if not hmac.compare_digest(form.code.data.strip().encode(), code.encode()):
            form.code.errors = ["This is not the code that the terminal shows."]
            return page("accounts/set_up.html", 422, form=form)
        person = acts.set_up(form.club.data.strip(), form.zone.data, form.name.data, form.password.data)
        if person is None:
            abort(409)
        read.forget_set_up_code()
        return _enter(acts.log_in(person, _browser()), url_for("club.home"))
    return page("accounts/set_up.html", 422 if form.is_submitted() else 200, form=form)


@bp.get("/account")
def account() -> ResponseReturnValue:
    """My own account: password, and the browsers I am signed in on."""
    return _account(forms.ChangePasswordForm(), 200)


def _account(form: forms.ChangePasswordForm, status: int) -> ResponseReturnValue:
    person = current_user.person
    return page(
        "accounts/account.html", status, form=form, person=person, logins=read.logins(person.id), here=current_user.login, button=forms.ButtonForm()
    )


@bp.post("/account/password")
@limiter.limit(_sign_in_limit)
def change_password() -> ResponseReturnValue:
    """Change my password; every other browser is signed out."""
    form = forms.ChangePasswordForm()
    if not form.validate():
        return _account(form, 422)
    if not acts.change_password(current_user.person.id, current_user.login.id, form.old.data, form.password.data):
        form.old.errors = ["This is not your password."]
        return _account(form, 422)
    return redirect(url_for(".account", changed=1), 303)


@bp.post("/account/logins/<int:login>/end")
def revoke(login: int) -> ResponseReturnValue:
    """Sign another of my browsers out."""
    acts.sign_out(login, current_user.person.id)
    return redirect(url_for(".account"), 303)


@bp.post("/theme")
def theme() -> ResponseReturnValue:
    """Light, dark, or as the system says; kept in this browser."""
    wish = request.form.get("theme")
    if wish in ("light", "dark"):
        session["theme"] = wish
    else:
        session.pop("theme", None)
    return redirect(_safe(request.form.get("next")), 303)
