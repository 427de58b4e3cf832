"""A new version plays the current one before it may replace it."""

from typing import Any

import pytest

from arena.bots.checks import queue_checks
from arena.bots.versions import activate_version
from arena.core.errors import BotUnfit, NoChallenge, NotYours, QuotaUsed
from arena.matches.claim_match import claim_match
from arena.matches.trials import continue_trial, order_trial
from arena.models import Bot, Entry, Ladder, Match, Notification, Seat, Version
from arena.ratings.trials import BUDGET, MATCHES
from arena.results.apply_results import apply_results
from arena.results.finish_check import finish_check
from arena.results.return_match import return_match
from tests.arena.results.rows import record_result, result
from tests.cast import a_ladder, alice, bob, olga
from tests.website.rows import make_version
from website.bots.versions import trial_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder() -> Ladder:
    return a_ladder(state="paused")


def play(match: Match, *points: float) -> None:
    held = claim_match(worker="here/1/a")
    assert held == match
    record_result(match=held, result=result(*points))


def checked(version: Version, ladder: Ladder) -> None:
    """Let its check pass."""
    version.state = Version.State.CHECKING
    version.save()
    queue_checks(version=version, ladder=ladder)
    Match.objects.checks().update(status=Match.Status.FINISHED)
    finish_check(match=Match.objects.checks().latest("pk"))
    version.refresh_from_db()


@pytest.mark.parametrize("activates", [True, False])
def test_an_accepted_version_plays_at_once_or_when_its_owner_says_so(
    ladder: Ladder, alices: Bot, *, activates: bool
) -> None:
    version = make_version(alices, ladder, activates=activates)
    checked(version, ladder)
    assert version.state == Version.State.ACCEPTED
    alices.refresh_from_db()
    assert (alices.current == version) is activates
    if not activates:
        activate_version(version=version, by=alice())
        alices.refresh_from_db()
        assert alices.current == version


def test_where_none_plays_the_new_version_does(ladder: Ladder, alices: Bot) -> None:
    alices.bench("faults")
    version = make_version(alices, ladder, activates=False)
    checked(version, ladder)
    alices.refresh_from_db()
    assert (alices.current, alices.state) == (version, Bot.State.ACTIVE)


def test_a_trial_is_some_unrated_matches_of_the_two(
    ladder: Ladder, alices: Bot, newer: Version
) -> None:
    before = list(Entry.objects.values_list("mu", "sigma", "matches"))
    matches = order_trial(version=newer, by=alice())
    assert len(matches) == MATCHES
    for number, match in enumerate(matches):
        play(match, *((2.0, 0.0) if number else (1.5, 0.5)))
    assert list(Entry.objects.values_list("mu", "sigma", "matches")) == before
    assert not Match.objects.rated().exists()
    assert not Notification.objects.exists(), "twenty notifications would tell nothing"
    trial = trial_of(newer)
    assert trial is not None
    assert trial.counts == [0, 0, 0, 1, MATCHES - 1]
    assert (trial.verdict, trial.waiting) == ("better", 0)
    assert Seat.objects.filter(version=newer).count() == MATCHES


def test_matches_count_in_the_order_in_which_they_were_ordered(alices: Bot, newer: Version) -> None:
    matches = order_trial(version=newer, by=alice())
    assert alices.current
    finish(matches[1:], newer, points=2.0)
    assert newer.trial_counts(alices.current) == [0] * 5, "the first is still to be played"
    finish(matches[:1], newer, points=0.5)
    assert newer.trial_counts(alices.current) == [0, 1, 0, 0, MATCHES - 1]
    Match.objects.filter(pk=matches[0].pk).update(status=Match.Status.VOID)
    assert newer.trial_counts(alices.current) == [0, 0, 0, 0, MATCHES - 1]


def finish(matches: list[Match], version: Version, *, points: float) -> None:
    rows = Match.objects.filter(pk__in=[match.pk for match in matches])
    rows.update(status=Match.Status.FINISHED)
    Seat.objects.filter(match__in=rows, version=version).update(points=points)
    Seat.objects.filter(match__in=rows).exclude(version=version).update(points=2 - points)


def test_a_trial_goes_on_until_it_is_decided(alices: Bot, newer: Version) -> None:
    first = order_trial(version=newer, by=alice())
    assert not continue_trial(match=first[0]), "others are still to be played"
    finish(first[::2], newer, points=2.0)
    finish(first[1::2], newer, points=0.0)
    second = continue_trial(match=first[0])
    assert len(second) == MATCHES
    assert not continue_trial(match=first[0]), "once"
    finish(second, newer, points=0.0)
    assert not continue_trial(match=second[0]), "it is decided"
    assert alices.current
    assert sum(newer.trial_counts(alices.current)) == 2 * MATCHES


def test_a_trial_whose_last_match_is_void_goes_on_once(
    ladder: Ladder, alices: Bot, newer: Version
) -> None:
    matches = order_trial(version=newer, by=alice())
    finish(matches[1::2], newer, points=2.0)
    finish(matches[2::2], newer, points=0.0)
    for _ in range(3):
        Match.objects.update(not_before=None)
        held = claim_match(worker="here/1/a")
        assert held == matches[0]
        returned = return_match(match=held, error="The worker was lost.")
    assert returned.status == Match.Status.VOID
    for ordered in (MATCHES, 0):
        before = Match.objects.count()
        apply_results(ladder_id=ladder.pk)
        assert Match.objects.count() - before == ordered
    assert not Match.objects.pending().exists()


def test_an_even_trial_ends_with_its_budget_or_with_the_present_version(
    ladder: Ladder, alices: Bot, newer: Version
) -> None:
    matches, ordered = order_trial(version=newer, by=alice()), 0
    while matches:
        ordered += len(matches)
        last = matches[0]
        finish(matches[: MATCHES // 2 + 1], newer, points=2.0)
        finish(matches[MATCHES // 2 + 1 :], newer, points=0.0)
        matches = continue_trial(match=last)
    assert ordered == BUDGET
    Match.objects.update(status=Match.Status.VOID)
    activate_version(version=make_version(alices, ladder, activates=False), by=alice())
    assert not continue_trial(match=last)


def test_a_trial_waits_for_the_last_one_and_is_not_ordered_all_day(
    alices: Bot, newer: Version
) -> None:
    order_trial(version=newer, by=alice())
    with pytest.raises(NoChallenge, match="still running"):
        order_trial(version=newer, by=alice())
    for _ in range(5):
        Match.objects.update(status=Match.Status.VOID)
        order_trial(version=newer, by=alice())
    Match.objects.update(status=Match.Status.VOID)
    with pytest.raises(QuotaUsed):
        order_trial(version=newer, by=alice())


@pytest.mark.parametrize("who", [bob, olga])
def test_nobody_else_tries_its_versions(who: Any, newer: Version) -> None:
    with pytest.raises(NotYours):
        order_trial(version=newer, by=who())
    assert not Match.objects.exists()


def test_what_cannot_be_tried_is_refused(ladder: Ladder, alices: Bot, newer: Version) -> None:
    assert alices.current
    with pytest.raises(BotUnfit, match="already playing"):
        order_trial(version=alices.current, by=alice())
    rejected = make_version(alices, ladder, state="rejected")
    with pytest.raises(BotUnfit, match="not passed"):
        order_trial(version=rejected, by=alice())
    Ladder.objects.update(seats=3)
    with pytest.raises(NoChallenge, match="two seats"):
        order_trial(version=Version.objects.get(pk=newer.pk), by=alice())
    assert trial_of(Version.objects.get(pk=newer.pk)) is None
