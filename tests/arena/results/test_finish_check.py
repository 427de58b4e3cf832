"""The check of an upload: accepted and entered, or rejected with details for its owner."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.utils import timezone

from arena.bots.checks import recheck_bot
from arena.bots.manage_bot import withdraw_bot
from arena.bots.submit_bot import submit_bot
from arena.core import errors
from arena.matches.claim_match import claim_match
from arena.models import Bot, Entry, Ladder, Match, Version
from arena.queue.models.leased import MOST_TRIES
from arena.results.return_match import return_match, void_match
from tests.arena.results.rows import fault, queued, record_result, result
from tests.cast import a_bot, a_house_bot, a_ladder, alice, bob, charlie, entry_of
from website.accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder() -> Ladder:
    ladder = a_ladder()
    a_house_bot("Big Money", ladder)
    return ladder


def submitted(ladder: Ladder, **kwargs: Any) -> Version:
    kwargs = kwargs or {"name": "Alcuin"}
    upload = ContentFile(b"def decide(request): return 0\n", name="bot.py")
    return submit_bot(owner=alice(), upload=upload, ladder=ladder, **kwargs)


def next_check(**kwargs: Any) -> Match:
    match = claim_match(worker="here/1/a", may_play=False)
    assert match is not None
    return record_result(match=match, result=result(2, 0, **kwargs))


def test_two_clean_matches_accept_the_version_and_enter_it(ladder: Ladder) -> None:
    version = submitted(ladder)
    next_check()
    version.refresh_from_db()
    assert version.state == Version.State.CHECKING
    next_check()
    version.refresh_from_db()
    assert version.state == Version.State.ACCEPTED
    assert version.checked_at is not None
    assert version.bot.current == version
    assert entry_of(version.bot).ladder == ladder


def uploaded(owner: User, name: str, ladder: Ladder) -> Version:
    upload = ContentFile(f"# {name}\n".encode(), name="bot.py")
    return submit_bot(owner=owner, upload=upload, ladder=ladder, name=name)


def checked_bots(count: int) -> list[str]:
    """Play this many checks; return the bots' names in order."""
    return [next_check().seats.get(position=0).version.bot.name for _ in range(count)]


def test_an_owner_has_one_check_at_a_time_and_the_others_wait(ladder: Ladder) -> None:
    for number in range(3):
        uploaded(alice(), f"Alcuin {number}", ladder)
    first = claim_match(worker="here/1/a")
    assert first is not None
    assert claim_match(worker="here/2/b") is None
    assert Match.objects.checks().queued().count() == 5
    record_result(match=first, result=result(2, 0))
    assert claim_match(worker="here/2/b") is not None


def test_checks_of_several_owners_run_side_by_side(ladder: Ladder) -> None:
    checked = {uploaded(owner, f"Bot of {owner}", ladder) for owner in (alice(), bob(), charlie())}
    claimed = [claim_match(worker=f"here/{number}/a") for number in range(3)]
    assert {match.seats.get(position=0).version for match in claimed if match} == checked


def test_owners_take_turns_so_many_uploads_delay_no_others_first(ladder: Ladder) -> None:
    for number in range(4):
        uploaded(alice(), f"Alcuin {number}", ladder)
    checked_bots(2)
    uploaded(bob(), "Bede", ladder)
    assert checked_bots(2) == ["Bede", "Bede"]
    uploaded(bob(), "Bede again", ladder)
    assert checked_bots(4) == ["Alcuin 1", "Alcuin 1", "Bede again", "Bede again"]


def test_who_was_checked_long_ago_is_served_like_a_newcomer(ladder: Ladder) -> None:
    uploaded(bob(), "Bede", ladder)
    checked_bots(2)
    Version.objects.update(checked_at=timezone.now() - timedelta(hours=2))
    uploaded(bob(), "Bede again", ladder)
    uploaded(alice(), "Alcuin", ladder)
    assert checked_bots(1) == ["Bede again"], "it has waited longer"


def test_its_first_rated_match_is_queued_in_the_same_moment(ladder: Ladder) -> None:
    version = submitted(ladder)
    next_check()
    next_check()
    first = Match.objects.queued()[0]
    assert first.purpose == Match.Purpose.LADDER
    assert version.pk in {seat.version_id for seat in first.seats.all()}


def test_a_fault_rejects_at_once_with_everything_to_mend_it(ladder: Ladder) -> None:
    version = submitted(ladder)
    match = next_check(faults=(fault(0),))
    version.refresh_from_db()
    assert version.state == Version.State.REJECTED
    assert version.failure == {
        "verdict": "crash",
        "message": "KeyError: 'Gold'",
        "traceback": fault(0).traceback,
        "decision": {"kind": "buy", "options": ["Copper"]},
        "view": {"turn": 4},
        "number": 12,
        "opponent": "Big Money v1",
        "match": match.pk,
        "cpu": 0.25,
        "log": "thinking",
        "meter": fault(0).meter,
    }
    assert not Match.objects.live().exists(), "the other check match is not needed"
    assert not Entry.objects.filter(bot=version.bot).exists()
    assert not version.bot.may_play


def test_a_fault_on_either_seat_of_the_match_with_itself_counts(ladder: Ladder) -> None:
    version = submitted(ladder)
    next_check()
    next_check(faults=(fault(1),))
    version.refresh_from_db()
    assert version.state == Version.State.REJECTED


