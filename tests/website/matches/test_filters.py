"""Filters on the page of matches, which are those of the API."""

import pytest
from django.test import Client

from arena.models import Bot, Ladder, Match, Seat
from tests.cast import a_ladder
from tests.website.page import visit
from tests.website.rows import make_bot, make_match, make_version
from website.accounts.models import User


@pytest.fixture
def matches(alices_bot: Bot, bobs_bot: Bot, bob: User, ladder: Ladder) -> dict[str, Match]:
    """Alcuin wins, loses and ties against Bede, then its second version wins against Cuthbert."""
    assert alices_bot.current
    assert bobs_bot.current
    cuthbert = make_bot(bob, "Cuthbert", ladder)
    second = make_version(alices_bot, ladder)
    pair = (alices_bot.current, bobs_bot.current)
    found = {name: make_match(ladder, *pair) for name in ("won", "lost", "tied")}
    found["second"] = make_match(ladder, second, cuthbert.versions.get())
    found["queued"] = make_match(ladder, *pair, status="queued")
    found["challenge"] = make_match(ladder, *pair, purpose="challenge")
    for name, ranks in {"lost": (2, 1), "tied": (1, 1)}.items():
        for position, rank in enumerate(ranks):
            Seat.objects.filter(match=found[name], position=position).update(rank=rank)
    return found


ASKED = {
    "bot=alcuin&opponent=cuthbert": ["second"],
    "bot=alcuin&opponent=Cuthbert": ["second"],
    "bot=Alcuin&version=2": ["second"],
    "bot=alcuin&result=won": ["won", "second", "challenge"],
    "bot=alcuin&result=lost": ["lost"],
    "bot=alcuin&result=tied": ["tied"],
    "bot=bede&result=won": ["lost"],
    "bot=alcuin&version=1&result=won&purpose=ladder": ["won"],
    "status=queued": ["queued"],
    "purpose=challenge": ["challenge"],
    "since=2100-01-01": [],
    "bot=alcuin&opponent=cuthbert&result=lost": [],
    "bot=alcuin&opponent=Alcuin": [],
    "ladder=dominion-first-game&game=kingdomino": [],
}


@pytest.mark.parametrize("asked", ASKED)
def test_pages_and_api_select_the_same_matches(
    asked: str, matches: dict[str, Match], visitor: Client
) -> None:
    expected = sorted((matches[name].pk for name in ASKED[asked]), reverse=True)
    page = visit(visitor, f"/matches/?{asked}")
    assert [int(row.part("a[href^='/matches/']").text) for row in page.parts("#live tbody tr")] == (
        expected
    )
    found = visitor.get(f"/api/v1/matches/?{asked}").json()["results"]
    assert [one["id"] for one in found] == expected


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("bot=nobody", "There is no bot named “nobody”. Enter the name as shown on its page."),
        ("bot=alcuin&opponent=x", "There is no bot named “x”."),
        ("opponent=alcuin", "Enter a bot first: this is about its side."),
        ("result=won", "Enter a bot first: this is about its side."),
        ("version=1", "Enter a bot first: this is about its side."),
        ("bot=alcuin&version=0", "greater than or equal to 1"),
        ("status=gone", "Select a valid choice."),
        ("since=soon", "Enter a valid date/time."),
        (f"bot={'x' * 10_000}", "at most 50 characters"),
    ],
)
def test_filters_that_make_no_sense_are_explained(
    asked: str, words: str, matches: dict[str, Match], visitor: Client
) -> None:
    page = visit(visitor, f"/matches/?{asked}")
    assert words in page
    assert "No match fits these filters." in page
    assert page.part("details.list-filters").node.attributes.keys() >= {"open"}


def test_a_hidden_bot_is_no_filter(
    matches: dict[str, Match], alices_bot: Bot, visitor: Client
) -> None:
    Bot.objects.filter(pk=alices_bot.pk).update(current=None)
    assert "There is no bot named" in visit(visitor, "/matches/?bot=alcuin")
    assert visitor.get("/api/v1/matches/?bot=alcuin").json()["results"] == []


def test_the_filters_stay_while_paging(
    visitor: Client, ladder: Ladder, alices_bot: Bot, bobs_bot: Bot
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    for _ in range(41):
        make_match(ladder, alices_bot.current, bobs_bot.current, status="running")
    page = visit(visitor, "/matches/?bot=alcuin&status=running&result=")
    assert page.link("Older →").startswith("?bot=alcuin&status=running&before=")
    assert page.part("[name=bot]")["value"] == "alcuin"
    assert "by its slug" not in page, "that is the API's help"
    assert page.texts("[name=purpose] option")[0] == "all"


def test_bots_are_filtered_by_name_owner_ladder_and_state(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot, bob: User
) -> None:
    other = a_ladder(name="Other", slug="other", game="kingdomino", config={})
    make_bot(bob, "Cuthbert", other)
    asked = {
        "search=ED": ["Bede"],
        "owner=bob": ["Bede", "Cuthbert"],
        "ladder=other": ["Cuthbert"],
        "state=active&owner=alice": ["Alcuin"],
        "search=zz": [],
    }
    for query, names in asked.items():
        page = visit(visitor, f"/bots/?{query}")
        assert page.texts("tbody .bot bdi") == names, query
        found = visitor.get(f"/api/v1/bots/?{query}").json()["results"]
        assert sorted(one["name"] for one in found) == names, query
    assert "No bot fits these filters." in visit(visitor, "/bots/?search=zz")
    assert visitor.get("/bots/?ladder=nowhere").status_code == 404
