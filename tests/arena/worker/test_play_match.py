"""Real matches in real jails: recorded, given back, or void."""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from arena.core.hosts import claim_name, host_of
from arena.matches.claim_match import PATIENCE, claim_match, is_newcomer_waiting
from arena.matches.models.matches import MatchQuerySet
from arena.matches.order_match import PLACEMENT_PRIORITY
from arena.matches.referee import referee
from arena.models import Bot, Ladder, Match
from arena.worker import stopping
from arena.worker.play_match import makes_way, play_match
from sandbox.jail import HostFailure, Jailer, Prepared
from tests.arena.results.rows import queued, running
from tests.cast import a_bot, a_house_bot, a_ladder, alice, bob, entry_of
from tests.patience import PROMPT
from tests.sandbox.conversations import strongest
from tests.tooling.processes import within

pytestmark = [pytest.mark.jail, pytest.mark.django_db]
play_match_module = sys.modules[play_match.__module__]

STALLER = b"import time\ndef decide(request):\n    time.sleep(600)\n"
CRASHER = b"def decide(request):\n    print('so far')\n    raise RuntimeError('boom')\n"


@pytest.fixture(scope="module")
def jailer() -> Jailer:
    return strongest()


@pytest.fixture
def ladder() -> Ladder:
    return a_ladder(config={"kingdom": "First Game", "turn_limit": 6})


@pytest.fixture
def told_to_stop() -> Iterator[Callable[[float], None]]:
    """Tell this process to stop its match after this many seconds, as its parent would."""
    timers = []

    def tell(seconds: float) -> None:
        timers.append(threading.Timer(seconds, stopping.request_stop))
        timers[-1].start()

    yield tell
    for timer in timers:
        timer.join()
    stopping._stop_time[:] = bytes(len(stopping._stop_time))


def test_a_match_is_played_and_stored(
    ladder: Ladder, bots: tuple[Bot, Bot], jailer: Jailer
) -> None:
    match = running(ladder, *bots, worker=claim_name())
    play_match(match=match, jailer=jailer)
    match.refresh_from_db()
    assert (match.status, match.is_being_rated) == (Match.Status.FINISHED, True)
    assert match.stamp["level"] == jailer.stamp["level"]
    assert [game.seating for game in match.games.all()] in ([[0, 1], [1, 0]], [[1, 0], [0, 1]])
    assert sum(seat.points or 0 for seat in match.seats.all()) == 2.0
    assert all(game.events for game in match.games.all())
    assert entry_of(bots[0]).matches == 0, "another process rates it"


def test_a_crash_is_recorded_with_its_traceback_and_its_print(
    ladder: Ladder, jailer: Jailer
) -> None:
    bots = a_bot(alice(), "Alcuin", ladder, CRASHER), a_house_bot("Big Money", ladder)
    match = running(ladder, *bots, worker=claim_name())
    play_match(match=match, jailer=jailer)
    seat = match.seats.get(position=0)
    first = seat.fault_rows.order_by("pk")[0]
    assert (seat.rank, seat.faults) == (2, 2)
    assert (first.verdict, first.message) == ("crash", "RuntimeError: boom")
    assert "raise RuntimeError('boom')" in first.traceback
    assert first.decision is not None
    assert "so far" in seat.logs.order_by("pk")[0].text


def test_a_worker_that_stops_gives_its_match_back_without_a_try(
    ladder: Ladder, bots: tuple[Bot, Bot], jailer: Jailer, told_to_stop: Callable[[float], None]
) -> None:
    Ladder.objects.update(config={"kingdom": "First Game"}, games_per_match=2)
    match = running(ladder, *bots, worker=claim_name())
    Match.objects.update(games_planned=2000)
    match.refresh_from_db()
    told_to_stop(1.5)
    play_match(match=match, jailer=jailer)
    match.refresh_from_db()
    assert (match.status, match.tries, match.worker) == (Match.Status.QUEUED, 0, "")
    assert not match.games.exists()


