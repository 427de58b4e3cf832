"""What games leave behind moves into objects of the storage, and is read as before."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import FileSystemStorage, default_storage
from django.utils import timezone
from pytest_django import Settings

from arena.bots.versions import erase_version
from arena.health import platform_health
from arena.matches import archive_games as archive
from arena.matches.archive_games import archive_games
from arena.matches.models.archive import Damaged
from arena.matches.prune_games import prunable_games, prune_games
from arena.models import Bot, BotLog, Game, Ladder, Match, Pack, Seat, TickStep
from tests.website.pruning.test_prune import with_data
from website.matches.kept import events_of, logged_decisions_of
from website.pruning.tasks import prune as task

pytestmark = pytest.mark.django_db
KINDS = ["decisions", "events", "logs"]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Any) -> None:
    """Four games a pack, and files of our own."""
    monkeypatch.setattr(archive, "GAMES", 4)
    monkeypatch.setattr(archive, "BEING_STORED", 1)
    settings.MEDIA_ROOT = str(tmp_path)


@pytest.fixture
def matches(ladder: Ladder, alices_bot: Bot, bobs_bot: Bot) -> list[Match]:
    """Five matches of two games, with a log of the first bot."""
    return [with_data(ladder, alices_bot, bobs_bot, 1 - hour / 24) for hour in range(5)]


def left_behind() -> list[Any]:
    """Read everything, as pages do."""
    games, seats = list(Game.objects.order_by("pk")), list(Seat.objects.all())
    logs = BotLog.objects.all().of(games, seats)
    return [[(game.events, game.logged_decisions) for game in games],
            [(one.game_id, one.seat_id, one.text, one.marks) for one in logs]]  # fmt: skip


def files() -> set[str]:
    return {f"archive/{kind}/{name}" for kind in KINDS if default_storage.exists(f"archive/{kind}")
            for name in default_storage.listdir(f"archive/{kind}")[1]}  # fmt: skip


def test_all_is_read_as_before_from_fewer_files_than_a_thousandth(matches: list[Match]) -> None:
    assert len(KINDS) / 4000 < 1 / 1000
    before = left_behind()
    assert [archive_games() for _ in range(3)] == [4, 4, 0]
    assert left_behind() == before
    assert (Game.objects.exclude(packed_events=b"").count(), BotLog.objects.count()) == (2, 1)
    assert sorted(Pack.objects.values_list("kind", flat=True)) == sorted(KINDS * 2)
    assert files() == set(Pack.objects.values_list("name", flat=True))


def test_a_kill_before_the_commit_loses_nothing_and_leaves_nothing(
    matches: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = left_behind()
    with monkeypatch.context() as killed:
        killed.setattr(Pack, "save", lambda _pack: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            archive_games()
    assert (len(files()), Pack.objects.count(), left_behind()) == (1, 0, before)
    half = files().pop()
    default_storage.delete(half)
    with (Path(default_storage.path(half))).open("wb") as file:
        file.write(b"half")
    assert archive_games() == 4
    assert left_behind() == before
    assert files() == set(Pack.objects.values_list("name", flat=True))


def test_an_object_that_does_not_arrive_whole_takes_nothing_from_the_rows(
    matches: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    before, save = left_behind(), FileSystemStorage.save

    def spoils(storage: FileSystemStorage, name: str, content: Any) -> str:
        content.truncate(3)
        return str(save(storage, name, content))

    monkeypatch.setattr(FileSystemStorage, "save", spoils)
    with pytest.raises(Damaged):
        archive_games()
    assert left_behind() == before
    assert not Pack.objects.exists()
    task()  # goes on with pruning all the same
    assert TickStep.objects.failures() == {"archive": 1}


def test_damage_is_found_on_reading_told_and_rebuilt(matches: list[Match]) -> None:
    archive_games()
    for pack in Pack.objects.filter(kind__in=["events", "logs"]):
        data = bytearray(Path(default_storage.path(pack.name)).read_bytes())
        data[pack.size // 3] ^= 1
        Path(default_storage.path(pack.name)).write_bytes(data)
    default_storage.delete(Pack.objects.get(kind="decisions").name)
    game = Game.objects.order_by("pk")[1]
    assert platform_health(timezone.now()).archive_damaged == 0
    for one in Game.objects.order_by("pk")[:4]:
        assert events_of(one) == game.events, "rebuilt from the record"
        assert logged_decisions_of(one)
        BotLog.objects.all().of([one], list(one.match.seats.all()))
    assert platform_health(timezone.now()).archive_damaged == 3


def test_games_of_slow_times_stay_in_their_rows_until_they_are_pruned(
    ladder: Ladder, alices_bot: Bot, bobs_bot: Bot
) -> None:
    for days in (9, 7, 5, 0.3, 0.2, 0.1):
        with_data(ladder, alices_bot, bobs_bot, days)
    assert [archive_games() for _ in range(2)] == [4, 0]
    assert {pack.first for pack in Pack.objects.filter(kind="events")} == {
        Game.objects.order_by("pk")[6].pk
    }


def test_a_pack_goes_when_its_youngest_game_is_old_enough(matches: list[Match]) -> None:
    archive_games()
    before = Match.objects.order_by("pk")[1].finished_at
    assert before
    for kind in KINDS:
        assert prunable_games(kind=kind, before=before).rows < 4
        prune_games(kind=kind, before=before)
        assert Pack.objects.filter(kind=kind).exists()
        later = before + timedelta(seconds=1)
        found = prunable_games(kind=kind, before=later)
        size = Pack.objects.get(kind=kind).size
        assert found.size >= size
        while prune_games(kind=kind, before=later).is_more:
            pass
        assert not Pack.objects.filter(kind=kind).exists()
    assert files() == set()


@pytest.mark.django_db(transaction=True)
def test_an_erased_version_leaves_no_log_in_the_archive(
    ladder: Ladder, alices_bot: Bot, bobs_bot: Bot
) -> None:
    for _ in range(3):
        match = with_data(ladder, alices_bot, bobs_bot, 0.5)
        theirs = match.seats.get(version__bot=bobs_bot)
        BotLog.objects.create(game=match.games.get(number=1), seat=theirs, text="theirs")
    archive_games()
    before = files()
    assert alices_bot.current
    erase_version(version=alices_bot.current)
    games, seats = list(Game.objects.all()), list(Seat.objects.all())
    assert {one.text for one in BotLog.objects.all().of(games, seats)} == {"theirs"}
    assert len(files()) == len(before)
    assert files() == set(Pack.objects.values_list("name", flat=True))
