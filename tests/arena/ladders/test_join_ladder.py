"""A bot joins and leaves ladders; a version plays only where it has passed the check."""

from collections.abc import Sequence

import pytest
from django.core.files.base import ContentFile
from django.utils import timezone
from pytest_django import Settings

from arena.bots.checks import check_waiting_entries, recheck_bot
from arena.bots.manage_bot import withdraw_bot
from arena.bots.submit_bot import submit_bot
from arena.bots.versions import activate_version
from arena.core import errors
from arena.ladders.entries import join_ladder, leave_ladder
from arena.ladders.manage_ladder import LadderTerms, edit_ladder
from arena.ladders.matchmake import matchmake
from arena.matches.claim_match import claim_match
from arena.models import (
    Bot,
    Entry,
    Ladder,
    LadderCheck,
    Match,
    Notification,
    Version,
    Worker,
)
from tests.arena.results.rows import fault, queued, record_result, result, running
from tests.cast import a_bot, a_house_bot, a_ladder, alice, bob, enter, olga, play_with

pytestmark = pytest.mark.django_db
State = LadderCheck.State


@pytest.fixture
def ladder() -> Ladder:
    ladder = a_ladder()
    a_house_bot("Big Money", ladder)
    return ladder


@pytest.fixture
def other() -> Ladder:
    config = {"kingdom": "Big Money"}
    return a_ladder(name="Other", slug="other", config=config)


@pytest.fixture
def alcuin(ladder: Ladder) -> Bot:
    return a_bot(alice(), "Alcuin", ladder)


def entry(bot: Bot, ladder: Ladder) -> Entry:
    return Entry.objects.get(bot=bot, ladder=ladder)


def check_of(bot: Bot, ladder: Ladder) -> LadderCheck:
    bot.refresh_from_db()
    return LadderCheck.objects.of_current(bot).get(ladder=ladder)


def play_checks(*, fails: Sequence[Ladder] = ()) -> list[Ladder]:
    """Play all queued checks; return their ladders."""
    played = []
    while match := claim_match(worker="here/1/a", may_play=False):
        assert match.ladder is not None
        faults = (fault(0),) if match.ladder in fails else ()
        record_result(match=match, result=result(2, 0, faults=faults))
        played.append(match.ladder)
    return played


def told(kind: Notification.Kind) -> list[str]:
    found = Notification.objects.filter(kind=kind).order_by("pk")
    return [one.params.get("ladder_slug", "") for one in found]


def test_a_joined_ladder_is_played_on_once_the_check_has_passed(alcuin: Bot, other: Ladder) -> None:
    rival = a_bot(bob(), "Bede", other)
    join_ladder(owner=alice(), bot=alcuin, ladder=other)
    assert not Entry.objects.filter(bot=alcuin, ladder=other).exists()
    assert set(play_checks()) == {other}, "with that ladder's config"
    assert entry(alcuin, other).is_playing
    [match] = Match.objects.queued().filter(ladder=other)
    assert {seat.version.bot for seat in match.seats.all()} == {alcuin, rival}
    assert told(Notification.Kind.LADDER_PASSED) == ["other"]


def test_a_check_takes_no_upload(alcuin: Bot, other: Ladder, settings: Settings) -> None:
    settings.UPLOADS_PER_DAY = 0
    join_ladder(owner=alice(), bot=alcuin, ladder=other)
    assert play_checks()


def test_a_failed_check_keeps_it_out_and_tells_why(alcuin: Bot, other: Ladder) -> None:
    join_ladder(owner=alice(), bot=alcuin, ladder=other)
    play_checks(fails=[other])
    check = check_of(alcuin, other)
    assert (check.state, (check.failure or {})["verdict"]) == (State.FAILED, "crash")
    assert not Entry.objects.filter(bot=alcuin, ladder=other).exists()
    told_of = Notification.objects.get(kind=Notification.Kind.LADDER_FAILED)
    assert told_of.params["verdict"] == "crash"
    assert told_of.params["ladder"] == "Other"
    assert alcuin.may_play, "it plays on elsewhere"
    join_ladder(owner=alice(), bot=alcuin, ladder=other)
    play_checks()
    assert entry(alcuin, other).is_playing, "the check may be repeated"


