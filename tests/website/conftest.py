"""The cast in front of pages and API, each with a browser and a token of their own."""

import pytest
from django.test import Client

from arena.models import Bot, Ladder
from tests import cast
from tests.website.browser import Browser
from tests.website.program import Program
from tests.website.rows import make_bot
from website.accounts.models import User


@pytest.fixture
def alice(db: None) -> User:
    return cast.alice()


@pytest.fixture
def bob(db: None) -> User:
    return cast.bob()


@pytest.fixture
def charlie(db: None) -> User:
    return cast.charlie()


@pytest.fixture
def ladder(db: None) -> Ladder:
    return cast.a_ladder()


@pytest.fixture
def alices_bot(alice: User, ladder: Ladder) -> Bot:
    return make_bot(alice, "Alcuin", ladder)


@pytest.fixture
def bobs_bot(bob: User, ladder: Ladder) -> Bot:
    return make_bot(bob, "Bede", ladder)


def logged_in(user: User) -> Client:
    browser = Browser()
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
    """A browser of the organiser, who owns none of these bots."""
    return logged_in(cast.olga())


@pytest.fixture
def visitor(db: None) -> Client:
    """Somebody without an account."""
    return Browser()


@pytest.fixture
def alices(alice: User) -> Program:
    """Alice's program."""
    return Program(alice)


@pytest.fixture
def bobs(bob: User) -> Program:
    """Bob's program."""
    return Program(bob)


@pytest.fixture
def charlies(charlie: User) -> Program:
    """Charlie's program."""
    return Program(charlie)


@pytest.fixture
def olgas(db: None) -> Program:
    """The organiser's program."""
    return Program(cast.olga())


@pytest.fixture
def anybody(db: None) -> Program:
    """A program without a token."""
    return Program()
