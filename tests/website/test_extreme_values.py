"""No value of a row breaks a page or an API response, for any user, in any time zone."""

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.db import connection, models, transaction
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver
from django.utils import timezone
from pytest_django import DjangoDbBlocker, Settings

from arena.matches.challenges import block_person, send_challenge
from arena.models import Follow, Notification, TickStep, Worker
from arena.models.bounded import BoundedDateTimeField
from arena.results.tally_results import tally_results
from tests import cast
from tests.arena import league_steps, tournament_steps
from tests.website.extremes import CHANGES, Column, all_models, changed
from tests.website.notifications.test_pages import PARAMS
from tests.website.rows import make_bot, make_fault, make_log, make_match
from website.accounts.models import User
from website.accounts.tokens import make_token
from website.notifications.webhooks import make_hook, send_test

pytestmark = [pytest.mark.django_db, pytest.mark.long]

ALL_ZONES = [f"Etc/GMT{hours:+d}" for hours in range(-14, 13) if hours]
PLAIN_FILES = settings.STORAGES | {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}
NO_CACHE = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
NO_CACHES = dict.fromkeys(settings.CACHES, NO_CACHE)
CHEAP = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Nothing of ours, no page, or what only follows a form
SKIPPED = re.compile(r"logout|login|signup|password|confirm|reauth|/admin/")
SKIPPED_NAMES = {"account_inactive", "account_email_verification_sent"}
# Changes of different columns, none of which leaves anything out of a page.
TOGETHER = ["latest most longest", "earliest endless odd"]
TOGETHER += [one for one in CHANGES if not any(one in several.split() for several in TOGETHER)]
FRAME = "/handbook/"  # a page that asks for nothing but what the frame of every page shows
OF_READER = (FRAME, "/accounts/", "/api/v1/me/")  # addresses that show the reader's own row
Words = frozenset[str]
NONE: Words = frozenset()
NO_QUERIES: Set[Words] = frozenset()


class Asked(NamedTuple):
    """The queries for a page, why it is broken, and what it says below its header."""

    queries: list[str]
    problems: list[str]
    says: bytes


@dataclass
class World:
    """Pages on a platform with a row of everything, those that read rows, and users."""

    asked: dict[str, dict[str, Asked]]  # by user and address
    reads: dict[str, dict[str, Words]]  # by user and address, where the page reads rows
    media: Path
    who: dict[str, Client] = field(default_factory=dict)

    def readers(self, name: str, columns: set[Column]) -> list[str]:
        """Return the addresses whose pages depend on one of these columns for this user."""
        return [
            path
            for path, words in self.reads[name].items()
            if reads_one(words, columns) and not self.is_alices(name, path, words)
        ]

    def is_alices(self, name: str, path: str, words: Words) -> bool:
        """Return whether Alice is asked instead, who is told the same, or a visitor no more."""
        if name == "alice":
            return False
        says_the_same = self.asked[name][path].says == self.asked["alice"][path].says
        return says_the_same or (name == "nobody" and words <= self.reads["alice"].get(path, NONE))


