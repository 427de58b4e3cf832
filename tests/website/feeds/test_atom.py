"""Atom feeds: public content alone, found from the pages, unchanged where nothing happened."""

from xml.etree import ElementTree as ET

import pytest
from django.test import Client

from arena.models import Bot, Ladder, Match
from tests.arena.league_steps import a_league
from tests.arena.league_steps import played as played_season
from tests.arena.tournament_steps import bots, play_round, started
from tests.website.page import visit
from tests.website.rows import make_match

SPACE = "{http://www.w3.org/2005/Atom}"


def read(browser: Client, path: str) -> ET.Element:
    answer = browser.get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("application/atom+xml")
    return ET.fromstring(answer.content)


def titles(feed: ET.Element) -> list[str]:
    return [entry.findtext(f"{SPACE}title") or "" for entry in feed.findall(f"{SPACE}entry")]


@pytest.fixture
def match(alices_bot: Bot, bobs_bot: Bot, ladder: Ladder) -> Match:
    assert alices_bot.current
    assert bobs_bot.current
    make_match(ladder, alices_bot.current, alices_bot.current, purpose="check")
    return make_match(ladder, alices_bot.current, bobs_bot.current)


PAGES = ["bots/alcuin", "people/alice", "ladders/dominion-first-game"]


@pytest.mark.parametrize("page", PAGES)
def test_matches_of_a_bot_a_person_a_ladder(page: str, visitor: Client, match: Match) -> None:
    path = f"/{page}/matches.atom"
    links = visit(visitor, f"/{page}/").parts("link[type='application/atom+xml']")
    assert path in [link["href"] for link in links]
    feed = read(visitor, path)
    assert feed.findtext(f"{SPACE}author/{SPACE}name")
    assert len(titles(feed)) == 1
    assert "Alcuin" in titles(feed)[0]
    link = feed.find(f"{SPACE}entry/{SPACE}link")
    assert link is not None
    assert link.attrib["href"] == f"http://testserver/matches/{match.pk}/"


@pytest.mark.parametrize("page", PAGES)
def test_an_owner_gets_the_same_as_everybody(
    page: str, as_alice: Client, visitor: Client, match: Match
) -> None:
    """Readers of feeds do not log in, and a shared cache may keep them."""
    path = f"/{page}/matches.atom"
    assert as_alice.get(path).content == visitor.get(path).content


def test_news_of_tournaments_leagues_and_ladders(
    visitor: Client, ladder: Ladder, bobs_bot: Bot
) -> None:
    cup = play_round(started(bots(4, ladder)))
    league = a_league(ladder=ladder)
    played_season(league)
    for page, words in {
        f"tournaments/{cup.slug}": "results of round 1",
        f"leagues/{league.slug}": "season 1",
        f"ladders/{ladder.slug}": "has entered",
    }.items():
        links = visit(visitor, f"/{page}/").parts("link[type='application/atom+xml']")
        assert f"/{page}/news.atom" in [link["href"] for link in links]
        assert words in " ".join(titles(read(visitor, f"/{page}/news.atom")))


def test_an_unchanged_feed_is_not_sent_again(visitor: Client, match: Match, ladder: Ladder) -> None:
    for path in ("/bots/alcuin/matches.atom", f"/ladders/{ladder.slug}/news.atom"):
        first = visitor.get(path)
        assert first["Last-Modified"]
        for name, value in (
            ("If-None-Match", first["ETag"]),
            ("If-Modified-Since", first["Last-Modified"]),
        ):
            assert visitor.get(path, headers={name: value}).status_code == 304


def test_an_empty_feed_is_as_old_as_its_subject(visitor: Client, bobs_bot: Bot) -> None:
    first = visitor.get("/bots/bede/matches.atom")
    assert titles(read(visitor, "/bots/bede/matches.atom")) == []
    again = visitor.get("/bots/bede/matches.atom", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        "/bots/hidden/matches.atom",
        "/bots/nobody/matches.atom",
        "/people/nobody/matches.atom",
        "/people/%00/matches.atom",
        "/ladders/nowhere/matches.atom",
        "/ladders/nowhere/news.atom",
        "/tournaments/nowhere/news.atom",
        "/leagues/nowhere/news.atom",
    ],
)
def test_what_is_hidden_or_not_there_has_none(path: str, as_alice: Client, alices_bot: Bot) -> None:
    """Even for its owner: the feed is public."""
    Bot.objects.create(owner=alices_bot.owner, name="Hidden", slug="hidden")
    assert as_alice.get(path).status_code == 404


def test_names_cannot_break_the_feed(visitor: Client, match: Match) -> None:
    Bot.objects.filter(slug="bede").update(name="<b>&\N{RIGHT-TO-LEFT OVERRIDE}")
    assert "<b>&" in titles(read(visitor, "/bots/alcuin/matches.atom"))[0]
