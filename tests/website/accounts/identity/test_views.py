"""Logging in through a provider: a real server, which sometimes sends bad answers."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.website.accounts.identity.conftest import Offer
from tests.website.accounts.identity.server import OpenIDServer, openid_server
from tests.website.accounts.identity.test_config import GITHUB
from tests.website.accounts.identity.way import (
    BEGIN,
    LINKED,
    SIGN_UP,
    come,
    onward,
    sent_back,
    sign_up,
    text,
    who,
)
from website.accounts.models import User


# --- nobody is offered ---------------------------------------------------------------------------
def test_without_a_provider_nothing_is_shown_served_or_asked(
    visitor: Client, as_alice: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for page in ("/accounts/login/", "/accounts/signup/"):
        assert "elsewhere" not in text(visitor.get(page)).html
    with django_assert_num_queries(1):  # the banner's
        visitor.get("/accounts/login/")
    assert LINKED not in text(as_alice.get("/accounts/")).html
    for page in (LINKED, BEGIN, SIGN_UP, "/accounts/3rdparty/", "/accounts/social/signup/"):
        assert as_alice.get(page).status_code == 404, page
        assert as_alice.post(page).status_code == 404, page


def test_a_page_with_providers_asks_the_database_nothing_more(
    visitor: Client, campus: OpenIDServer, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        page = text(visitor.get("/accounts/login/"))
    assert "Continue with Campus Trier" in page
    assert campus.asked == []


def test_who_is_not_offered_is_not_there(visitor: Client, campus: OpenIDServer) -> None:
    for name in ("github", "openid_connect", "Campus"):
        assert visitor.post(f"/accounts/linked/{name}/begin/").status_code == 404
        assert visitor.get(f"/accounts/linked/{name}/callback/?code=1&state=2").status_code == 404
    assert visitor.get(BEGIN).status_code == 405
    assert Client(enforce_csrf_checks=True).post(BEGIN).status_code == 403


# --- signing up and logging in -------------------------------------------------------------------
def test_one_signs_up_with_a_name_of_ones_choice_and_logs_in_again(campus: OpenIDServer) -> None:
    campus.person |= {
        "name": "Dora Diaz",
        "email": "dora@example.org",
        "email_verified": True,
        "picture": "https://example.org/dora.png",
    }
    browser = Client()
    assert come(browser).headers["Location"] == SIGN_UP
    page = text(browser.get(SIGN_UP))
    assert page.part("[name=username]")["value"] == "dora"
    assert page.part("[name=email]")["value"] == "dora@example.org"
    assert browser.post(SIGN_UP, {"username": "Dora2", "email": "dora@example.org"}).url == "/"  # type: ignore[attr-defined]
    assert who(browser) == "Dora2"
    user = User.objects.get()
    assert (user.first_name, user.last_name, user.has_usable_password()) == ("", "", False)
    address = EmailAddress.objects.get()
    assert (address.email, address.verified, address.primary) == ("dora@example.org", True, True)
    row = SocialAccount.objects.get()
    assert (row.provider, row.uid, row.extra_data) == ("campus", "p-1", {"name": "dora"})

    again = Client()
    assert come(again, BEGIN, next="/bots/upload/").headers["Location"] == "/bots/upload/"
    assert who(again) == "Dora2"
    assert come(Client(), BEGIN, next="https://evil.example/").headers["Location"] == "/"
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["alice", "Alice", "house", "admin", "two words", ""])
def test_names_are_taken_by_the_rules_for_all(
    name: str, campus: OpenIDServer, alice: User, visitor: Client
) -> None:
    campus.person["preferred_username"] = name
    come(visitor)
    response = visitor.post(SIGN_UP, {"username": name})
    assert response.status_code == 200
    assert text(response).errors
    assert User.objects.count() == 1
    assert not SocialAccount.objects.exists()


def test_the_form_is_for_whom_a_provider_has_sent(visitor: Client, campus: OpenIDServer) -> None:
    assert visitor.get(SIGN_UP).headers["Location"] == "/accounts/login/"
    assert visitor.post(SIGN_UP, {"username": "dora"}).headers["Location"] == "/accounts/login/"
    assert not User.objects.exists()


def test_a_form_of_a_provider_that_is_not_offered_so_any_more_is_begun_anew(
    visitor: Client, campus: OpenIDServer, offer: Offer
) -> None:
    come(visitor)
    offer(campus.environment() | {"KINGSBENCH_LOGIN_CAMPUS_ID": "another"})
    assert visitor.get(SIGN_UP).headers["Location"] == "/accounts/login/"


def test_where_nobody_may_sign_up_nobody_does_so_from_elsewhere(
    visitor: Client, campus: OpenIDServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    adapter = "allauth.account.adapter.DefaultAccountAdapter.is_open_for_signup"
    monkeypatch.setattr(adapter, lambda *_: False)
    assert come(visitor).status_code == 200
    assert visitor.post(SIGN_UP, {"username": "dora"}).status_code in (200, 302)
    assert not User.objects.exists()


# --- who stays out -------------------------------------------------------------------------------
def test_a_suspended_account_stays_closed(campus: OpenIDServer) -> None:
    sign_up(campus)
    User.objects.update(is_active=False)
    browser = Client()
    assert come(browser).headers["Location"] == "/accounts/inactive/"
    assert who(browser) == ""


def test_a_provider_that_says_no_logs_nobody_in(visitor: Client, campus: OpenIDServer) -> None:
    campus.error = "access_denied"
    assert come(visitor).headers["Location"] == "/accounts/linked/cancelled/"
    assert "You cancelled the login" in text(visitor.get("/accounts/linked/cancelled/"))
    campus.error = "server_error"
    response = come(visitor)
    assert response.status_code == 401
    assert "Campus Trier sent an unexpected response" in text(response)
    assert who(visitor) == ""


def test_a_way_back_counts_once_and_for_the_browser_that_went(
    visitor: Client, campus: OpenIDServer
) -> None:
    sign_up(campus)
    back = sent_back(visitor)
    forged = re.sub(r"state=\w+", "state=forged", back)
    without = re.sub(r"&state=\w+", "", back)
    for browser, way in ((visitor, forged), (visitor, without), (Client(), back)):
        assert browser.get(way).status_code == 401
        assert who(browser) == ""
    assert visitor.get(back).headers["Location"] == "/"
    assert who(visitor) == "dora"
    visitor.post("/accounts/logout/")
    assert visitor.get(back).status_code == 401
    assert who(visitor) == ""


@pytest.mark.parametrize(
    "fault",
    [
        {"token": {"aud": "another"}},
        {"token": {"iss": "https://evil.example"}},
        {"token": {"exp": 1}},
        {"token": {"sub": "p-2"}},
        {"info": {"sub": "p-2"}},
        {"info": {"sub": None}},
        {"info": {"email": 7}},
        {"info": {"sub": "x" * 192}, "token": {"sub": "x" * 192}},
        {"leaves_out": "id_token"},
        {"leaves_out": "access_token"},
    ],
)
def test_an_answer_that_is_not_as_it_should_be_logs_nobody_in(
    fault: dict[str, Any], visitor: Client, campus: OpenIDServer
) -> None:
    sign_up(campus)
    for name, value in fault.items():
        setattr(campus, name, value)
    response = come(visitor)
    assert response.status_code == 401, response.headers.get("Location")
    assert who(visitor) == ""
    assert SocialAccount.objects.count() == 1


@pytest.mark.parametrize("lacks", ["authorization_endpoint", "token_endpoint", "issuer"])
def test_a_server_that_cannot_be_used_is_told_before_anybody_goes_there(
    lacks: str, visitor: Client, campus: OpenIDServer
) -> None:
    campus.leaves_out = lacks
    response = visitor.post(BEGIN)
    assert response.status_code == 401
    assert "sent an unexpected response" in text(response)


def test_a_server_that_is_down_is_no_server_error(visitor: Client, offer: Offer) -> None:
    with openid_server() as server:
        offer(server.environment())
        back = sent_back(visitor)
    assert visitor.post(BEGIN).status_code == 401
    assert visitor.get(back).status_code == 401


def test_one_may_begin_as_often_as_one_may_log_in(visitor: Client, offer: Offer) -> None:
    offer(GITHUB)
    begin = BEGIN.replace("campus", "github")
    answers = [visitor.post(begin).status_code for _ in range(31)]
    assert answers == [200] * 30 + [429]


# --- the others ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "url", "begins"),
    [
        ("github", "", "https://github.com/login/oauth/authorize?"),
        ("gitlab", "", "https://gitlab.com/oauth/authorize?"),
        ("gitlab", "https://git.example.org/", "https://git.example.org/oauth/authorize?"),
        ("google", "", "https://accounts.google.com/o/oauth2/v2/auth?"),
    ],
)
def test_the_known_ones_are_asked_at_their_addresses_with_a_challenge(
    name: str, url: str, begins: str, visitor: Client, offer: Offer
) -> None:
    prefix = f"KINGSBENCH_LOGIN_{name.upper()}"
    terms = {f"{prefix}_ID": "me", f"{prefix}_SECRET": "s", f"{prefix}_URL": url}
    offer({"KINGSBENCH_LOGINS": name} | terms)
    address = onward(visitor.post(f"/accounts/linked/{name}/begin/?scope=admin&auth_params=x%3Dy"))
    assert address.startswith(begins)
    assert "code_challenge_method=S256" in address
    assert f"%2Faccounts%2Flinked%2F{name}%2Fcallback%2F" in address
    assert "admin" not in address
    assert "x=y" not in address
    back = visitor.get(f"/accounts/linked/{name}/callback/?code=1&state=forged")
    assert back.status_code == 401


def test_two_servers_that_call_us_alike_are_kept_apart(
    visitor: Client, campus: OpenIDServer, offer: Offer
) -> None:
    theirs = {k.replace("CAMPUS", "GUILD"): v for k, v in campus.environment().items()}
    offer(theirs | campus.environment() | {"KINGSBENCH_LOGINS": "campus,guild"})
    begin = "/accounts/linked/guild/begin/"
    assert come(visitor, begin).headers["Location"] == SIGN_UP
    visitor.post(SIGN_UP, {"username": "dora"})
    assert SocialAccount.objects.get().provider == "guild"
    back = sent_back(Client(), begin).replace("/guild/", "/campus/")
    assert Client().get(back).status_code == 401
    assert come(Client()).headers["Location"] == SIGN_UP
