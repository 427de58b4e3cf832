"""Linking a provider's account, and unlinking it."""

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from tests.cast import PASSWORD
from tests.website.accounts.identity.server import OpenIDServer
from tests.website.accounts.identity.way import (
    LINKED,
    come,
    sign_up,
    text,
    who,
)
from website.accounts.models import User


def test_who_has_logged_in_links_and_logs_in_so_from_then_on(
    as_alice: Client, as_bob: Client, campus: OpenIDServer, alice: User
) -> None:
    campus.person |= {"email": "alice@example.org", "email_verified": True}
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True)
    assert "No linked accounts yet" in text(as_alice.get(LINKED))
    assert come(as_alice).headers["Location"] == LINKED
    page = text(as_alice.get(LINKED))
    assert "Campus Trier: dora" in page
    assert page.has(f'[href="{LINKED}"][aria-current=page]')
    assert who(as_alice) == "alice"
    assert come(as_alice).headers["Location"] == LINKED
    assert come(as_bob).headers["Location"] == LINKED
    assert "already connected to a different account" in text(as_bob.get(LINKED))
    assert who(as_bob) == "bob"
    assert SocialAccount.objects.get().user == alice
    browser = Client()
    come(browser)
    assert who(browser) == "alice"
    assert EmailAddress.objects.count() == 1


def test_a_link_is_told_by_mail(
    as_alice: Client, campus: OpenIDServer, alice: User, settings: Settings
) -> None:
    settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
    EmailAddress.objects.create(user=alice, email="a@example.org", verified=True, primary=True)
    User.objects.filter(pk=alice.pk).update(email="a@example.org")
    come(as_alice)
    as_alice.post(f"{LINKED}{SocialAccount.objects.get().pk}/unlink/")
    assert [letter.to for letter in mail.outbox] == [["a@example.org"]] * 2
    assert all("Campus Trier" in str(letter.body) for letter in mail.outbox)


def test_the_page_is_for_whoever_is_logged_in(
    visitor: Client,
    as_alice: Client,
    campus: OpenIDServer,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    come(as_alice)
    with django_assert_max_num_queries(14):
        as_alice.get(LINKED)
    assert visitor.get(LINKED).headers["Location"] == f"/accounts/login/?next={LINKED}"
    assert visitor.post(f"{LINKED}1/unlink/").status_code == 302
    assert as_alice.get(f"{LINKED}1/unlink/").status_code == 405


def test_a_link_goes_while_there_is_another_way_in(
    as_alice: Client, as_bob: Client, campus: OpenIDServer
) -> None:
    come(as_alice)
    unlink = f"{LINKED}{SocialAccount.objects.get().pk}/unlink/"
    assert as_bob.post(unlink).status_code == 404
    assert as_alice.post(unlink).headers["Location"] == LINKED
    assert "Campus Trier is no longer linked" in text(as_alice.get(LINKED))
    assert not SocialAccount.objects.exists()
    assert as_alice.post(unlink).status_code == 404


def test_the_last_way_in_stays(campus: OpenIDServer) -> None:
    browser = sign_up(campus)
    assert "You have no password here" in text(browser.get(LINKED))
    row = SocialAccount.objects.get()
    unlink = f"{LINKED}{row.pk}/unlink/"
    SocialAccount.objects.create(user=row.user, provider="closed", uid="1", extra_data={})
    assert "no longer available" in text(browser.get(LINKED))
    browser.post(unlink)
    assert "your only way to log in" in text(browser.get(LINKED))
    assert SocialAccount.objects.count() == 2
    form = {"password1": PASSWORD, "password2": PASSWORD}
    assert browser.post("/accounts/password/set/", form).status_code == 302
    browser.post(unlink)
    assert SocialAccount.objects.get().provider == "closed"
    assert Client().login(username="dora", password=PASSWORD)


def test_who_has_no_password_gets_one_by_mail(campus: OpenIDServer) -> None:
    campus.person |= {"email": "dora@example.org", "email_verified": True}
    sign_up(campus, email="dora@example.org")
    Client().post("/accounts/password/reset/", {"email": "dora@example.org"})
    [letter] = mail.outbox
    assert letter.to == ["dora@example.org"]
    assert "/accounts/password/reset/key/" in str(letter.body)


def test_another_link_is_another_way_in(campus: OpenIDServer) -> None:
    browser = sign_up(campus)
    campus.person = {"sub": "p-2", "email": "second@example.org"}
    assert come(browser).headers["Location"] == LINKED
    assert "second@example.org" in text(browser.get(LINKED))
    first, second = SocialAccount.objects.order_by("pk")
    browser.post(f"{LINKED}{first.pk}/unlink/")
    browser.post(f"{LINKED}{second.pk}/unlink/")
    assert SocialAccount.objects.get() == second
