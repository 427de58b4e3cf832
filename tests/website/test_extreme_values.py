"""No value of a row breaks a page or an API response, for any user, in any time zone."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import models
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from arena.actions.results.tally_results import tally_results
from arena.models import Notification, TickStep, Worker
from arena.models.bounded import BoundedDateTimeField
from tests import cast
from tests.arena import league_steps, tournament_steps
from tests.website.conftest import logged_in
from tests.website.extremes import CHANGES, all_models, changed
from tests.website.notifications.test_pages import PARAMS
from tests.website.rows import make_bot, make_fault, make_log, make_match
from website.accounts.models import User
from website.accounts.tokens import make_token
from website.notifications.webhooks import make_hook, send_test

pytestmark = [pytest.mark.django_db, pytest.mark.long]

ALL_ZONES = [f"Etc/GMT{hours:+d}" for hours in range(-14, 13) if hours]
# Nothing of ours, no page, or what only follows a form
SKIPPED = re.compile(r"logout|login|signup|password|confirm|reauth|/admin/")
SKIPPED_NAMES = {"account_inactive", "account_email_verification_sent"}


@pytest.fixture
def world() -> dict[str, str]:
    """Make a platform with a row of everything; return the arguments of its addresses."""
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
    for kind in Notification.Kind:
        Notification.objects.create(user=alice, kind=kind, about="x", params=PARAMS.get(kind, {}))
    send_test(hook=make_hook(owner=alice, url="https://example.org/", events=["check.passed"]))
    make_token(user=alice, name="x", scopes=["read"])
    Worker.objects.create(host="here", slots=1, seen_at=timezone.now())
    TickStep.objects.create(name="arena.tick", failures=3)
    return {
        "slug": "alcuin", "ladder": "a-ladder", "other": "bede", "bot": "alcuin",
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
                known = {"cards": "moat", "docs": "bot-authors"} | OF_SPACE
                return known.get(kind, world["slug"])
            return world.get(name, "1")

        found.append(re.sub(r"<\w+:(\w+)>", word, route))
    more = (
        "/tournaments/an-open-cup/", "/tournaments/a-running-cup/",
        "/tournaments/a-running-cup/organise/", "/api/v1/tournaments/a-running-cup/",
        "/people/alice/", "/bots/?mine", "/ladders/a-ladder/?division=1",
        "/bots/compare/?a=alcuin&b=bede", "/api/v1/results/?since=1970-01-01T00:00Z",
    )  # fmt: skip
    return [*dict.fromkeys([*found, *more])]


def in_admin() -> list[str]:
    """The lists of Django's admin."""
    shown = [one for one in all_models() if admin.site.is_registered(one)]
    return [f"/admin/{one._meta.app_label}/{one._meta.model_name}/" for one in shown]


def broken(browser: Client, paths: list[str]) -> list[tuple[str, str]]:
    """List the paths that fail, or reject the reader's request as bad."""
    browser.raise_request_exception = False
    found = []
    for path in paths:
        answer = browser.get(path)
        try:
            b"".join(answer)
        except Exception as error:  # noqa: BLE001  of any kind: it broke while it was sent
            found.append((path, repr(error)))
        if answer.status_code == 500:
            found.append((path, where(answer)))
        elif answer.status_code in {400, 422} and not path.endswith(SAYS_WHY):
            found.append((path, answer.content.decode()[:200]))
    return found


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
    User.objects.create_superuser("ada", password="x")
    return {
        "nobody": Client(),
        "alice": logged_in(cast.alice()),
        "ada": logged_in(User.objects.get(username="ada")),
    }


def test_a_world_without_extremes_is_sound(world: dict[str, str]) -> None:
    paths = addresses(world)
    assert len(paths) > 120
    for browser in browsers().values():
        assert broken(browser, paths) == []


@pytest.mark.parametrize("change", CHANGES)
def test_no_stored_value_breaks_a_page(change: str, world: dict[str, str]) -> None:
    who = browsers()
    assert changed(change) > 0
    found = {name: broken(browser, addresses(world)) for name, browser in who.items()}
    found["ada"] += broken(who["ada"], in_admin())
    assert not any(found.values()), "\n".join(
        dict.fromkeys(f"{path}: {why}" for rows in found.values() for path, why in rows)
    )


@pytest.mark.parametrize("change", ["earliest", "latest"])
def test_no_moment_breaks_a_page_in_any_zone(change: str, world: dict[str, str]) -> None:
    assert changed(change) > 0
    browser = logged_in(cast.alice())
    everywhere, edges = addresses(world), {ALL_ZONES[0], ALL_ZONES[-1]}
    lists = [path for path in everywhere if path.count("/") < 4 or "cup/" in path]
    for zone in ALL_ZONES:
        User.objects.update(time_zone=zone)
        assert broken(browser, everywhere if zone in edges else lists) == [], zone


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
