"""Get every page at odd addresses, and send odd input to every form."""

import re
from base64 import b64encode
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from django.test import Client
from django.urls import get_resolver

from arena.models import Match
from arena.results.tally_results import tally_results
from tests import cast
from tests.arena.league_steps import a_league
from tests.arena.results.rows import played
from tests.arena.tournament_steps import opened
from website.tournaments.verbs import VERBS

MANY, NOTHING, BROKEN = "9" * 30, "%00", "%ff"
ODD = (MANY, NOTHING, BROKEN, "%D9%A3")  # the last is a digit that is not ASCII's
FIRST, LAST = "0001-01-01T00:00:00%2B10:00", "9999-12-31T23:59:59-10:00"
NUL = "alcuin\0"
TEXTS = (
    *("bot", "reason", "number", "all", "order", "name", "note", "description", "ladder"),
    *("username", "login", "password", "theme", "language", "next", "url", "a", "b", "email"),
    *("entrants", "web", "answer", "follow", "kind", "dominion-cards"),
)
NUMBERS = (
    *("pairing", "entrant", "pick", "events", "scopes", "seats", "games", "match_count", "seed"),
)
SENT = {f"seed-{NUL}": "1", "seed-bede": MANY} | dict.fromkeys(TEXTS, NUL)
SENT |= dict.fromkeys(NUMBERS, MANY)


def walk() -> tuple[int, int, list[tuple[str, str]]]:
    """Return how many pages and forms were tried, and which of them broke, and how."""
    match = fill_database()
    owner = cast.alice()
    owner.is_staff = True  # comes to every page
    owner.save()
    browser = Client(HTTP_HOST="localhost", raise_request_exception=False)
    browser.force_login(owner)
    pages = [*_pages(match), *_api_pages()]
    broken = [found for page in pages for found in problems_of(page, browser.get(page))]
    forms = _forms(match)
    for page in forms:
        browser.force_login(owner)
        broken += problems_of(page, browser.post(page, SENT), reads=False)
    return len(pages), len(forms), broken


def fill_database() -> int:
    """Make a row of everything; return the match's id."""
    ladder = cast.a_ladder(slug="a-ladder", state="paused")
    alcuin = cast.a_bot(cast.alice(), "Alcuin", ladder)
    bede = cast.a_bot(cast.bob(), "Bede", ladder)
    played(ladder, alcuin, bede)
    tally_results(ladder=ladder)
    a_league(name="A league", ladder=ladder)
    opened([alcuin], name="A cup")
    return Match.objects.get().pk


def _pages(match: int) -> list[str]:
    return [
        f"/{page}"
        for odd in ODD
        for page in (
            f"people/{odd}/",
            f"office/people/{odd}/",
            f"office/people/?q={odd}&page={odd}",
            f"matches/?ladder={odd}",
            f"matches/?game={odd}",
            f"matches/?before={odd}",
            f"matches/{odd}/",
            f"matches/{match}/games/{odd}/",
            f"matches/{match}/games/1/replay/?at={odd}",
            f"bots/?page={odd}",
            f"bots/compare/?a={odd}&b=bede",
            f"bots/upload/?ladder={odd}",
            f"bots/compare/?a=alcuin&a_version={odd}&b=bede",
            f"bots/alcuin/?ladder={odd}",
            f"bots/alcuin/against/?page={odd}",
            f"bots/alcuin/against/bede/?before={odd}",
            f"bots/alcuin/history/a-ladder/?before={odd}",
            f"bots/alcuin/versions/{odd}/",
            f"bots/alcuin/ratings/a-ladder.json?version={odd}",
            f"bots/alcuin/failures/{odd}/",
            f"ladders/a-ladder/?page={odd}&q={odd}&division={odd}&sort={odd}",
            f"ladders/a-ladder/leaderboard.csv?q={odd}",
            f"tournaments/{odd}/",
            f"leagues/{odd}/",
            f"log/?verb={odd}&target={odd}&before={odd}",
            f"play/{odd}/",
            f"docs/{odd}/",
            f"notifications/?before={odd}&kind={odd}",
            f"accounts/webhooks/{odd}/",
            f"cards/{odd}/",
            f"challenges/{odd}/",
            f"challenges/?before={odd}&box={odd}",
            f"feed/?before=match-{odd}.{odd}-1",
            f"people/{odd}/matches.atom",
            f"bots/{odd}/matches.atom",
            f"tournaments/{odd}/news.atom",
        )
    ]


def _api_pages() -> list[str]:
    odd_numbers = (MANY, "nan", "inf", "\0", "")
    cursors = [quote(b64encode(f"p={odd}".encode())) for odd in odd_numbers]
    ladder = "ladders/a-ladder"
    lists = ("bots/", "matches/", f"{ladder}/leaderboard/", f"{ladder}/history/alcuin/")
    pages = [f"{rows}?cursor={cursor}" for cursor in (*cursors, *ODD) for rows in lists]
    pages += [f"bots/?search={odd}&owner={odd}&limit={odd}" for odd in ODD]
    pages += [f"matches/?bot={odd}&ladder={odd}&since={odd}" for odd in ODD]
    pages += [
        f"{rows}?since={at}" for at in (FIRST, LAST, *ODD) for rows in ("results/", "matches/")
    ]
    pages += [f"bots/alcuin/versions/{odd}/" for odd in ODD]
    pages += [f"matches/{odd}/" for odd in ODD]
    pages += [f"audit/?target={odd}&verb={odd}" for odd in ODD]
    pages += [f"challenges/?box={odd}&cursor={odd}" for odd in ODD]
    pages += [f"feed/?before={odd}" for odd in ODD]
    return [f"/api/v1/{page}" for page in (*pages, f"matches/{'9' * 18}/")]


def problems_of(page: str, answer: Any, *, reads: bool = True) -> Iterator[tuple[str, str]]:
    try:
        b"".join(answer if reads else ())
    except Exception as error:  # noqa: BLE001  (whatever breaks a page is reported)
        yield page, repr(error)
    if answer.status_code >= 500:
        yield page, repr(answer.exc_info[1])


def _forms(match: int) -> list[str]:
    """All addresses without patterns of their own, filled with what exists."""
    words = {
        "slug": {"ladders": "a-ladder", "leagues": "a-league", "tournaments": "a-cup"},
        "verb": {"leagues": "pause", "tournaments": "seeds"},
        "username": {"": "bob"},
        "ladder": {"": "a-ladder"},
        "other": {"": "bede"},
        "match_id": {"": str(match)},
        "kind": {"": "bots"},
        "name": {"": "bede"},
    }

    def filled(space: str, route: str) -> str:
        def word(found: re.Match[str]) -> str:
            kind, name = found.groups()
            known = words.get(name, {})
            return known.get(space) or known.get("") or ("1" if kind == "int" else "alcuin")

        return re.sub(r"<(\w+):(\w+)>", word, route)

    asked = [filled(*one) for one in _routes(get_resolver().url_patterns)]
    return asked + [f"/tournaments/a-cup/organise/{verb}/" for verb in VERBS]


def _routes(patterns: Any, before: str = "/", space: str = "") -> Iterator[tuple[str, str]]:
    for one in patterns:
        if hasattr(one, "url_patterns"):
            if one.app_name not in ("admin", "api"):
                below = one.namespace or space
                yield from _routes(one.url_patterns, before + str(one.pattern), below)
        elif "(" not in str(one.pattern):
            yield space, before + str(one.pattern)
