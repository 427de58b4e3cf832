"""Account deletion: deleted rows, kept rows, and refusals."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.core.files.storage import default_storage
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from arena.models import Action, Bot, BotLog, Entrant, Fault, Ladder, Match, Notification, Version
from tests import cast
from tests.arena.results.rows import queued, record_result, result, running
from tests.arena.tournament_steps import bots, started
from tests.cast import PASSWORD
from tests.website.page import Page, visit
from tests.website.rows import make_fault, make_log, make_match
from website.accounts.account_deletion import erase_some
from website.accounts.models import Token, User
from website.accounts.tokens import make_token
from website.notifications.models import Webhook

FORM = {"username": "alice", "password": PASSWORD}


def leave(browser: Client, **changed: str) -> Any:
    return browser.post("/accounts/delete/", FORM | changed)


@pytest.fixture
def match(alices_bot: Bot, bobs_bot: Bot, ladder: Ladder) -> Match:
    """Alice's bot lost to Bob's, faulted and printed."""
    assert alices_bot.current
    assert bobs_bot.current
    found = make_match(ladder, alices_bot.current, bobs_bot.current)
    for version in (alices_bot.current, bobs_bot.current):
        make_fault(found, version)
        make_log(found, version, "secret-print")
    return found


@pytest.mark.parametrize(
    "changed", [{"username": "Alice"}, {"password": "wrong"}, {"username": "bob"}]
)
def test_it_needs_the_name_and_the_password(
    changed: dict[str, str], as_alice: Client, alice: User
) -> None:
    response = leave(as_alice, **changed)
    assert response.status_code == 422
    assert Page(response).errors
    alice.refresh_from_db()
    assert alice.is_active


def test_a_password_cannot_be_guessed_here_either(as_alice: Client) -> None:
    answers = [leave(as_alice, password=f"guess {n}").status_code for n in range(11)]
    assert answers == [422] * 10 + [429]


def test_an_account_without_a_password_needs_the_name_alone(as_alice: Client, alice: User) -> None:
    alice.set_unusable_password()
    alice.save()
    browser = Client()
    browser.force_login(alice)
    assert 'type="password"' not in visit(browser, "/accounts/delete/").html
    assert browser.post("/accounts/delete/", {"username": "alice"}).status_code == 302


@pytest.mark.parametrize(("who", "words"), [("house", "house bots"), ("admin", "administrator")])
def test_the_platform_keeps_whom_it_needs(who: str, words: str, db: None) -> None:
    user = cast.person(who, is_superuser=who == "admin", is_staff=who == "admin")
    browser = Client()
    browser.force_login(user)
    assert words in visit(browser, "/accounts/delete/")
    browser.post("/accounts/delete/", {"username": who, "password": PASSWORD})
    user.refresh_from_db()
    assert user.is_active
    if who == "admin":
        cast.person("second", is_superuser=True)
        browser.post("/accounts/delete/", {"username": who, "password": PASSWORD})
        user.refresh_from_db()
        assert not user.is_active


def test_the_account_is_closed_at_once_and_nothing_personal_is_left_in_it(
    as_alice: Client, alice: User, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True)
    User.objects.filter(pk=alice.pk).update(email="alice@example.org", about="Me", is_staff=True)
    make_token(user=alice, name="laptop", scopes=["read"])
    SocialAccount.objects.create(user=alice, provider="github", uid="1")
    Webhook.objects.create(owner=alice, url="https://example.org", events=["check.failed"])
    Notification.objects.create(user=alice, kind="check.passed", about="x")
    elsewhere = Client()
    elsewhere.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    waiting = queued(ladder, alices_bot, bobs_bot)
    assert leave(as_alice).headers["Location"] == "/"

    for browser in (as_alice, elsewhere):
        assert browser.get("/accounts/").status_code == 302
    user = User.objects.get(pk=alice.pk)
    assert (user.username, user.email, user.about) == (f"former member {alice.pk}", "", "")
    assert (user.is_active, user.is_staff, user.has_usable_password()) == (False, False, False)
    for rows in (EmailAddress, SocialAccount, UserSession, Token, Webhook, Notification):
        assert not rows._default_manager.exists(), rows
    waiting.refresh_from_db()
    assert waiting.status == "void"
    assert Bot.objects.get(pk=alices_bot.pk).state == "withdrawn"
    line = Action.objects.get(verb="close_account")
    assert (line.actor, line.target) == (None, f"user {alice.pk}")
    assert "alice" not in f"{line.reason}{line.details}"


def test_what_was_private_is_erased_and_what_others_share_stays(
    as_alice: Client,
    visitor: Client,
    alice: User,
    alices_bot: Bot,
    bobs_bot: Bot,
    match: Match,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    Version.objects.filter(bot=alices_bot).update(note="By alice.", filename="alice.py")
    Bot.objects.filter(pk=alices_bot.pk).update(source_is_public=True)
    leave(as_alice)
    with django_capture_on_commit_callbacks(execute=True):
        while erase_some():
            pass
    assert not default_storage.exists(str(alices_bot.current.source.name))
    assert default_storage.exists(str(bobs_bot.current.source.name))
    assert not BotLog.objects.filter(seat__version__bot=alices_bot).exists()
    fault = Fault.objects.get(seat__version__bot=alices_bot)
    assert (fault.verdict, fault.message, fault.log, fault.view) == ("crash", "", "", None)
    theirs = Fault.objects.get(seat__version__bot=bobs_bot)
    assert (theirs.log, BotLog.objects.count()) == ("secret-print", 1)
    assert User.objects.get(pk=alice.pk).erased_at is not None
    assert match.ladder
    for page in (f"/matches/{match.pk}/", "/bots/alcuin/", f"/ladders/{match.ladder.slug}/"):
        response = visitor.get(page)
        assert response.status_code == 200
        assert "alice" not in Page(response).html
    assert f"former member {alice.pk}" in visit(visitor, "/bots/alcuin/")
    for page in ("/bots/alcuin/versions/", "/api/v1/bots/alcuin/versions/"):
        assert "alice" not in visit(visitor, page).html
    for page in ("/people/alice/", "/bots/alcuin/versions/1/source/"):
        assert visitor.get(page).status_code == 404
    assert visitor.get("/api/v1/bots/alcuin/versions/1/source/").status_code == 403


def test_the_name_is_free_for_others(as_alice: Client, visitor: Client, alice: User) -> None:
    leave(as_alice)
    taken = {"username": "alice", "password1": PASSWORD, "password2": PASSWORD}
    visitor.post("/accounts/signup/", taken)
    assert User.objects.get(username="alice").pk != alice.pk


def test_a_tournament_goes_on_without_her(as_alice: Client, alices_bot: Bot) -> None:
    tournament = started([alices_bot, *bots(3, alices_bot.entries.get().ladder)])
    assert leave(as_alice).status_code == 302
    entrant = Entrant.objects.get(tournament=tournament, bot=alices_bot)
    assert entrant.state == Entrant.State.WITHDRAWN
    tournament.refresh_from_db()
    assert tournament.state == "running"


def test_a_source_is_kept_until_the_match_that_has_begun_is_over(
    as_alice: Client, alice: User, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    begun = running(ladder, alices_bot, bobs_bot)
    leave(as_alice)
    assert not erase_some()
    assert alices_bot.versions.get().source
    record_result(match=begun, result=result(0.0, 2.0))
    assert erase_some()
    assert User.objects.get(pk=alice.pk).erased_at is not None


def test_much_is_erased_in_small_steps(as_alice: Client, alices_bot: Bot) -> None:
    for _ in range(25):
        cast.play_with(alices_bot, cast.SOURCE, alices_bot.entries.get().ladder)
    leave(as_alice)
    assert erase_some()
    assert Version.objects.exclude(source="").count() == 6
    assert erase_some()
    assert not Version.objects.exclude(source="").exists()
    assert not erase_some()