def test_a_bot_that_sleeps_does_not_hold_up_a_stop(
    ladder: Ladder, jailer: Jailer, told_to_stop: Callable[[float], None]
) -> None:
    bots = a_bot(alice(), "Alcuin", ladder, STALLER), a_house_bot("Big Money", ladder)
    match = running(ladder, *bots, worker=claim_name())
    told_to_stop(0.5)
    play_match(match=match, jailer=jailer)
    match.refresh_from_db()
    assert (match.status, match.tries) == (Match.Status.QUEUED, 0)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


class BrokenJailer(Jailer):
    """A jail whose machine fails while it stages bots."""

    def __init__(self, working: Jailer, failure: Exception) -> None:
        self.level = working.level
        self.failure = failure

    def prepare(self, path: object) -> Prepared:
        raise self.failure


def test_a_broken_machine_is_nobodys_fault(
    ladder: Ladder, bots: tuple[Bot, Bot], jailer: Jailer
) -> None:
    match = running(ladder, *bots, worker=claim_name())
    play_match(match=match, jailer=BrokenJailer(jailer, HostFailure("no space left on the device")))
    match.refresh_from_db()
    assert (match.status, match.tries) == (Match.Status.QUEUED, 1)
    assert match.error == "HostFailure: no space left on the device"
    assert entry_of(bots[0]).matches == 0


def test_a_jail_that_ends_as_its_worker_stops_costs_no_try(
    ladder: Ladder, bots: tuple[Bot, Bot], jailer: Jailer, told_to_stop: Callable[[float], None]
) -> None:
    match = running(ladder, *bots, worker=claim_name())
    told_to_stop(0)
    assert within(PROMPT, stopping.is_stopping)
    play_match(match=match, jailer=BrokenJailer(jailer, HostFailure("the zygote gave no answer")))
    match.refresh_from_db()
    assert (match.status, match.tries) == (Match.Status.QUEUED, 0)
    assert match.error == "HostFailure: the zygote gave no answer"


