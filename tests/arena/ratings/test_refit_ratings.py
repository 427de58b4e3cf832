"""Fits: at their serials, while matches continue, equal to the bit to the rows."""

import random
from collections.abc import Iterator
from functools import partial

import pytest
from django.db import transaction

from arena.bots.versions import promote_version
from arena.models import (
    Bot,
    FitTally,
    FittedRating,
    Ladder,
    Match,
    RatingChange,
    RatingFit,
    RatingRun,
    VersionRating,
)
from arena.ratings import refit_ratings as module
from arena.ratings.fit_results import fit_results
from arena.ratings.parameters import Parameters
from arena.ratings.recompute_ratings import recompute_ratings
from arena.ratings.refit_ratings import refit_ratings
from arena.ratings.trueskill import Rating
from arena.results.correct_result import void_result
from tests.arena.kept_rows import once
from tests.arena.processes import Platform
from tests.arena.recomputed import recomputed, stored
from tests.arena.resilience.chaos import sized
from tests.arena.results.rows import played
from tests.arena.scripts import match_queue, rating_runs
from tests.arena.scripts.counts import look
from tests.cast import a_house_bot, a_ladder, entry_of, olga, play_with
from tests.conftest import Bells

pytestmark = [pytest.mark.django_db, pytest.mark.long(15)]

STEPS = (24, 26, 30, 31, 40, 52)  # matches after which tests begin


@pytest.fixture
def bots(ladder: Ladder) -> list[Bot]:
    return [a_house_bot(f"House {number}", ladder) for number in range(4)]


@pytest.fixture
def dice() -> random.Random:
    return random.Random(12)


def play(ladder: Ladder, bots: list[Bot], count: int, dice: random.Random) -> None:
    """The earlier ones are better."""
    for _ in range(count):
        pair = sorted(dice.sample(range(len(bots)), 2))
        played(ladder, *(bots[one] for one in pair), points=dice.choice([(2, 0), (2, 0), (1, 1)]))


def begin(ladder: Ladder, bots: list[Bot], count: int, dice: random.Random) -> None:
    """Play a test's first matches; those that another test has played are copied."""
    assert not Match.objects.exists()

    def play_to(end: int) -> object:
        play(ladder, bots, end - Match.objects.count(), dice)
        return dice.getstate()

    for end in [*(one for one in STEPS if one < count), count]:
        dice.setstate(once(("played", end), partial(play_to, end)))


def now(ladder: Ladder) -> Ladder:
    return Ladder.objects.get(pk=ladder.pk)


def refit(ladder: Ladder) -> bool:
    return refit_ratings(ladder_id=ladder.pk)


def test_before_the_first_fit_ratings_are_live_moves(
    ladder: Ladder, bots: list[Bot], dice: random.Random
) -> None:
    begin(ladder, bots, 24, dice)
    assert not refit(ladder), "none is due"
    assert now(ladder).parameters == Parameters()
    assert stored(now(ladder)) == recomputed(now(ladder))


def test_a_fit_covers_the_matches_up_to_its_serial_whenever_it_is_made(
    ladder: Ladder, bots: list[Bot], dice: random.Random
) -> None:
    begin(ladder, bots, 31, dice)
    assert refit(ladder)
    ladder = now(ladder)
    assert ladder.fit is not None
    assert (ladder.fit.serial, ladder.next_fit) == (25, 50)
    assert ladder.parameters == ladder.fit.as_parameters != Parameters()
    assert stored(ladder) == recomputed(ladder)
    assert {entry_of(bot).skill for bot in bots} == set(stored(ladder).values())
    assert not refit(ladder)


def test_lines_of_history_after_it_are_replaced(
    ladder: Ladder, bots: list[Bot], dice: random.Random
) -> None:
    begin(ladder, bots, 30, dice)
    before = lines()
    refit(ladder)
    after = lines()
    assert after.keys() == before.keys()
    changed = {serial for serial, pk in after if after[serial, pk] != before[serial, pk]}
    assert changed == set(range(26, 31))
    last = RatingChange.objects.filter(entry__bot=bots[0]).latest("serial")
    assert last.after == entry_of(bots[0]).skill


def lines() -> dict[tuple[int, int], tuple[Rating, Rating]]:
    found = RatingChange.objects.all()
    return {(line.serial, line.pk): (line.before, line.after) for line in found}


def test_counts_are_not_counted_twice(ladder: Ladder, bots: list[Bot], dice: random.Random) -> None:
    begin(ladder, bots, 40, dice)
    fields = ("version", "matches", "wins", "draws", "losses", "last_serial", "rated_at")
    before = list(VersionRating.objects.order_by("version").values_list(*fields))
    refit(ladder)
    assert list(VersionRating.objects.order_by("version").values_list(*fields)) == before