def test_a_ladder_of_equal_rules_needs_no_second_check(alcuin: Bot) -> None:
    twin = a_ladder(name="Twin", slug="twin")
    check = join_ladder(owner=alice(), bot=alcuin, ladder=twin)
    assert check.state == State.PASSED
    assert entry(alcuin, twin).is_playing
    assert not Match.objects.checks().exists()


def test_joining_is_refused_with_the_reason(alcuin: Bot, ladder: Ladder, other: Ladder) -> None:
    with pytest.raises(errors.NotYours):
        join_ladder(owner=bob(), bot=alcuin, ladder=other)
    with pytest.raises(errors.AlreadyEntered, match="is already on the ladder"):
        join_ladder(owner=alice(), bot=alcuin, ladder=ladder)
    join_ladder(owner=alice(), bot=alcuin, ladder=other)
    with pytest.raises(errors.AlreadyEntered, match="is being checked"):
        join_ladder(owner=alice(), bot=alcuin, ladder=other)
    Ladder.objects.filter(pk=other.pk).update(state="frozen")
    with pytest.raises(errors.LadderClosed):
        join_ladder(owner=alice(), bot=alcuin, ladder=other)
    Ladder.objects.filter(pk=other.pk).update(state="paused")
    alcuin.bench("crashed")
    with pytest.raises(errors.BotUnfit, match="is benched"):
        join_ladder(owner=alice(), bot=alcuin, ladder=other)
    withdraw_bot(owner=alice(), bot=alcuin)
    with pytest.raises(errors.Withdrawn):
        join_ladder(owner=alice(), bot=alcuin, ladder=other)


def test_a_bot_without_an_accepted_version_cannot_join(ladder: Ladder, other: Ladder) -> None:
    upload = ContentFile(b"def decide(request): return 0\n", name="bot.py")
    version = submit_bot(owner=alice(), upload=upload, ladder=ladder, name="Alcuin")
    with pytest.raises(errors.BotUnfit, match="is still being checked"):
        join_ladder(owner=alice(), bot=version.bot, ladder=other)
    play_checks(fails=[ladder])
    with pytest.raises(errors.BotUnfit, match="No version"):
        join_ladder(owner=alice(), bot=version.bot, ladder=other)


def test_without_a_jail_no_check_is_promised(alcuin: Bot, other: Ladder) -> None:
    Worker.objects.create(host="a", slots=2, problem="no bubblewrap", seen_at=timezone.now())
    with pytest.raises(errors.NoJail):
        join_ladder(owner=alice(), bot=alcuin, ladder=other)
    assert not LadderCheck.objects.filter(ladder=other).exists()


# --- leaving --------------------------------------------------------------------------------------
def test_leaving_keeps_history_and_joining_again_resumes_it(alcuin: Bot, ladder: Ladder) -> None:
    record_result(match=running(ladder, alcuin, a_bot(bob(), "Bede", ladder)), result=result(2, 0))
    before = entry(alcuin, ladder)
    waiting = queued(ladder, alcuin, Bot.objects.get(name="Bede"))
    leave_ladder(owner=alice(), bot=alcuin, ladder=ladder)
    waiting.refresh_from_db()
    assert waiting.status == Match.Status.VOID
    assert entry(alcuin, ladder).rating == before.rating
    matchmake(ladder_id=ladder.pk)
    assert not Match.objects.queued().filter(seats__version__bot=alcuin).exists()
    join_ladder(owner=alice(), bot=alcuin, ladder=ladder)
    resumed = entry(alcuin, ladder)
    assert (resumed.pk, resumed.matches, resumed.is_active) == (before.pk, 1, True)
    assert not Match.objects.checks().exists(), "this version has passed before"


