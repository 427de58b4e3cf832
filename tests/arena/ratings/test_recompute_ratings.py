"""Rating runs: computed beside the current ratings, equal to the bit, in resumable chunks."""

import random
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.utils import timezone

from arena.models import (
    Bot,
    Entry,
    FittedRating,
    Ladder,
    Match,
    RatingChange,
    RatingFit,
    RatingRun,
    VersionRating,
)
from arena.queue.models.leased import ClaimLost
from arena.ratings import recompute_ratings as module
from arena.ratings.recompute_ratings import ask_recompute, recompute_ratings
from arena.ratings.refit_ratings import refit_ratings
from arena.ratings.trueskill import IDLE_GRACE, Rating
from tests.arena.kept_rows import once
from tests.arena.processes import Platform
from tests.arena.results.rows import fault, played
from tests.arena.scripts import match_queue, rating_runs
from tests.arena.scripts.counts import look
from tests.cast import a_bot, a_house_bot, alice, bob, entry_of, play_with
from tests.conftest import Bells

pytestmark = [pytest.mark.django_db, pytest.mark.long(15)]


@pytest.fixture
def field(ladder: Ladder) -> list[Bot]:
    """Alice's, Bob's and three of the house, after forty matches with all that ratings hear of."""
    own = [a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)]
    bots = [*own, *(a_house_bot(f"House {number}", ladder) for number in range(3))]
    once("field", lambda: play_forty(ladder, bots))
    for one in bots:
        one.refresh_from_db()
    ladder.refresh_from_db()
    return bots


def play_forty(ladder: Ladder, bots: list[Bot]) -> None:
    dice = random.Random(3)
    Ladder.objects.update(fit_every=10, next_fit=10)
    for number in range(40):
        refit_ratings(ladder_id=ladder.pk)
        pair = dice.sample(bots[: 4 if number < 30 else 5], 2)
        faults = (fault(dice.randrange(2)),) if number % 9 == 4 else ()
        played(ladder, *pair, points=dice.choice([(2, 0), (1.5, 0.5), (1, 1)]), faults=faults)
        if number == 15:
            play_with(bots[0], b"# the second version", ladder)
        if number == 25:
            a_month_passes(ladder)
    assert refit_ratings(ladder_id=ladder.pk)


def a_month_passes(ladder: Ladder) -> None:
    """Backdate everything by a month."""
    month = timedelta(days=30)
    Match.objects.update(finished_at=F("finished_at") - month)
    RatingChange.objects.update(played_at=F("played_at") - month)
    for model in (Entry, VersionRating):
        model._default_manager.update(rated_at=F("rated_at") - month)
    Ladder.objects.update(rated_at=F("rated_at") - month)
    ladder.refresh_from_db()


def numbers() -> list[list[tuple[object, ...]]]:
    """Return all rating fields of every entry and version."""
    ladder, totals = Ladder.objects.get(), ("mu", "sigma", "rating", "rated_at", *Entry.COUNTED)
    rows = VersionRating.objects.filter(rating_run=ladder.rating_run).order_by("version")
    fits = RatingFit.objects.filter(rating_run=ladder.rating_run).order_by("serial")
    return [
        list(Entry.objects.order_by("pk").values_list("pk", *totals)),
        list(rows.values_list("version", "before", "first_serial", *VersionRating.COMPUTED)),
        list(fits.values_list("serial", "parameters", "unusual")),
        [(ladder.fit and ladder.fit.serial, ladder.next_fit)],
    ]


def history(rating_run: int) -> list[tuple[object, ...]]:
    """Return a rating run's history rows, without the run's number."""
    fields = ("entry", "seat", "serial", "mu_before", "sigma_before", "mu_after", "sigma_after")
    changes = RatingChange.objects.filter(rating_run=rating_run).order_by("serial", "seat")
    return list(changes.values_list(*fields, "played_at"))


def recomputed(ladder: Ladder, chunk: int = 500) -> RatingRun:
    rating_run = ask_recompute(ladder=Ladder.objects.get(pk=ladder.pk))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "CHUNK", chunk)
        assert recompute_ratings(rating_run=rating_run, worker="here/1/a")
    rating_run.refresh_from_db()
    ladder.refresh_from_db()
    return rating_run