def test_a_fault_of_the_house_bot_is_not_ours(ladder: Ladder) -> None:
    version = submitted(ladder)
    next_check(faults=(fault(1),))
    next_check()
    version.refresh_from_db()
    assert version.state == Version.State.ACCEPTED


@pytest.mark.parametrize("settle", [return_match, void_match])
def test_a_check_that_fails_on_its_host_waits_and_never_rejects(
    ladder: Ladder, settle: Callable[..., Match]
) -> None:
    version = submitted(ladder)
    for tries in range(1, 2 * MOST_TRIES):
        match = claim_match(worker=f"here/1/{tries}")
        assert match is not None
        settle(match=match, error="the jail broke")
        match.refresh_from_db()
        assert (match.status, match.tries) == (Match.Status.QUEUED, tries)
        Match.objects.update(not_before=None)
    next_check()
    next_check()
    version.refresh_from_db()
    assert version.state == Version.State.ACCEPTED


def test_a_failing_check_rests_longer_each_time_up_to_ten_minutes(ladder: Ladder) -> None:
    submitted(ladder)
    match = claim_match(worker="here/1/a")
    assert match is not None
    rests = []
    for match.tries in (1, 2, 3, 20, 2000):
        rests.append(match.rest.total_seconds())
    assert rests == [2, 4, 8, 600, 600]


def test_a_check_whose_result_was_set_aside_is_queued_again(ladder: Ladder) -> None:
    version = submitted(ladder)
    first = claim_match(worker="here/1/a")
    assert first is not None
    Match.objects.filter(pk=first.pk).update(status=Match.Status.VOID)
    next_check()
    version.refresh_from_db()
    assert (version.state, version.failure) == (Version.State.CHECKING, None)
    assert Match.objects.checks().queued().count() == 2
    next_check()
    next_check()
    version.refresh_from_db()
    assert version.state == Version.State.ACCEPTED


def test_a_rejected_update_leaves_the_old_version_playing(ladder: Ladder) -> None:
    bot = a_bot(alice(), "Alcuin", ladder)
    submitted(ladder, bot=bot)
    next_check(faults=(fault(0),))
    bot.refresh_from_db()
    assert bot.may_play
    assert bot.current is not None
    assert bot.current.number == 1


def test_an_accepted_update_takes_the_old_version_out_of_the_queue(ladder: Ladder) -> None:
    bot = a_bot(alice(), "Alcuin", ladder)
    stale = queued(ladder, bot, a_bot(bob(), "Bede", ladder))
    version = submitted(ladder, bot=bot)
    next_check()
    next_check()
    stale.refresh_from_db()
    bot.refresh_from_db()
    assert stale.status == Match.Status.VOID
    assert bot.current == version
    assert Entry.objects.filter(bot=bot).count() == 1


def benched(ladder: Ladder) -> Bot:
    bot = a_bot(alice(), "Alcuin", ladder)
    bot.faults_in_row = 3
    bot.save()
    bot.bench("crashed again and again")
    return bot


def test_a_new_version_releases_a_benched_bot(ladder: Ladder) -> None:
    bot = benched(ladder)
    submitted(ladder, bot=bot)
    next_check()
    next_check()
    bot.refresh_from_db()
    assert (bot.state, bot.bench_reason, bot.faults_in_row) == ("active", "", 0)


def test_a_passed_check_releases_a_benched_bot(ladder: Ladder) -> None:
    bot = benched(ladder)
    recheck_bot(owner=alice(), bot=bot)
    next_check()
    next_check()
    bot.refresh_from_db()
    assert bot.may_play


def test_a_failed_check_keeps_the_bot_on_the_bench_and_its_version(ladder: Ladder) -> None:
    bot = benched(ladder)
    recheck_bot(owner=alice(), bot=bot)
    check = recheck_bot(owner=alice(), bot=bot).ladder_checks.get()
    assert check.matches().count() == 2, "ordered once"
    next_check(faults=(fault(0),))
    bot.refresh_from_db()
    assert bot.current is not None
    assert (bot.state, bot.current.state) == ("benched", "accepted")
    assert bot.current.failure is not None
    recheck_bot(owner=alice(), bot=bot)
    next_check()
    next_check()
    bot.refresh_from_db()
    assert bot.may_play, "the faults of the earlier check are history"


def test_a_check_is_for_the_owner_of_a_benched_bot(ladder: Ladder) -> None:
    with pytest.raises(errors.NotBenched):
        recheck_bot(owner=alice(), bot=a_bot(alice(), "Alfred", ladder))
    with pytest.raises(errors.NotYours):
        recheck_bot(owner=bob(), bot=benched(ladder))


def test_a_withdrawn_bot_leaves_the_queue_and_its_owner_alone_withdraws_it(ladder: Ladder) -> None:
    bot = a_bot(alice(), "Alcuin", ladder)
    match = queued(ladder, bot, a_bot(bob(), "Bede", ladder))
    with pytest.raises(errors.NotYours):
        withdraw_bot(owner=bob(), bot=bot)
    withdraw_bot(owner=alice(), bot=bot)
    match.refresh_from_db()
    bot.refresh_from_db()
    assert match.status == Match.Status.VOID
    assert not bot.may_play
