"""Every page is accessible: axe finds nothing serious, nothing breaks and nothing scrolls sideways.

Every other page is looked at on a phone in dark colours, the others on a desktop in light ones, and
some on both in both.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db.models import Model
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer
from pytest_playwright.pytest_playwright import CreateContextCallback

from arena.matches.challenges import send_challenge
from arena.models import Bot, Challenge, Follow, Ladder, League, Match, Tournament
from tests.arena.league_steps import a_league
from tests.arena.league_steps import played as played_season
from tests.arena.tournament_steps import bots, play_out, started
from tests.browser.axe import violations
from tests.browser.steps import ALL_LOOKS, LOOKS, Look, too_wide, wear
from tests.cast import a_ladder, alice, bob
from tests.patience import PROMPT
from tests.tooling.processes import within
from tests.website.ladders.test_estimates import fit, pair
from tests.website.rows import make_bot, make_fault, make_log, make_match
from website.accounts.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

IN_ALL_LOOKS = {"home", "bots:detail"}  # and replays, in their own tests
# Addresses without a page: actions, machine formats, or those that need a mail or other state.
NO_PAGES = {
    "theme", "set_language", "health", "health_ready", "metrics", "example_bot", "matches:words",
    "matches:live", "matches:featured", "matches:first_featured", "accounts:sign_up",
    "matches:replay_file", "matches:record", "matches:decisions", "matches:void", "matches:rejudge",
    "matches:game", "play:table", "play:replay", "play:replay_file", "play:record", "play:give_up",
    "play:again", "bots:ratings", "bots:mark_failure", "bots:decision", "bots:recheck",
    "bots:withdraw", "bots:check_decision", "bots:trial", "bots:gauntlet", "bots:activate",
    "bots:download", "bots:failure", "bots:delete", "bots:join_ladder", "bots:leave_ladder",
    "ladders:csv", "ladders:json", "ladders:act", "ladders:enter", "tournaments:enter",
    "tournaments:leave", "tournaments:act", "llms", "ladders:markdown", "handbook:source",
    "leagues:calendar_of_all", "leagues:calendar", "leagues:act", "admin_dashboard:suspend",
    "admin_dashboard:reinstate", "admin_dashboard:appoint", "admin_dashboard:dismiss",
    "notifications:read_all", "notifications:read",
    "accounts:end_others", "accounts:end_session", "accounts:revoke", "accounts:webhook",
    "accounts:renew_secret", "accounts:remove_webhook", "accounts:test_webhook",
    "accounts:resend", "account_set_password", "account_confirm_email",
    "account_confirm_login_code", "account_reset_password_from_key",
    "account_reset_password_from_key_done", "account_email_verification_sent",
    "account_inactive", "account_reauthenticate", "challenges:answer", "challenges:block",
    "challenges:unblock", "feeds:toggle", "feeds:bot_matches", "feeds:person_matches",
    "feeds:ladder_matches", "feeds:ladder_news", "feeds:tournament_news", "feeds:league_news",
    "archive:day", "admin_dashboard:rename", "accounts:ask_address", "tournaments:delete",
}  # fmt: skip
PLAIN = [
    "archive:index", "home", "replay", "accounts:overview", "accounts:profile",
    "accounts:notifications",
    "accounts:sessions", "accounts:tokens", "accounts:webhooks", "accounts:data",
    "accounts:delete", "account_logout", "account_email", "account_change_password",
    "account_reset_password_done", "notifications:index", "bots:index", "bots:upload",
    "bots:compare", "bots:histories", "ladders:index", "ladders:new", "tournaments:index",
    "tournaments:new",
    "leagues:index", "leagues:new", "audit:index", "admin_dashboard:index",
    "admin_dashboard:workers",
    "admin_dashboard:people", "matches:index", "play:index", "cards:index", "cards:kingdoms",
    "cards:statistics", "cards:rulings", "dominoes:index", "handbook:index", "handbook:decisions",
    "search", "challenges:index", "feeds:feed",
]  # fmt: skip
OF_LADDER = [
    "leaderboard", "crosstable", "edit", "unusual", "statistics", "statistics_cards",
    "statistics_openings",
]  # fmt: skip
FOR_VISITORS = ["account_login", "account_signup", "account_reset_password", "home"]


@pytest.fixture
def addresses(transactional_db: None) -> dict[str, dict[str, Any]]:
    """Return every page's arguments by URL name, on a platform with a row of everything."""
    ladder = a_ladder()
    own = make_bot(alice(), "Alcuin", ladder)
    other = make_bot(bob(), "Bede", ladder)
    match = played(ladder, own, other)
    fit(ladder, pair(own.owner_id, other.owner_id))
    tournament = play_out(started(bots(4, ladder)))
    league = a_league(ladder=ladder)
    bot, rules = {"slug": own.slug}, {"slug": ladder.slug}
    contest, series = {"slug": tournament.slug}, {"slug": league.slug}
    game = {"match_id": match.pk, "number": 1}
    return {name: {} for name in PLAIN} | {
        "person": {"username": "bob"},
        "admin_dashboard:person": {"username": "bob"},
        "bots:detail": bot,
        "bots:edit": bot,
        "bots:challenge": {"slug": other.slug},
        "bots:history": bot | {"ladder": ladder.slug},
        "bots:rivals": bot,
        "bots:pairing": bot | {"other": other.slug},
        "bots:failures": bot,
        "bots:logs": bot,
        "bots:new_version": bot,
        "bots:versions": bot,
        "bots:version": bot | {"number": 1},
        "bots:source": bot | {"number": 1},
        **{f"ladders:{one}": rules for one in OF_LADDER},
        "tournaments:detail": contest,
        "tournaments:edit": contest,
        "tournaments:organise": contest,
        "leagues:detail": series,
        "leagues:season": series | {"number": played_season(league).number},
        "leagues:edit": series,
        "challenges:detail": {"pk": challenged(own, other, ladder).pk},
        "matches:detail": {"match_id": match.pk},
        "matches:watch": game,
        "play:play_on": game,
        "matches:embed": game,
        "play:against": bot,
        "play:failures": bot,
        "cards:detail": {"slug": "moat"},
        "handbook:page": {"slug": "bots/tutorial"},
    }


