"""Challenges to several matches: terms, the owner's answer, blocks, seeds."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from arena.bots.manage_bot import withdraw_bot
from arena.core import errors
from arena.matches.challenges import (
    accept_challenge,
    block_person,
    order_challenge,
    refuse_challenge,
    send_challenge,
    withdraw_challenge,
)
from arena.matches.end_early import void_matches
from arena.matches.referee.referee import deal_seed
from arena.models import Action, Block, Bot, Challenge, Ladder, Match, Notification, RatingChange
from arena.results.return_match import void_match
from engine.messages import Message
from tests.arena.results.rows import record_result, result
from tests.cast import a_bot, a_house_bot, alice, bob, charlie, play_with
from website.notifications.words import notification_line

pytestmark = pytest.mark.django_db
Act = Callable[..., Challenge]


@pytest.fixture
def own(ladder: Ladder) -> Bot:
    return a_bot(alice(), "Alcuin", ladder)


@pytest.fixture
def other(ladder: Ladder) -> Bot:
    return a_bot(bob(), "Bede", ladder)


@pytest.fixture
def asks(other: Bot) -> Bot:
    """Bob's bot, whose owner is asked first."""
    other.asks_first = True
    other.save()
    return other


def challenge(bot: Bot, opponent: Bot, ladder: Ladder, **terms: Any) -> Challenge:
    return send_challenge(challenger=bot.owner, bot=bot, opponent=opponent, ladder=ladder, **terms)


def kinds() -> list[tuple[str, str]]:
    """Every notification's person and kind."""
    rows = Notification.objects.order_by("pk").select_related("user")
    return [(one.user.username, one.kind) for one in rows]


def play(match: Match, *points: float) -> None:
    Match.objects.filter(pk=match.pk).update(status="running", worker="here/1/a")
    match.refresh_from_db()
    record_result(match=match, result=result(*points))


def stop_all() -> None:
    """Void what is queued, as when an owner is suspended."""
    void_matches(matches=Match.objects.all(), reason=Message("stopped"))


# --- terms ---------------------------------------------------------------------------------------
def test_matches_start_at_once_where_the_owner_takes_all(
    own: Bot, other: Bot, ladder: Ladder
) -> None:
    made = challenge(own, other, ladder, matches=3)
    assert made.has_begun
    matches = list(made.matches.all())
    assert len(matches) == 3
    assert len({match.seed for match in matches}) == 3, "each by its own secret seed"
    assert {match.ordered_by_id for match in matches} == {alice().pk}
    assert made.config == ladder.config
    assert not made.has_own_rules


def test_house_bots_and_own_ones_never_ask(own: Bot, ladder: Ladder) -> None:
    robot = a_house_bot("Big Money", ladder)
    second = a_bot(alice(), "Alfred", ladder)
    Bot.objects.update(asks_first=True)
    for opponent in (robot, second):
        opponent.refresh_from_db()
        assert challenge(own, opponent, ladder).has_begun


@pytest.mark.parametrize(
    ("terms", "term"),
    [
        ({"matches": 0}, "matches"),
        ({"matches": -1}, "matches"),
        ({"matches": 21}, "matches"),
        ({"matches": 10_000}, "matches"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**63}, "seed"),
        ({"config": {"kingdom": ["Moat"] * 9}}, "config"),
        ({"config": {"kingdom": "random", "sets": ["atlantis"]}}, "config"),
        ({"config": {"kingdom": "No Such Game"}}, "config"),
        ({"config": {"kingdom": {"deep": [None]}}}, "config"),
        ({"config": {"nonsense": "\0"}}, "config"),
        ({"config": {"sets": "\0"}}, "config"),
    ],
)
def test_bad_terms_are_refused_by_name_and_change_nothing(
    terms: dict[str, Any], term: str, own: Bot, other: Bot, ladder: Ladder
) -> None:
    with pytest.raises(errors.BadTerms) as refused:
        challenge(own, other, ladder, **terms)
    assert refused.value.term == term
    assert not Challenge.objects.exists()


def test_another_kingdom_than_the_ladders(own: Bot, other: Bot, ladder: Ladder) -> None:
    made = challenge(own, other, ladder, config={"kingdom": "random", "sets": ["base"]})
    assert made.matches.get().config == {"kingdom": "random", "sets": ["base"]}
    assert made.has_own_rules


