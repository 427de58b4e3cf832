"""Pages of a bot whose ratings were changed by fits, and of versions with their own ratings."""

from typing import Any

import pytest
from django.test import Client

from arena.models import Bot, Entry, Ladder, Match, RatingChange, RatingFit, Version, VersionRating
from arena.ratings.parameters import Fixed, Parameters
from arena.ratings.trueskill import Rating, ordinal
from tests.cast import entry_of
from tests.website.page import visit
from tests.website.rows import make_match, make_version
from website.ladders.trends import trends, without_late

HISTORY = "/bots/alcuin/history/dominion-first-game/"


@pytest.fixture
def versions(alices_bot: Bot, ladder: Ladder) -> list[Version]:
    """The first and the current version of Alice's bot."""
    versions = [*alices_bot.versions.all(), make_version(alices_bot, ladder)]
    alices_bot.current = versions[1]
    alices_bot.save()
    return versions


@pytest.fixture
def entry(alices_bot: Bot, bobs_bot: Bot, ladder: Ladder, versions: list[Version]) -> Entry:
    """Play two matches of each; the last of the first version finishes while the second plays."""
    matches = [made(ladder, versions[number], bobs_bot) for number in (0, 0, 1, 1)]
    late, next_one = matches[1], matches[2]
    swapped = RatingChange.objects.filter(seat__match__in=[late, next_one])
    for change in swapped.select_related("seat"):
        moved = next_one if change.seat.match_id == late.pk else late
        RatingChange.objects.filter(pk=change.pk).update(serial=-(moved.serial or 0) + 100)
    for change in RatingChange.objects.filter(serial__gt=90):
        RatingChange.objects.filter(pk=change.pk).update(serial=100 - change.serial)
    return entry_of(alices_bot)


def made(ladder: Ladder, version: Version, bobs_bot: Bot) -> Match:
    assert bobs_bot.current
    return make_match(ladder, version, bobs_bot.current)


def rated(version: Version) -> None:
    VersionRating.objects.filter(version=version).update(mu=20.0, sigma=1.0)


def points(client: Client, more: str = "") -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = client.get(
        f"/bots/alcuin/ratings/dominion-first-game.json{more}"
    ).json()
    return found


class Moved:
    """A match of a version, by its key."""

    def __init__(self, version: int, match: int) -> None:
        self.version, self.match = version, match


@pytest.mark.parametrize(
    ("played", "kept"),
    [
        ([], []),
        ([(1, 1), (1, 2), (2, 3)], [1, 2, 3]),
        ([(1, 1), (2, 4), (1, 2), (1, 3), (2, 5)], [1, 4, 5]),
        ([(1, 1), (2, 2), (1, 3), (1, 4)], [1, 2, 3, 4]),  # back to the first
        ([(2, 2), (1, 4), (2, 3), (1, 5)], [2, 4, 5]),  # back, and then one of the second is late
        ([(1, 2), (1, 1), (1, 3)], [2, 1, 3]),  # finished in another order
    ],
)
def test_late_matches_of_replaced_versions_are_left_out(
    played: list[tuple[int, int]], kept: list[int]
) -> None:
    assert [move.match for move in without_late(Moved(*one) for one in played)] == kept


def test_the_chart_follows_the_version_that_plays(visitor: Client, entry: Entry) -> None:
    assert points(visitor)["version"] == [1, 2, 2]
    assert points(visitor)["x"] == [1, 2, 4]
    assert points(visitor, "?version=1")["version"] == [1, 1]
    assert trends(entry.ladder, [entry])[entry.pk].matches == 3


def test_the_chart_ends_at_the_present_rating(visitor: Client, entry: Entry) -> None:
    before = points(visitor)
    Entry.objects.filter(pk=entry.pk).update(mu=31, sigma=1)
    after = points(visitor)
    assert after["mu"] == [*before["mu"], 31]
    assert (after["x"][-1], after["match"][-1], after["version"][-1]) == (5, None, 2)
    days = points(visitor, "?by=day")
    assert days["rating"][-1] == 30
    assert len(days["x"]) == 1


