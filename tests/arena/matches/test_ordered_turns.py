"""People who order matches take turns, one running match a person."""

from datetime import timedelta

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.matches.challenges import send_challenge
from arena.matches.claim_match import Orders, claim_match
from arena.matches.order_match import CHALLENGE_PRIORITY, TOURNAMENT_PRIORITY
from arena.matches.trials import order_gauntlet, order_trial
from arena.models import Bot, Ladder, Match, Version, Worker
from arena.results.correct_result import rejudge_match
from tests.arena.results.rows import played, queued, record_result, result
from tests.cast import a_bot, a_house_bot, alice, bob, charlie, olga

pytestmark = pytest.mark.django_db
Purpose = Match.Purpose


def ordered(ladder: Ladder, bots: tuple[Bot, Bot], by: AbstractBaseUser) -> Match:
    """A challenge's match."""
    return queued(
        ladder, *bots, purpose=Purpose.CHALLENGE, priority=CHALLENGE_PRIORITY, ordered_by=by
    )


def claim(orders: Orders = Orders.NOW) -> Match | None:
    return claim_match(worker="here/1/a", orders=orders)


def took(match: Match, seconds: float) -> None:
    """End a match that ran so long."""
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(
        status="finished", started_at=now - timedelta(seconds=seconds), finished_at=now
    )


def test_one_match_of_a_person_runs_at_a_time(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    first, second = ordered(ladder, bots, alice()), ordered(ladder, bots, alice())
    assert claim() == first
    assert claim() is None
    other = queued(ladder, *bots)
    assert claim() == other, "the ladder goes on"
    took(first, 5)
    assert claim() == second


def test_people_take_turns(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    of_alice = [ordered(ladder, bots, alice()) for _ in range(3)]
    of_bob = [ordered(ladder, bots, bob()) for _ in range(2)]
    turns = []
    while match := claim():
        turns.append(match)
        took(match, 1)
    assert turns == [of_alice[0], of_bob[0], of_alice[1], of_bob[1], of_alice[2]]


def test_who_has_used_more_time_waits_longer(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    took(ordered(ladder, bots, alice()), 30)
    slow = ordered(ladder, bots, alice())
    quick = [ordered(ladder, bots, bob()) for _ in range(2)]
    assert claim() == quick[0]
    took(quick[0], 10)
    assert claim() == quick[1], "30 seconds of Alice's against 10 of Bob's"
    took(quick[1], 25)
    ordered(ladder, bots, bob())
    assert claim() == slow


def test_time_used_is_forgotten_after_an_hour(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    old = ordered(ladder, bots, alice())
    took(old, 30)
    Match.objects.filter(pk=old.pk).update(finished_at=timezone.now() - timedelta(minutes=61))
    took(ordered(ladder, bots, bob()), 10)
    mine = ordered(ladder, bots, alice())
    ordered(ladder, bots, bob())
    assert claim() == mine


def test_a_failed_match_lets_others_go_first(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    resting, other = ordered(ladder, bots, alice()), ordered(ladder, bots, bob())
    later = timezone.now() + timedelta(minutes=1)
    Match.objects.filter(pk=resting.pk).update(not_before=later)
    assert claim() == other


def test_a_slot_kept_for_ladders_plays_nothing_that_was_ordered(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    match = ordered(ladder, bots, alice())
    assert claim(Orders.NEVER) is None
    other = queued(ladder, *bots)
    assert claim(Orders.NEVER) == other
    assert claim(Orders.NOW) == match


def test_after_an_ordered_match_a_single_slot_plays_others_first(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    match, other = ordered(ladder, bots, alice()), queued(ladder, *bots)
    assert claim(Orders.LAST) == other
    assert claim(Orders.LAST) == match


def test_a_ladder_match_is_claimed_by_three_statements_besides_the_clock(
    ladder: Ladder, bots: tuple[Bot, Bot], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    match = queued(ladder, *bots)
    with django_assert_num_queries(3):  # the first asks whether this version may work
        assert claim_match(worker="here/1/a", may_check=False) == match


def test_tournaments_come_before_what_people_order(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    ordered(ladder, bots, alice())
    match = queued(ladder, *bots, purpose=Purpose.TOURNAMENT, priority=TOURNAMENT_PRIORITY)
    assert claim() == match


def test_whatever_a_person_orders_is_theirs(ladder: Ladder, alices: Bot, newer: Version) -> None:
    bots = alices, a_bot(bob(), "Bede", ladder)
    for number in range(2):
        a_house_bot(f"House {number}", ladder)
    Worker.objects.create(host="a", slots=2, seen_at=timezone.now())
    rejudged = rejudge_match(organiser=olga(), match=played(ladder, *bots), reason="A wrong rule.")
    assert rejudged.ordered_by == olga()
    challenge = send_challenge(challenger=bob(), bot=bots[1], opponent=bots[0], ladder=ladder)
    assert challenge.matches.get().ordered_by == bob()
    trial = order_trial(version=newer, by=alice())
    gauntlet = order_gauntlet(version=newer, by=alice())
    assert {match.ordered_by for match in [*trial, *gauntlet]} == {alice()}


def test_a_trial_goes_on_in_the_turn_of_who_ordered_it(
    ladder: Ladder, alices: Bot, newer: Version
) -> None:
    assert alices.current
    for number, match in enumerate(order_trial(version=newer, by=alice())):
        Match.objects.filter(pk=match.pk).update(status="running", worker="here/1/a")
        match.refresh_from_db()
        record_result(match=match, result=result(*((2.0, 0.0), (0.0, 2.0))[number % 2]))
    following = newer.trial_against(alices.current).live()
    assert {match.ordered_by for match in following} == {alice()}


def test_rejudged_matches_keep_no_bot_from_its_ladder(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    queued(ladder, *bots, ordered_by=charlie())
    assert ladder.matches.live().of_platform().count() == 0
    assert list(Ladder.objects.to_matchmake(timezone.now() + timedelta(minutes=1))) == [ladder]
