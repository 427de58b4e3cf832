"""Moves what games leave behind from their rows into the archive."""

import hashlib
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile

from django.core.files import File
from django.core.files.storage import default_storage
from django.db import transaction

from arena.core.database_clock import database_now
from arena.matches.models.archive import Key, Place, digest_of
from arena.matches.prune_games import PLAYED
from arena.models import BotLog, Game, Pack, PruneProgress

GAMES = 4_000  # in a pack of each of three kinds: less than an object for 1,000 games
BEING_STORED = 200  # games left out, as one with a lower number may come
SPAN = timedelta(days=1)  # of a pack, as all of it is pruned at once
LOGS, ARCHIVE = "logs", "archive"
Entries = Iterable[tuple[Key, bytes]]


@transaction.atomic
def archive_games() -> int:
    """Archive the next games that fill packs; return their number, 0 if too few wait.

    Objects come first. If a process is killed, another writes the same again.
    """
    progress = PruneProgress.objects.lock(ARCHIVE)
    if progress is None:
        return 0
    games = _next_games(progress)
    if games:
        now = database_now()
        # Times in the future are a wrong clock's.
        newest = max((played_at for _pk, played_at in games if played_at <= now), default=now)
        pks = [pk for pk, _played_at in games]
        logs = BotLog.objects.filter(game__in=pks)
        # Locked, as one may be erased meanwhile.
        held = logs.order_by("pk").select_for_update().iterator()
        packed = ((Key(log.game_id, log.seat_id), Game.pack([log.text, log.marks])) for log in held)
        store_pack(LOGS, packed, newest)
        logs.delete()
        rows = Game.objects.filter(pk__in=pks)
        for kind in ("events", "decisions"):
            stored = rows.order_by("pk").values_list("pk", f"packed_{kind}").iterator()
            store_pack(kind, ((Key(pk), bytes(data)) for pk, data in stored if data), newest)
        rows.update(packed_events=b"", packed_decisions=None)
        progress.through = pks[-1]
    progress.save(update_fields=["through"])
    return len(games)


def _next_games(progress: PruneProgress) -> Sequence[tuple[int, datetime]]:
    """Return games of one span; those of slower times stay in their rows."""
    while True:
        later = Game.objects.filter(pk__gt=progress.through).order_by("pk")
        games = list(later.values_list("pk", PLAYED)[: GAMES + BEING_STORED])
        if len(games) < GAMES + BEING_STORED:
            return []
        games = games[:GAMES]
        since = games[-1][1] - SPAN
        too_old = [pk for pk, played_at in games if played_at < since]
        if not too_old:
            return games
        progress.through = too_old[-1]


def store_pack(kind: str, entries: Entries, newest: datetime) -> None:
    """Store them as one object, read again before anything relies on it."""
    places: dict[Key, Place] = {}
    with TemporaryFile() as file:
        for key, data in entries:
            places[key] = Place(file.tell(), len(data), digest_of(data))
            file.write(data)
        if not places:
            return
        size = file.tell()
        file.seek(0)
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
        games = {key.game for key in places}
        pack = Pack(
            kind=kind,
            first=min(games),
            last=max(games),
            games=len(games),
            newest_at=newest,
            name=f"archive/{kind}/{min(games)}-{sha256}",
            sha256=sha256,
            size=size,
            packed_places=Pack.pack_places(places),
        )
        default_storage.delete(pack.name)  # a killed process may have written a part of it
        default_storage.save(pack.name, File(file))
    sync(pack.name)
    pack.verify()
    pack.save()


def sync(name: str) -> None:
    """Have a file on the disk before its rows are emptied."""
    with suppress(NotImplementedError):  # an object of a bucket
        path = Path(default_storage.path(name))
        for place in (path, path.parent):
            descriptor = os.open(place, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def erase_archived_logs(*, seats: set[int]) -> None:
    """Write packs with logs of these seats anew without them."""
    for pack in Pack.objects.select_for_update().filter(kind=LOGS).order_by("pk"):
        places = pack.places()
        kept = {key for key in places if key.seat not in seats}
        if len(kept) < len(places):
            store_pack(LOGS, pack.each(kept), pack.newest_at)
            pack.delete()
            transaction.on_commit(partial(default_storage.delete, pack.name))
