"""Measure backup and restore: `python -m bench.backup [MATCHES [UPLOADS]]`.

A platform with rated matches (default: 10,000) copied from real games and uploads of 100 kB, in
SQLite and in a temporary PostgreSQL without durability. A restore verifies checksums, loads,
recomputes all ratings and replays a sample. Memory is the process's peak.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.arguments import read_arguments
from tests.website.backup.places import Place, an_empty_place

MATCHES, UPLOADS, UPLOAD_BYTES = 10_000, 200, 100_000
PLAYED = 50  # the others are copies of these
ADD = """
from arena.models import Bot, Ladder
from tests.cast import play_with
for number in range({uploads}):
    play_with(Bot.objects.order_by("pk")[number % 4], os.urandom({size}), Ladder.objects.first())
"""
MULTIPLY = """
import copy
from django.core.management import call_command
from django.db import transaction
from arena.models import BotLog, Game, Ladder, Match, Seat
ladder = Ladder.objects.get()
played = list(Match.objects.prefetch_related("seats", "games__logs"))
def copies(rows, **changed):
    for row in rows:
        row = copy.copy(row)
        row.pk, row._state = None, copy.copy(row._state)
        row._state.adding, row._state.fields_cache = True, {{}}
        for name, value in changed.items():
            setattr(row, name, value)
        yield row
with transaction.atomic():
    for serial in range(ladder.recorded + 1, {matches} + 1):
        old = played[serial % len(played)]
        match, = Match.objects.bulk_create(copies([old], serial=serial))
        seats = Seat.objects.bulk_create(copies(old.seats.all(), match=match))
        for game in old.games.all():
            new, = Game.objects.bulk_create(copies([game], match=match))
            BotLog.objects.bulk_create(copies(game.logs.all(), game=new, seat=seats[0]))
Ladder.objects.update(recorded={matches})
call_command("recompute_ratings", ladder.slug, stdout=sys.stderr)
"""
TIMED = """
import resource, time
from django.core.management import call_command
began = time.perf_counter()
call_command(*{words!r}, stdout=sys.stderr)
taken = time.perf_counter() - began
print(taken, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def timed(place: Place, *words: str) -> list[float]:
    """Return a management command's seconds and MiB."""
    return [float(one) for one in place.do(TIMED.format(words=words)).split()]


def measured(kind: str, folder: Path, matches: int, uploads: int) -> Iterator[tuple[str, ...]]:
    backup = folder / "backup"
    with an_empty_place(kind, folder / "source") as source:
        began = time.monotonic()
        source.fill(PLAYED)
        source.do(MULTIPLY.format(matches=matches))
        source.do(ADD.format(uploads=uploads, size=UPLOAD_BYTES))
        yield kind, "fill", f"{time.monotonic() - began:.0f}", "", ""
        seconds, memory = timed(source, "backup", str(backup))
        size = sum(path.stat().st_size for path in backup.rglob("*") if path.is_file())
        yield kind, "backup", f"{seconds:.1f}", f"{memory:.0f}", f"{size / 1e6:.1f}"
    for name, more in (("restore", []), ("restore, no proof", ["--skip-proof"])):
        with an_empty_place(kind, folder / name) as target:
            seconds, memory = timed(target, "restore", str(backup), *more)
            yield kind, name, f"{seconds:.1f}", f"{memory:.0f}", ""


def main() -> None:
    given = read_arguments(__doc__, matches=MATCHES, uploads=UPLOADS)
    matches, uploads = given.matches, given.uploads
    table = Table("database", "step", "seconds", "MiB", "MB of backup", title=f"{matches} matches")
    for kind in ("sqlite", "postgresql"):
        with tempfile.TemporaryDirectory(prefix="kingsbench-bench-") as folder:
            for row in measured(kind, Path(folder), matches, uploads):
                table.add_row(*row)
    Console().print(table)


if __name__ == "__main__":
    main()
