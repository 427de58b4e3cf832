"""Rate limits on passwords, sign-ups and mails."""

from pathlib import Path

import pytest
from allauth.core.internal import ratelimit
from django.core.cache import caches
from django.core.cache.backends.filebased import FileBasedCache
from django.test import Client
from pytest_django import Settings

from tests.cast import PASSWORD
from tests.website.page import Page
from website.accounts.models import User

WRONG = {"login": "alice", "password": "wrong"}
RIGHT = {"login": "alice", "password": PASSWORD}


def statuses(browser: Client, page: str, forms: list[dict[str, str]], **extra: str) -> list[int]:
    return [browser.post(page, form, **extra).status_code for form in forms]  # type: ignore[arg-type]


def test_a_password_is_tried_five_times_then_even_the_right_one_waits(
    visitor: Client, alice: User, bob: User
) -> None:
    assert statuses(visitor, "/accounts/login/", [WRONG] * 5) == [200] * 5
    refused = visitor.post("/accounts/login/", RIGHT)
    assert refused.status_code == 200
    assert Page(refused).alerts
    assert visitor.post("/accounts/login/", RIGHT | {"login": "bob"}).status_code == 302


def test_one_place_cannot_try_many_names(visitor: Client, db: None) -> None:
    forms = [{"login": f"name{number}", "password": "wrong"} for number in range(12)]
    answers = [visitor.post("/accounts/login/", form).content.decode() for form in forms]
    assert answers[-1] != answers[0]
    other = visitor.post("/accounts/login/", forms[0], REMOTE_ADDR="198.51.100.7")
    assert other.status_code == 200


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("/accounts/signup/", {"username": "x", "password1": "a", "password2": "b"}),
        ("/accounts/password/reset/", {"email": "somebody@example.org"}),
    ],
)
def test_sign_up_and_password_mails_are_limited_by_place(
    address: str, form: dict[str, str], visitor: Client, db: None
) -> None:
    forms = [form | {"email": f"{number}@example.org"} for number in range(22)]
    assert 429 not in statuses(visitor, address, forms[:20])
    refused = visitor.post(address, forms[20])
    assert refused.status_code == 429
    assert "Too many requests" in Page(refused)
    other = visitor.post(address, forms[21], REMOTE_ADDR="198.51.100.7")
    assert other.status_code in {200, 302}


def test_behind_a_proxy_the_visitors_are_counted_and_cannot_choose_an_address(
    visitor: Client, db: None, settings: Settings
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    form = {"username": "x", "password1": "a", "password2": "b"}
    for number in range(20):
        forged = f"203.0.113.{number}, 198.51.100.7"
        visitor.post("/accounts/signup/", form, HTTP_X_FORWARDED_FOR=forged)
    same = visitor.post("/accounts/signup/", form, HTTP_X_FORWARDED_FOR="198.51.100.7")
    other = visitor.post("/accounts/signup/", form, HTTP_X_FORWARDED_FOR="198.51.100.8")
    assert (same.status_code, other.status_code) == (429, 200)


def test_without_redis_all_web_processes_count_in_the_same_files(
    visitor: Client, alice: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A newly opened cache, like another process's, must know what this one has counted."""
    statuses(visitor, "/accounts/login/", [WRONG] * 5)
    assert list(Path(settings.CACHES["default"]["LOCATION"]).glob("*.djcache"))
    another = caches.create_connection("default")
    assert isinstance(another, FileBasedCache)
    monkeypatch.setattr(ratelimit, "cache", another)
    assert visitor.post("/accounts/login/", RIGHT).status_code == 200
    another.clear()
    assert visitor.post("/accounts/login/", RIGHT).status_code == 302
