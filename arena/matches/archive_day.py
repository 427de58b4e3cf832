"""Makes the archive of public matches, a file a day, and removes what is too old."""

import gzip
import hashlib
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from tempfile import TemporaryFile
from typing import IO, Any

import structlog
from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Prefetch

from arena.core.database_clock import database_now
from arena.matches.archive_games import sync
from arena.matches.models.archive import Key, verify_stored
from arena.matches.models.retention import public_matches
from arena.matches.referee import dataset
from arena.matches.referee.dataset import DatasetGame, Player
from arena.models import ArchivedDay, Game, Match, Pack, PruneProgress, Seat
from engine.record import BadRecord

KEPT = timedelta(days=30)
CAUGHT_UP = 7  # days
SETTLED = timedelta(minutes=5)  # a commit may be this much later than its timestamp
AT_ONCE = 50  # matches read
DAYS = "days"

log = structlog.get_logger(__name__)


def archive_day() -> ArchivedDay | None:
    """Make the newest archive that is missing, if any, and remove old ones.

    Its row is written last: a killed process leaves nothing that counts.
    """
    if not settings.ARCHIVE_MATCHES:
        return None
    now = database_now()
    for old in ArchivedDay.objects.filter(day__lt=(now - KEPT).date()):
        default_storage.delete(old.name)
        old.delete()
    newest = (now - SETTLED).date() - timedelta(days=1)
    wanted = [newest - timedelta(days=back) for back in range(CAUGHT_UP)]
    there = set(ArchivedDay.objects.filter(day__in=wanted).values_list("day", flat=True))
    missing = [day for day in wanted if day not in there]
    return _make_day(missing[0]) if missing else None


def _make_day(day: date) -> ArchivedDay | None:
    public = public_matches(day)
    chosen = spread(public, settings.ARCHIVE_MATCHES)
    with TemporaryFile() as file:
        matches = decisions = 0
        with gzip.GzipFile("", "wb", dataset.LEVEL, file, mtime=0) as packed:
            for lines in _lines_by_match(chosen):
                packed.writelines(lines)
                matches, decisions = matches + 1, decisions + len(lines)
        size = file.tell()
        file.seek(0)
        archived = ArchivedDay(
            day=day,
            size=size,
            sha256=hashlib.file_digest(file, "sha256").hexdigest(),
            matches=matches,
            decisions=decisions,
            left_out=len(public) - matches,
        )
        return _store(archived, file)


def spread(matches: Sequence[int], most: int) -> list[int]:
    """Choose at most so many, evenly over the day."""
    count = len(matches)
    return list(matches) if count <= most else [matches[n * count // most] for n in range(most)]


def _lines_by_match(pks: Sequence[int]) -> Iterator[list[bytes]]:
    """Yield each match's lines; one of other rules has none."""
    seats = Seat.objects.select_related("version__bot").order_by("position")
    games = Prefetch("games", queryset=Game.objects.defer("packed_events"))
    for start in range(0, len(pks), AT_ONCE):
        rows = Match.objects.filter(pk__in=pks[start : start + AT_ONCE], status="finished")
        rows = rows.order_by("pk").prefetch_related(Prefetch("seats", queryset=seats), games)
        matches = list(rows)
        clocks = _clocks([game for match in matches for game in match.games.all()])
        for match in matches:
            seated = match.seats.all()
            players = [Player(seat.version.bot.slug, str(seat.version.number)) for seat in seated]
            lines: list[bytes] = []
            try:
                for game in match.games.all():
                    seating = [players[position] for position in game.seating]
                    lines += dataset.lines(
                        DatasetGame(
                            str(match.pk), game.number + 1, game.record, seating, game.scores,
                            game.ranks, clocks[game.pk],
                        )
                    )  # fmt: skip
            except BadRecord as problem:
                log.info("match_not_archived", match=match.pk, cause=str(problem))
            else:
                yield lines


def _clocks(games: Sequence[Game]) -> dict[int, list[float | None]]:
    """Return CPU seconds by decision, from rows or archived; none if pruned."""
    away = [game.pk for game in games if not game.packed_decisions]
    archived = Pack.objects.find("decisions", away, can_wait=True)

    def rows(game: Game) -> list[Any]:
        packed = game.packed_decisions or archived.get(Key(game.pk))
        return game.unpacked(packed) if packed else []

    return {game.pk: dataset.clocks(rows(game)) for game in games}


@transaction.atomic
def _store(archived: ArchivedDay, file: IO[bytes]) -> ArchivedDay | None:
    """Store what is whole; None: another process does."""
    held = PruneProgress.objects.lock(DAYS)
    if held is None or ArchivedDay.objects.filter(pk=archived.pk).exists():
        return None
    file.seek(0)
    default_storage.delete(archived.name)  # a killed process may have written a part of it
    default_storage.save(archived.name, File(file))
    sync(archived.name)
    verify_stored(archived.name, archived.sha256)
    archived.made_at = database_now()
    archived.save(force_insert=True)
    log.info(
        "day_archived",
        day=str(archived.day),
        matches=archived.matches,
        left_out=archived.left_out,
    )
    return archived
