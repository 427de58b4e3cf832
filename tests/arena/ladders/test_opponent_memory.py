"""Opponents that a rating process remembers are those that it would read."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from arena.ladders import opponent_memory
from arena.ladders.opponent_memory import LadderMemory, Memories
from arena.models import Bot, Ladder
from tests.arena.results.rows import played
from tests.cast import a_house_bot, a_ladder

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder() -> Ladder:
    return a_ladder()


def opponents(memory: LadderMemory, bot: Bot, since: datetime | None = None) -> list[int]:
    return [one.bot for one in memory.of(bot.pk, since=since or timezone.now() - timedelta(days=7))]


def locked(ladder: Ladder) -> Ladder:
    return Ladder.objects.get(pk=ladder.pk)


def test_memory_keeps_up_with_later_matches(
    ladder: Ladder, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    one, two, three = (a_house_bot(f"House {number}", ladder) for number in range(3))
    memories = Memories()
    played(ladder, one, two)
    with django_capture_on_commit_callbacks(execute=True):
        memory = memories.take(locked(ladder))
    assert opponents(memory, one) == [two.pk]
    played(ladder, one, three)
    played(ladder, two, three)
    later = memories.take(locked(ladder))
    assert later is memory
    for bot in (one, two, three):
        assert opponents(later, bot) == opponents(LadderMemory(locked(ladder)), bot)
    assert opponents(later, one) == [three.pk, two.pk]
    assert opponents(later, one, timezone.now() + timedelta(days=1)) == []


def test_after_a_rollback_all_is_read_anew(ladder: Ladder) -> None:
    one, two = (a_house_bot(f"House {number}", ladder) for number in range(2))
    memories = Memories()
    memory = memories.take(ladder)
    opponents(memory, one)
    played(ladder, one, two)
    anew = memories.take(locked(ladder))
    assert anew is not memory
    assert opponents(anew, one) == [two.pk]


def test_other_ratings_begin_a_new_memory(
    ladder: Ladder, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    memories = Memories()
    with django_capture_on_commit_callbacks(execute=True):
        memory = memories.take(ladder)
    ladder.rating_run += 1
    assert memories.take(ladder) is not memory


def test_memory_has_a_bound(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponent_memory, "MOST_BOTS", 1)
    one, two = (a_house_bot(f"House {number}", ladder) for number in range(2))
    played(ladder, one, two)
    memory = LadderMemory(locked(ladder))
    assert [opponents(memory, bot) for bot in (one, two, one)] == [[two.pk], [one.pk], [two.pk]]
    assert list(memory._met) == [one.pk]