def test_every_match_counts_in_the_quota_and_unanswered_ones_too(
    own: Bot, other: Bot, ladder: Ladder, settings: Settings
) -> None:
    settings.CHALLENGES_PER_DAY = 5
    first = challenge(own, other, ladder, matches=2)
    with pytest.raises(errors.QuotaUsed):
        challenge(own, other, ladder, matches=4)
    Bot.objects.filter(pk=other.pk).update(asks_first=True)
    other.refresh_from_db()
    asked = challenge(own, other, ladder, matches=2)
    refuse_challenge(challenge=asked, by=bob())
    with pytest.raises(errors.QuotaUsed):
        challenge(own, other, ladder, matches=2)
    earlier = timezone.now() - timedelta(hours=23)
    first.matches.update(created_at=earlier)
    free = earlier + timedelta(hours=24)
    with pytest.raises(errors.QuotaUsed, match=f"{free:%Y-%m-%d %H:%M}"):
        challenge(own, other, ladder, matches=3)
    challenge(own, other, ladder, matches=1)


# --- seeds ---------------------------------------------------------------------------------------
def test_a_chosen_seed_repeats_the_deals(own: Bot, other: Bot, ladder: Ladder) -> None:
    seeds = [
        list(
            challenge(own, other, ladder, matches=3, seed=7).matches.values_list("seed", flat=True)
        )
        for _time in range(2)
    ]
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == 3


def test_a_chosen_seed_never_gives_the_deals_of_another_match(
    own: Bot, other: Bot, ladder: Ladder
) -> None:
    rated = 4_242_424_242
    made = challenge(own, other, ladder, matches=4, seed=rated)
    dealt = {deal_seed(match.seed, 2, game) for match in made.matches.all() for game in range(8)}
    assert not dealt & {deal_seed(rated, 2, game) for game in range(60)}


# --- the answer ----------------------------------------------------------------------------------
def test_nothing_is_played_before_the_owner_accepts(own: Bot, asks: Bot, ladder: Ladder) -> None:
    made = challenge(own, asks, ladder, matches=2)
    assert made.is_waiting
    assert not Match.objects.exists()
    assert kinds() == [("bob", "challenge.asked")]
    accept_challenge(challenge=made, by=bob())
    assert Match.objects.count() == 2
    assert kinds()[1:] == [("alice", "challenge.answered")]


def test_what_is_accepted_is_played_by_the_versions_of_then(
    own: Bot, asks: Bot, ladder: Ladder
) -> None:
    made = challenge(own, asks, ladder)
    newer = [play_with(bot, b"def decide(r): return r.default  # 2", ladder) for bot in (own, asks)]
    accept_challenge(challenge=made, by=bob())
    assert [seat.version for seat in made.matches.get().seats.all()] == newer


@pytest.mark.parametrize("first", [accept_challenge, refuse_challenge])
@pytest.mark.parametrize("second", [accept_challenge, refuse_challenge])
def test_it_is_answered_once(first: Act, second: Act, own: Bot, asks: Bot, ladder: Ladder) -> None:
    """As from two tabs: both have the row as it was."""
    made = challenge(own, asks, ladder)
    stale = Challenge.objects.get()
    first(challenge=made, by=bob())
    with pytest.raises(errors.WrongState, match="Nothing can be changed"):
        second(challenge=stale, by=bob())
    with pytest.raises(errors.WrongState):
        withdraw_challenge(challenge=stale, by=alice())
    assert Match.objects.count() == (first is accept_challenge)


@pytest.mark.parametrize("act", [accept_challenge, refuse_challenge])
def test_only_the_challenged_owner_answers(act: Act, own: Bot, asks: Bot, ladder: Ladder) -> None:
    made = challenge(own, asks, ladder)
    for who in (alice(), charlie()):
        with pytest.raises(errors.NotYours):
            act(challenge=made, by=who)
    for who in (bob(), charlie()):
        with pytest.raises(errors.NotYours):
            withdraw_challenge(challenge=made, by=who)
    made.refresh_from_db()
    assert made.is_waiting


def test_after_some_days_it_can_no_longer_be_answered(own: Bot, asks: Bot, ladder: Ladder) -> None:
    made = challenge(own, asks, ladder)
    Challenge.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(errors.WrongState, match="expired"):
        accept_challenge(challenge=made, by=bob())
    assert not Challenge.objects.waiting().exists()
    assert challenge(own, asks, ladder).is_waiting, "a new one may be sent"


def test_bots_that_have_gone_meanwhile_are_refused_and_it_waits_on(
    own: Bot, asks: Bot, ladder: Ladder
) -> None:
    made = challenge(own, asks, ladder)
    asks.bench("faults")
    with pytest.raises(errors.NoChallenge, match="not playing"):
        accept_challenge(challenge=made, by=bob())
    asks.release()
    withdraw_bot(owner=alice(), bot=own)
    with pytest.raises(errors.BotUnfit, match="withdrawn"):
        accept_challenge(challenge=made, by=bob())
    made.refresh_from_db()
    assert made.is_waiting


def test_one_question_at_a_time(own: Bot, asks: Bot, ladder: Ladder) -> None:
    made = challenge(own, asks, ladder)
    with pytest.raises(errors.NoChallenge, match="not answered yet"):
        challenge(own, asks, ladder)
    withdraw_challenge(challenge=made, by=alice())
    assert challenge(own, asks, ladder).is_waiting