@pytest.fixture(scope="module")
def made(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[World]:
    """Make a platform with a row of everything, once for all changes."""
    media = tmp_path_factory.mktemp("media")
    with (
        django_db_blocker.unblock(),
        transaction.atomic(),
        override_settings(
            MEDIA_ROOT=media, STORAGES=PLAIN_FILES, CACHES=NO_CACHES, PASSWORD_HASHERS=CHEAP
        ),
    ):
        names = make_world()
        User.objects.create_user("ada", is_staff=True, is_superuser=True)
        asked = {
            user: {path: asked_for(browser, path) for path in [*addresses(names), *in_admin()]}
            for user, browser in browsers().items()
        }
        yield World(asked, with_rows(asked), media)
        transaction.set_rollback(True)


@pytest.fixture
def world(made: World, settings: Settings) -> World:
    """The platform that all changes share; each is undone."""
    settings.MEDIA_ROOT = made.media
    return replace(made, who=browsers())


def with_rows(asked: dict[str, dict[str, Asked]]) -> dict[str, dict[str, Words]]:
    """Return what the pages read beside the frame of every page, by user and address.

    The frame is looked at on a page of its own, and on those that tell of their reader. An address
    that is only posted to reads nothing.
    """
    frame = {user: {words_of(query) for query in asked[user][FRAME].queries} for user in asked}
    return {
        user: {
            path: own_words(one, NO_QUERIES if path.startswith(OF_READER) else frame[user])
            for path, one in found.items()
            if not one.says.startswith(b"405")
        }
        for user, found in asked.items()
    }


def own_words(page: Asked, frame: Set[Words]) -> Words:
    """Return the words of the queries that are not the frame's."""
    return NONE.union(*{words_of(query) for query in page.queries} - frame)


def asked_for(browser: Client, path: str) -> Asked:
    """Note the queries for a page, and what it says."""
    with CaptureQueriesContext(connection) as asked:
        status, problems, content = visit(browser, path)
    says = b"%d %b" % (status, content[max(content.find(b"<main"), 0) :])
    return Asked([one["sql"] for one in asked.captured_queries], problems, says)


def words_of(query: str) -> Words:
    """Return all words of a query, such as tables and columns, without numbers."""
    return frozenset(re.findall(r"(?!\d)\w+|(?<!\()\*", re.sub("'.*?'", "", query)))


def reads_one(words: Words, columns: set[Column]) -> bool:
    """Return whether queries with these words can read one of the columns."""
    return any(table in words and not words.isdisjoint({name, "*"}) for table, name in columns)


def make_world() -> dict[str, str]:
    """Make the rows; return the arguments of their addresses."""
    ladder = cast.a_ladder(slug="a-ladder")
    alice, bob = cast.alice(), cast.bob()
    own, other = make_bot(alice, "Alcuin", ladder), make_bot(bob, "Bede", ladder)
    assert own.current
    assert other.current
    match = make_match(ladder, own.current, other.current)
    make_fault(match, own.current)
    make_log(match, own.current, "hello")
    tally_results(ladder=ladder)
    tournament_steps.play_out(
        tournament_steps.started(tournament_steps.bots(4, ladder), name="A cup")
    )
    tournament_steps.opened([own], name="An open cup", admission="sign_up")
    league = league_steps.a_league(name="A league", ladder=ladder)
    season = league_steps.played(league)
    tournament_steps.started([own, other], name="A running cup", format="swiss", reveal_minutes=9)
    make_match(ladder, own.current, other.current, status="queued")
    challenge = send_challenge(challenger=alice, bot=own, opponent=other, ladder=ladder, matches=2)
    block_person(owner=alice, person=cast.charlie())
    for followed in ({"bot": other}, {"person": bob}, {"ladder": ladder}, {"league": league}):
        Follow.objects.create(user=alice, **followed)
    for kind in Notification.Kind:
        Notification.objects.create(user=alice, kind=kind, about="x", params=PARAMS.get(kind, {}))
    send_test(hook=make_hook(owner=alice, url="https://example.org/", events=["check.passed"]))
    make_token(user=alice, name="x", scopes=["read"])
    Worker.objects.create(host="here", slots=1, seen_at=timezone.now())
    TickStep.objects.create(name="arena.tick", failures=3)
    return {
        "slug": "alcuin", "ladder": "a-ladder", "other": "bede", "bot": "alcuin",
        "pk": str(challenge.pk), "challenge_id": str(challenge.pk), "name": "alcuin",
        "match_id": str(match.pk), "number": "1", "username": "bob", "season": str(season.number),
    }  # fmt: skip


# With an invalid game or terms, these answer with an explanation.
SAYS_WHY = ("/replay.json", "/forecast/", "/estimate/")
OF_SPACE = {"ladders": "a-ladder", "leagues": "a-league", "tournaments": "a-cup"}


def routes(patterns: Any, before: str = "/", space: str = "") -> Iterator[tuple[str, str, str]]:
    for one in patterns:
        if hasattr(one, "url_patterns"):
            yield from routes(one.url_patterns, before + str(one.pattern), one.namespace or space)
        elif one.name not in SKIPPED_NAMES and "(" not in str(one.pattern):
            yield space, one.name or "", before + str(one.pattern)


NEEDING_A_QUERY = {"/api/v1/search/": "/api/v1/search/?q=alice"}


def addresses(world: dict[str, str]) -> list[str]:
    """Return every readable address, with this world's names."""
    found = []
    for space, _name, route in routes(get_resolver().url_patterns):
        if SKIPPED.search(route):
            continue
        kinds = [space]
        if space == "api":
            kinds = [one for one in OF_SPACE if f"/{one}/" in route] or ["bots"]

        def word(match: re.Match[str], kind: str = kinds[0], route: str = route) -> str:
            name = match[1]
            if name == "slug":
                known = {"cards": "moat", "handbook": "bots/first-steps"} | OF_SPACE
                return known.get(kind, world["slug"])
            return world.get(name, "1")

        found.append(re.sub(r"<\w+:(\w+)>", word, route))
    more = (
        "/tournaments/an-open-cup/", "/tournaments/a-running-cup/",
        "/tournaments/a-running-cup/organise/", "/api/v1/tournaments/a-running-cup/",
        "/people/alice/", "/bots/?mine", "/ladders/a-ladder/?division=1",
        "/bots/compare/?a=alcuin&b=bede", "/api/v1/results/?since=1970-01-01T00:00Z",
    )  # fmt: skip
    return [*dict.fromkeys(NEEDING_A_QUERY.get(one, one) for one in (*found, *more))]


def in_admin() -> list[str]:
    """The lists of Django's admin."""
    shown = [one for one in all_models() if admin.site.is_registered(one)]
    return [f"/admin/{one._meta.app_label}/{one._meta.model_name}/" for one in shown]


def broken(browser: Client, paths: list[str]) -> list[tuple[str, str]]:
    """List the paths that fail, or reject the reader's request as bad."""
    return [(path, problem) for path in paths for problem in visit(browser, path)[1]]


def visit(browser: Client, path: str) -> tuple[int, list[str], bytes]:
    """Return a page's status, how it failed or rejected the reader's request as bad, and itself."""
    answer, problems, content = browser.get(path), [], b""
    try:
        content = b"".join(answer)
    except Exception as error:  # noqa: BLE001  of any kind: it broke while it was sent
        problems.append(repr(error))
    if answer.status_code == 500:
        problems.append(where(answer))
    elif answer.status_code in {400, 422} and not path.endswith(SAYS_WHY):
        problems.append(answer.content.decode()[:200])
    return answer.status_code, problems, content


def where(answer: Any) -> str:
    """The error and the line of ours that raised it."""
    kind, error, trace = answer.exc_info or (None, answer.content[:200], None)
    line = ""
    while trace:
        name = trace.tb_frame.f_code.co_filename
        line = f"{name.split('/')[-2:]}:{trace.tb_lineno}" if ".venv" not in name else line
        trace = trace.tb_next
    return f"{kind} {error!s:.150} {line}"


def browsers() -> dict[str, Client]:
    """Return a browser by kind of user."""
    return {
        "nobody": Client(raise_request_exception=False),
        "alice": as_user(cast.alice()),
        "ada": as_user(User.objects.get(username="ada")),
    }


def as_user(user: User) -> Client:
    browser = Client(raise_request_exception=False)
    browser.force_login(user)
    return browser


def test_a_world_without_extremes_is_sound(world: World) -> None:
    for asked in world.asked.values():
        assert len(asked) > 120
        assert {path: one.problems for path, one in asked.items() if one.problems} == {}


@pytest.mark.parametrize("changes", TOGETHER)
def test_no_stored_value_breaks_a_page(changes: str, world: World) -> None:
    each = [changed(change) for change in changes.split()]
    assert all(each)
    columns = set[Column]().union(*each)
    found = {
        name: broken(browser, world.readers(name, columns)) for name, browser in world.who.items()
    }
    assert all(world.readers(name, columns) for name in ("alice", "ada"))
    assert not any(found.values()), "\n".join(
        dict.fromkeys(f"{path}: {why}" for rows in found.values() for path, why in rows)
    )


@pytest.mark.parametrize("change", ["earliest", "latest"])
def test_no_moment_breaks_a_page_in_any_zone(change: str, world: World) -> None:
    """All pages in the outermost zones, as a moment that both have is one of each between them,
    and a share of the pages in each of the others."""
    columns = changed(change)
    assert columns
    between = ALL_ZONES[1:-1]
    for zone in ALL_ZONES:
        User.objects.update(time_zone=zone)
        share = world.readers("alice", columns)
        if zone in between:
            share = share[between.index(zone) :: len(between)]
        assert broken(world.who["alice"], share) == [], zone


def test_every_moment_of_ours_is_one_that_every_zone_has() -> None:
    ours = [
        one
        for label in ("arena", "accounts", "notices")
        for one in apps.get_app_config(label).get_models()
    ]
    plain = [
        str(field)
        for model in ours
        for field in model._meta.concrete_fields
        if isinstance(field, models.DateTimeField) and not isinstance(field, BoundedDateTimeField)
    ]
    assert plain == []
