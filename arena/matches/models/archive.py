"""The archive: one kind of data of many games in one object of the storage."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Collection, Container, Iterator
from typing import IO, NamedTuple

import structlog
from django.core.files.storage import default_storage
from django.db import models

from arena.core.database_clock import database_now
from arena.models.bounded import BoundedDateTimeField

log = structlog.get_logger(__name__)


class Key(NamedTuple):
    """Whose data it is; `seat`: of logs."""

    game: int
    seat: int = 0


class Place(NamedTuple):
    """The place of a game's data, and their digest."""

    start: int
    size: int
    digest: str


class Damaged(Exception):
    """The object is missing, or not what was stored."""


class PackQuerySet(models.QuerySet["Pack"]):
    def find(
        self,
        kind: str,
        games: Collection[int],
        seats: Collection[int] = (0,),
        *,
        can_wait: bool = False,
    ) -> dict[Key, bytes]:
        """Leave out what is damaged, or away (OSError if it `can_wait`), and tell."""
        if not games:
            return {}
        wanted = {Key(game, seat) for game in games for seat in seats}
        spans = self.filter(kind=kind, first__lte=max(games), last__gte=min(games))
        contents: dict[Key, bytes] = {}
        for pack in spans.order_by("pk"):
            try:
                contents |= pack.read(wanted)
            except Damaged as damage:
                pack.note_damage(damage)
            except OSError as error:
                if can_wait:
                    raise
                log.warning("archive_away", pack=pack.name, error=str(error))
        return contents


class Pack(models.Model):
    """An object named by its content; no game is in two of a kind."""

    kind = models.CharField(max_length=20)
    first = models.PositiveBigIntegerField(help_text="The lowest game in it.")
    last = models.PositiveBigIntegerField(help_text="The highest game in it.")
    games = models.PositiveIntegerField()
    newest_at = BoundedDateTimeField(help_text="When the last of its games ended.")
    name = models.CharField(max_length=160, unique=True)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()
    packed_places = models.BinaryField()
    damaged_at = BoundedDateTimeField(null=True, default=None)

    objects = PackQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["kind", "last"], name="pack_of_game"),
            models.Index(
                fields=["damaged_at"],
                name="pack_damaged",
                condition=models.Q(damaged_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def places(self, wanted: Container[Key] | None = None) -> dict[Key, Place]:
        rows = json.loads(zlib.decompress(self.packed_places))
        return {
            Key(game, seat): Place(*place)
            for game, seat, *place in rows
            if wanted is None or (game, seat) in wanted
        }

    @staticmethod
    def pack_places(places: dict[Key, Place]) -> bytes:
        return zlib.compress(json.dumps([[*key, *place] for key, place in places.items()]).encode())

    def read(self, wanted: Container[Key]) -> dict[Key, bytes]:
        """Return what it holds of `wanted`, verified. Raises Damaged, OSError."""
        return dict(self.each(wanted))

    def each(self, wanted: Container[Key]) -> Iterator[tuple[Key, bytes]]:
        places = self.places(wanted)
        if places:
            with open_stored(self.name) as file:
                for key, place in places.items():
                    file.seek(place.start)
                    data = file.read(place.size)
                    if digest_of(data) != place.digest:
                        raise Damaged(f"other content at {place.start}")
                    yield key, data

    def verify(self) -> None:
        """Read all of it. Raises Damaged, OSError."""
        verify_stored(self.name, self.sha256)

    def note_damage(self, damage: Damaged) -> None:
        log.error("pack_damaged", pack=self.name, cause=str(damage))
        Pack.objects.filter(pk=self.pk, damaged_at=None).update(damaged_at=database_now())


def verify_stored(name: str, sha256: str) -> None:
    """Read and check an object. Raises Damaged, OSError."""
    with open_stored(name) as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != sha256:  # type: ignore[arg-type]
            raise Damaged("other content")


def open_stored(name: str) -> IO[bytes]:
    try:
        return default_storage.open(name)
    except FileNotFoundError as error:
        raise Damaged("it is missing") from error


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]
