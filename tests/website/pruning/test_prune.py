"""Old logs, questions and events are deleted in small steps; no match or game is."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from arena.matches import prune_games as steps
from arena.matches.prune_games import Pruned
from arena.models import (
    Bot,
    BotLog,
    BotLogUsage,
    Entry,
    Fault,
    Game,
    Ladder,
    LadderStatistic,
    Match,
    PruneProgress,
    RatingChange,
    Seat,
)
from arena.results.count_statistics import count_statistics, forget_statistics
from tests.arena.processes import ROOT
from tests.arena.recomputed import recomputed, stored
from tests.arena.results.rows import fault
from tests.arena.results.rows import played as recorded
from tests.cast import a_house_bot, a_ladder, alice
from tests.website.rows import make_fault, make_log, make_match, played
from website.metrics import shared
from website.pruning.prune import KINDS, Kind, PruneFailed, due, prune
from website.pruning.tasks import prune as task

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture(autouse=True)
def _limits(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten days of each, and a temporary folder of our own."""
    settings.KEEP_LOGS_DAYS = settings.KEEP_DECISIONS_DAYS = settings.KEEP_EVENTS_DAYS = 10
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(shared, "MEMORY", str(tmp_path))


def aged(match: Match, days: float) -> Match:
    """Backdate the match's end by this many days."""
    Match.objects.filter(pk=match.pk).update(finished_at=NOW - timedelta(days=days))
    return match


def with_data(ladder: Ladder, bot: Bot, other: Bot, days: float) -> Match:
    """A match of two games with a log, questions and events."""
    assert bot.current
    assert other.current
    match = make_match(ladder, bot.current, other.current)
    make_log(match, bot.current, "printed")
    match.games.update(packed_decisions=Game.pack([]))
    return aged(match, days)


@pytest.fixture
def old(ladder: Ladder, alices_bot: Bot, bobs_bot: Bot) -> Match:
    return with_data(ladder, alices_bot, bobs_bot, 11)


@pytest.fixture
def young(ladder: Ladder, old: Match, alices_bot: Bot, bobs_bot: Bot) -> Match:
    return with_data(ladder, alices_bot, bobs_bot, 9)


def kept(match: Match) -> tuple[int, int, int]:
    """Count the match's logs, and its games with questions and with events."""
    games = list(match.games.all())
    return (
        BotLog.objects.filter(game__in=games).count(),
        sum(game.packed_decisions is not None for game in games),
        sum(bool(game.packed_events) for game in games),
    )


def test_what_is_older_than_it_is_kept_goes_and_what_is_younger_stays(
    old: Match, young: Match
) -> None:
    gone = prune(now=NOW)
    assert {kind: gone[kind].rows for kind in ("logs", "decisions", "events")} == {
        "logs": 1, "decisions": 2, "events": 2
    }  # fmt: skip
    assert gone["logs"].size == len("printed")
    assert (kept(old), kept(young)) == ((0, 0, 0), (1, 2, 2))
    assert prune(now=NOW)["events"] == Pruned(0, 0)


def test_zero_days_keep_all(old: Match, settings: Settings) -> None:
    settings.KEEP_LOGS_DAYS = settings.KEEP_DECISIONS_DAYS = settings.KEEP_EVENTS_DAYS = 0
    prune(now=NOW)
    assert kept(old) == (1, 2, 2)


def test_nothing_that_was_played_goes_and_ratings_recompute_to_the_bit() -> None:
    ladder = a_ladder()
    bots = [a_house_bot(f"House {number}", ladder) for number in range(2)]
    for number in range(4):
        recorded(ladder, *bots[:: (-1) ** number], faults=(fault(0),) if number == 1 else ())
    before = {model: list(model.objects.order_by("pk").values()) for model in _PLAYED}
    records = list(Game.objects.order_by("pk").values_list("record", "scores", "ranks", "seating"))
    Match.objects.update(finished_at=NOW - timedelta(days=11))
    now_played = list(Match.objects.order_by("pk").values())
    assert prune(now=NOW)["events"].rows == 4
    assert {model: list(model.objects.order_by("pk").values()) for model in _PLAYED} == before
    assert list(Match.objects.order_by("pk").values()) == now_played
    assert records == list(
        Game.objects.order_by("pk").values_list("record", "scores", "ranks", "seating")
    )
    assert recomputed(ladder) == stored(ladder)


_PLAYED: tuple[Any, ...] = (Seat, Fault, RatingChange, Entry)


def test_a_step_is_small_and_the_next_one_goes_on(
    ladder: Ladder, alices_bot: Bot, bobs_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "BATCH", 2)
    for _ in range(3):
        with_data(ladder, alices_bot, bobs_bot, 20)
    assert prune(now=NOW, most_steps=1)["events"] == Pruned(2, _stored(2), is_more=True)
    assert PruneProgress.objects.all().through("events") == Game.objects.order_by("pk")[1].pk
    assert prune(now=NOW, most_steps=None)["events"].rows == 4
    total = PruneProgress.objects.get(kind="events")
    assert (total.rows, total.bytes) == (6, _stored(6))


