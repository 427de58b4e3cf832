"""Tricks for a better rating, and the rules that make them useless."""

import random
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.db.models import F
from django.utils import timezone
from pytest_django import Settings

from arena.bots.checks import recheck_bot
from arena.bots.manage_bot import withdraw_bot
from arena.bots.submit_bot import submit_bot
from arena.core import errors
from arena.ladders.matchmake import matchmake
from arena.ladders.opponents import OWNER_FLOOR, PLACEMENT_MATCHES
from arena.matches.challenges import order_challenge
from arena.matches.claim_match import claim_match
from arena.models import Bot, Entry, Ladder, Match, RatingChange, Version, VersionRating
from arena.ratings.parameters import DRIFT
from arena.ratings.refit_ratings import refit_ratings
from arena.ratings.trueskill import IDLE_GRACE, of_new_version, ordinal
from arena.results.finish_check import finish_check
from tests.arena.results.rows import fault, played, queued, record_result, result, running
from tests.cast import (
    SOURCE,
    a_bot,
    a_house_bot,
    a_ladder,
    alice,
    bob,
    charlie,
    entry_of,
    has_played,
    person,
    play_with,
)
from website.accounts.models import User

pytestmark = pytest.mark.django_db
BETTER = SOURCE + b"# better\n"


@pytest.fixture
def ladder(settings: Settings) -> Ladder:
    settings.IDLE_PACE = 0
    return a_ladder()


def submit(owner: User, ladder: Ladder, source: bytes, **kwargs: Any) -> Version:
    upload = ContentFile(source, name="bot.py")
    return submit_bot(owner=owner, upload=upload, ladder=ladder, **kwargs)


def accepted(version: Version) -> Version:
    """The version after its check games, in which it made no fault."""
    for match in list(version.ladder_checks.get().matches().live()):
        Match.objects.filter(pk=match.pk).update(status="finished", finished_at=timezone.now())
        finish_check(match=match)
    version.refresh_from_db()
    assert version.state == Version.State.ACCEPTED
    return version


def tables(ladder: Ladder, rounds: int) -> list[list[Bot]]:
    """Return the bots of each match in this many rounds of matchmaking."""
    found = []
    for _ in range(rounds):
        matchmake(ladder_id=ladder.pk)
        while match := claim_match(worker="here/1/a"):
            found.append([seat.version.bot for seat in match.seats.order_by("position")])
            record_result(match=match, result=result(2, 0))
    return found


def in_ranking(ladder: Ladder) -> list[str]:
    ladder.refresh_from_db()
    entries = ladder.entries.in_ranking(ladder).ranked()
    return list(entries.values_list("bot__name", flat=True))


# --- whom one plays ------------------------------------------------------------------------------
def test_an_owners_bots_never_lift_each_other(ladder: Ladder) -> None:
    own = [a_bot(alice(), f"Alcuin {number}", ladder) for number in range(4)]
    a_bot(bob(), "Bede", ladder)
    for bot in Bot.objects.all():
        has_played(bot, 100)
    seen = tables(ladder, 12)
    assert seen
    for table in seen:
        assert len({bot.owner_id for bot in table}) == 2
    assert (
        not ladder.matches.filter(seats__version__bot=own[0])
        .filter(seats__version__bot=own[1])
        .exists()
    )


def test_two_accounts_that_trade_wins_meet_only_so_often(ladder: Ladder) -> None:
    others = [a_bot(person(f"owner {number}"), f"Bot {number}", ladder) for number in range(8)]
    two = [a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)]
    for bot in (*others, *two):
        has_played(bot, 100)
    for _match in range(OWNER_FLOOR):
        played(ladder, *two)
    assert all(set(table) != set(two) for table in tables(ladder, 3))


def test_fresh_accounts_that_lose_on_purpose_feed_nobody(ladder: Ladder) -> None:
    star = a_bot(alice(), "Alcuin", ladder)
    has_played(star, PLACEMENT_MATCHES + 5)
    fodder = [a_bot(charlie(), f"Fodder {number}", ladder) for number in range(3)]
    house = [a_house_bot(f"House {number}", ladder) for number in range(3)]
    for bot in house:
        has_played(bot, 100)
    seen = tables(ladder, 4)
    for table in seen:
        assert not ({bot.pk for bot in fodder} & {bot.pk for bot in table} and star in table)
    assert any(bot in table for table in seen for bot in fodder), "they are placed by the house"


