"""Counters of the pages: each rated match counts once, a voided one not at all."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from arena.matches.referee.match_features import match_features
from arena.models import Bot, BotTally, HeadToHead, Ladder, PairMatch
from arena.ratings.models.statistics import ALL
from arena.results.correct_result import void_result
from arena.results.tally_results import tally_results, to_tally
from arena.tasks import tick
from engine import catalogue
from tests.arena.processes import Platform
from tests.arena.results.rows import played
from tests.arena.scripts import tallies
from tests.cast import a_house_bot, entry_of, olga, play_with
from tests.conftest import Bells

pytestmark = pytest.mark.django_db


@pytest.fixture
def bots(ladder: Ladder) -> list[Bot]:
    return [a_house_bot(f"House {number}", ladder) for number in range(3)]


def tally_progress(
    bot: Bot, dimension: str, key: str = "", version: int = ALL
) -> list[float] | None:
    """Return played, wins, draws, losses, points; None if there is no tally."""
    row = BotTally.objects.filter(
        entry=entry_of(bot), dimension=dimension, key=key, version=version
    ).first()
    return [row.played, row.wins, row.draws, row.losses, row.points] if row else None


def met(one: Bot, other: Bot, version: int = ALL, against: int = ALL) -> list[float]:
    row = HeadToHead.objects.get(
        entry=entry_of(one),
        opponent=entry_of(other),
        version=version,
        opponent_version=against,
    )
    return [row.played, row.wins, row.draws, row.losses, row.points]


def everything() -> list[list[Any]]:
    """Return all counters that are not zero."""
    found: list[list[Any]] = [
        [
            list(row)
            for row in model.objects.exclude(played=0)
            .order_by(*model.KEYS)
            .values_list(*model.KEYS, *model.SUMS)
        ]
        for model in (BotTally, HeadToHead)
    ]
    return found


def test_a_match_counts_for_both_sides_their_versions_and_their_seats(
    ladder: Ladder, bots: list[Bot]
) -> None:
    one, other, idle = bots
    played(ladder, one, other, points=(1.0, 0.0))
    play_with(one, b"def decide(request): return 0\n", ladder)
    played(ladder, one, other, points=(0.5, 0.5))
    assert tally_results(ladder=ladder) == 2
    assert tally_progress(one, "total") == [2, 1, 1, 0, 1.5]
    assert tally_progress(one, "total", version=1) == [1, 1, 0, 0, 1.0]
    assert tally_progress(one, "total", version=2) == [1, 0, 1, 0, 0.5]
    assert tally_progress(other, "total") == [2, 0, 1, 1, 0.5]
    assert (
        tally_progress(one, "seat", "0") == tally_progress(one, "card", "Moat") == [2, 1, 1, 0, 1.5]
    )
    assert tally_progress(other, "seat", "1") == [2, 0, 1, 1, 0.5]
    assert tally_progress(one, "card", "Witch") is None
    assert met(one, other) == [2, 1, 1, 0, 1.5]
    assert met(other, one, version=1) == [2, 0, 1, 1, 0.5]
    assert met(one, other, version=2, against=1) == [1, 0, 1, 0, 0.5]
    assert PairMatch.objects.between(entry_of(other).pk, entry_of(one).pk).count() == 2
    assert not BotTally.objects.filter(entry=entry_of(idle)).exists()


def test_a_table_of_three_is_three_pairs(ladder: Ladder, bots: list[Bot]) -> None:
    Ladder.objects.update(seats=3)
    played(Ladder.objects.get(), *bots, points=(2.0, 0.5, 0.5))
    tally_results(ladder=ladder)
    first, second, third = bots
    assert met(first, third) == [1, 1, 0, 0, 1.0]
    assert met(second, third) == [1, 0, 1, 0, 0.5]
    assert met(third, first) == [1, 0, 0, 1, 0.0]
    assert tally_progress(second, "total") == [1, 0, 0, 1, 0.25]
    assert PairMatch.objects.count() == 3


def pentanomial(one: Bot, other: Bot) -> list[int]:
    pair = HeadToHead.objects.filter(entry=entry_of(one), opponent=entry_of(other), version=ALL)
    return pair.get().pentanomial


def test_matches_of_two_games_count_by_points_from_either_side(
    ladder: Ladder, bots: list[Bot]
) -> None:
    outcomes = [(2.0, 0.0), (2.0, 0.0), (1.5, 0.5), (1.0, 1.0), (0.0, 2.0)]
    for points in outcomes:
        played(ladder, bots[0], bots[1], points=points)
    played(ladder, bots[1], bots[0], points=(0.5, 1.5))
    tally_results(ladder=ladder)
    assert pentanomial(bots[0], bots[1]) == [1, 0, 1, 2, 2]
    assert pentanomial(bots[1], bots[0]) == [2, 2, 1, 0, 1]
    assert not HeadToHead.objects.filter(entry=entry_of(bots[2])).exists()


def test_tables_of_more_seats_have_no_such_counts(bots: list[Bot], ladder: Ladder) -> None:
    Ladder.objects.update(seats=3)
    played(Ladder.objects.get(), *bots)
    tally_results(ladder=ladder)
    assert not any(pair.pentanomial for pair in HeadToHead.objects.all())
    assert HeadToHead.objects.exists()


def test_counted_again_nothing_changes_and_the_rest_follows(
    ladder: Ladder, bots: list[Bot]
) -> None:
    played(ladder, *bots[:2])
    assert tally_results(ladder=ladder) == 1
    before = everything()
    assert tally_results(ladder=ladder) == 0
    assert everything() == before
    played(ladder, *bots[:2])
    assert tally_results(ladder=ladder) == 1
    assert tally_progress(bots[0], "total") == [2, 2, 0, 0, 2.0]


@pytest.mark.parametrize("is_counted_before", [True, False])
def test_a_voided_match_leaves_no_trace_in_the_counters(
    ladder: Ladder, bots: list[Bot], *, is_counted_before: bool
) -> None:
    played(ladder, *bots[:2])
    tally_results(ladder=ladder)
    before = everything()
    wrong = played(ladder, *bots[1:])
    if is_counted_before:
        tally_results(ladder=ladder)
        assert everything() != before
    void_result(organiser=olga(), match=wrong, reason="a cut cable")
    assert list(to_tally()) == [ladder]
    for _ in range(2):
        tally_results(ladder=ladder)
        assert everything() == before
    assert not list(to_tally())


def test_what_is_not_rated_is_not_counted(ladder: Ladder, bots: list[Bot]) -> None:
    played(ladder, *bots[:2], level="unsandboxed")
    assert tally_results(ladder=ladder) == 0
    assert everything() == [[], []]


def test_a_kingdom_drawn_by_the_seed_is_the_one_that_was_played() -> None:
    config = {"kingdom": "random", "sets": ["base"]}
    rules = catalogue.info("dominion").engine
    found = match_features(game="dominion", seats=2, seed=5, config=config, rules=rules)
    view = catalogue.new("dominion", seats=2, seed=5, config=config).view(None)
    assert set(found.keys) < set(found.supply) == set(view["supply"])
    assert len(found.keys) == 10
    older = match_features(game="dominion", seats=2, seed=5, config=config, rules="dominion/0")
    assert not older.keys


def test_variants_are_what_tells_games_of_kingdomino_apart(bots: list[Bot]) -> None:
    rules = catalogue.info("kingdomino").engine
    config = {"variants": ["harmony"]}
    found = match_features(game="kingdomino", seats=4, seed=5, config=config, rules=rules)
    assert (found.by, found.keys, found.supply) == ("variant", ("harmony",), ())


@pytest.mark.jail
def test_the_tick_rings_for_ladders_with_something_to_count(
    ladder: Ladder,
    bots: list[Bot],
    bells: Bells,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    assert not list(to_tally())
    played(ladder, *bots[:2])
    with django_capture_on_commit_callbacks(execute=True):
        tick()
    assert ("arena.tally", [ladder.pk]) in bells()


@pytest.fixture
def several(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    """A platform on PostgreSQL with some matches not yet counted."""
    platform = Platform(tmp_path_factory.mktemp("tally"), DATABASE_URL=postgres_url)
    platform.call(tallies.fill)
    yield platform
    platform.empty()


@pytest.mark.services
def test_several_workers_and_an_organiser_at_once_count_every_match_once(
    several: Platform,
) -> None:
    seen = several.together(tallies.tally, tallies.tally, partial(tallies.tally, voids=True))
    assert sum(seen) <= 64
    assert several.call(tallies.sums) == {
        "played": 112, "points": 56.0, "seats": 112, "met": 112, "voided": 4,
    }  # fmt: skip
