"""Sign-in, sign-out, set-up and a member's own account."""

from __future__ import annotations

import hmac
import re
from datetime import UTC, datetime

from flask import Blueprint, abort, current_app, g, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_login import current_user, login_user, logout_user

from webapp import mailing
from webapp.accounts import acts, forms, joining, read
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


@bp.route("/join/<token>", methods=["GET", "POST"])
@limiter.limit(_sign_in_limit, methods=["POST"])
def join(token: str) -> ResponseReturnValue:
    """An invitation: opening its link changes nothing, sending its form makes the member and signs him in."""
    g.private = True
    found = joining.invitation(token)
    person, spent = (joining.claimed(found) if found else None), joining.spent(found, datetime.now(UTC))
    form = forms.JoinForm()
    if person is not None:
        del form.name
    name = person.name if person else (form.name.data or "")
    if found is None or (spent and request.method == "GET"):
        return page("accounts/no_link.html", 404 if found is None else 410, why=spent)
    if not form.validate_on_submit():
        return page("accounts/join.html", 422 if form.is_submitted() else 200, form=form, person=person, note=found.note)
    try:
        return _enter(acts.log_in(joining.join(found.id, name, form.password.data), _browser()), url_for("club.home"))
    except joining.Refused as no:
        token_again = acts.sign_in(name, form.password.data, _browser())  # the form was sent twice: he is in already
        if token_again:
            return _enter(token_again, url_for("club.home"))
        if isinstance(no, joining.Spent):
            return page("accounts/no_link.html", 410, why=spent or str(no))
        form.name.errors = [str(no)]
        return page("accounts/join.html", 422, form=form, person=person, note=found.note)


@bp.route("/new-password/<token>", methods=["GET", "POST"])
@limiter.limit(_sign_in_limit, methods=["POST"])
def reset(token: str) -> ResponseReturnValue:
    """A new password by a one-time link; all other browsers are signed out."""
    g.private = True
    person, form = joining.whose(token), forms.NewPassword()
    if person is None:
        return page("accounts/no_link.html", 410, why="This link for a new password was used already, or is older than a day.")
    if not form.validate_on_submit():
        return page("accounts/reset.html", 422 if form.is_submitted() else 200, form=form, person=person)
    done = joining.reset(token, form.password.data)
    if done is None:
        return page("accounts/no_link.html", 410, why="This link for a new password was used already.")
    return _enter(acts.log_in(done, _browser()), url_for("club.home"))


@bp.route("/sign-in/forgotten", methods=["GET", "POST"])
@limiter.limit(_sign_in_limit, methods=["POST"])
def forgotten() -> ResponseReturnValue:
    """Ask for a link for a new password: the answer is the same whether anybody has that name or not."""
    form, mail = forms.ForgottenForm(), mailing.ready()
    sent = mail and form.validate_on_submit()
    if sent:
        joining.mail_link(form.name.data)
    return page("accounts/forgotten.html", 422 if form.is_submitted() and not sent else 200, form=form, mail=mail, sent=sent)


@bp.post("/account/mail")
def own_mail() -> ResponseReturnValue:
    """My mail address, which only the secretary sees besides me."""
    form = forms.MailForm()
    if not form.validate():
        return _account(forms.ChangePasswordForm(formdata=None), 422, form)
    joining.give_mail(current_user.person.id, form.mail.data)
    return redirect(url_for(".account", mailed=1), 303)


@bp.get("/account")
def account() -> ResponseReturnValue:
    """My own account: password, and the browsers I am signed in on."""
    return _account(forms.ChangePasswordForm(), 200)


def _account(form: forms.ChangePasswordForm, status: int, mail: forms.MailForm | None = None) -> ResponseReturnValue:
    person = current_user.person
    mail = mail or forms.MailForm(formdata=None, mail=person.mail)
    return page("accounts/account.html", status, form=form, mail=mail, person=person, logins=read.logins(person.id), here=current_user.login)


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
