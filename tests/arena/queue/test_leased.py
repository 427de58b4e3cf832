"""Claims, by the example of rating runs."""

from datetime import timedelta

import pytest
from django.utils import timezone

from arena.models import Ladder, RatingRun
from arena.queue.models.leased import ClaimLost, reap

pytestmark = pytest.mark.django_db

RUNS = RatingRun.objects


@pytest.fixture
def run(ladder: Ladder) -> RatingRun:
    return ladder.rating_runs.create(number=1)


def claim(run: RatingRun, worker: str) -> int:
    now = timezone.now()
    return RUNS.claim(run, now=now, until=now + run.lease, worker=worker)


def test_one_worker_claims_it_until_it_gives_it_back(run: RatingRun) -> None:
    assert claim(run, "a") == 1
    assert (run.worker, run.lease_until is None) == ("a", False)
    other = RUNS.get()
    assert claim(other, "b") == 0
    assert other.worker == "a"
    assert RUNS.claimed(run).give_back(last_serial=7) == 1
    assert RUNS.claimed(run).give_back() == 0
    run.refresh_from_db()
    assert (run.worker, run.lease_until, run.last_serial) == ("", None, 7)
    assert claim(run, "b") == 1


def test_only_its_worker_renews_and_locks_it(run: RatingRun) -> None:
    claim(run, "a")
    before = run.lease_until
    RUNS.renew(run, last_serial=3)
    assert run.lease_until != before
    assert RUNS.lock_claimed(run).last_serial == 3
    RUNS.update(worker="b")
    with pytest.raises(ClaimLost, match="no longer held by a"):
        RUNS.renew(run)
    with pytest.raises(ClaimLost, match="no longer held by a"):
        RUNS.lock_claimed(run)


def test_once_its_lease_is_over_another_claims_it(run: RatingRun) -> None:
    claim(run, "a")
    later = timezone.now() + run.lease + timedelta(seconds=1)
    assert not RUNS.overdue(timezone.now()).exists()
    assert RUNS.overdue(later).get() == run
    assert RUNS.claim(run, now=later, until=later + run.lease, worker="b") == 1


def test_reaping_leaves_what_another_was_quicker_with(run: RatingRun) -> None:
    claim(run, "a")

    def give_back(found: RatingRun) -> RatingRun:
        held = RUNS.lock_claimed(found)
        RUNS.claimed(held).give_back()
        return held

    assert reap([run, run], give_back) == [run]