def test_a_chart_that_a_fit_has_moved_is_read_again(visitor: Client, entry: Entry) -> None:
    address = "/bots/alcuin/ratings/dominion-first-game.json"
    known = {"If-None-Match": visitor.get(address)["ETag"]}
    assert visitor.get(address, headers=known).status_code == 304
    Entry.objects.filter(pk=entry.pk).update(mu=entry.mu + 1)
    assert visitor.get(address, headers=known).status_code == 200


def test_a_trend_ends_at_the_present_rating(entry: Entry) -> None:
    trends(entry.ladder, [entry])
    entry.mu, entry.sigma = 31.0, 1.0
    assert trends(entry.ladder, [entry])[entry.pk].ratings[-1] == 30


def test_a_version_has_its_own_rating(
    visitor: Client, entry: Entry, versions: list[Version]
) -> None:
    rated(versions[0])
    for page in ("/bots/alcuin/", "/bots/alcuin/versions/"):
        shown = visit(visitor, page)
        assert "19.00" in shown
        assert "18.0\N{NO-BREAK SPACE}\N{EN DASH} 22.0" in shown
    VersionRating.objects.update(rating_run=7)
    assert ">19.00<" not in visit(visitor, "/bots/alcuin/versions/").html


def test_two_versions_are_compared_by_their_own_ratings(
    visitor: Client, entry: Entry, versions: list[Version]
) -> None:
    rated(versions[0])
    compared = "/bots/compare/?a=alcuin&a_version=1&b=alcuin&b_version=2"
    page = visit(visitor, compared)
    assert "19.00" in page
    assert "After 2 rated matches Alcuin v1 has a rating of 19.00" in page
    assert "After 2 rated matches Alcuin v2 has a rating of" in page
    VersionRating.objects.filter(version=versions[1]).delete()
    assert "Alcuin v2 has no rated matches yet." in visit(visitor, compared)
    assert points(visitor, "?version=1")["rating"][-1] == 19


def test_the_history_says_where_a_fit_has_moved_it(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    version = alices_bot.versions.get()
    made(ladder, version, bobs_bot)
    made(ladder, version, bobs_bot)
    page = visit(visitor, HISTORY)
    assert '<span class="tag">fit</span>' not in page.html
    assert ">Now<" not in page.html
    Entry.objects.filter(bot=alices_bot).update(mu=31, sigma=1)
    page = visit(visitor, HISTORY)
    assert page.table().rows[0].cells[0] == "Now"
    assert "30.00" in page.table().rows[0]
    made(ladder, version, bobs_bot)
    page = visit(visitor, HISTORY)
    assert page.texts(".tag").count("fit") == 1
    assert ">Now<" not in page.html
    assert '<span class="tag">fit</span>' not in visit(visitor, f"{HISTORY}?days=1").html


def test_why_a_rating_moved_goes_by_the_fit_of_that_time(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    match = made(ladder, alices_bot.versions.get(), bobs_bot)
    page = f"/matches/{match.pk}/"
    before = why(visitor, page)
    found = Parameters().fixed_by(Fixed(0.9))._asdict()
    late = RatingFit.objects.create(ladder=ladder, rating_run=0, serial=1, parameters=found)
    assert why(visitor, page) == before, "the fit came after the match"
    RatingFit.objects.filter(pk=late.pk).update(serial=0)
    assert why(visitor, page) != before


def why(client: Client, page: str) -> str:
    shown = visit(client, page)
    [told] = [part.text for part in shown.parts("details") if "Why the ratings changed" in part]
    return told


def test_the_bots_page_has_the_number_of_the_leaderboard(visitor: Client, entry: Entry) -> None:
    skill = Rating(entry.mu, entry.sigma)
    assert f"{ordinal(skill):.2f}" in visit(visitor, "/bots/alcuin/")
