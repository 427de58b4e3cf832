"""A new password: optionally revokes tokens, and ends sessions."""

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.test import Client

from tests.cast import PASSWORD
from tests.website.conftest import logged_in
from tests.website.page import visit
from website.accounts.models import Token, User
from website.accounts.tokens import make_token

NEW = "a-moat-of-words-9"
CHANGE = "/accounts/password/change/"
FORM = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}


@pytest.fixture
def secrets(alice: User, bob: User) -> list[str]:
    """Two of Alice's and one of Bob's."""
    owners = (alice, alice, bob)
    return [make_token(user=one, name="x", scopes=["read"])[1] for one in owners]


def opens(secret: str) -> bool:
    answer = Client(headers={"Authorization": f"Bearer {secret}"}).get("/api/v1/me/")
    return answer.status_code == 200


def test_the_form_says_how_many_tokens_there_are(as_alice: Client, secrets: list[str]) -> None:
    assert "Also revoke my 2 API tokens" in visit(as_alice, CHANGE)
    Token.objects.first().revoke()  # type: ignore[union-attr]
    Token.objects.filter(user__username="alice").first().revoke()  # type: ignore[union-attr]
    assert "Also revoke my API token" in visit(as_alice, CHANGE)


def test_without_a_token_nothing_is_offered(as_alice: Client) -> None:
    assert "revoke" not in visit(as_alice, CHANGE).html
    assert as_alice.post(CHANGE, FORM | {"revoke_tokens": "on"}).status_code == 302


def test_tokens_stop_at_once_where_that_was_chosen(as_alice: Client, secrets: list[str]) -> None:
    assert as_alice.post(CHANGE, FORM | {"revoke_tokens": "on"}).status_code == 302
    assert [opens(one) for one in secrets] == [False, False, True]


def test_tokens_stay_where_it_was_not(as_alice: Client, secrets: list[str]) -> None:
    assert as_alice.post(CHANGE, FORM).status_code == 302
    assert all(opens(one) for one in secrets)


def test_a_wrong_old_password_revokes_nothing(as_alice: Client, secrets: list[str]) -> None:
    as_alice.post(CHANGE, FORM | {"oldpassword": "wrong", "revoke_tokens": "on"})
    assert all(opens(one) for one in secrets)


def test_other_sessions_end_and_this_one_stays(as_alice: Client, alice: User) -> None:
    other = logged_in(alice)
    as_alice.post(CHANGE, FORM)
    assert as_alice.get("/accounts/").status_code == 200
    assert other.get("/accounts/").status_code == 302


def test_a_password_by_mail_offers_it_too_and_logs_in(alice: User, secrets: list[str]) -> None:
    browser, stale = Client(), logged_in(alice)
    key = default_token_generator.make_token(User.objects.get(pk=alice.pk))
    path = f"/accounts/password/reset/key/{user_pk_to_url_str(alice)}-{key}/"
    form = browser.get(path).headers["Location"]
    assert "revoke my 2 API tokens" in visit(browser, form)
    sent = {"password1": NEW, "password2": NEW, "revoke_tokens": "on"}
    assert browser.post(form, sent).status_code == 302
    assert [opens(one) for one in secrets] == [False, False, True]
    assert browser.get("/accounts/").status_code == 200
    assert stale.get("/accounts/").status_code == 302


def test_the_first_password_of_an_account_offers_it_too(alice: User, secrets: list[str]) -> None:
    alice.set_unusable_password()
    alice.save()
    browser = logged_in(alice)
    path = "/accounts/password/set/"
    assert "revoke my 2 API tokens" in visit(browser, path)
    browser.post(path, {"password1": NEW, "password2": NEW, "revoke_tokens": "on"})
    assert [opens(one) for one in secrets] == [False, False, True]


def test_a_suspended_person_gets_no_session_by_a_new_password(alice: User) -> None:
    key = default_token_generator.make_token(alice)
    browser = Client()
    form = browser.get(f"/accounts/password/reset/key/{user_pk_to_url_str(alice)}-{key}/").headers[
        "Location"
    ]
    User.objects.filter(pk=alice.pk).update(is_active=False)
    browser.post(form, {"password1": NEW, "password2": NEW})
    assert browser.get("/accounts/").status_code == 302
