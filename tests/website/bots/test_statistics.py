"""A bot's results by opponent, seat, kingdom and version, and two bots compared."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot, BotTally, HeadToHead, Ladder, Match
from arena.results.tally_results import tally_results
from tests import cast
from tests.website.page import visit
from tests.website.rows import make_bot, make_match, make_version
from website.accounts.models import User
from website.bots.compare import other_side


def plays(ladder: Ladder, one: Bot, other: Bot, times: int = 1) -> list[Match]:
    """Finished rated matches, the first wins them, and they are counted."""
    assert one.current
    assert other.current
    matches = [make_match(ladder, one.current, other.current) for _ in range(times)]
    tally_results(ladder=ladder)
    return matches


def ended(wins: int, draws: int, losses: int) -> str:
    """Return the result as tables show it."""
    return f"{wins} \N{EN DASH} {draws} \N{EN DASH} {losses}"


def test_the_page_says_whom_it_met_and_from_which_seat(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    plays(ladder, alices_bot, bobs_bot, 3)
    page = visit(visitor, "/bots/alcuin/")
    assert "Head-to-head" in page
    assert ended(3, 0, 0) in page
    assert f"/bots/alcuin/against/bede/?ladder={ladder.slug}" in page.hrefs
    assert "Seat 1" in page
    assert "Seat 2" in page
    assert "By kingdom" not in page.html, "every match had the same kingdom"
    assert ended(0, 0, 3) in visit(visitor, "/bots/bede/")


def test_a_bot_without_a_match_has_words_instead(visitor: Client, alices_bot: Bot) -> None:
    assert "No rated matches yet" in visit(visitor, "/bots/alcuin/")
    assert "No rated matches against others" in visit(visitor, "/bots/alcuin/against/")
    visit(visitor, "/bots/alcuin/versions/")


def test_a_bot_on_no_ladder_has_words_instead(visitor: Client, alice: User, bobs_bot: Bot) -> None:
    make_bot(alice, "Hermit")
    assert "Not on any ladder" in visit(visitor, "/bots/hermit/")
    assert "have not played each other" in visit(visitor, "/bots/hermit/against/bede/")
    assert "share no ladder" in visit(visitor, "/bots/compare/?a=hermit&b=bede")


@pytest.fixture
def random_ladder(db: None) -> Ladder:
    config = {"kingdom": "random", "sets": ["base"]}
    return cast.a_ladder(name="Random", slug="random", config=config)


def test_cards_tell_what_a_bot_likes_where_kingdoms_vary(
    visitor: Client, alice: User, bob: User, random_ladder: Ladder
) -> None:
    one, other = make_bot(alice, "Alcuin", random_ladder), make_bot(bob, "Bede", random_ladder)
    entry = cast.entry_of(one)
    plays(random_ladder, one, other)
    make_tally(entry.pk, "Witch", 12, 9.0)
    make_tally(entry.pk, "Moat", 12, 3.0)
    make_tally(entry.pk, "Chapel", 2, 2.0)
    BotTally.objects.filter(entry=entry, dimension="total").update(played=26, points=13.0)
    likes, rest = visit(visitor, "/bots/alcuin/").text.split("Worst cards", 1)
    worst_cards, everything = rest.split("All cards", 1)
    assert "Witch" in likes
    assert "+25" in likes
    assert "Moat" in worst_cards
    assert "\N{MINUS SIGN}25" in worst_cards
    assert "Chapel" in everything
    assert "Chapel" not in likes + worst_cards, "two matches say little"


def make_tally(entry: int, card: str, played: int, points: float) -> None:
    BotTally.objects.create(
        entry_id=entry, dimension="card", key=card, played=played, points=points, wins=played
    )


def test_a_version_keeps_the_rating_that_it_left(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    match = plays(ladder, alices_bot, bobs_bot)[0]
    left = match.seats.get(position=0).changes.get().rating_after
    newer = make_version(alices_bot, ladder, note="Opens with <b>Chapel</b>")
    Bot.objects.filter(pk=alices_bot.pk).update(current=newer)
    alices_bot.refresh_from_db()
    plays(ladder, alices_bot, bobs_bot, 2)
    page = visit(visitor, "/bots/alcuin/versions/")
    rows = page.table().rows
    assert f"{left:.2f}" in rows[1]
    assert f"{left:.2f}" not in rows[0].html
    assert "Opens with <b>Chapel</b>" in rows[0]


def test_a_pairing_has_its_totals_by_version_and_its_matches_in_pages(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    matches = plays(ladder, alices_bot, bobs_bot, 22)
    page = visit(visitor, "/bots/alcuin/against/bede/")
    assert ended(22, 0, 0) in page
    assert f"/matches/{matches[-1].pk}/" in page.hrefs
    assert f"/matches/{matches[0].pk}/" not in page.hrefs
    older = f"before={matches[2].pk}"
    assert any(older in href for href in page.hrefs)
    rest = visit(visitor, f"/bots/alcuin/against/bede/?ladder={ladder.slug}&{older}")
    assert f"/matches/{matches[0].pk}/" in rest.hrefs
    assert f"/matches/{matches[2].pk}/" not in rest.hrefs
    assert ended(0, 0, 22) in visit(visitor, "/bots/bede/against/alcuin/")
    assert "0 · 0 · 0 · 0 · 22" in visit(visitor, "/bots/alcuin/against/bede/")
    assert "22 · 0 · 0 · 0 · 0" in visit(visitor, "/bots/bede/against/alcuin/")
    assert visitor.get("/bots/alcuin/against/alcuin/").status_code == 404
    assert visitor.get("/bots/alcuin/against/nobody/").status_code == 404


def test_a_ladder_may_be_chosen(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder, random_ladder: Ladder
) -> None:
    for bot in (alices_bot, bobs_bot):
        cast.enter(bot, random_ladder)
    plays(ladder, alices_bot, bobs_bot, 2)
    plays(random_ladder, bobs_bot, alices_bot)
    assert ended(2, 0, 0) in visit(visitor, "/bots/alcuin/against/")
    assert ended(0, 0, 1) in visit(visitor, "/bots/alcuin/against/?ladder=random")
    assert ended(0, 0, 1) in visit(visitor, "/bots/alcuin/?ladder=random")
    assert "Random" in visit(visitor, "/bots/compare/?a=alcuin&b=bede&ladder=random")


def test_two_bots_are_compared_by_direct_games_and_shared_opponents(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    house = cast.house()
    common = make_bot(house, "Common", ladder, is_house=True)
    plays(ladder, alices_bot, bobs_bot, 3)
    plays(ladder, alices_bot, common, 2)
    plays(ladder, common, bobs_bot)
    page = visit(visitor, "/bots/compare/?a=Alcuin&b=bede")
    direct, shared = page.text.split("Against the same opponents")
    assert ended(3, 0, 0) in direct
    assert "Common" in shared
    assert ended(2, 0, 0) in shared
    assert ended(0, 0, 1) in shared
    other = visit(visitor, "/bots/compare/?a=bede&a_version=1&b=alcuin")
    assert ended(0, 0, 3) in other
    assert ended(0, 0, 3) in visit(visitor, "/bots/compare/?a=bede&b=alcuin&b_version=1")


def test_two_versions_of_one_bot_have_the_same_opponents(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    plays(ladder, alices_bot, bobs_bot)
    newer = make_version(alices_bot, ladder)
    alices_bot.current = newer
    alices_bot.save()
    plays(ladder, bobs_bot, alices_bot)
    page = visit(visitor, "/bots/compare/?a=alcuin&a_version=1&b=alcuin&b_version=2")
    assert "Versions of the same bot do not play" in page
    shared = page.text.split("Against the same opponents")[1]
    assert ended(1, 0, 0) in shared
    assert ended(0, 0, 1) in shared


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("a=nobody&b=bede", "There is no bot named “nobody”"),
        ("a=bede&b=bede", "Both sides are the same"),
        ("a=alcuin&a_version=7&b=bede", "no accepted version 7"),
        ("a=alcuin", "Opponent"),
        ("", "Compare"),
    ],
)
def test_what_cannot_be_compared_is_said(
    asked: str, words: str, visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    plays(ladder, alices_bot, bobs_bot)
    assert words in visit(visitor, f"/bots/compare/?{asked}")


def test_a_meeting_turned_around_is_that_of_the_other_side() -> None:
    other = other_side(
        HeadToHead(entry_id=1, opponent_id=2, played=4, wins=2, draws=1, points=2.25)
    )
    assert (other.entry_id, other.wins, other.draws, other.losses) == (2, 0, 1, 2)
    assert other.points == 1.75


def test_pages_cost_the_same_however_much_was_played(
    as_alice: Client,
    alices_bot: Bot,
    bobs_bot: Bot,
    ladder: Ladder,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    plays(ladder, alices_bot, bobs_bot, 3)
    plays(ladder, alices_bot, make_bot(cast.house(), "Common", ladder, is_house=True), 3)
    make_version(alices_bot)
    for address in (
        "/bots/alcuin/",
        "/bots/alcuin/against/",
        "/bots/alcuin/against/bede/",
        "/bots/alcuin/versions/",
        "/bots/compare/?a=alcuin&b=bede",
        f"/bots/alcuin/ratings/{ladder.slug}.json",
    ):
        with django_assert_max_num_queries(24):
            visit(as_alice, address)