@pytest.mark.parametrize("chunk", [500, 7])
def test_everything_is_the_same_to_the_last_bit(
    chunk: int, ladder: Ladder, field: list[Bot]
) -> None:
    before, lines, last = numbers(), history(0), Ladder.objects.get().rated_at
    assert len(lines) == 80
    Entry.objects.update(mu=1.0, sigma=2.0, matches=0, wins=7)
    rating_run = recomputed(ladder, chunk)
    refit_ratings(ladder_id=ladder.pk)
    assert numbers() == before
    assert history(1) == lines
    assert (ladder.rating_run, ladder.rated_at) == (1, last)
    assert (rating_run.state, rating_run.last_serial) == (RatingRun.State.SHOWN, 40)
    assert [fit.serial for fit in RatingFit.objects.filter(rating_run=1)] == [10, 20, 30, 40]


def test_who_was_idle_while_others_played_is_less_certain(ladder: Ladder) -> None:
    bots = [a_house_bot(f"House {number}", ladder) for number in range(3)]
    for _ in range(8):
        played(ladder, bots[0], bots[1], points=(1, 1))
        played(ladder, bots[0], bots[2], points=(1, 1))
    sigma = entry_of(bots[2]).sigma
    a_month_passes(ladder)
    played(ladder, bots[0], bots[2], points=(1, 1))
    assert last_change(bots[2]).sigma_before == sigma, "nobody has played meanwhile"
    sigma = entry_of(bots[2]).sigma
    a_month_passes(ladder)
    played(ladder, bots[0], bots[1], points=(1, 1))
    played(ladder, bots[0], bots[2], points=(1, 1))
    assert last_change(bots[2]).sigma_before > sigma, f"over {IDLE_GRACE} days without a match"
    before = numbers()
    recomputed(ladder)
    assert numbers() == before


def last_change(bot: Bot) -> RatingChange:
    return RatingChange.objects.filter(entry__bot=bot).latest("serial")


