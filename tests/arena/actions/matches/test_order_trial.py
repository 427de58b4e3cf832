"""A new version plays the current one before it may replace it."""

from typing import Any

import pytest

from arena.actions.bots.activate_version import activate_version
from arena.actions.bots.queue_checks import queue_checks
from arena.actions.errors import BotUnfit, NoChallenge, NotYours, QuotaUsed
from arena.actions.matches.claim_match import claim_match
from arena.actions.matches.order_trial import MATCHES, order_trial
from arena.actions.results.finish_check import finish_check
from arena.models import Bot, Entry, Ladder, Match, Notification, Seat, Version
from tests.arena.results import record_result, result
from tests.cast import a_ladder, alice, bob, olga
from tests.website.rows import make_version
from website.bots.trials import trial_of

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
