"""The ladder's queue: always something in it, never much."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from arena.actions.matchmake import candidates, matchmake
from arena.actions.order_match import LADDER_PRIORITY, NEWCOMER_PRIORITY
from arena.actions.withdraw_bot import withdraw_bot
from arena.matchmaking import SETTLED_MATCHES
from arena.models import Bot, Entry, Ladder, Match, Worker
from tests.arena.results import played, queued
from tests.cast import (
    a_bot,
    a_house_bot,
    a_ladder,
    alice,
    bob,
    has_played,
    has_waited,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def two_cores(settings: Settings) -> None:
    settings.CORES = 2
    settings.IDLE_PACE = 5.0


@pytest.fixture
def ladder() -> Ladder:
    return a_ladder()


def a_field(ladder: Ladder, count: int, matches: int = 20) -> list[Bot]:
    bots = [a_house_bot(f"House {number}", ladder) for number in range(count)]
    for bot in bots:
        has_played(bot, matches)
    return bots


def seated(match: Match) -> set[Bot]:
    return {seat.version.bot for seat in match.seats.select_related("version__bot")}


def test_as_many_wait_as_the_workers_have_places(ladder: Ladder) -> None:
    a_field(ladder, 12)
    assert len(matchmake(ladder_id=ladder.pk)) == 2
    assert matchmake(ladder_id=ladder.pk) == [], "the queue does not grow"


def test_more_workers_have_more_places(ladder: Ladder) -> None:
    a_field(ladder, 12)
    now = timezone.now()
    Worker.objects.create(host="a", slots=3, seen_at=now)
    Worker.objects.create(host="b", slots=1, seen_at=now)
    Worker.objects.create(host="asleep", slots=50, seen_at=now - timedelta(hours=1))
    assert len(matchmake(ladder_id=ladder.pk)) == 4


def test_a_match_names_the_current_versions_and_the_ladders_rules(ladder: Ladder) -> None:
    Ladder.objects.update(limits={"game_cpu": 3.0})
    bots = a_field(ladder, 2)
    (match,) = matchmake(ladder_id=ladder.pk)
    assert seated(match) == set(bots)
    assert (match.game, match.config, match.limits) == (
        "dominion",
        {"kingdom": "First Game"},
        {"game_cpu": 3.0},
    )
    assert (match.games_planned, match.priority) == (2, LADDER_PRIORITY)


def test_newcomers_are_queued_first_even_if_the_queue_is_full(ladder: Ladder) -> None:
    bots = a_field(ladder, 8)
    for pair in ((0, 1), (2, 3), (4, 5)):
        queued(ladder, *(bots[one] for one in pair))
    newcomer = a_bot(alice(), "Alcuin", ladder)
    (match,) = matchmake(ladder_id=ladder.pk)
    assert newcomer in seated(match)
    assert match.priority == NEWCOMER_PRIORITY
    assert Match.objects.queued().first() == match
    assert matchmake(ladder_id=ladder.pk) == [], "one for each newcomer"


def test_a_newcomer_whom_nobody_may_meet_lets_the_queue_not_grow(ladder: Ladder) -> None:
    for number in range(6):
        has_played(a_bot(alice(), f"Alcuin {number}", ladder), 20)
    a_bot(alice(), "Alfred", ladder)
    assert matchmake(ladder_id=ladder.pk) == []
    bots = a_field(ladder, 6)
    for pair in ((0, 1), (2, 3)):
        queued(ladder, *(bots[one] for one in pair))
    Entry.objects.filter(bot__in=bots).update(matches=20)
    Match.objects.filter(pk=Match.objects.queued()[0].pk).update(priority=0)
    made = matchmake(ladder_id=ladder.pk)
    assert [match.priority for match in made] == [NEWCOMER_PRIORITY]


def test_who_has_waited_longest_is_next(ladder: Ladder) -> None:
    bots = a_field(ladder, 5)
    has_waited(bots[3], 3600)
    assert bots[3] in seated(matchmake(ladder_id=ladder.pk)[0])


@pytest.mark.parametrize("state", ["paused", "frozen", "closed"])
def test_no_matches_are_made_where_the_ladder_is_not_open(ladder: Ladder, state: str) -> None:
    a_field(ladder, 4)
    Ladder.objects.update(state=state)
    assert matchmake(ladder_id=ladder.pk) == []


def test_benched_withdrawn_and_left_bots_are_not_seated(ladder: Ladder) -> None:
    benched, left = a_field(ladder, 2)
    benched.bench("crashed")
    Entry.objects.filter(bot=left).update(is_active=False)
    withdraw_bot(owner=alice(), bot=a_bot(alice(), "Alcuin", ladder))
    a_bot(bob(), "Bede", ladder)
    assert matchmake(ladder_id=ladder.pk) == []


def test_latest_opponents_come_first_in_memory(ladder: Ladder) -> None:
    one, two, three = a_field(ladder, 3)
    played(ladder, one, two)
    played(ladder, one, three)
    field = {one.id: one for one in candidates(ladder=ladder, now=timezone.now())}
    assert field[one.pk].met == (three.pk, two.pk)
    assert field[two.pk].met == (one.pk,)


def test_where_all_are_settled_matches_keep_a_pace(ladder: Ladder) -> None:
    a_field(ladder, 6, SETTLED_MATCHES)
    now = timezone.now()
    (match,) = matchmake(ladder_id=ladder.pk, now=now)
    assert match.not_before == now + timedelta(seconds=5)
    assert matchmake(ladder_id=ladder.pk) == [], "one at a time"


def test_the_pace_is_shared_by_the_open_ladders(ladder: Ladder) -> None:
    a_ladder(slug="second", name="Second")
    a_ladder(slug="over", name="Over", state="closed")
    a_field(ladder, 6, SETTLED_MATCHES)
    now = timezone.now()
    (match,) = matchmake(ladder_id=ladder.pk, now=now)
    assert match.not_before == now + timedelta(seconds=10)


def test_a_newcomer_ends_the_leisure(ladder: Ladder) -> None:
    a_field(ladder, 6, SETTLED_MATCHES)
    matchmake(ladder_id=ladder.pk)
    newcomer = a_bot(alice(), "Alcuin", ladder)
    match = matchmake(ladder_id=ladder.pk)[0]
    assert newcomer in seated(match)
    assert match.not_before is None


def test_without_a_pace_play_never_pauses(ladder: Ladder, settings: Settings) -> None:
    settings.IDLE_PACE = 0.0
    a_field(ladder, 6, SETTLED_MATCHES)
    assert [match.not_before for match in matchmake(ladder_id=ladder.pk)] == [None, None]