def test_the_old_rating_run_is_removed_afterwards(
    ladder: Ladder, field: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ENTRIES", 2)
    recomputed(ladder)
    assert RatingChange.objects.filter(rating_run=0).count() == 80
    old = RatingRun.objects.all().due(timezone.now()).get()
    assert (old.number, old.state) == (0, RatingRun.State.RETIRED)
    assert recompute_ratings(rating_run=old, worker="here/1/b")
    for model in (RatingChange, VersionRating, RatingFit):
        assert set(model._default_manager.values_list("rating_run", flat=True)) == {1}
    assert RatingChange.objects.filter(rating_run=1).count() == 80
    assert set(FittedRating.objects.values_list("fit__serial", flat=True)) == {40}
    assert not RatingRun.objects.all().due(timezone.now()).exists()


def test_what_is_recorded_meanwhile_is_caught_up(
    ladder: Ladder, field: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CHUNK", 9)
    rating_run = ask_recompute(ladder=Ladder.objects.get())
    late = iter(range(12))

    def play_on(_rating_run: RatingRun) -> None:
        if next(late, None) is not None:
            played(Ladder.objects.get(), field[0], field[1])

    assert recompute_ratings(rating_run=rating_run, worker="here/1/a", after_chunk=play_on)
    ladder.refresh_from_db()
    after_switch = numbers()
    assert ladder.rating_run == 1
    assert RatingChange.objects.filter(rating_run=1).count() == 2 * ladder.recorded > 80
    recomputed(ladder)
    assert numbers() == after_switch


def test_it_goes_on_where_a_killed_worker_ended(
    ladder: Ladder, field: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CHUNK", 9)
    before = numbers()
    rating_run = ask_recompute(ladder=Ladder.objects.get())
    calls = iter([False, False, False, True])  # 9 matches, 1 and a fit, 9
    assert not recompute_ratings(rating_run=rating_run, worker="a", should_stop=lambda: next(calls))
    rating_run.refresh_from_db()
    assert (rating_run.last_serial, rating_run.worker) == (19, "")
    assert VersionRating.objects.filter(rating_run=rating_run.number).exists()
    assert (Ladder.objects.get().rating_run, numbers()) == (0, before)
    rating_run.worker, rating_run.lease_until = "killed", timezone.now() + timedelta(seconds=9)
    rating_run.save()
    assert not recompute_ratings(rating_run=rating_run, worker="b"), "another may be at it"
    RatingRun.objects.update(lease_until=timezone.now())
    assert recompute_ratings(rating_run=rating_run, worker="b")
    assert (Ladder.objects.get().rating_run, numbers()) == (1, before)


def test_who_lost_the_claim_stores_nothing(ladder: Ladder, field: list[Bot]) -> None:
    rating_run = ask_recompute(ladder=Ladder.objects.get())
    now = timezone.now()
    RatingRun.objects.claim(rating_run, now=now, until=now + rating_run.lease, worker="a")
    rating_run.refresh_from_db()
    mine = module.Recompute(rating_run)
    RatingRun.objects.update(worker="b")
    with pytest.raises(ClaimLost):
        mine.advance()
    assert not RatingChange.objects.exclude(rating_run=0).exists()
    assert Ladder.objects.get().rating_run == 0


def test_another_rating_run_drops_the_one_that_was_filled(
    ladder: Ladder, field: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CHUNK", 9)
    first = ask_recompute(ladder=Ladder.objects.get())
    drop = iter([True])

    def ask_again(_rating_run: RatingRun) -> None:
        if next(drop, False):
            ask_recompute(ladder=Ladder.objects.get())

    assert not recompute_ratings(rating_run=first, worker="a", after_chunk=ask_again)
    first.refresh_from_db()
    assert first.state == RatingRun.State.RETIRED
    second = RatingRun.objects.get(state=RatingRun.State.FILLING)
    assert list(RatingRun.objects.all().due(timezone.now())) == [second, first], "filled first"
    assert recompute_ratings(rating_run=second, worker="a")
    assert recompute_ratings(rating_run=first, worker="a")
    assert set(RatingChange.objects.values_list("rating_run", flat=True)) == {0, second.number}


def test_an_entry_without_rated_matches_is_as_at_the_beginning(
    ladder: Ladder, field: list[Bot]
) -> None:
    late = a_house_bot("Late", ladder)
    Entry.objects.filter(bot=late).update(mu=99.0)
    recomputed(ladder)
    entry = entry_of(late)
    assert (entry.skill, entry.matches, entry.rated_at) == (Rating(), 0, None)


@pytest.mark.django_db(transaction=True)
def test_bells_ring_for_the_new_rating_run_and_then_for_the_old_one(
    ladder: Ladder, field: list[Bot], bells: Bells
) -> None:
    bells()
    rating_run = recomputed(ladder)
    old = RatingRun.objects.get(number=0)
    assert bells() == [("arena.recompute", [rating_run.pk]), ("arena.recompute", [old.pk])]


def test_the_command_does_it_in_the_foreground(ladder: Ladder, field: list[Bot]) -> None:
    before, out = numbers(), StringIO()
    Entry.objects.update(mu=1.0)
    call_command("recompute_ratings", ladder.slug, stdout=out)
    assert numbers() == before
    assert (
        "Rating run 1 of dominion-first-game counts: up to match 40, 40 matches" in out.getvalue()
    )
    assert not RatingChange.objects.filter(rating_run=0).exists()
    with pytest.raises(CommandError, match="no ladder 'nowhere'; there are: dominion-first-game"):
        call_command("recompute_ratings", "nowhere")


# --- several processes ---------------------------------------------------------------------------
def test_runs_switch_while_workers_record_and_every_match_counts_once(
    platform: Platform,
) -> None:
    platform.call(match_queue.fill, 60)
    record = match_queue.record
    *_recorders, rating_run = platform.together(record, record, rating_runs.recompute)
    assert rating_run > 0
    looked = platform.call(look)
    assert looked["serials"] == list(range(1, 61))
    assert looked["same"], "ratings equal a recomputation in the order of recording"
    changes, matches = platform.call(rating_runs.count)
    assert changes == 120
    assert sum(matches) == 120
