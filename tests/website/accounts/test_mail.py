"""With a mail account configured: confirmed addresses, password resets, notices of changes."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django import Settings

from tests.cast import PASSWORD, person
from tests.smtp import MailServer, mail_server, text_of
from tests.website.accounts.hashing import PATH, CountingHasher
from tests.website.page import Page
from website.accounts.log_in import find_account
from website.accounts.models import User

FORM = {
    "username": "dora",
    "email": "dora@example.org",
    "password1": PASSWORD,
    "password2": PASSWORD,
}
ASKED = "/accounts/address/"
RESET = "/accounts/password/reset/"
NEW = "a-moat-of-words-9"


@pytest.fixture
def mail(settings: Settings) -> Iterator[MailServer]:
    """Connect the platform to a real mail server."""
    with mail_server() as server:
        settings.EMAIL_URL = server.url
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
        settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
        yield server


def link_in(text: str) -> str:
    """The path of the first address in a mail."""
    found = re.search(r"https?://\S+", text)
    assert found, text
    return urlsplit(found[0]).path


def logs_in(name: str, password: str) -> bool:
    response = Client().post("/accounts/login/", {"login": name, "password": password})
    return response.status_code == 302 and response.headers["Location"] == "/"


def body(response: Any) -> Page:
    return Page(response)


def test_nobody_gets_in_before_the_address_is_confirmed(
    visitor: Client, mail: MailServer, db: None
) -> None:
    answer = visitor.post("/accounts/signup/", FORM)
    assert answer.headers["Location"] == "/accounts/confirm-email/"
    assert "sent you an e-mail" in body(visitor.get("/accounts/confirm-email/"))
    assert visitor.get("/accounts/").status_code == 302
    assert not logs_in("dora", PASSWORD)
    [letter] = mail.to("dora@example.org")
    text = text_of(letter)
    assert text.rstrip().endswith("Kingsbench, testserver")
    link = link_in(text)
    assert "dora@example.org" in body(visitor.get(link))
    visitor.post(link)
    assert EmailAddress.objects.get().verified
    assert logs_in("dora", PASSWORD)
    assert "has expired" in body(Client().get("/accounts/confirm-email/a:forged:key/"))


def test_who_has_no_address_is_asked_for_one_and_gets_in(
    visitor: Client, mail: MailServer, alice: User
) -> None:
    answer = visitor.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert answer.headers["Location"] == ASKED
    assert "Your e-mail address" in body(visitor.get(ASKED))
    assert visitor.get("/accounts/").status_code == 302, "not logged in yet"
    assert visitor.post(ASKED, {"email": "not an address"}).status_code == 422
    answer = visitor.post(ASKED, {"email": "Alice@example.org"})
    assert answer.headers["Location"] == "/accounts/confirm-email/"
    [letter] = mail.to("alice@example.org")
    visitor.post(link_in(text_of(letter)))
    assert EmailAddress.objects.get(user=alice).verified
    assert logs_in("alice", PASSWORD)
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"


def test_a_mistyped_address_is_replaced_at_the_next_log_in(
    visitor: Client, mail: MailServer, alice: User
) -> None:
    for address in ("alice@example.com", "alice@example.org"):
        visitor.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
        visitor.post(ASKED, {"email": address})
    visitor.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert 'value="alice@example.org"' in body(visitor.get(ASKED)).html
    assert EmailAddress.objects.get(user=alice).email == "alice@example.org"
    visitor.post(link_in(text_of(mail.to("alice@example.org")[0])))
    assert logs_in("alice", PASSWORD)


def test_the_page_that_asks_is_for_who_has_just_given_a_password(
    visitor: Client, mail: MailServer, alice: User
) -> None:
    for ask in (visitor.get, visitor.post):
        assert ask(ASKED).headers["Location"] == "/accounts/login/"
    assert not EmailAddress.objects.exists()


def test_another_accounts_address_is_not_taken_over(
    visitor: Client, mail: MailServer, alice: User, bob: User
) -> None:
    EmailAddress.objects.create(user=bob, email="bob@example.org", primary=True, verified=True)
    visitor.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    visitor.post(ASKED, {"email": "bob@example.org"})
    for letter in mail.to("bob@example.org"):
        visitor.post(link_in(text_of(letter)))
    assert not EmailAddress.objects.filter(user=alice, verified=True).exists()
    assert logs_in("bob", PASSWORD)


def test_without_mail_nobody_is_asked(visitor: Client, alice: User) -> None:
    assert logs_in("alice", PASSWORD)


def test_a_name_and_an_address_are_needed(visitor: Client, mail: MailServer, db: None) -> None:
    assert visitor.post("/accounts/signup/", FORM | {"email": ""}).status_code == 200
    assert not User.objects.exists()


def test_a_forgotten_password_is_renewed_by_mail_in_ones_own_language(
    visitor: Client, mail: MailServer, alice: User
) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    visitor.post("/language/", {"language": "de", "next": "/"})
    visitor.post(RESET, {"email": "alice@example.org"})
    [letter] = mail.to("alice@example.org")
    text = text_of(letter)
    assert "Passwort" in text
    page = visitor.get(link_in(text), follow=True)
    form = page.redirect_chain[-1][0]
    done = visitor.post(form, {"password1": NEW, "password2": NEW}, follow=True)
    assert done.status_code == 200
    assert logs_in("alice", NEW)
    assert not logs_in("alice", PASSWORD)
    assert any(
        "password/reset/" in href for href in body(visitor.get(link_in(text), follow=True)).hrefs
    )  # used up
    told = [str(one["Subject"]) for one in mail.to("alice@example.org")]
    assert len(told) == 2  # that it was changed


def test_nobody_learns_whether_an_address_has_an_account(
    visitor: Client, mail: MailServer, alice: User
) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    known, unknown = (
        re.sub('value="[^"]*"', "", body(visitor.post(RESET, {"email": address}, follow=True)).html)
        for address in ("alice@example.org", "nobody@example.org")
    )
    assert known == unknown
    answer = visitor.post("/accounts/signup/", FORM | {"email": "alice@example.org"})
    assert answer.headers["Location"] == "/accounts/confirm-email/"


def test_time_tells_nothing_of_an_address_either(
    visitor: Client, mail: MailServer, alice: User, settings: Settings
) -> None:
    """The same number of passwords is hashed and of mails sent."""
    settings.PASSWORD_HASHERS = [PATH]
    bob = person("bob")
    for user in (alice, bob):
        EmailAddress.objects.create(user=user, email=f"{user}@example.org", verified=True)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    work = set()
    for name in ("alice", "bob", "nobody"):
        CountingHasher.hashed.clear()
        address = f"{name}@example.org"
        visitor.post(RESET, {"email": address})
        work.add((len(CountingHasher.hashed), len(mail.to(address))))
        Client().post("/accounts/signup/", FORM | {"username": f"x{name}", "email": address})
        work.add((len(CountingHasher.hashed), len(mail.to(address))))
    assert work == {(0, 1), (1, 2)}


def test_without_mail_sign_up_does_not_tell_of_addresses_either(
    visitor: Client, alice: User
) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True)
    assert (
        visitor.post("/accounts/signup/", FORM | {"email": "alice@example.org"}).status_code == 302
    )
    assert find_account("alice@example.org") == alice


def test_addresses_are_added_confirmed_and_made_the_main_one(
    as_alice: Client, as_bob: Client, mail: MailServer, alice: User
) -> None:
    for address in ("one@example.org", "two@example.org"):
        as_alice.post("/accounts/email/", {"email": address, "action_add": ""})
        letters = [one for one in mail.to(address) if "confirm-email" in text_of(one)]
        as_alice.post(link_in(text_of(letters[0])))
    as_alice.post("/accounts/email/", {"email": "two@example.org", "action_primary": ""})
    assert EmailAddress.objects.get(user=alice, primary=True).email == "two@example.org"
    page = body(as_alice.get("/accounts/email/"))
    assert page.texts("span").count("confirmed") == 2
    as_alice.post("/accounts/email/", {"email": "one@example.org", "action_remove": ""})
    assert EmailAddress.objects.get(user=alice).email == "two@example.org"
    assert "example.org" not in body(as_bob.get("/accounts/email/")).html
