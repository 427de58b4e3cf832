"""The task and the command that count statistics."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from arena.core.hosts import slot
from arena.models import Ladder, LadderStatistic, Match, TickStep
from arena.results import count_statistics as module
from arena.results.count_statistics import PlayedGame, played_games
from tests.arena.results.rows import played
from tests.cast import a_house_bot, a_ladder
from tests.conftest import Bells
from website.pruning import tasks

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladders(ladder: Ladder) -> list[Ladder]:
    """Two ladders, each with three matches that are not counted."""
    found = [ladder, a_ladder(slug="other", name="Other")]
    for one in found:
        bots = [a_house_bot(f"{one.slug} {number}", one) for number in range(2)]
        for _ in range(3):
            played(one, *bots)
    return found


def games() -> list[int]:
    rows = LadderStatistic.objects.filter(dimension="total").order_by("ladder")
    return list(rows.values_list("games", flat=True))


def test_the_task_counts_all_ladders(ladders: list[Ladder]) -> None:
    tasks.statistics()
    assert games() == [3, 3]


def test_one_process_a_host_counts(ladders: list[Ladder], settings: Settings) -> None:
    with slot(Path(settings.VAR) / "statistics", 1):
        tasks.statistics()
    assert games() == []


def test_it_gives_way_to_other_tasks_and_goes_on(
    ladders: list[Ladder],
    monkeypatch: pytest.MonkeyPatch,
    bells: Bells,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    monkeypatch.setattr(tasks, "STATISTICS_SECONDS", 0.0)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.statistics()
    assert ("website.statistics", []) in bells()


def test_a_ladder_that_cannot_be_counted_stops_no_other(
    ladders: list[Ladder], monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = set(Match.objects.filter(ladder=ladders[0]).values_list("pk", flat=True))

    def failing(matches: list[int]) -> Iterator[PlayedGame]:
        if bad & set(matches):
            raise ArithmeticError("a trial")
        return played_games(matches)

    monkeypatch.setattr(module, "played_games", failing)
    tasks.statistics()
    assert games() == [3]
    assert TickStep.objects.get(name="statistics").failures == 1


def test_the_command_counts_anew(ladders: list[Ladder]) -> None:
    tasks.statistics()
    LadderStatistic.objects.update(games=7)
    out = StringIO()
    call_command("recount_statistics", "other", stdout=out)
    assert out.getvalue() == "Statistics of other count 3 matches.\n"
    assert games() == [7, 3]


def test_the_command_names_all_ladders(ladders: list[Ladder]) -> None:
    with pytest.raises(CommandError, match=r"no ladder 'nonsense'; there are: .*other"):
        call_command("recount_statistics", "nonsense")