def test_a_match_under_way_is_finished_and_counts(alcuin: Bot, ladder: Ladder) -> None:
    match = running(ladder, alcuin, a_bot(bob(), "Bede", ladder))
    leave_ladder(owner=alice(), bot=alcuin, ladder=ladder)
    record_result(match=match, result=result(2, 0))
    assert (entry(alcuin, ladder).matches, entry(alcuin, ladder).is_active) == (1, False)
    assert Match.objects.get(pk=match.pk).serial == 1


def test_leaving_is_for_the_owner_of_a_bot_that_is_there(
    alcuin: Bot, ladder: Ladder, other: Ladder
) -> None:
    with pytest.raises(errors.NotYours):
        leave_ladder(owner=bob(), bot=alcuin, ladder=ladder)
    with pytest.raises(errors.NotEntered, match="is not on the ladder"):
        leave_ladder(owner=alice(), bot=alcuin, ladder=other)
    leave_ladder(owner=alice(), bot=alcuin, ladder=ladder)
    with pytest.raises(errors.NotEntered):
        leave_ladder(owner=alice(), bot=alcuin, ladder=ladder)


def test_leaving_during_the_check_ends_the_wish(alcuin: Bot, other: Ladder) -> None:
    join_ladder(owner=alice(), bot=alcuin, ladder=other)
    leave_ladder(owner=alice(), bot=alcuin, ladder=other)
    play_checks()
    assert not Entry.objects.filter(bot=alcuin, ladder=other).exists()
    join_ladder(owner=alice(), bot=alcuin, ladder=other)
    assert entry(alcuin, other).is_playing, "it has passed by now"


def test_a_bot_that_left_is_not_brought_back_by_a_repeated_check(
    alcuin: Bot, ladder: Ladder, other: Ladder
) -> None:
    enter(alcuin, other)
    leave_ladder(owner=alice(), bot=alcuin, ladder=ladder)
    alcuin.bench("crashed")
    recheck_bot(owner=alice(), bot=alcuin)
    play_checks()
    assert entry(alcuin, other).is_playing
    assert not entry(alcuin, ladder).is_active


# --- new versions ---------------------------------------------------------------------------------
def new_version(bot: Bot, ladder: Ladder, source: bytes = b"def decide(r): return 2\n") -> Version:
    upload = ContentFile(source, name="bot.py")
    return submit_bot(owner=alice(), upload=upload, ladder=ladder, bot=bot)


def play_next_checks(count: int = 2) -> None:
    for _ in range(count):
        match = claim_match(worker="here/1/a", may_play=False)
        assert match is not None
        record_result(match=match, result=result(2, 0))


def test_a_new_version_is_checked_for_each_of_its_ladders(
    alcuin: Bot, ladder: Ladder, other: Ladder
) -> None:
    enter(alcuin, other)
    version = new_version(alcuin, ladder)
    assert entry(alcuin, other).is_playing, "the version before plays on"
    play_next_checks()
    alcuin.refresh_from_db()
    assert alcuin.current == version
    assert entry(alcuin, ladder).is_playing
    assert not entry(alcuin, other).is_playing, "until it has passed there, too"
    play_next_checks()
    assert entry(alcuin, other).is_playing
    assert not told(Notification.Kind.LADDER_PASSED), "nothing has changed"


def test_where_a_new_version_fails_it_stops_with_a_notification(
    alcuin: Bot, ladder: Ladder, other: Ladder
) -> None:
    enter(alcuin, other)
    new_version(alcuin, ladder)
    play_checks(fails=[other])
    assert entry(alcuin, ladder).is_playing
    assert (entry(alcuin, other).is_active, entry(alcuin, other).is_playing) == (True, False)
    assert told(Notification.Kind.LADDER_FAILED) == ["other"]
    matchmake(ladder_id=other.pk)
    assert not Match.objects.queued().filter(ladder=other).exists()
    check_waiting_entries()
    assert not play_checks(), "a failed check is not repeated by itself"


