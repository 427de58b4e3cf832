"""A bot that never passed a check is visible to its owner and organisers only, at every address.

The addresses come from the site's URLs, so new ones are tested automatically.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.urls import get_resolver

from arena.ladders.entries import enter_ladder
from arena.models import Bot, Ladder, Version
from tests import cast
from tests.arena.league_steps import a_league
from tests.arena.tournament_steps import opened
from tests.website.conftest import logged_in
from tests.website.page import visit
from tests.website.program import Program
from tests.website.rows import make_bot
from website.accounts.models import User

SECRET, NOBODY = "secretive", "nobody-at-all"
OF_BOTS = {"bots": ("slug", "other"), "play": ("slug",)}  # parameters that name a bot, by app
OTHERS = {"ladder": "dominion-first-game", "match_id": "1", "number": "1", "failure_id": "1"}
OWN_ONLY = {"challenge", "against"}  # by login; a stranger's own bot does the rest
WITHOUT = ("/admin/", "/accounts/", "/health/", "/metrics", "/handbook/", "/cards/", "/dominoes/")


class Address(NamedTuple):
    """A path with one place for a bot."""

    path: str
    is_api: bool

    def of(self, slug: str) -> str:
        return self.path.replace("{}", slug)


def routes(patterns: Any, before: str = "/", space: str = "") -> Iterator[tuple[str, str]]:
    for one in patterns:
        if hasattr(one, "url_patterns"):
            yield from routes(one.url_patterns, before + str(one.pattern), one.namespace or space)
        else:
            yield space, before + str(one.pattern)


def addresses() -> Iterator[Address]:
    """Yield every address that takes a bot, once for each parameter that does."""
    for space, route in routes(get_resolver().url_patterns):
        takes = OF_BOTS.get(space, ())
        if space == "api":
            takes = ("bot", "slug") if route.startswith("/api/v1/bots/") else ("bot",)
        for chosen in re.findall(r"<\w+:(\w+)>", route):
            if chosen in takes:
                yield Address(_filled(route, space, chosen), space == "api")


def _filled(route: str, space: str, chosen: str) -> str:
    def word(found: re.Match[str]) -> str:
        name = found[1]
        if name == chosen:
            return "{}"
        if name == "slug" and space == "api" and "/tournaments/" in route:
            return "a-cup"
        return (
            "alcuin"
            if name in ("other", "slug", "bot") and space == "bots"
            else (OTHERS.get(name) or OTHERS["ladder"])
        )

    return re.sub(r"<\w+:(\w+)>", word, route)


ALL = list(addresses())


@pytest.fixture
def secret(alice: User, bob: User, ladder: Ladder) -> Bot:
    """Bob's rejected bot, which still has a ladder entry, as if by a bug of ours."""
    opened([make_bot(alice, "Alcuin", ladder)], name="A cup")
    a_league(ladder=ladder)
    bot = Bot.objects.create(owner=bob, name="Secretive", slug=SECRET)
    Version.objects.create(
        bot=bot, number=1, filename="bot.py", sha256="0" * 64, size=1, state="rejected"
    )
    enter_ladder(bot=bot, ladder=ladder)
    return bot


def answered(browser: Client, method: str, path: str, slug: str) -> tuple[int, str]:
    """Return status and text without the bot's name."""
    browser.raise_request_exception = False
    answer = browser.generic(method, path, "{}", content_type="application/json")
    text = "" if answer.streaming else answer.content.decode()
    text = re.sub(r'(?:value|nonce)="[^"]*"', "", text).replace(slug, "-")
    return answer.status_code, answer.headers.get("Location", "").replace(slug, "-") + text


def test_there_are_many_such_addresses() -> None:
    assert len([one for one in ALL if one.is_api]) > 10
    assert len([one for one in ALL if not one.is_api]) > 20


@pytest.mark.parametrize("address", ALL, ids=[one.path for one in ALL])
def test_to_others_it_is_as_if_it_were_not_there(address: Address, secret: Bot) -> None:
    """By GET and POST, for visitors and for another bot's owner."""
    stranger: Client = Program(cast.alice()) if address.is_api else logged_in(cast.alice())
    for browser in (Client(), stranger):
        for method in ("GET", "POST", "PATCH", "DELETE") if address.is_api else ("GET", "POST"):
            hidden = answered(browser, method, address.of(SECRET), SECRET)
            nothing = answered(browser, method, address.of(NOBODY), NOBODY)
            assert hidden == nothing
            assert hidden[0] >= 302


