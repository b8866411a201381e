"""`flask password`: a member without a password gets one from whoever runs the site."""

from __future__ import annotations

from tests.web.conftest import PASSWORD

NEW = "quite another one"


def test_it_lets_a_member_without_an_account_sign_in(club, visitor):
    from webapp import db
    from webapp.accounts.acts import register

    with club.app_context(), db.writing() as own:
        register(own, "Paper", None)
    done = club.test_cli_runner().invoke(args=["password", "paper"], input=f"{NEW}\n{NEW}\n")
    assert done.exit_code == 0, done.output
    assert NEW not in done.output
    assert visitor.post("/sign-in", data={"name": "Paper", "password": NEW}).status_code == 303


def test_it_ends_the_old_password_and_every_login(club, visitor, signed_in):
    anna = signed_in("Anna")
    assert club.test_cli_runner().invoke(args=["password", "Anna", "--password", NEW]).exit_code == 0
    assert anna.get("/account").status_code == 302
    assert visitor.post("/sign-in", data={"name": "Anna", "password": PASSWORD}).status_code == 422


def test_it_refuses_an_unknown_name_and_a_short_password(club, visitor):
    run = club.test_cli_runner().invoke
    nobody = run(args=["password", "Nobody", "--password", NEW])
    assert nobody.exit_code == 1
    assert "nobody here is called Nobody" in nobody.output
    assert run(args=["password", "Anna", "--password", "short"]).exit_code == 1
    assert visitor.post("/sign-in", data={"name": "Anna", "password": PASSWORD}).status_code == 303
