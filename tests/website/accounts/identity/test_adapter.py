"""People from a provider: the data we trust and store."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.test import Client
from pytest_django import Settings
from structlog.testing import capture_logs

from tests.website.accounts.identity.server import OpenIDServer
from tests.website.accounts.identity.way import (
    SIGN_UP,
    come,
    sign_up,
    text,
    verifies,
    who,
)
from website.accounts.identity.adapter import loggable
from website.accounts.models import User


def test_a_proved_address_opens_no_account_that_stands_already(
    visitor: Client, campus: OpenIDServer, alice: User
) -> None:
    EmailAddress.objects.create(user=alice, email="a@example.org", verified=True)
    campus.person |= {"email": "A@example.org", "email_verified": True}
    response = come(visitor)
    assert response.headers["Location"] == "/accounts/login/"
    assert "An account with the address a@example.org already exists" in text(
        visitor.get("/accounts/login/")
    )
    assert who(visitor) == ""
    assert not SocialAccount.objects.exists()
    assert visitor.get(SIGN_UP).headers["Location"] == "/accounts/login/"


def test_who_gave_the_address_of_another_neither_gets_nor_stops_them(
    visitor: Client, campus: OpenIDServer, alice: User
) -> None:
    EmailAddress.objects.create(user=alice, email="dora@example.org", verified=False)
    campus.person |= {"email": "dora@example.org", "email_verified": True}
    assert come(visitor).headers["Location"] == SIGN_UP
    form = {"username": "dora", "email": "dora@example.org"}
    assert visitor.post(SIGN_UP, form).status_code == 302
    dora = User.objects.get(username="dora")
    assert (who(visitor), dora.email) == ("dora", "dora@example.org")
    assert SocialAccount.objects.get().user == dora
    owners = EmailAddress.objects.values_list("user__username", "verified")
    assert set(owners) == {("alice", False), ("dora", True)}


@pytest.mark.parametrize("chosen", ["", "other@example.org"])
def test_the_address_is_the_one_in_the_form(chosen: str, campus: OpenIDServer) -> None:
    campus.person |= {"email": "dora@example.org", "email_verified": True}
    sign_up(campus, email=chosen)
    kept = [(one.email, one.verified) for one in EmailAddress.objects.all()]
    assert kept == ([(chosen, False)] if chosen else [])
    assert User.objects.get().email == chosen


@pytest.mark.parametrize("said", [False, None, "false", "no", 0])
def test_an_address_that_nobody_proved_is_neither_believed_nor_told_of(
    said: object, visitor: Client, campus: OpenIDServer, alice: User, settings: Settings
) -> None:
    verifies(settings)
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True)
    campus.person |= {"email": "alice@example.org", "email_verified": said}
    assert come(visitor).headers["Location"] == SIGN_UP
    response = visitor.post(SIGN_UP, {"username": "eve", "email": "alice@example.org"})
    assert response.headers["Location"] == "/accounts/confirm-email/"
    assert who(visitor) == ""
    assert not User.objects.filter(username="eve").exists()
    assert not SocialAccount.objects.exists()
    assert [letter.to for letter in mail.outbox] == [["alice@example.org"]]


def test_an_address_that_is_not_proved_is_confirmed_by_mail_first(
    visitor: Client, campus: OpenIDServer, settings: Settings
) -> None:
    verifies(settings)
    campus.person |= {"email": "dora@example.org"}
    assert come(visitor).headers["Location"] == SIGN_UP
    form = {"username": "dora", "email": "dora@example.org"}
    assert visitor.post(SIGN_UP, form).headers["Location"] == "/accounts/confirm-email/"
    assert who(visitor) == ""
    assert come(visitor).headers["Location"] == "/accounts/address/", "which may be wrong"
    assert who(visitor) == ""
    [letter, *_] = mail.outbox
    link = re.search(r"http://testserver(\S+)", str(letter.body))
    assert link
    visitor.post(link[1])
    assert come(Client()).headers["Location"] == "/"
    assert EmailAddress.objects.get().verified


def test_a_word_for_true_is_one(campus: OpenIDServer) -> None:
    campus.person |= {"email": "dora@example.org", "email_verified": "true"}
    sign_up(campus, email="dora@example.org")
    assert EmailAddress.objects.get().verified is True


def test_the_log_says_why_and_no_token(campus: OpenIDServer, visitor: Client) -> None:
    assert loggable("HTTPError('/user?access_token=abc (x)')") == "HTTPError('/user?... (x)')"
    with capture_logs() as lines:
        campus.error = "server_error\nforged line"
        come(visitor)
        campus.error, campus.leaves_out = "", "id_token"
        come(visitor)
        campus.error = "access_denied"
        come(visitor)
    failed = [line for line in lines if line["event"] == "login_elsewhere_failed"]
    assert [line["provider"] for line in failed] == ["campus", "campus"]
    assert "forged line" in failed[0]["said"]
    assert "\n" not in failed[0]["said"]
    assert "different subjects" in failed[1]["cause"]
