"""Bot output is stored up to a daily limit."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from arena.matches.store_logs import truncate
from arena.models import Bot, BotLog, BotLogUsage, Ladder
from tests.arena.results.rows import record_result, result, running

pytestmark = pytest.mark.django_db


def printed(ladder: Ladder, bots: tuple[Bot, Bot], *texts: str) -> list[str]:
    """Return the stored output of the bots in a match."""
    match = running(ladder, *bots)
    told = result(2.0, 0.0)
    games = [replace(told.games[0], logs=list(texts))]
    record_result(match=match, result=replace(told, games=games))
    return list(
        BotLog.objects.filter(game__match=match).order_by("pk").values_list("text", flat=True)
    )


def test_a_bot_beyond_its_limit_reads_that_its_log_is_cut(
    ladder: Ladder, bots: tuple[Bot, Bot], settings: Settings
) -> None:
    settings.LOG_KIB_PER_DAY = 2
    assert printed(ladder, bots, "a" * 1500, "b") == ["a" * 1500, "b"]
    first, second = printed(ladder, bots, "a" * 1500, "b" * 1500)
    assert first.startswith("a" * 548 + "\n[cut: of one bot 2 KiB of log are stored a day]")
    assert second == "b" * 1500
    assert printed(ladder, bots, "a" * 9, "")[0].strip().startswith("[cut")
    usage = BotLogUsage.objects.get(bot=bots[0].pk)
    assert usage.bytes == sum(
        len(text) for text in BotLog.objects.filter(seat__position=0).values_list("text", flat=True)
    )


def test_the_next_day_begins_anew(
    ladder: Ladder, bots: tuple[Bot, Bot], settings: Settings
) -> None:
    settings.LOG_KIB_PER_DAY = 1
    printed(ladder, bots, "a" * 2000, "")
    yesterday = timezone.now().date() - timedelta(days=1)
    BotLogUsage.objects.update(day=yesterday)
    assert printed(ladder, bots, "a" * 500, "") == ["a" * 500]


def test_zero_is_no_limit(ladder: Ladder, bots: tuple[Bot, Bot], settings: Settings) -> None:
    settings.LOG_KIB_PER_DAY = 0
    assert printed(ladder, bots, "a" * 200_000, "") == ["a" * 200_000]


def test_no_character_is_cut_in_half() -> None:
    assert truncate("ééé", left=6, limit_kib=1) == "ééé"
    assert truncate("ééé", left=3, limit_kib=1).startswith("é\n[cut")
    assert truncate("x", left=-5, limit_kib=1).startswith("\n[cut")


def test_marks_are_stored_cut_with_the_text_and_counted(
    ladder: Ladder, bots: tuple[Bot, Bot], settings: Settings
) -> None:
    settings.LOG_KIB_PER_DAY = 1
    match, told = running(ladder, *bots), result(2.0, 0.0)
    marks = [[(0, 0), (3, 900), (7, 1030)], []]
    game = replace(told.games[0], logs=["a" * 2000, ""], log_marks=marks)
    record_result(match=match, result=replace(told, games=[game]))
    stored = BotLog.objects.get(game__match=match)
    assert stored.marks == [[0, 0], [3, 900]]
    assert BotLogUsage.objects.get(bot=bots[0].pk).bytes == len(stored.text) + len(
        "[[0, 0], [3, 900]]"
    )