def test_a_database_that_is_away_for_a_moment_costs_no_try(
    ladder: Ladder, bots: tuple[Bot, Bot], jailer: Jailer
) -> None:
    match = running(ladder, *bots, worker=claim_name())
    away = OperationalError("the connection was closed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "close", lambda: None)  # the test's transaction is in it
        play_match(match=match, jailer=BrokenJailer(jailer, away))
    match.refresh_from_db()
    assert (match.status, match.tries) == (Match.Status.QUEUED, 0)
    assert match.error == "The database was unreachable."


def test_a_lost_file_is_the_platforms_failure(
    ladder: Ladder, bots: tuple[Bot, Bot], jailer: Jailer
) -> None:
    assert bots[0].current is not None
    Path(bots[0].current.source.path).unlink()
    match = running(ladder, *bots, worker=claim_name())
    play_match(match=match, jailer=jailer)
    match.refresh_from_db()
    assert (match.status, match.tries) == (Match.Status.QUEUED, 1)
    assert match.error == "FileNotFoundError: [Errno 2] No such file or directory: '…'"


@pytest.mark.parametrize(
    ("fields", "words"),
    [({"config": {"kingdom": "Nowhere"}}, "Nowhere"), ({"limits": {"game_gpu": 1}}, "game_gpu")],
)
def test_a_match_that_nobody_could_play_is_void_at_once(
    ladder: Ladder, bots: tuple[Bot, Bot], jailer: Jailer, fields: dict[str, object], words: str
) -> None:
    match = running(ladder, *bots, worker=claim_name())
    Match.objects.update(**fields)
    match.refresh_from_db()
    play_match(match=match, jailer=jailer)
    match.refresh_from_db()
    assert match.status == Match.Status.VOID
    assert words in match.error


def test_a_claim_that_was_taken_away_records_nothing(
    ladder: Ladder, bots: tuple[Bot, Bot], jailer: Jailer
) -> None:
    match = running(ladder, *bots, worker=claim_name())
    Match.objects.filter(pk=match.pk).update(worker="there/9/z", lease_until=timezone.now())
    play_match(match=match, jailer=jailer)
    match.refresh_from_db()
    assert (match.status, match.worker) == (Match.Status.RUNNING, "there/9/z")
    assert not match.games.exists()


def test_the_lease_is_renewed_while_an_answer_is_waited_for(
    ladder: Ladder, jailer: Jailer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third renewal finds the match taken away: the sleeper has not been given up by then."""
    bots = a_bot(alice(), "Alcuin", ladder, STALLER), a_bot(bob(), "Bede", ladder, STALLER)
    match = running(ladder, *bots, worker=claim_name())
    times: list[float] = []

    renew = MatchQuerySet.renew

    def noted(matches: MatchQuerySet, row: Match) -> None:
        times.append(time.monotonic())
        if len(times) == 3:
            Match.objects.filter(pk=row.pk).update(worker="there/9/z")
        renew(matches, row)

    monkeypatch.setattr(referee, "PROGRESS_SECONDS", 0.1)
    monkeypatch.setattr(play_match_module, "RENEW_SECONDS", 0.1)
    monkeypatch.setattr(MatchQuerySet, "renew", noted)
    play_match(match=match, jailer=jailer)
    match.refresh_from_db()
    assert (len(times), match.status, match.worker) == (3, Match.Status.RUNNING, "there/9/z")


# --- making way ----------------------------------------------------------------------------------
def newcomer_waits(ladder: Ladder) -> Match:
    """Queue a new bot's match, a moment ago."""
    newcomer, other = a_bot(alice(), "Alcuin", ladder), a_house_bot("Militia", ladder)
    match = queued(ladder, newcomer, other, priority=PLACEMENT_PRIORITY)
    Match.objects.filter(pk=match.pk).update(created_at=timezone.now() - 2 * PATIENCE)
    return match


def test_house_bots_make_way_for_a_new_bot_and_no_try_is_lost(
    ladder: Ladder, jailer: Jailer
) -> None:
    house = [a_house_bot(name, ladder, STALLER) for name in ("Big Money", "Random")]
    match = running(ladder, *house, worker=claim_name())
    first = newcomer_waits(ladder)
    play_match(match=match, jailer=jailer)
    match.refresh_from_db()
    assert (match.status, match.tries, match.worker) == (Match.Status.QUEUED, 0, "")
    assert "new bot" in match.error
    assert [claim_match(worker=claim_name()) for _ in range(2)] == [first, match]


def test_matches_of_members_make_no_way(ladder: Ladder, jailer: Jailer) -> None:
    dozer = b"import time\ndef decide(request):\n    time.sleep(0.05)\n    return request.default\n"
    bots = a_bot(bob(), "Bede", ladder, dozer), a_house_bot("Big Money", ladder)
    match = running(ladder, *bots, worker=claim_name())
    newcomer_waits(ladder)
    play_match(match=match, jailer=jailer)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert (match.finished_at or timezone.now()) - (match.started_at or timezone.now()) > PATIENCE


def test_a_worker_without_a_jail_makes_no_way_for_what_it_cannot_play(
    ladder: Ladder, jailer: Jailer, tmp_path: Path
) -> None:
    match = queued(ladder, *[a_house_bot(name, ladder) for name in ("Big Money", "Random")])
    seats = list(match.seats.select_related("version__bot"))
    assert makes_way(match, seats, jailer)
    assert not makes_way(match, seats, Jailer("bundled-only", bundled=tmp_path))


def test_house_bots_play_on_while_an_idle_slot_may_take_the_new_bots_match(
    ladder: Ladder,
) -> None:
    match = newcomer_waits(ladder)
    assert is_newcomer_waiting(worker=claim_name())
    Match.objects.filter(pk=match.pk).update(created_at=timezone.now())
    assert not is_newcomer_waiting(worker=claim_name())


def test_house_bots_play_on_where_the_new_bots_match_has_just_failed(ladder: Ladder) -> None:
    match = newcomer_waits(ladder)
    failed = {"failed_host": host_of(claim_name()), "not_before": timezone.now()}
    Match.objects.filter(pk=match.pk).update(**failed)
    assert not is_newcomer_waiting(worker=claim_name())
    assert is_newcomer_waiting(worker="another/1/x")


@pytest.mark.parametrize(("purpose", "share"), [("ladder", 1), ("tournament", 1), ("challenge", 3)])
def test_what_is_not_rated_may_sleep_for_a_third_of_the_time(purpose: str, share: int) -> None:
    match = Match(purpose=purpose, game="dominion", seats_count=2, games_planned=2, seed=1)
    assert play_match_module._plan(match).wall_share == 1 / share
