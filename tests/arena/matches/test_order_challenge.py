"""Challenges: unrated, by a ladder's rules, with the other owner's consent and a daily limit."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from arena.bots.manage_bot import withdraw_bot
from arena.core import errors
from arena.matches.challenges import order_challenge
from arena.models import Bot, Entry, HeadToHead, Ladder, Match, RatingChange, Worker
from arena.results.tally_results import tally_results
from tests.arena.results.rows import fault, queued, record_result, result
from tests.cast import a_bot, a_house_bot, a_ladder, alice, bob, charlie, entry_of
from website.accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def own(ladder: Ladder) -> Bot:
    return a_bot(alice(), "Alcuin", ladder)


@pytest.fixture
def other(ladder: Ladder) -> Bot:
    return a_bot(bob(), "Bede", ladder)


def challenge(bot: Bot, opponent: Bot, ladder: Ladder, who: User | None = None) -> Match:
    return order_challenge(challenger=who or alice(), bot=bot, opponent=opponent, ladder=ladder)


def test_it_waits_before_the_ladder_and_behind_checks(own: Bot, other: Bot, ladder: Ladder) -> None:
    queued(ladder, own, other)
    match = challenge(own, other, ladder)
    assert Match.objects.queued().first() == match
    assert (match.purpose, match.ordered_by, match.games_planned) == ("challenge", alice(), 2)
    assert [seat.version.bot for seat in match.seats.all()] == [own, other]
    assert (match.game, match.config) == (ladder.game, ladder.config)


def test_it_moves_nothing_at_all(own: Bot, other: Bot, ladder: Ladder) -> None:
    for _ in range(4):
        match = challenge(own, other, ladder)
        Match.objects.filter(pk=match.pk).update(status="running", worker="here/1/a")
        match.refresh_from_db()
        record_result(match=match, result=result(0, 2, faults=(fault(0),)))
    own.refresh_from_db()
    assert (own.faults_in_row, own.may_play) == (0, True)
    assert (entry_of(own).matches, entry_of(own).mu, entry_of(own).virtual_finish) == (0, 25.0, 0.0)
    assert not RatingChange.objects.exists()
    assert not tally_results(ladder=ladder)
    assert not HeadToHead.objects.exists()
    match.refresh_from_db()
    assert (match.status, match.serial) == ("finished", None)


def test_house_bots_fill_the_other_seats(own: Bot, other: Bot, ladder: Ladder) -> None:
    Ladder.objects.update(seats=4, games_per_match=4)
    ladder.refresh_from_db()
    a_house_bot("Big Money", ladder)
    with pytest.raises(errors.NoChallenge, match="4 seats, and there are not enough house bots"):
        challenge(own, other, ladder)
    a_house_bot("Militia", ladder)
    names = [seat.version.bot.name for seat in challenge(own, other, ladder).seats.all()]
    assert names == ["Alcuin", "Bede", "Big Money", "Militia"]


def test_own_bots_may_meet_whatever_the_switch_says(own: Bot, ladder: Ladder) -> None:
    second = a_bot(alice(), "Alfred", ladder, takes_challenges=False)
    assert challenge(own, second, ladder).status == Match.Status.QUEUED


def test_what_cannot_meet_is_refused_with_what_to_do(own: Bot, other: Bot, ladder: Ladder) -> None:
    def refused(kind: type[errors.Refused], words: str, *meeting: object) -> None:
        with pytest.raises(kind, match=words):
            challenge(*meeting)  # type: ignore[arg-type]

    refused(errors.NotYours, "one of your own", own, other, ladder, charlie())
    refused(errors.NoChallenge, "cannot challenge itself", own, own, ladder)
    elsewhere = a_ladder(name="Castles", slug="castles", game="kingdomino", config={})
    refused(errors.NoChallenge, "Choose another ladder", own, other, elsewhere)
    closed = a_ladder(name="Old", slug="old", state="closed")
    refused(errors.NoChallenge, "Choose another ladder", own, other, closed)
    Bot.objects.filter(pk=other.pk).update(takes_challenges=False)
    other.refresh_from_db()
    refused(errors.NoChallenge, "does not accept challenges", own, other, ladder)
    Bot.objects.filter(pk=other.pk).update(takes_challenges=True)
    other.refresh_from_db()
    other.bench("faults")
    refused(errors.NoChallenge, "is not playing", own, other, ladder)
    refused(errors.NoChallenge, "is not playing", own, withdraw_bot(owner=bob(), bot=other), ladder)
    own.bench("faults")
    refused(errors.BotUnfit, "benched, withdrawn", own, other, ladder)
    assert not Match.objects.exists()


def test_without_a_jail_there_are_none(own: Bot, other: Bot, ladder: Ladder) -> None:
    Worker.objects.create(host="a", slots=1, problem="no bubblewrap", seen_at=timezone.now())
    with pytest.raises(errors.NoJail, match="so challenges cannot be played"):
        challenge(own, other, ladder)


def test_so_many_a_day_and_the_refusal_says_when_there_is_room_again(
    own: Bot, other: Bot, ladder: Ladder, settings: Settings
) -> None:
    settings.CHALLENGES_PER_DAY = 3
    for hours in (30, 20, 10, 5):
        match = challenge(own, other, ladder)
        at = timezone.now() - timedelta(hours=hours)
        Match.objects.filter(pk=match.pk).update(created_at=at)
    free = timezone.now() + timedelta(hours=4)
    with pytest.raises(errors.QuotaUsed, match=f"3 challenges a day.*{free:%Y-%m-%d %H:}"):
        challenge(own, other, ladder)
    assert Match.objects.count() == 4
    challenge(other, own, ladder, bob())
    Match.objects.filter(ordered_by=alice()).order_by("pk").update(
        created_at=timezone.now() - timedelta(hours=25)
    )
    challenge(own, other, ladder)


def test_a_ladder_of_the_same_game_will_do(own: Bot, other: Bot, ladder: Ladder) -> None:
    big = a_ladder(name="Big", slug="big", config={"kingdom": "Big Money"})
    assert not Entry.objects.filter(ladder=big).exists()
    assert challenge(own, other, big).config == {"kingdom": "Big Money"}
