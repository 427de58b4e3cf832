"""The rule of who sees a ladder: when it changes, every address follows."""

import re

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import get_resolver

from arena.models import Bot, Ladder, Match, rights
from tests import cast
from tests.website.bots.test_visibility import WITHOUT, routes
from tests.website.conftest import logged_in
from tests.website.rows import make_match

SECRET = "inner-circle"
OWN_DATA = "/account/data/"
PAGES = (
    "/bots/alcuin/", "/bots/alcuin/versions/", "/bots/alcuin/against/",
    "/bots/alcuin/against/bede/", "/bots/alcuin/challenge/", "/play/against/alcuin/",
    "/bots/compare/?a=alcuin", "/bots/compare/?a=alcuin&b=bede", "/people/alice/",
    "/bots/history/?bot=alcuin", "/bots/history/?bot=alcuin&bot=bede",
    "/bots/upload/", "/bots/bede/challenge/", "/play/against/bede/", "/api/v1/bots/alcuin/",
    f"/api/v1/matches/?ladder={SECRET}",
)  # fmt: skip


def without_secret(viewer: rights.Person, path: str = "") -> Q:
    """Hide one ladder from all but organisers."""
    return Q() if rights.is_organiser(viewer) else ~Q((f"{path}slug", SECRET))


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch, alices_bot: Bot, bobs_bot: Bot) -> Match:
    """The hidden ladder's, between bots that play on a public one too."""
    monkeypatch.setattr(rights, "ladders_seen_by", without_secret)
    secret = cast.a_ladder(name="Inner circle", slug=SECRET)
    for bot in (alices_bot, bobs_bot):
        cast.enter(bot, secret)
    secret.entries.update(matches=9)  # more than on the public one
    return make_match(secret, alices_bot.versions.get(), bobs_bot.versions.get())


def lists() -> list[str]:
    paths = [path for _space, path in routes(get_resolver().url_patterns) if "<" not in path]
    return [path for path in paths if "(" not in path and not path.startswith((*WITHOUT, OWN_DATA))]


@pytest.mark.long(3)
def test_no_page_names_it(match: Match) -> None:
    for browser in (Client(), logged_in(cast.alice())):
        for path in (*lists(), *PAGES):
            answer = browser.get(path)
            text = b"".join(answer).decode() if answer.streaming else answer.content.decode()
            assert answer.status_code < 500
            shown = text.replace(f"ladder={SECRET}", "")  # what was asked, in links to more
            assert not re.search(r"inner.circle", shown, re.IGNORECASE), path


def of_ladders() -> list[str]:
    """Every address of a ladder, and of a ladder's match."""
    found = [path for space, path in routes(get_resolver().url_patterns) if "<" in path]
    of = re.compile(r"/ladders/<|/matches/<|<\w+:ladder>|/history/<")
    return [path for path in found if of.search(path) and not path.startswith(WITHOUT)]


@pytest.mark.parametrize("route", of_ladders())
def test_it_is_as_if_it_were_not_there(route: str, match: Match) -> None:
    words = {"match_id": str(match.pk), "number": "1", "seat": "1", "game": "dominion"}
    words |= {
        "suffix": "csv",
        "bot": "alcuin",
        "verb": "admit",
        "slug": SECRET,
        "ladder": SECRET,
        "name": SECRET,
    }
    words |= {"slug": "alcuin"} if route.startswith("/bots/") else {}
    path = re.sub(r"<\w+:(\w+)>", lambda found: words[found[1]], route)
    for browser in (Client(), logged_in(cast.alice())):
        for answer in (browser.get(path), browser.post(path, content_type="application/json")):
            assert answer.status_code in {302, 401, 403, 404, 405}, path
    assert Ladder.objects.seen_by(cast.olga()).filter(slug=SECRET).exists()