def test_the_order_of_one_match_is_refused_where_the_owner_is_asked(
    own: Bot, asks: Bot, ladder: Ladder
) -> None:
    with pytest.raises(errors.NoChallenge, match="bots/bede/challenges/"):
        order_challenge(challenger=alice(), bot=own, opponent=asks, ladder=ladder)


# --- blocks --------------------------------------------------------------------------------------
def test_who_is_blocked_is_refused(own: Bot, asks: Bot, ladder: Ladder) -> None:
    made = challenge(own, asks, ladder)
    refuse_challenge(challenge=made, by=bob(), block=True)
    with pytest.raises(errors.NoChallenge, match="no challenges from you"):
        challenge(own, asks, ladder)
    assert challenge(asks, own, ladder).has_begun, "the other way round is no question"


def test_a_block_ends_what_waits_and_is_made_once(own: Bot, asks: Bot, ladder: Ladder) -> None:
    made = challenge(own, asks, ladder)
    for _time in range(2):
        block_person(owner=bob(), person=alice())
    made.refresh_from_db()
    assert made.state == Challenge.State.REFUSED
    assert Block.objects.count() == 1
    with pytest.raises(errors.WrongState, match="yourself"):
        block_person(owner=bob(), person=bob())


# --- its end -------------------------------------------------------------------------------------
def test_both_owners_are_told_once_when_all_is_played(own: Bot, other: Bot, ladder: Ladder) -> None:
    matches = list(challenge(own, other, ladder, matches=3).matches.order_by("pk"))
    play(matches[0], 2, 0)
    play(matches[1], 0.5, 1.5)
    assert kinds() == []
    play(matches[2], 2, 0)
    assert sorted(kinds()) == [("alice", "challenge.finished"), ("bob", "challenge.finished")]
    params = Notification.objects.first().params  # type: ignore[union-attr]
    assert (params["points"], params["ranks"], params["matches"]) == ([4.5, 1.5], [1, 2], 3)
    assert not RatingChange.objects.exists()


def test_a_match_that_no_machine_could_play_ends_it_too(
    own: Bot, other: Bot, ladder: Ladder
) -> None:
    matches = list(challenge(own, other, ladder, matches=2).matches.order_by("pk"))
    play(matches[0], 2, 0)
    Match.objects.filter(pk=matches[1].pk).update(status="running", worker="here/1/a")
    matches[1].refresh_from_db()
    void_match(match=matches[1], error="no file")
    assert sorted(kinds()) == [("alice", "challenge.finished"), ("bob", "challenge.finished")]


def test_a_challenge_whose_last_match_is_voided_is_finished_once(
    own: Bot, other: Bot, ladder: Ladder
) -> None:
    matches = list(challenge(own, other, ladder, matches=3).matches.order_by("pk"))
    play(matches[0], 2, 0)
    stop_all()
    told = [("alice", "challenge.finished"), ("bob", "challenge.finished")]
    assert sorted(kinds()) == told
    params = Notification.objects.first().params  # type: ignore[union-attr]
    assert (params["points"], params["matches"]) == ([2, 0], 1)
    stop_all()
    assert sorted(kinds()) == told


def test_what_still_runs_or_waits_for_its_result_ends_it_later(
    own: Bot, other: Bot, ladder: Ladder
) -> None:
    matches = list(challenge(own, other, ladder, matches=2).matches.order_by("pk"))
    Match.objects.filter(pk=matches[0].pk).update(status="finished", is_pending=True)
    stop_all()
    assert kinds() == []


def test_without_any_result_it_is_finished_as_well(own: Bot, other: Bot, ladder: Ladder) -> None:
    challenge(own, other, ladder, matches=2)
    stop_all()
    for notification in Notification.objects.all():
        assert notification.params["points"] == [0, 0]
        assert "none of its matches has a result" in notification_line(notification).text
    assert len(kinds()) == 2


# --- the audit log -------------------------------------------------------------------------------
def test_answers_are_in_the_audit_log(own: Bot, asks: Bot, ladder: Ladder) -> None:
    accepted = challenge(own, asks, ladder)
    accept_challenge(challenge=accepted, by=bob())
    taken_back = challenge(own, asks, ladder)
    withdraw_challenge(challenge=taken_back, by=alice())
    blocked = challenge(own, asks, ladder)
    block_person(owner=bob(), person=alice())
    logged = Action.objects.filter(verb__endswith="_challenge").order_by("pk")
    assert [(one.actor, one.verb, one.target) for one in logged] == [
        (bob(), "accept_challenge", str(accepted)),
        (alice(), "withdraw_challenge", str(taken_back)),
        (bob(), "refuse_challenge", str(blocked)),
    ]
    assert logged[0].details == {"bot": "Alcuin", "opponent": "Bede"}
