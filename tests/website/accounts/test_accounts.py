"""Signing up, in and out."""

from typing import Any

import pytest
from django.test import Client

from tests.cast import PASSWORD, person
from tests.website.page import Page, visit
from website.accounts.log_in import AccountAdapter
from website.accounts.models import User

FORM = {"username": "dora", "password1": PASSWORD, "password2": PASSWORD}


def test_signing_up_takes_a_name_and_a_password_and_logs_in(visitor: Client) -> None:
    response = visitor.post("/accounts/signup/", FORM)
    assert response.status_code == 302
    assert User.objects.get().username == "dora"
    assert "dora" in visit(visitor, "/")


@pytest.mark.parametrize(
    "name",
    [
        "alice",
        "Alice",
        "al1ce",
        "a.l-i_c@e",
        "\uff21lice",
        "house",
        "admin",
        "Adm1n",
        "Kings_Bench",
    ],
)
def test_a_name_that_is_taken_or_reserved_is_refused(
    name: str, visitor: Client, alice: User
) -> None:
    response = visitor.post("/accounts/signup/", FORM | {"username": name})
    assert response.status_code == 200
    assert Page(response).errors
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("d\u043era", "one alphabet"),
        ("do\u202era", "no invisible characters"),
        ("...", "letters or digits"),
        ("moderator", "is reserved"),
    ],
)
def test_a_name_that_deceives_is_refused_and_says_why(
    name: str, words: str, visitor: Client, db: None
) -> None:
    response = visitor.post("/accounts/signup/", FORM | {"username": name})
    assert words in Page(response)
    assert not User.objects.exists()


def test_a_name_is_stored_as_it_is_compared(visitor: Client, db: None) -> None:
    visitor.post("/accounts/signup/", FORM | {"username": " \uff24ora "})
    assert User.objects.get().username == "Dora"


def test_who_is_a_moment_late_with_a_name_is_told_so(
    visitor: Client, monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    """Another user takes it between the check of the names and the new row."""
    clean = AccountAdapter.clean_username

    def early(*args: Any, **kwargs: Any) -> str:
        name = clean(*args, **kwargs)
        person("D0ra")
        return name

    monkeypatch.setattr(AccountAdapter, "clean_username", early)
    response = visitor.post("/accounts/signup/", FORM)
    assert response.status_code == 200
    assert "is taken" in Page(response)
    assert [user.username for user in User.objects.all()] == ["D0ra"]


def test_passwords_that_differ_are_refused(visitor: Client) -> None:
    response = visitor.post("/accounts/signup/", FORM | {"password2": "another-word-9"})
    assert Page(response).errors
    assert not User.objects.exists()


def test_logging_in_leads_back_to_where_one_wanted_to_go(visitor: Client, alice: User) -> None:
    wanted = visitor.get("/bots/upload/").headers["Location"]
    assert wanted == "/accounts/login/?next=/bots/upload/"
    assert "Log in to continue" in visit(visitor, wanted)
    assert "Log in to continue" not in visit(visitor, "/accounts/login/").html
    response = visitor.post(
        wanted, {"login": "alice", "password": PASSWORD, "next": "/bots/upload/"}
    )
    assert response.headers["Location"] == "/bots/upload/"


def test_a_wrong_password_is_told_without_saying_which_part_was_wrong(
    visitor: Client, alice: User
) -> None:
    response = visitor.post("/accounts/login/", {"login": "alice", "password": "wrong"})
    assert response.status_code == 200
    assert Page(response).alerts


def test_logging_out_takes_a_post(as_alice: Client) -> None:
    assert as_alice.get("/accounts/logout/").status_code == 200
    assert "alice" in visit(as_alice, "/")
    as_alice.post("/accounts/logout/")
    assert "alice" not in visit(as_alice, "/").html
