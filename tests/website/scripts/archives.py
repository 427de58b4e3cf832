"""The two archives on a platform's own database and storage: filled, made, killed and read."""

import gzip
import hashlib
import os
import signal
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import models
from django.test import Client

from arena.core.database_clock import database_now
from arena.matches import archive_games as games
from arena.matches.archive_day import archive_day
from arena.matches.archive_games import archive_games
from arena.matches.models.retention import span
from arena.models import ArchivedDay, Game, Match, Pack
from tests.cast import a_bot, a_ladder, alice, bob
from tests.kit.hosted.conftest import store_game
from tests.website.rows import make_match
from website.matches.kept import events_of, logged_decisions_of

BUCKET: Any = default_storage
MATCHES = 3


def fill() -> None:
    """Create the bucket, and public matches of yesterday and of the day before."""
    BUCKET.connection.create_bucket(Bucket="uploads")
    ladder = a_ladder()
    bots = a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)
    for number in range(MATCHES):
        match = make_match(ladder, *(bot.versions.get() for bot in bots))
        noon = span(_yesterday())[0] + timedelta(hours=12 - 24 * (number == 0))
        Match.objects.filter(pk=match.pk).update(finished_at=noon)
        for game in match.games.all():
            store_game(game)


def _yesterday() -> date:
    now: datetime = database_now()
    return now.date() - timedelta(days=1)


def make_day() -> bool:
    return archive_day() is not None


def make_packs() -> int:
    """Archive the games in packs of four; return how many went there."""
    games.GAMES, games.BEING_STORED = 4, 1
    return archive_games()


def killed(work: Callable[[], object], row: type[models.Model]) -> list[str]:
    """Kill a process that has stored an object and writes its row; return the objects."""
    if not os.fork():
        row.save = lambda *_a, **_k: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[method-assign]
        work()
        os._exit(0)
    _child, status = os.wait()
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
    assert not row._default_manager.exists()
    return objects()


def day_killed() -> list[str]:
    return killed(make_day, ArchivedDay)


def packs_killed() -> list[str]:
    return killed(make_packs, Pack)


def objects() -> list[str]:
    """Name what lies in the archives."""
    return sorted(one.key for one in BUCKET.bucket.objects.filter(Prefix="archive/"))


def days() -> dict[str, Any]:
    """Return of each day that is listed how its download compares with what was promised."""
    return {str(one.day): _downloaded(one) for one in ArchivedDay.objects.all()}


def _downloaded(one: ArchivedDay) -> Any:
    answer = _get(f"/archive/{one.file}")
    if answer.status_code != 200:
        return answer.status_code
    content = b"".join(answer.streaming_content)
    if hashlib.sha256(content).hexdigest() != one.sha256:
        return "other content"
    return [one.matches, len(gzip.decompress(content).splitlines()) == one.decisions]


def _get(path: str) -> Any:
    """Visit a page without collected stylesheets."""
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES["staticfiles"]["BACKEND"] = plain
    return Client(raise_request_exception=False, SERVER_NAME="localhost").get(path)


def spoil(name: str) -> None:
    """Put other content in the place of an object."""
    BUCKET.delete(name)
    BUCKET.save(name, ContentFile(b"other"))


def lose(name: str) -> None:
    BUCKET.delete(name)


def make_day_while_away() -> list[Any]:
    """Try without the bucket; return the error, the days listed, and what visitors get."""
    made = _try_day()
    paths = f"/archive/{ArchivedDay.objects.all()[0].file}", "/api/v1/archive/"
    answers = [_get(path).status_code for path in paths]
    return [made, ArchivedDay.objects.count(), answers]


def _try_day() -> str:
    try:
        return str(make_day())
    except OSError as error:
        return type(error).__name__


def left_behind() -> list[Any]:
    """Read what all games left behind, as pages do."""
    return [(events_of(game), logged_decisions_of(game)) for game in Game.objects.order_by("pk")]


def packs() -> dict[str, Any]:
    """Count packs by kind, those known as damaged, and games whose rows are empty."""
    kinds = list(Pack.objects.order_by("pk").values_list("kind", flat=True))
    return {
        "kinds": sorted(kinds),
        "damaged": Pack.objects.exclude(damaged_at=None).count(),
        "emptied": Game.objects.filter(packed_events=b"").count(),
        "names": sorted(Pack.objects.values_list("name", flat=True)),
    }