def challenged(own: Bot, other: Bot, ladder: Ladder) -> Challenge:
    """A challenge that is being played; Alice follows the other bot, and is asked by a third."""
    made = send_challenge(
        challenger=alice(), bot=own, opponent=other, ladder=ladder, matches=2, seed=7
    )
    Follow.objects.create(user=alice(), bot=other)
    Bot.objects.filter(pk=own.pk).update(asks_first=True)
    own.refresh_from_db()
    send_challenge(challenger=bob(), bot=other, opponent=own, ladder=ladder)
    return made


def played(ladder: Ladder, own: Bot, other: Bot) -> Match:
    """A rated match in which Alice's bot crashed and printed something."""
    assert own.current
    assert other.current
    match = make_match(ladder, own.current, other.current)
    make_fault(match, own.current)
    make_log(match, own.current, "hello from the jail")
    return match


def names(resolver: URLResolver, space: str = "") -> Iterator[str]:
    """The names of all our addresses; the API and Django's admin have tests of their own."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            if inner not in {"api:", "admin:"}:
                yield from names(pattern, inner)
        elif pattern.name:
            yield space + pattern.name


def test_no_page_is_forgotten(addresses: dict[str, dict[str, Any]]) -> None:
    known = addresses.keys() | NO_PAGES | set(FOR_VISITORS)
    assert set(names(get_resolver())) == known


def log_in(page: Page, user: User, server: LiveServer) -> None:
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": server.url}]
    )


class Inspector:
    """Checks pages. Each is also laid out in the other look, so each theme is seen at load and
    after a change."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wrong: list[str] = []
        self.looks = LOOKS
        wear(page, self.looks[0])
        page.on("pageerror", lambda error: self.note(str(error)))
        page.on("response", lambda part: self.note(part.url) if part.status >= 400 else None)

    def note(self, problem: str) -> None:
        """Note a problem of the open page."""
        self.wrong.append(f"{self.page.url}: {problem}")

    def look_at(self, address: str, *, in_all_looks: bool = False) -> None:
        """Note the problems of the page at this address."""
        answer = self.page.goto(address)
        assert answer
        if answer.status != 200:
            return  # noted already
        self.page.wait_for_load_state("networkidle")
        looks = ALL_LOOKS if in_all_looks else self.looks
        for look in looks:
            wear(self.page, look)
            if not within(PROMPT, lambda: too_wide(self.page) <= 0):
                self.note(f"{look}: {too_wide(self.page)} px too wide")
            if in_all_looks or look == looks[-1]:
                self.note_violations(look)
        self.looks = self.looks[::-1]
        wear(self.page, self.looks[0])

    def note_violations(self, look: Look) -> None:
        for violation in violations(self.page):
            self.note(f"{look}: {violation}")


