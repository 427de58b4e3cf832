"""Priorities of a busy worker: checks, tournaments, challenges, ladders."""

from datetime import datetime

import pytest

from tests.arena.queue.rows import Bells, Queue
from tests.arena.resilience.chaos import fill, sized
from tests.arena.resilience.crew import Crew, until
from tests.arena.scripts import disturbed

pytestmark = [pytest.mark.jail, pytest.mark.services]

LADDER_MATCHES = sized(40, 20)
HANDS = 3  # each may have looked at the queue before the others came in


def test_checks_come_before_tournaments_before_challenges_before_ladders(
    crew: Crew, queue: Queue, urls: dict[str, str]
) -> None:
    bells = Bells(urls["REDIS_URL"])
    fill(crew.platform, LADDER_MATCHES)
    crew.platform.call(disturbed.open_ladder)
    worker = crew.worker("near", "--concurrency", str(HANDS))
    queue.release(LADDER_MATCHES)
    bells.start()
    until(lambda: queue.finished() >= 3, "it plays", pace=queue.pace)
    told, urgent = crew.platform.call(disturbed.order_urgent)
    until(lambda: not unfinished(queue, urgent), "what is urgent is played", pace=queue.pace)
    bells.stop()
    crew.stop(worker)
    began = queue.ask("SELECT started_at, purpose, id FROM arena_match WHERE id = ANY(%s)", urgent)
    purposes = [purpose for _at, purpose, _match in sorted(began)]
    others = [purpose for purpose in purposes if purpose != "check"]
    assert others == ["tournament"] * 2 + ["challenge"] * 3
    # Each host looks for checks with one process at a time: another one may start its match first.
    assert "check" in purposes[:2], "and the owner's next one when this is over"
    meanwhile = queue.ask(
        "SELECT count(*) FROM arena_match "
        "WHERE purpose = 'ladder' AND started_at BETWEEN %s AND %s",
        datetime.fromisoformat(told),
        max(at for at, _purpose, _match in began),
    )
    assert meanwhile[0][0] <= HANDS, "no ladder match began while something urgent waited"


def unfinished(queue: Queue, matches: list[int]) -> int:
    """Count the matches still to be played."""
    rows = queue.ask("SELECT id FROM arena_match WHERE status = 'finished'")
    return len(set(matches) - {match for (match,) in rows})