def _stored(games: int) -> int:
    return games * len(Game.pack(played()[1]))


def test_a_dry_run_changes_nothing_and_says_what_would_go(old: Match, young: Match) -> None:
    found = due(NOW)
    assert {kind: one.rows for kind, one in found.items() if one.rows} == {
        "logs": 1, "decisions": 2, "events": 2
    }  # fmt: skip
    assert found["events"].size == _stored(2)
    told = StringIO()
    call_command("prune", "--dry-run", "--json", stdout=told)
    assert json.loads(told.getvalue())["kinds"]["events"] == {"rows": 2, "bytes": _stored(2)}
    assert kept(old) == (1, 2, 2)
    assert not PruneProgress.objects.exists()
    told = StringIO()
    call_command("prune", stdout=told)
    assert "events" in told.getvalue()
    assert kept(old) == (0, 0, 0)
    assert all(one.rows == 0 for one in due(NOW).values())


def test_a_wrong_clock_of_one_machine_keeps_nothing_else(old: Match, young: Match) -> None:
    aged(old, -400)
    aged(young, 12)
    assert due(NOW)["events"].rows == 4
    assert prune(now=NOW)["events"].rows == 4


def test_expired_sessions_and_their_devices_go() -> None:
    for name, days in (("old", -1), ("new", 1)):
        expires = NOW + timedelta(days=days)
        Session.objects.create(session_key=name, session_data="", expire_date=expires)
        UserSession.objects.create(user=alice(), session_key=name, ip="127.0.0.1", user_agent="")
    gone = prune(now=NOW)
    assert (gone["sessions"].rows, gone["session_devices"].rows) == (1, 1)
    assert list(Session.objects.values_list("session_key", flat=True)) == ["new"]
    assert list(UserSession.objects.values_list("session_key", flat=True)) == ["new"]


def test_days_of_log_usage_go_once_they_are_over() -> None:
    for days in (0, 1, 5):
        BotLogUsage.objects.create(bot=1, day=(NOW - timedelta(days=days)).date(), bytes=1)
    assert prune(now=NOW)["log_usage"].rows == 1


def test_what_fails_leaves_the_others_alone_and_is_told(
    old: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_now: object) -> Pruned:
        raise RuntimeError("broken")

    failing = Kind("logs", broken, broken)
    monkeypatch.setattr("website.pruning.prune.KINDS", (failing, *KINDS[1:]))
    with pytest.raises(PruneFailed, match="not pruned: logs"):
        task()
    assert kept(old) == (1, 0, 0)


@pytest.fixture
def web_server(tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process that counts, in our temporary folder."""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "platform")])
    environment = {k: v for k, v in os.environ.items() if k != shared.FOLDER}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.website.scripts.hold_metrics"],
        stdout=subprocess.PIPE, text=True,
        env=environment | {"TMPDIR": str(tmp_path), "PYTHONPATH": paths},
    )  # fmt: skip
    yield process
    process.kill()
    process.communicate()


def test_metric_files_of_a_killed_web_server_go_and_those_of_a_living_one_stay(
    web_server: "subprocess.Popen[str]",
) -> None:
    assert web_server.stdout
    folder = Path(web_server.stdout.readline().strip())
    (folder / "counter_1.db").write_bytes(b"12345")
    assert (prune(now=NOW)["metric_files"], folder.exists()) == (Pruned(0, 0), True)
    web_server.kill()
    web_server.wait()
    assert due(NOW)["metric_files"] == Pruned(1, 5)
    assert (prune(now=NOW)["metric_files"], folder.exists()) == (Pruned(1, 5), False)


def test_statistics_are_counted_from_records_where_events_are_gone(
    ladder: Ladder, alices_bot: Bot, bobs_bot: Bot
) -> None:
    with_data(ladder, alices_bot, bobs_bot, 11)
    record = played()[0]
    Match.objects.update(engine=record["engine"])
    prune(now=NOW)
    count_statistics(ladder=ladder)
    pruned = sums()
    Game.objects.update(packed_events=Game.pack(played()[1]))
    forget_statistics(ladder=ladder)
    count_statistics(ladder=ladder)
    assert pruned == sums()
    assert {"card", "opening", "length"} <= {dimension for dimension, *_sums in pruned}


def sums() -> list[tuple[Any, ...]]:
    rows = LadderStatistic.objects.order_by(*LadderStatistic.KEYS)
    return list(rows.values_list("dimension", "key", *LadderStatistic.SUMS))


def test_faults_stay(ladder: Ladder, old: Match, alices_bot: Bot) -> None:
    assert alices_bot.current
    make_fault(old, alices_bot.current)
    prune(now=NOW)
    stays = Fault.objects.get()
    assert stays.traceback
    assert stays.log