PAGES = (
    "/bots/{}/", "/bots/{}/versions/", "/bots/{}/against/", "/bots/{}/challenge/",
    "/bots/alcuin/against/{}/", "/bots/{}/against/alcuin/", "/play/against/{}/",
    "/bots/{}/history/dominion-first-game/", "/bots/{}/ratings/dominion-first-game.json",
    "/bots/compare/?a={}&b=alcuin", "/api/v1/bots/{}/", "/api/v1/bots/{}/versions/",
    "/api/v1/ladders/dominion-first-game/history/{}/",
)  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_its_owner_and_organisers_see_it(path: str, secret: Bot) -> None:
    for person in (cast.bob(), cast.olga()):
        answer = logged_in(person).get(path.format(SECRET))
        assert answer.status_code == 200
        assert b"There is no bot" not in answer.content


def test_comparing_does_not_tell_of_it(secret: Bot) -> None:
    for asked in (SECRET, "Secretive"):
        page = visit(logged_in(cast.alice()), f"/bots/compare/?a={asked}&b=alcuin")
        assert "There is no bot" in page


def test_no_list_names_it(secret: Bot) -> None:
    """Checks pages without parameters, its owner's, the ladder's, and the API's lists."""
    secret.entries.all().delete()  # a passed check alone makes entries
    paths = [path for _space, path in routes(get_resolver().url_patterns) if "<" not in path]
    paths = [path for path in paths if "(" not in path and not path.startswith(WITHOUT)]
    paths += [
        "/people/bob/", "/ladders/dominion-first-game/", "/ladders/dominion-first-game/?q=secret",
        "/ladders/dominion-first-game/leaderboard.csv", "/tournaments/a-cup/",
        "/leagues/royal-league/", "/api/v1/bots/?search=secret", "/api/v1/bots/?owner=bob",
        "/api/v1/ladders/dominion-first-game/leaderboard/", "/api/v1/tournaments/a-cup/",
        f"/api/v1/matches/?bot={SECRET}", "/bots/upload/", "/play/against/alcuin/",
        "/bots/alcuin/challenge/", "/bots/alcuin/",
    ]  # fmt: skip
    for browser in (Client(), logged_in(cast.alice())):
        for path in dict.fromkeys(paths):
            answer = browser.get(path)
            assert answer.status_code < 500
            assert b"ecretive" not in b"".join(answer), path


def sent(browser: Client, path: str, **body: Any) -> tuple[int, str]:
    answer = browser.post(path, json.dumps(body), content_type="application/json")
    return answer.status_code, answer.content.decode()


@pytest.mark.parametrize(
    ("path", "name", "more"),
    [
        ("challenges/", "bot", {"opponent": "alcuin", "ladder": "dominion-first-game"}),
        ("challenges/", "opponent", {"bot": "alcuin", "ladder": "dominion-first-game"}),
        ("tournaments/a-cup/entries/", "bot", {}),
        ("tournaments/a-cup/admit/", "bot", {}),
        ("tournaments/a-cup/exclude/", "bot", {"reason": "x"}),
        ("tournaments/a-cup/forfeit/", "bot", {"pairing": 1}),
    ],
)
def test_an_answer_to_a_body_does_not_tell_of_it_either(
    path: str, name: str, more: dict[str, str], secret: Bot
) -> None:
    program = Program(cast.alice())
    hidden, nothing = (
        sent(program, f"/api/v1/{path}", **more, **{name: slug}) for slug in (SECRET, NOBODY)
    )
    assert hidden[0] == nothing[0] >= 400
    assert hidden[1].replace(SECRET, "-") == nothing[1].replace(NOBODY, "-")


def test_seeds_and_entries_do_not_tell_of_it(secret: Bot) -> None:
    program, browser = Program(cast.alice()), logged_in(cast.alice())
    told = [
        sent(program, "/api/v1/tournaments/a-cup/seeds/", bots=[slug])[1].replace(slug, "-")
        for slug in (SECRET, NOBODY)
    ]
    assert told[0] == told[1]
    pages = [
        browser.post("/tournaments/a-cup/enter/", {"bot": slug}, follow=True).content.decode()
        for slug in (SECRET, NOBODY)
    ]
    assert all("Choose one of your bots." in page for page in pages)
