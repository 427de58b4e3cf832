"""The rating chart's figures."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot, Entry, Ladder, Match, RatingChange
from tests.cast import entry_of
from tests.website.rows import make_match, make_version
from website.bots import ratings

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def entry(alices_bot: Bot, bobs_bot: Bot, ladder: Ladder) -> Entry:
    """Six matches, two a day, the last three with a second version."""
    assert bobs_bot.current
    versions = [*alices_bot.versions.all(), make_version(alices_bot, ladder)]
    for number in range(6):
        match = make_match(ladder, versions[number // 3], bobs_bot.current)
        at = NOON + timedelta(hours=12 * number)
        RatingChange.objects.filter(seat__match=match).update(played_at=at)
    Bot.objects.filter(pk=alices_bot.pk).update(current=versions[1])
    return entry_of(alices_bot)


def address(ladder: Ladder, more: str = "") -> str:
    return f"/bots/alcuin/ratings/{ladder.slug}.json{more}"


def test_every_match_is_a_point_with_its_band(
    visitor: Client, entry: Entry, ladder: Ladder
) -> None:
    points = visitor.get(address(ladder)).json()
    last = RatingChange.objects.filter(entry=entry).latest("serial")
    assert points["x"] == [1, 2, 3, 4, 5, 6]
    assert points["version"] == [1, 1, 1, 2, 2, 2]
    assert points["mu"][-1] == round(last.mu_after, 3)
    assert points["rating"][-1] == round(last.rating_after, 3)
    low, high = points["low"][-1], points["high"][-1]
    assert high - low == pytest.approx(2 * 1.96 * last.sigma_after, abs=0.01)
    assert points["match"][-1] == last.seat.match_id


def test_a_day_is_what_its_last_match_left(visitor: Client, entry: Entry, ladder: Ladder) -> None:
    by_match = visitor.get(address(ladder)).json()
    by_day = visitor.get(address(ladder, "?by=day")).json()
    midnight = NOON.replace(hour=0)
    days = [(midnight + timedelta(days=number)).timestamp() for number in range(4)]
    assert by_day["x"] == days
    assert by_day["rating"] == [by_match["rating"][number] for number in (0, 2, 4, 5)]


def test_one_version_has_its_own_points(visitor: Client, entry: Entry, ladder: Ladder) -> None:
    assert visitor.get(address(ladder, "?version=2")).json()["x"] == [4, 5, 6]


def test_what_has_not_moved_is_not_read_again(
    visitor: Client,
    entry: Entry,
    ladder: Ladder,
    alices_bot: Bot,
    bobs_bot: Bot,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    known = {"If-None-Match": visitor.get(address(ladder))["ETag"]}
    with django_assert_num_queries(1):
        assert visitor.get(address(ladder), headers=known).status_code == 304
    assert visitor.get(address(ladder, "?by=day"), headers=known).status_code == 200
    alices_bot.refresh_from_db()
    assert alices_bot.current
    assert bobs_bot.current
    make_match(ladder, alices_bot.current, bobs_bot.current)
    assert len(visitor.get(address(ladder), headers=known).json()["x"]) == 7


def test_a_long_history_is_thinned_and_keeps_its_ends(
    visitor: Client, entry: Entry, ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = visitor.get(address(ladder)).json()
    monkeypatch.setattr(ratings, "MOST", 3)
    assert visitor.get(address(ladder)).json()["x"] == [4, 5, 6]
    by_day = visitor.get(address(ladder, "?by=day")).json()
    assert 2 <= len(by_day["x"]) <= 3
    assert [by_day["rating"][0], by_day["rating"][-1]] == [full["rating"][0], full["rating"][-1]]


def test_no_match_is_no_point_and_no_bot_is_not_found(
    visitor: Client, alices_bot: Bot, ladder: Ladder
) -> None:
    assert visitor.get(address(ladder)).json()["x"] == []
    assert visitor.get("/bots/alcuin/ratings/nowhere.json").status_code == 404
    assert not Match.objects.exists()