def test_a_challenge_between_friends_moves_no_rating(ladder: Ladder) -> None:
    own, friend = a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)
    order_challenge(challenger=bob(), bot=friend, opponent=own, ladder=ladder)
    match = claim_match(worker="here/1/a")
    assert match is not None
    record_result(match=match, result=result(0, 2))
    assert entry_of(own).matches == 0
    assert not RatingChange.objects.exists()


# --- uploads -------------------------------------------------------------------------------------
def test_the_same_file_again_resets_nothing(ladder: Ladder) -> None:
    own, other = a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)
    for _ in range(5):
        played(ladder, own, other)
    before = entry_of(own)
    with pytest.raises(errors.SameUpload):
        submit(alice(), ladder, SOURCE, bot=own)
    after = entry_of(own)
    assert (after.skill, after.virtual_finish, after.version_matches) == (
        before.skill,
        before.virtual_finish,
        before.version_matches,
    )


def test_versions_in_turn_widen_sigma_only_when_they_are_new_and_leave_mu(ladder: Ladder) -> None:
    """Two files that alternate are new versions each time: the mean stays, and the rating falls by
    it before anything is won."""
    own, other = a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)
    for _ in range(30):
        played(ladder, own, other, points=(1, 1))
    for number in range(2):
        settled = entry_of(own)
        play_with(own, b"# version %d" % number, ladder)
        played(ladder, own, other)
        change = RatingChange.objects.filter(entry=settled).latest("serial")
        assert change.before == of_new_version(settled.skill, DRIFT)
        assert change.rating_before < ordinal(settled.skill)
        wide = entry_of(own).sigma
        played(ladder, own, other, points=(1, 1))
        change = RatingChange.objects.filter(entry=settled).latest("serial")
        assert change.sigma_before == wide, "once a version"


def test_uploads_a_day_are_limited_and_it_is_said_when_there_is_room(
    ladder: Ladder, settings: Settings
) -> None:
    settings.UPLOADS_PER_DAY = 2
    own = submit(alice(), ladder, SOURCE, name="Alcuin").bot
    Version.objects.update(created_at=timezone.now() - timedelta(hours=23, minutes=30))
    submit(alice(), ladder, BETTER, bot=own)
    with pytest.raises(errors.QuotaUsed, match=r"2 files a day. Try again from \d{4}-.* UTC"):
        submit(alice(), ladder, BETTER + b"#", bot=own)
    with pytest.raises(errors.QuotaUsed):
        submit(alice(), ladder, SOURCE, name="Alfred")
    assert Version.objects.count() == 2
    submit(bob(), ladder, SOURCE, name="Bede")
    Version.objects.filter(number=1).update(created_at=timezone.now() - timedelta(hours=25))
    submit(alice(), ladder, BETTER + b"#", bot=own)


def test_an_army_of_bots_is_limited_and_takes_one_place(ladder: Ladder, settings: Settings) -> None:
    settings.BOTS_PER_OWNER = 3
    for number in range(3):
        accepted(submit(alice(), ladder, SOURCE, name=f"Alcuin {number}"))
    with pytest.raises(errors.OwnerFull, match=r"You have 3 bots.*withdraw one"):
        submit(alice(), ladder, SOURCE, name="Alcuin 3")
    assert len(in_ranking(ladder)) == 1
    Bot.objects.get(name="Alcuin 0").bench("faults")
    with pytest.raises(errors.OwnerFull):
        submit(alice(), ladder, SOURCE, name="Alcuin 3")
    withdraw_bot(owner=alice(), bot=Bot.objects.get(name="Alcuin 0"))
    submit(alice(), ladder, SOURCE, name="Alcuin 3")


# --- leaving at the right moment -----------------------------------------------------------------
def test_withdrawing_while_a_match_is_lost_loses_it_all_the_same(ladder: Ladder) -> None:
    own, other = a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)
    match = running(ladder, own, other)
    withdraw_bot(owner=alice(), bot=own)
    record_result(match=match, result=result(0, 2))
    assert entry_of(own).losses == 1
    assert entry_of(other).wins == 1
    assert in_ranking(ladder) == ["Bede"]


