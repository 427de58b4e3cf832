"""The cast in front of the pages, each with a browser of their own."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings
from website.accounts.models import User

from arena.models import Bot, Ladder
from tests.website.rows import make_bot, make_ladder, make_user


@pytest.fixture(autouse=True)
def quick_settings(settings: Settings, tmp_path: Path) -> None:
    """Static files under their own names (none are collected), uploads in a temp folder, passwords
    that cost nothing."""
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": plain}}
    settings.MEDIA_ROOT = tmp_path
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def alice(db: None) -> User:
    return make_user("alice")


@pytest.fixture
def bob(db: None) -> User:
    return make_user("bob")


@pytest.fixture
def charlie(db: None) -> User:
    return make_user("charlie")


@pytest.fixture
def ladder(db: None) -> Ladder:
    return make_ladder()


@pytest.fixture
def alices_bot(alice: User, ladder: Ladder) -> Bot:
    return make_bot(alice, "Alcuin", ladder)


@pytest.fixture
def bobs_bot(bob: User, ladder: Ladder) -> Bot:
    return make_bot(bob, "Bede", ladder)


def logged_in(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


@pytest.fixture
def as_alice(alice: User) -> Client:
    return logged_in(alice)


@pytest.fixture
def as_bob(bob: User) -> Client:
    return logged_in(bob)


@pytest.fixture
def as_charlie(charlie: User) -> Client:
    return logged_in(charlie)


@pytest.fixture
def as_olga(db: None) -> Client:
    """The organiser, who makes ladders but owns none of these bots."""
    olga = make_user("olga")
    olga.is_staff = True
    olga.save()
    return logged_in(olga)


@pytest.fixture
def visitor(db: None) -> Client:
    """Somebody without an account."""
    return Client()
