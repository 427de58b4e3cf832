"""The match row is the queue: claims, leases and returned matches."""

import os
import subprocess
from datetime import timedelta

import pytest
from django.utils import timezone

from arena.core.hosts import claim_name, host, is_gone
from arena.core.own_version import own_version
from arena.matches.claim_match import claim_match
from arena.matches.end_early import void_matches
from arena.matches.order_match import CHECK_PRIORITY
from arena.models import Bot, Installation, Ladder, Match, Worker
from arena.queue.models.leased import MOST_TRIES, ClaimLost
from arena.results.return_match import reap_ended, reap_leases, return_match, void_match
from engine.messages import Message
from tests.arena.results.rows import played, queued, record_result, result, running
from tests.cast import a_house_bot

pytestmark = pytest.mark.django_db


def test_a_match_is_claimed_once(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    match = queued(ladder, *bots)
    claimed = claim_match(worker="here/1/a")
    assert claimed == match
    assert claim_match(worker="here/2/b") is None
    match.refresh_from_db()
    assert (match.status, match.worker) == (Match.Status.RUNNING, "here/1/a")
    assert match.lease_until is not None
    assert match.lease_until > timezone.now()


def test_who_loses_the_race_for_a_row_takes_the_next(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    first, second = queued(ladder, *bots), queued(ladder, *bots)
    assert claim_match(worker="here/1/a") == first
    assert claim_match(worker="here/2/b") == second


def test_checks_come_first_and_then_the_oldest(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    old, new, check = (queued(ladder, *bots) for _ in range(3))
    Match.objects.filter(pk=check.pk).update(purpose="check", priority=CHECK_PRIORITY)
    assert [claim_match(worker=f"here/1/{n}") for n in range(3)] == [check, old, new]


def test_without_a_free_place_only_checks_are_claimed(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    queued(ladder, *bots)
    assert claim_match(worker="here/1/a", may_play=False) is None
    check = queued(ladder, *bots, purpose=Match.Purpose.CHECK)
    assert claim_match(worker="here/1/a", may_play=False) == check


def test_who_may_not_check_plays_other_matches(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    queued(ladder, *bots, purpose=Match.Purpose.CHECK)
    assert claim_match(worker="here/1/a", may_check=False) is None
    match = queued(ladder, *bots)
    assert claim_match(worker="here/1/a", may_check=False) == match


def test_without_a_jail_only_house_bots_play(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    ours = a_house_bot("Big Money", ladder), a_house_bot("Militia", ladder)
    queued(ladder, bots[0], ours[0])
    allowed = queued(ladder, *ours)
    assert claim_match(worker="here/1/a", house_only=True) == allowed
    assert claim_match(worker="here/1/b", house_only=True) is None


def test_a_match_is_not_claimed_before_its_time(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    match = queued(ladder, *bots)
    later = timezone.now() + timedelta(seconds=60)
    Match.objects.filter(pk=match.pk).update(not_before=later)
    assert claim_match(worker="here/1/a") is None


def test_the_lease_outlasts_the_longest_silence_that_the_limits_allow(ladder: Ladder) -> None:
    assert Match(limits={}).lease > timedelta(seconds=22)
    assert Match(limits={"decision_cpu": 30.0}).lease > timedelta(seconds=302)


def test_a_lease_is_renewed_by_its_holder_alone(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    match = running(ladder, *bots)
    Match.objects.filter(pk=match.pk).update(lease_until=timezone.now())
    Match.objects.renew(match)
    assert not Match.objects.overdue(timezone.now()).exists()
    Match.objects.filter(pk=match.pk).update(worker="there/9/z")
    with pytest.raises(ClaimLost):
        Match.objects.renew(match)


def test_a_failed_try_goes_back_to_the_queue_and_the_third_is_the_last(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    queued(ladder, *bots)
    for tries in range(1, MOST_TRIES + 1):
        Match.objects.update(not_before=None)
        match = claim_match(worker=f"here/1/{tries}")
        assert match is not None
        assert return_match(match=match, error="the jail broke").tries == tries
    last = Match.objects.get()
    assert (last.status, last.error) == (Match.Status.VOID, "the jail broke")
    assert claim_match(worker="here/1/z") is None


def test_an_interruption_does_not_count_as_a_try(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    for _ in range(5):
        match = running(ladder, *bots)
        assert return_match(match=match, error="told to stop", counts=False).tries == 0
        assert claim_match(worker="here/1/again") == match, "at once"
        Match.objects.all().delete()


def test_a_failed_try_rests_a_moment(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    return_match(match=running(ladder, *bots), error="the jail broke")
    assert claim_match(worker="here/1/b") is None


def other_host(**fields: object) -> Worker:
    return Worker.objects.create(host="there", slots=1, seen_at=timezone.now(), **fields)


def test_after_a_failed_try_another_host_is_first(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    other_host()
    match = return_match(match=running(ladder, *bots, worker="here/1/a"), error="the jail broke")
    Match.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    assert claim_match(worker="here/2/b") is None
    assert claim_match(worker="there/1/a") == match


def test_after_half_a_minute_the_failed_host_may_try_again(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    other_host()
    match = return_match(match=running(ladder, *bots, worker="here/1/a"), error="the jail broke")
    Match.objects.update(not_before=timezone.now() - timedelta(seconds=31))
    assert claim_match(worker="here/2/b") == match


@pytest.mark.parametrize(
    "fields",
    [
        {"problem": "no jail"},
        {"disk_problem": "full"},
        {"uploads_problem": "not mounted"},
        {"version": "0.1.0 0001_other"},
        {"ended_at": timezone.now()},
    ],
)
def test_a_failed_try_does_not_wait_for_a_host_that_cannot_play(
    ladder: Ladder, bots: tuple[Bot, Bot], fields: dict[str, object]
) -> None:
    other_host(**fields)
    match = return_match(match=running(ladder, *bots, worker="here/1/a"), error="the jail broke")
    Match.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    assert claim_match(worker="here/2/b") == match


def test_a_check_prefers_another_host_as_well(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    other_host()
    match = queued(ladder, *bots, purpose=Match.Purpose.CHECK)
    held = claim_match(worker="here/1/a")
    assert held == match
    return_match(match=held, error="the jail broke")
    Match.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    assert claim_match(worker="here/2/b") is None
    assert claim_match(worker="there/1/a") == match


@pytest.mark.parametrize("versions", [[], ["9.9.9 9999_other"]])
def test_a_worker_of_another_version_claims_nothing(
    ladder: Ladder, bots: tuple[Bot, Bot], versions: list[str]
) -> None:
    match = queued(ladder, *bots)
    Installation.objects.update(versions=versions)
    assert claim_match(worker="here/1/a") is None
    Installation.objects.update(versions=[*versions, own_version()])
    assert claim_match(worker="here/1/a") == match


def test_no_rating_moves_by_a_void_match(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    match = void_match(match=running(ladder, *bots), error="no such game")
    assert match.status == Match.Status.VOID
    assert [entry.matches for entry in ladder.entries.all()] == [0, 0]
    ladder.refresh_from_db()
    assert ladder.recorded == 0


def test_what_is_not_held_can_neither_be_returned_nor_voided(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    match = running(ladder, *bots)
    record_result(match=match, result=result(2, 0))
    for settle in (return_match, void_match):
        with pytest.raises(ClaimLost):
            settle(match=match, error="too late")
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


def test_an_expired_lease_is_reaped_once(ladder: Ladder, bots: tuple[Bot, Bot]) -> None:
    match = running(ladder, *bots, worker="elsewhere/1/a")
    assert reap_leases() == []
    Match.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert reap_leases() == [match]
    assert reap_leases() == []
    match.refresh_from_db()
    assert (match.status, match.tries) == (Match.Status.QUEUED, 1)


def test_a_process_of_this_host_that_is_gone_is_reaped_at_once(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    with subprocess.Popen(["true"]) as process:
        process.wait()
    mine = running(ladder, *bots, worker=claim_name())
    dead = running(ladder, *bots, worker=f"{host()}/{process.pid}/abc")
    assert reap_leases() == []
    assert reap_ended() == [dead]
    mine.refresh_from_db()
    assert mine.status == Match.Status.RUNNING


def test_of_another_hosts_processes_we_know_nothing() -> None:
    assert not is_gone("elsewhere.1/999999/abc")
    assert not is_gone(f"{host()}/{os.getpid()}/abc")
    assert not is_gone("")


def test_only_what_is_queued_is_taken_out_of_the_queue(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    done = played(ladder, *bots)
    active = running(ladder, *bots)
    waiting = queued(ladder, *bots)
    assert void_matches(matches=Match.objects.all(), reason=Message("no more")) == 1
    states = dict(Match.objects.values_list("pk", "status"))
    assert states == {done.pk: "finished", active.pk: "running", waiting.pk: "void"}


def fail(ladder: Ladder, *bots: Bot, tries: int) -> None:
    for _ in range(tries):
        return_match(match=running(ladder, *bots), error="the jail broke")
        Match.objects.filter(status="queued").update(not_before=None, status="void")


def test_a_bot_with_which_matches_fail_while_others_finish_is_benched(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    suspect, innocent = bots
    third = a_house_bot("Big Money", ladder)
    fail(ladder, suspect, innocent, tries=2)
    played(ladder, innocent, third)
    fail(ladder, suspect, third, tries=1)
    suspect.refresh_from_db()
    innocent.refresh_from_db()
    assert suspect.state == Bot.State.BENCHED
    assert "At least three attempts to play this bot's matches failed" in suspect.bench_reason
    assert innocent.state == Bot.State.ACTIVE


@pytest.mark.long(3)
def test_finishing_the_games_that_it_wins_saves_no_bot_from_the_bench(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    suspect, innocent = bots
    house = a_house_bot("Big Money", ladder)
    for opponent in (innocent, house, innocent, house, innocent):
        played(ladder, suspect, opponent)
        for _ in range(8):
            played(ladder, innocent, house)
        fail(ladder, suspect, opponent, tries=1)
    assert Bot.objects.get(pk=suspect.pk).state == Bot.State.BENCHED
    assert Bot.objects.get(pk=innocent.pk).state == Bot.State.ACTIVE


def test_failures_from_before_a_bench_that_is_over_are_forgotten(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    suspect, innocent = bots
    house = a_house_bot("Big Money", ladder)
    fail(ladder, suspect, innocent, tries=2)
    played(ladder, innocent, house)
    fail(ladder, suspect, house, tries=1)
    suspect.refresh_from_db()
    suspect.release()
    fail(ladder, suspect, innocent, tries=2)
    suspect.refresh_from_db()
    assert suspect.state == Bot.State.ACTIVE
    fail(ladder, suspect, house, tries=1)
    played(ladder, innocent, house)
    fail(ladder, suspect, house, tries=1)
    suspect.refresh_from_db()
    assert suspect.state == Bot.State.BENCHED


def test_a_bot_fails_no_more_than_others_where_the_machine_fails_them_all(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    houses = [a_house_bot(name, ladder) for name in ("Big Money", "Militia")]
    for _ in range(4):
        fail(ladder, *houses, tries=1)
        fail(ladder, bots[0], houses[0], tries=1)
        fail(ladder, *bots, tries=1)
        played(ladder, *houses)
    assert {bot.state for bot in Bot.objects.all()} == {Bot.State.ACTIVE}


def test_a_lost_machine_convicts_none_of_those_that_it_played(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    for number in range(3):
        running(ladder, *bots, worker=f"elsewhere/{number}/a")
    played(ladder, a_house_bot("Big Money", ladder), a_house_bot("Militia", ladder))
    Match.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert len(reap_leases()) == 3
    assert {bot.state for bot in Bot.objects.all()} == {Bot.State.ACTIVE}


def test_when_nothing_finishes_at_all_nobody_is_a_suspect(
    ladder: Ladder, bots: tuple[Bot, Bot]
) -> None:
    fail(ladder, *bots, tries=5)
    assert {bot.state for bot in Bot.objects.all()} == {Bot.State.ACTIVE}