def test_going_back_to_an_older_version_checks_where_it_has_not_played(
    alcuin: Bot, ladder: Ladder, other: Ladder
) -> None:
    first = alcuin.versions.get()
    play_with(alcuin, b"def decide(r): return 3\n", ladder)
    enter(alcuin, other)
    activate_version(version=first, by=alice())
    assert entry(alcuin, ladder).is_playing
    assert not entry(alcuin, other).is_playing
    assert set(play_checks()) == {other}
    assert entry(alcuin, other).is_playing


def test_a_version_that_replaces_another_is_checked_in_its_place(
    alcuin: Bot, ladder: Ladder, other: Ladder
) -> None:
    join_ladder(owner=alice(), bot=alcuin, ladder=other)
    claimed = claim_match(worker="here/1/a", may_play=False)
    assert claimed is not None
    newer = play_with(alcuin, b"def decide(r): return 3\n", ladder)
    older = alcuin.versions.get(number=1)
    Bot.objects.filter(pk=alcuin.pk).update(current=older)
    activate_version(version=newer, by=alice())
    assert LadderCheck.objects.get(version=older, ladder=other).state == State.DROPPED
    record_result(match=claimed, result=result(2, 0))
    assert not Entry.objects.filter(bot=alcuin, ladder=other).exists(), "it decides no more"
    seats = [match.seats.get(position=0) for match in Match.objects.checks().queued()]
    assert {seat.version for seat in seats} == {newer}
    play_checks()
    assert entry(alcuin, other).is_playing


def test_a_bot_withdrawn_during_its_check_enters_nothing(alcuin: Bot, other: Ladder) -> None:
    join_ladder(owner=alice(), bot=alcuin, ladder=other)
    withdraw_bot(owner=alice(), bot=alcuin)
    play_checks()
    assert not Entry.objects.filter(bot=alcuin, ladder=other).exists()
    assert not told(Notification.Kind.LADDER_PASSED)


def test_an_upload_for_another_ladder_joins_it(alcuin: Bot, ladder: Ladder, other: Ladder) -> None:
    new_version(alcuin, other)
    play_checks()
    assert entry(alcuin, other).is_playing
    assert entry(alcuin, ladder).is_playing


def test_leaving_while_the_new_version_is_checked_is_kept(alcuin: Bot, ladder: Ladder) -> None:
    version = new_version(alcuin, ladder)
    leave_ladder(owner=alice(), bot=alcuin, ladder=ladder)
    play_checks()
    version.refresh_from_db()
    assert version.state == Version.State.ACCEPTED
    assert not entry(alcuin, ladder).is_active


# --- ladders that change --------------------------------------------------------------------------
def test_a_reopened_ladder_checks_versions_that_came_meanwhile(
    alcuin: Bot, ladder: Ladder, other: Ladder
) -> None:
    enter(alcuin, other)
    Ladder.objects.filter(pk=other.pk).update(state="frozen")
    new_version(alcuin, ladder)
    assert set(play_checks()) == {ladder}
    check_waiting_entries()
    assert not Match.objects.checks().queued().exists()
    Ladder.objects.filter(pk=other.pk).update(state="open")
    check_waiting_entries()
    assert set(play_checks()) == {other}
    assert entry(alcuin, other).is_playing


def test_new_rules_of_a_ladder_need_new_checks(alcuin: Bot, ladder: Ladder) -> None:
    values = {name: getattr(ladder, name) for name in LadderTerms.declared()}
    changed = LadderTerms(**values | {"config": {"kingdom": "Big Money"}})
    edit_ladder(organiser=olga(), ladder=ladder, terms=changed)
    assert not entry(alcuin, ladder).is_playing
    check_waiting_entries()
    assert set(play_checks()) == {ladder}
    assert entry(alcuin, ladder).is_playing
    assert Match.objects.checks().filter(config={"kingdom": "Big Money"}).count() >= 2
