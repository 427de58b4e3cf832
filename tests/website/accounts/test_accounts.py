"""Signing up, in and out."""

import pytest
from django.test import Client

from tests.cast import PASSWORD
from website.accounts.models import User

FORM = {"username": "dora", "password1": PASSWORD, "password2": PASSWORD}


def test_signing_up_takes_a_name_and_a_password_and_logs_in(visitor: Client) -> None:
    response = visitor.post("/accounts/signup/", FORM)
    assert response.status_code == 302
    assert User.objects.get().username == "dora"
    assert "dora" in visitor.get("/").content.decode()


@pytest.mark.parametrize("name", ["alice", "Alice", "house", "admin"])
def test_a_name_that_is_taken_or_reserved_is_refused(
    name: str, visitor: Client, alice: User
) -> None:
    response = visitor.post("/accounts/signup/", FORM | {"username": name})
    assert response.status_code == 200
    assert 'class="errors"' in response.content.decode()
    assert User.objects.count() == 1


def test_passwords_that_differ_are_refused(visitor: Client) -> None:
    response = visitor.post("/accounts/signup/", FORM | {"password2": "another-word-9"})
    assert 'class="errors"' in response.content.decode()
    assert not User.objects.exists()


def test_logging_in_leads_back_to_where_one_wanted_to_go(visitor: Client, alice: User) -> None:
    wanted = visitor.get("/bots/upload/").headers["Location"]
    assert wanted == "/accounts/login/?next=/bots/upload/"
    assert "needs an account" in visitor.get(wanted).content.decode()
    assert "needs an account" not in visitor.get("/accounts/login/").content.decode()
    response = visitor.post(
        wanted, {"login": "alice", "password": PASSWORD, "next": "/bots/upload/"}
    )
    assert response.headers["Location"] == "/bots/upload/"


def test_a_wrong_password_is_told_without_saying_which_part_was_wrong(
    visitor: Client, alice: User
) -> None:
    response = visitor.post("/accounts/login/", {"login": "alice", "password": "wrong"})
    assert response.status_code == 200
    assert 'role="alert"' in response.content.decode()


def test_logging_out_takes_a_post(as_alice: Client) -> None:
    assert as_alice.get("/accounts/logout/").status_code == 200
    assert "alice" in as_alice.get("/").content.decode()
    as_alice.post("/accounts/logout/")
    assert "alice" not in as_alice.get("/").content.decode()