def test_a_better_upload_does_not_undo_the_match_that_is_played(ladder: Ladder) -> None:
    own, other = a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)
    a_house_bot("Big Money", ladder)
    match = running(ladder, own, other)
    accepted(submit(alice(), ladder, BETTER, bot=own))
    record_result(match=match, result=result(0, 2))
    entry = entry_of(own)
    assert (entry.losses, entry.versions.get().version.number) == (1, 1)
    assert entry.version_matches == 0, "the new version is placed from its own matches"


def test_who_sits_on_a_lead_leaves_the_ranking_and_comes_back_less_certain(ladder: Ladder) -> None:
    leader, *others = (a_bot(who(), who.__name__, ladder) for who in (alice, bob, charlie))
    for _ in range(20):
        played(ladder, leader, others[0])
    assert in_ranking(ladder)[0] == "alice"
    sigma = entry_of(leader).sigma
    away = timedelta(days=3 * IDLE_GRACE)
    for model in (Entry, VersionRating, Ladder):
        model._default_manager.update(rated_at=F("rated_at") - away)
    ladder.refresh_from_db()
    assert in_ranking(ladder)[0] == "alice", "nobody else has played either"
    played(Ladder.objects.get(), *others)
    assert "alice" not in in_ranking(ladder)
    assert entry_of(leader).skill_at(ladder.rated_at).sigma > sigma
    played(Ladder.objects.get(), others[0], leader)
    change = RatingChange.objects.filter(entry__bot=leader).latest("serial")
    assert change.sigma_before > sigma
    assert "alice" in in_ranking(ladder)


def test_benched_bots_leave_the_ranking_and_a_passed_check_brings_them_back(ladder: Ladder) -> None:
    own, other = a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)
    Ladder.objects.update(bench_after=2)
    ladder.refresh_from_db()
    for _ in range(2):
        played(ladder, own, other, points=(0, 2), faults=(fault(0),))
    assert in_ranking(ladder) == ["Bede"]
    accepted(recheck_bot(owner=alice(), bot=own))
    assert set(in_ranking(ladder)) == {"Alcuin", "Bede"}
    for _ in range(2):
        played(ladder, own, other, points=(0, 2), faults=(fault(0),))
    assert in_ranking(ladder) == ["Bede"]
    accepted(submit(alice(), ladder, BETTER, bot=Bot.objects.get(pk=own.pk)))
    assert set(in_ranking(ladder)) == {"Alcuin", "Bede"}


def test_a_bot_that_plays_dead_host_is_benched(ladder: Ladder) -> None:
    """A fault never becomes a host failure: the ladder's limit of faults in a row counts,
    and a void match moves no rating."""
    own, other = a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)
    assert ladder.bench_after == 3
    for _ in range(3):
        played(ladder, own, other, points=(0, 2), faults=(fault(0, verdict="timeout"),))
    own.refresh_from_db()
    assert own.state == Bot.State.BENCHED
    waiting = queued(ladder, own, other)
    matchmake(ladder_id=ladder.pk)
    assert not Match.objects.live().exclude(pk=waiting.pk).filter(seats__version__bot=own).exists()


@pytest.mark.long(4)
def test_luck_with_few_matches_proves_nothing(ladder: Ladder) -> None:
    """Three lucky wins rate far below their mean, and may be worse than a long record of wins."""
    lucky, steady = a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)
    victims = [a_house_bot(f"House {number}", ladder) for number in range(3)]
    dice = random.Random(2)
    for _ in range(60):
        points = (2, 0) if dice.random() < 0.85 else (0, 2)
        played(ladder, steady, dice.choice(victims), points=points)
    for victim in victims:
        played(ladder, lucky, victim)
    while refit_ratings(ladder_id=ladder.pk):
        pass
    one, other = entry_of(lucky), entry_of(steady)
    assert one.mu - (one.rating or 0.0) > 3 * (other.mu - (other.rating or 0.0))
    assert one.interval[0] < other.interval[0]