def test_late_fits_are_made_one_after_the_other(
    ladder: Ladder, bots: list[Bot], dice: random.Random
) -> None:
    begin(ladder, bots, 110, dice)
    serials = []
    while refit(ladder):
        fit = now(ladder).fit
        assert fit
        serials.append(fit.serial)
    assert serials == [25, 50, 75, 100]
    assert stored(now(ladder)) == recomputed(now(ladder))
    assert FitTally.objects.count() == 1, "what the last one has counted"
    assert set(FittedRating.objects.values_list("fit__serial", flat=True)) == {100}


def test_versions_that_came_between_the_fit_and_its_switch_begin_on_top_of_it(
    ladder: Ladder, bots: list[Bot], dice: random.Random
) -> None:
    begin(ladder, bots, 24, dice)
    old = bots[0].current
    assert old
    play_with(bots[0], b"# the second version", ladder)
    play(ladder, bots, 4, dice)
    play_with(bots[1], b"# another second one", ladder)
    play(ladder, bots, 8, dice)
    promote_version(bot=bots[0], version=old)
    play(ladder, bots, 3, dice)
    play_with(bots[2], b"# one that has not played", ladder)
    refit(ladder)
    ladder = now(ladder)
    assert stored(ladder) == recomputed(ladder)
    assert entry_of(bots[0]).skill == stored(ladder)[old.pk]
    before = stored(ladder)[bots[2].versions.get(number=1).pk]
    shown = entry_of(bots[2]).skill
    assert (shown.mu, shown.sigma > before.sigma) == (before.mu, True)
    play(ladder, bots, 20, dice)
    refit(ladder)
    assert stored(now(ladder)) == recomputed(now(ladder))


def test_a_fit_that_was_stored_by_a_killed_worker_is_switched_to(
    ladder: Ladder, bots: list[Bot], dice: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(ladder, bots, 30, dice)
    with monkeypatch.context() as patch:
        patch.setattr(module, "_switch", lambda _fit: False)
        assert not refit(ladder)
    assert RatingFit.objects.count() == 1
    assert now(ladder).fit is None
    with monkeypatch.context() as patch:
        patch.delattr(module, "fit_results")
        assert refit(ladder), "nothing is computed again"
    assert stored(now(ladder)) == recomputed(now(ladder))


def test_what_another_worker_has_stored_meanwhile_is_taken(
    ladder: Ladder, bots: list[Bot], dice: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(ladder, bots, 30, dice)
    computing = fit_results
    first: Iterator[bool] = iter([True])

    def slow(**given: object) -> object:
        if next(first, False):
            assert refit(ladder), "the other one"
        return computing(**given)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "fit_results", slow)
    with transaction.atomic():
        assert not refit(ladder)
    assert RatingFit.objects.count() == 1
    assert stored(now(ladder)) == recomputed(now(ladder))


def test_far_behind_all_is_computed_again_instead(
    ladder: Ladder, bots: list[Bot], dice: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_AGAIN", 5)
    begin(ladder, bots, 31, dice)
    assert not refit(ladder)
    assert RatingRun.objects.get().state == RatingRun.State.FILLING
    assert not refit(ladder), "no fit while all is computed again"
    assert RatingRun.objects.count() == 1


def test_a_voided_match_is_left_out(ladder: Ladder, bots: list[Bot], dice: random.Random) -> None:
    begin(ladder, bots, 52, dice)
    for serial in (10, 25, 51):
        void_result(organiser=olga(), match=Match.objects.get(serial=serial), reason="a reason")
    assert recompute_ratings(rating_run=RatingRun.objects.get(state="filling"), worker="here/1/a")
    ladder = now(ladder)
    assert ladder.fit
    assert ladder.fit.serial == 50
    assert stored(ladder) == recomputed(ladder)


@pytest.mark.django_db(transaction=True)
def test_the_match_after_which_it_is_due_asks_for_it(
    ladder: Ladder, bots: list[Bot], dice: random.Random, bells: Bells
) -> None:
    play(ladder, bots, 24, dice)
    assert "arena.refit" not in dict(bells())
    play(ladder, bots, 1, dice)
    assert ("arena.refit", [ladder.pk]) in bells()


def test_ladders_have_fits_of_their_own(
    ladder: Ladder, bots: list[Bot], dice: random.Random
) -> None:
    other = a_ladder(slug="other", name="Other")
    begin(ladder, bots, 26, dice)
    play(other, bots, 27, dice)
    before = stored(now(other))
    refit(ladder)
    assert stored(now(other)) == before
    refit(other)
    for one in (ladder, other):
        assert stored(now(one)) == recomputed(now(one))


# --- several processes ---------------------------------------------------------------------------
def test_fits_switch_while_workers_record(platform: Platform) -> None:
    fits = sized(15, 6)
    platform.call(match_queue.fill, 10 * fits, fit_every=10, next_fit=10)
    record, fit_due = match_queue.record, rating_runs.fit
    *_recorders, one, other = platform.together(record, record, fit_due, fit_due)
    assert one + other == fits, "each is made once"
    looked = platform.call(look)
    assert looked["serials"] == list(range(1, 10 * fits + 1))
    assert looked["same"]
