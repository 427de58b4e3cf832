"""The public archive: a file a day, whole or not there, without what is not public."""

import errno
import gzip
import hashlib
import json
import tempfile
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import FileSystemStorage, default_storage
from django.db.models import Q
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from arena.matches.archive_day import archive_day, spread
from arena.matches.archive_games import store_pack
from arena.matches.models.archive import Damaged, Key
from arena.models import ArchivedDay, Bot, Game, Ladder, Match, Pack, rights
from tests.kit.hosted.conftest import Site, kit, site, store_game  # noqa: F401  fixtures
from tests.website.rows import make_match
from website.deploy.readiness import readiness
from website.pruning.prune import KINDS
from website.pruning.tasks import archive as task

pytestmark = pytest.mark.django_db
NOW = timezone.now()
YESTERDAY = (NOW - timedelta(minutes=5)).date() - timedelta(days=1)


@pytest.fixture(autouse=True)
def _files(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MEDIA_ROOT, settings.VAR = str(tmp_path), tmp_path
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def ended(match: Match, days: int = 0) -> Match:
    """Have it end so many days before yesterday at noon, with short games."""
    noon = NOW.replace(hour=12) - (NOW.date() - YESTERDAY) - timedelta(days=days)
    Match.objects.filter(pk=match.pk).update(finished_at=noon)
    for game in match.games.all():
        store_game(game)
    return match


@pytest.fixture
def match(ladder: Ladder, alices_bot: Bot, bobs_bot: Bot) -> Match:
    return ended(make_match(ladder, alices_bot.versions.get(), bobs_bot.versions.get()))


def rows(client: Client) -> list[dict[str, Any]]:
    answer = client.get(f"/archive/{YESTERDAY}.ndjson.gz")
    assert answer.status_code == 200
    lines = gzip.decompress(b"".join(answer)).splitlines()
    return [json.loads(line) for line in lines]


def test_a_day_is_a_file_that_everybody_can_download(match: Match, client: Client) -> None:
    made = archive_day()
    assert made
    assert (made.day, made.matches, made.left_out) == (YESTERDAY, 1, 0)
    found = rows(client)
    games = list(match.games.all())
    assert len(found) == made.decisions == sum(len(game.record["choices"]) for game in games)
    assert {(row["match"], row["game_number"]) for row in found} == {
        (str(match.pk), 1), (str(match.pk), 2),
    }  # fmt: skip
    assert {(row["game_number"], row["seat"], row["bot"], row["version"]) for row in found} == {
        (1, 0, "alcuin", "1"), (1, 1, "bede", "1"), (2, 0, "bede", "1"), (2, 1, "alcuin", "1"),
    }  # fmt: skip
    assert [row["picks"] for row in found if row["game_number"] == 1] == games[0].record["choices"]
    assert f"/archive/{YESTERDAY}.ndjson.gz" in client.get("/archive/").content.decode()
    listed = client.get("/api/v1/archive/").json()["results"]
    content = b"".join(client.get(f"/archive/{YESTERDAY}.ndjson.gz"))
    assert listed[0]["sha256"] == hashlib.sha256(content).hexdigest()
    assert listed[0]["size"] == len(content)


def test_what_is_not_public_is_not_in_it(
    match: Match, ladder: Ladder, alices_bot: Bot, bobs_bot: Bot, client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    one, other = alices_bot.versions.get(), bobs_bot.versions.get()
    check = ended(make_match(ladder, one, other, purpose="check"))
    assert check.ladder == ladder
    ended(make_match(ladder, one, other), days=1)
    Match.objects.filter(pk=ended(make_match(ladder, one, other)).pk).update(status="void")
    monkeypatch.setattr(rights, "ladders_seen_by", lambda _viewer, path="": ~Q((f"{path}slug", "")))
    archive_day()
    assert {row["match"] for row in rows(client)} == {str(match.pk)}
    ArchivedDay.objects.all().delete()
    hidden = lambda _viewer, path="": ~Q((f"{path}slug", ladder.slug))  # noqa: E731
    monkeypatch.setattr(rights, "ladders_seen_by", hidden)
    archive_day()
    assert rows(client) == []
    monkeypatch.undo()


def test_a_bot_that_nobody_may_see_takes_its_matches_along(match: Match, bobs_bot: Bot) -> None:
    Bot.objects.filter(pk=bobs_bot.pk).update(current=None)
    made = archive_day()
    assert made
    assert (made.matches, made.decisions) == (0, 0)


def test_games_of_other_rules_are_left_out_and_counted(match: Match) -> None:
    game = match.games.get(number=1)
    Game.objects.filter(pk=game.pk).update(record=game.record | {"engine": "dominion-0"})
    made = archive_day()
    assert made
    assert (made.matches, made.decisions, made.left_out) == (0, 0, 1)


def test_at_most_so_many_evenly_over_the_day(settings: Settings, match: Match) -> None:
    assert spread(range(10), 4) == [0, 2, 5, 7]
    assert spread([3, 4], 2) == [3, 4]
    settings.ARCHIVE_MATCHES = 0
    assert archive_day() is None
    assert readiness()["archive"] == "ok"
    assert not ArchivedDay.objects.exists()


def test_each_run_makes_the_newest_day_that_is_missing_and_removes_old_ones(match: Match) -> None:
    old = ArchivedDay.objects.create(
        day=NOW.date() - timedelta(days=31), sha256="0" * 64, size=1, matches=1, decisions=1,
        left_out=0, made_at=NOW,
    )  # fmt: skip
    with Path(default_storage.path("")).joinpath("x").open("wb") as file:
        file.write(b"1")
    Path(default_storage.path(old.name)).parent.mkdir(parents=True)
    Path(default_storage.path("x")).rename(default_storage.path(old.name))
    for _run in range(8):
        task()
    days = [YESTERDAY - timedelta(days=back) for back in range(7)]
    assert list(ArchivedDay.objects.values_list("day", flat=True)) == days
    assert default_storage.listdir("archive/days")[1].__len__() == 7
    assert not default_storage.exists(old.name)


def test_a_kill_leaves_nothing_that_counts(
    match: Match, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as killed:
        killed.setattr(ArchivedDay, "save", lambda *_a, **_k: (_ for _ in ()).throw(SystemExit))
        with pytest.raises(SystemExit):
            archive_day()
    assert client.get(f"/archive/{YESTERDAY}.ndjson.gz").status_code == 404
    half = default_storage.listdir("archive/days")[1]
    Path(default_storage.path(f"archive/days/{half[0]}")).write_bytes(b"half")
    assert archive_day()
    assert len(rows(client)) > 10
    assert default_storage.listdir("archive/days")[1] == half


def test_a_file_that_does_not_arrive_whole_is_not_listed(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = FileSystemStorage.save

    def spoils(storage: FileSystemStorage, name: str, content: Any) -> str:
        content.truncate(9)
        return str(save(storage, name, content))

    with monkeypatch.context() as spoilt:
        spoilt.setattr(FileSystemStorage, "save", spoils)
        with pytest.raises(Damaged):
            archive_day()
    assert not ArchivedDay.objects.exists()
    assert archive_day()


def test_a_day_waits_for_archived_decisions_that_are_away(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = list(match.games.order_by("pk"))
    entries = [(Key(game.pk), bytes(game.packed_decisions or b"")) for game in games]
    store_pack("decisions", entries, NOW)
    match.games.update(packed_decisions=None)

    def is_away(*_: object) -> None:
        raise OSError(errno.EIO, "away")

    with monkeypatch.context() as away:
        away.setattr(FileSystemStorage, "_open", is_away)
        assert Pack.objects.find("decisions", [games[0].pk]) == {}, "pages go on without"
        with pytest.raises(OSError, match="away"):
            archive_day()
    assert archive_day()


def test_a_file_that_was_lost_is_not_found(match: Match, client: Client) -> None:
    made = archive_day()
    assert made
    default_storage.delete(made.name)
    for path in (made.file, "2030-01-31.ndjson.gz", "2030-02-31.ndjson.gz"):
        assert client.get(f"/archive/{path}").status_code == 404


def test_two_days_without_an_archive_are_told(match: Match) -> None:
    assert readiness()["archive"] == "ok"
    ended(match, days=3)
    assert "No archive of public matches was made for" in readiness()["archive"]
    made = archive_day()
    assert made
    assert readiness()["archive"] == "ok"
    ArchivedDay.objects.update(made_at=NOW - timedelta(days=3))
    assert "made for 72 hours" in readiness()["archive"]


def test_decisions_are_pruned_once_they_were_read(settings: Settings, match: Match) -> None:
    settings.KEEP_DECISIONS_DAYS = 1
    step = next(kind.step for kind in KINDS if kind.name == "decisions")
    ArchivedDay.objects.create(
        day=YESTERDAY - timedelta(days=1), sha256="", size=0, matches=0, decisions=0, left_out=0,
        made_at=NOW,
    )  # fmt: skip
    later = NOW + timedelta(days=2)
    assert step(later).rows == 0
    assert archive_day()
    assert step(later).rows == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("form", ["ndjson", "parquet"])
def test_the_command_reads_it(site: Site, tmp_path: Path, form: str) -> None:  # noqa: F811
    none_yet = site.kit("dataset", "--out", "none")
    assert (none_yet.exit_code, "has no archive yet" in none_yet.output) == (2, True)
    ended(site.match)
    made = archive_day()
    assert made
    done = site.kit("dataset", "--out", "data", "--format", form)
    assert done.exit_code == 0, done.output
    assert f"matches 1, decisions {made.decisions:,}" in done.output
    listed = json.loads((tmp_path / "data/dataset.json").read_text())
    assert list(listed["parts"]) == [str(YESTERDAY)]
    Path(default_storage.path(made.name)).write_bytes(b"other")
    assert site.kit("dataset", "--out", "data", "--format", form).exit_code == 0
    damaged = site.kit("dataset", "--out", "again", "--format", form)
    assert damaged.exit_code == 2
    assert "came damaged" in damaged.output
