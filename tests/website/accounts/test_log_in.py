"""Wrong passwords slow down their address, and timing reveals nothing about accounts."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.test import Client
from pytest_django import Settings

from tests.cast import PASSWORD, person
from tests.website.accounts.hashing import PATH, CountingHasher
from website.accounts.log_in import DEVICE_COOKIE, find_account
from website.accounts.models import User

LOGIN = "/accounts/login/"
ATTACKER, ELSEWHERE = "198.51.100.7", "203.0.113.9"


def tried(browser: Client, login: str, password: str, address: str = ATTACKER) -> bool:
    """Return whether the log-in succeeds."""
    form = {"login": login, "password": password}
    return browser.post(LOGIN, form, REMOTE_ADDR=address).status_code == 302


def guessed(login: str, times: int = 5, address: str = ATTACKER) -> None:
    for _ in range(times):
        assert not tried(Client(), login, "wrong", address)


def from_network(number: int) -> str:
    return f"192.0.2.{number}"


def test_five_wrong_passwords_slow_their_address_and_not_the_account(alice: User) -> None:
    guessed("alice")
    assert not tried(Client(), "alice", PASSWORD), "the address waits"
    assert tried(Client(), "alice", PASSWORD, ELSEWHERE)


def test_other_people_behind_the_address_log_in(alice: User, bob: User) -> None:
    guessed("alice")
    assert tried(Client(), "bob", PASSWORD)


def test_spelling_a_name_in_another_way_gives_no_more_guesses(alice: User) -> None:
    for name in ("alice", "ALICE", "Alice", " alice", "alice "):
        guessed(name, 1)
    assert not tried(Client(), "aLiCe", PASSWORD)


def test_an_ipv6_network_counts_as_one_address(alice: User) -> None:
    for number in range(5):
        guessed("alice", 1, f"2001:db8:1:2::{number:x}")
    assert not tried(Client(), "alice", PASSWORD, "2001:db8:1:2:ffff::1")
    assert tried(Client(), "alice", PASSWORD, "2001:db8:1:3::1")


def test_a_browser_that_was_in_before_is_not_slowed_by_others_at_its_address(alice: User) -> None:
    browser = Client()
    assert tried(browser, "alice", PASSWORD)
    browser.post("/accounts/logout/")
    guessed("alice")
    assert tried(browser, "alice", PASSWORD)


def test_a_known_browser_has_ten_guesses_itself(alice: User) -> None:
    browser = Client()
    assert tried(browser, "alice", PASSWORD)
    browser.post("/accounts/logout/")
    assert not any(tried(browser, "alice", "wrong", from_network(n)) for n in range(10))
    assert not tried(browser, "alice", PASSWORD, ELSEWHERE)


def test_a_browser_known_for_one_account_guesses_at_another_like_anybody(
    alice: User, bob: User
) -> None:
    browser = Client()
    assert tried(browser, "bob", PASSWORD)
    browser.post("/accounts/logout/")
    assert not any(tried(browser, "alice", "wrong") for _ in range(5))
    assert not tried(browser, "alice", PASSWORD)


def test_a_forged_cookie_makes_no_known_browser(alice: User) -> None:
    for number in range(5):
        browser = Client()
        browser.cookies[DEVICE_COOKIE] = f"{alice.pk}-key{number}:forged:forged"
        assert not tried(browser, "alice", "wrong")
    assert not tried(Client(), "alice", PASSWORD)


@pytest.fixture
def few_anywhere(settings: Settings) -> None:
    """Set a low limit on guesses from all addresses together."""
    limits = settings.ACCOUNT_RATE_LIMITS | {"login_failed_anywhere": "6/h/key"}
    settings.ACCOUNT_RATE_LIMITS = limits


def test_guesses_from_many_addresses_are_bounded_and_the_owner_is_not_locked_out(
    few_anywhere: None, alice: User
) -> None:
    browser = Client()
    assert tried(browser, "alice", PASSWORD)
    browser.post("/accounts/logout/")
    for number in range(6):
        guessed("alice", 1, from_network(number))
    assert not tried(Client(), "alice", PASSWORD, ELSEWHERE), "a strange browser waits"
    assert tried(browser, "alice", PASSWORD, ELSEWHERE), "a known one does not"


def test_the_right_password_is_counted_nowhere(few_anywhere: None, alice: User) -> None:
    assert all(tried(Client(), "alice", PASSWORD) for _ in range(9))


def test_the_bound_on_all_addresses_is_much_higher_than_that_on_one(settings: Settings) -> None:
    limits = settings.ACCOUNT_RATE_LIMITS
    assert "20/h/key" in limits["login_failed"]
    assert limits["login_failed_anywhere"] == "300/h/key"


@pytest.fixture
def hashed(settings: Settings) -> list[str]:
    """Record the passwords hashed from now on."""
    settings.PASSWORD_HASHERS = [PATH]
    CountingHasher.hashed.clear()
    return CountingHasher.hashed


def accounts() -> None:
    """Make one account of each kind, each with a confirmed address but `unconfirmed`."""
    for name in ("known", "suspended", "elsewhere", "unconfirmed"):
        user = person(name)
        EmailAddress.objects.create(
            user=user, email=f"{name}@example.org", primary=True, verified=name != "unconfirmed"
        )
    User.objects.filter(username="suspended").update(is_active=False)
    User.objects.filter(username="elsewhere").update(password=make_password(None))


KINDS = ("known", "suspended", "elsewhere", "unconfirmed", "nobody")


@pytest.mark.parametrize("form", ["{}", "{}@example.org"])
def test_one_password_is_hashed_whatever_account_there_is(
    form: str, hashed: list[str], db: None
) -> None:
    accounts()
    work = {}
    for name in KINDS:
        hashed.clear()
        assert not tried(Client(), form.format(name), "wrong")
        work[name] = len(hashed)
    assert work == dict.fromkeys(KINDS, 1)


def test_a_log_in_asks_the_database_as_often_whatever_account_there_is(
    db: None, django_assert_num_queries: Any
) -> None:
    accounts()
    for name in KINDS:
        for login in (name, f"{name}@example.org"):
            with django_assert_num_queries(3):
                find_account(login)


def test_an_address_means_who_has_confirmed_it(alice: User, bob: User) -> None:
    EmailAddress.objects.create(user=alice, email="shared@example.org", verified=False)
    assert find_account("Shared@example.org") == alice
    EmailAddress.objects.create(user=bob, email="shared@example.org", verified=True)
    assert find_account("shared@example.org") == bob


def test_nobody_takes_over_an_address_by_a_user_name(alice: User, db: None) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True)
    person("alice@example.org")
    assert find_account("alice@example.org") == alice


def test_no_login_means_nobody(alice: User) -> None:
    assert find_account("") is None