@pytest.mark.long
def test_every_page_can_be_used_by_everybody(
    addresses: dict[str, dict[str, Any]],
    new_context: CreateContextCallback,
    live_server: LiveServer,
) -> None:
    page = new_context(base_url=live_server.url).new_page()
    inspector = Inspector(page)
    for name in FOR_VISITORS:
        inspector.look_at(reverse(name))
    User.objects.filter(username="alice").update(is_staff=True, is_superuser=True)
    log_in(page, alice(), live_server)
    for name, parts in addresses.items():
        inspector.look_at(reverse(name, kwargs=parts), in_all_looks=name in IN_ALL_LOOKS)
    assert inspector.wrong == []


NAMED: dict[type[Model], tuple[str, int]] = {
    **dict.fromkeys((Ladder, Tournament, League), ("name", 80)),
    Bot: ("name", 40),
    User: ("username", 150),
}
WIDTHS = (320, 375, 1280)


def lengthen_names() -> None:
    """Give everything the longest name it can have, without a space."""
    for model, (field, most) in NAMED.items():
        for number, row in enumerate(model._default_manager.order_by("pk")):
            model._default_manager.filter(pk=row.pk).update(
                **{field: f"W{number}".ljust(most, "W")}
            )


def widest(page: Page) -> str:
    """Return the innermost element that reaches farthest to the right."""
    return str(
        page.evaluate(
            """() => [...document.querySelectorAll("body *")]
            .filter((one) => !one.closest("svg") && !one.closest("footer"))
            .filter((one) => getComputedStyle(one.closest(".scroll") ?? one).overflowX !== "auto")
            .map((one) => [one.getBoundingClientRect().right, one])
            .reduce((best, one) => (one[0] >= best[0] ? one : best))[1]
            .outerHTML.slice(0, 120)"""
        )
    )


@pytest.mark.long
def test_a_long_name_widens_no_page(
    addresses: dict[str, dict[str, Any]],
    new_context: CreateContextCallback,
    live_server: LiveServer,
) -> None:
    page = new_context(base_url=live_server.url).new_page()
    User.objects.filter(username="alice").update(is_staff=True, is_superuser=True)
    owner, other = alice(), bob()
    log_in(page, owner, live_server)
    lengthen_names()
    other.refresh_from_db()
    wide = []
    for name, parts in addresses.items():
        named = parts | ({"username": other.username} if "username" in parts else {})
        page.goto(reverse(name, kwargs=named), wait_until="domcontentloaded")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            # What is drawn resizes a little later; what is too wide for long is noted.
            if too_wide(page) > 0 and not within(1, lambda: too_wide(page) <= 0):
                wide.append(f"{name} at {width} px: {too_wide(page)} px too wide: {widest(page)}")
    assert not wide, "\n".join(wide)
