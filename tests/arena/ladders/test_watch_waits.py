"""A bot that waits too long sets off an alarm, once per wait."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings
from structlog.testing import capture_logs

from arena.health import platform_health
from arena.ladders.turns import watch_waits
from arena.models import Ladder
from tests.cast import a_bot, a_ladder, alice, bob, has_waited

pytestmark = pytest.mark.django_db
HOUR = 3600.0


@pytest.fixture
def ladder(settings: Settings) -> Ladder:
    settings.WAIT_ALARM = HOUR
    ladder = a_ladder()
    for owner, name in ((alice(), "Alcuin"), (bob(), "Bede")):
        a_bot(owner, name, ladder)
    return ladder


def alarms() -> list[str]:
    """Return the events that `watch_waits` logs."""
    with capture_logs() as logged:
        watch_waits()
    return [one["event"] for one in logged]


def let_wait(ladder: Ladder, seconds: float) -> None:
    first = ladder.entries.get(bot__name="Alcuin")
    has_waited(first.bot, seconds)


def test_it_goes_off_once_a_spell_and_is_over_when_the_wait_is_clearly_shorter(
    ladder: Ladder,
) -> None:
    assert alarms() == []
    let_wait(ladder, HOUR + 60)
    assert alarms() == ["longest_wait_alarm"]
    assert alarms() == [], "another worker's look at the same spell"
    assert list(Ladder.objects.alarmed()) == [ladder]
    let_wait(ladder, 0.9 * HOUR)
    assert alarms() == [], "still at the brink"
    let_wait(ladder, 0.5 * HOUR)
    assert alarms() == ["longest_wait_over"]
    assert not Ladder.objects.alarmed().exists()
    let_wait(ladder, HOUR + 60)
    assert alarms() == ["longest_wait_alarm"], "a new spell"


def test_organisers_read_who_waits_and_since_when(ladder: Ladder) -> None:
    let_wait(ladder, HOUR + 60)
    watch_waits()
    now = timezone.now()
    found = platform_health(now)
    assert [one.ladder for one in found.alarmed] == [ladder]
    assert HOUR + 60 <= found.ladders[0].longest_wait < HOUR + 120
    alarmed_at = found.alarmed[0].ladder.alarmed_at
    assert alarmed_at is not None
    assert now - alarmed_at < timedelta(minutes=1)


@pytest.mark.parametrize("state", ["paused", "frozen", "closed"])
def test_nobody_waits_where_no_matches_are_made(ladder: Ladder, state: str) -> None:
    let_wait(ladder, HOUR + 60)
    watch_waits()
    Ladder.objects.update(state=state)
    assert alarms() == []
    assert not Ladder.objects.alarmed().exists()
    assert platform_health(timezone.now()).ladders == []
