"""Removes logs, decisions and events by age, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import takewhile
from typing import Any, NamedTuple

from django.core.files.storage import default_storage
from django.db import connection, transaction
from django.db.models import Count, F, Func, IntegerField, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from arena.core.database_clock import database_now
from arena.models import BotLog, Game, Pack, PruneProgress
from arena.models.bounded import BoundedDateTimeField

BATCH = 200  # games in one transaction: a fraction of a second, in which SQLite has one writer
PLAYED = Coalesce("match__finished_at", "match__created_at", output_field=BoundedDateTimeField())


class Pruned(NamedTuple):
    """Rows and bytes removed; `is_more`: call again."""

    rows: int
    size: int
    is_more: bool = False


class ByteLength(Func):
    function = "OCTET_LENGTH"
    output_field = IntegerField()
    arity = 1


class _OnSqlite(ByteLength):
    template = "LENGTH(CAST(%(expressions)s AS BLOB))"


def byte_length(name: str) -> Func:
    """Return the column's bytes."""
    return (_OnSqlite if connection.vendor == "sqlite" else ByteLength)(F(name))


class GameData(NamedTuple):
    """One kind of prunable data."""

    rows: Callable[[Q], QuerySet[Any]]
    column: str
    remove: Callable[[QuerySet[Any]], object]
    prefix: str = ""


GAME_DATA = {
    "logs": GameData(BotLog.objects.filter, "text", lambda rows: rows.delete(), "game__"),
    "decisions": GameData(
        lambda games: Game.objects.filter(games, packed_decisions__isnull=False),
        "packed_decisions",
        lambda rows: rows.update(packed_decisions=None),
    ),
    "events": GameData(
        lambda games: Game.objects.filter(games).exclude(packed_events=b""),
        "packed_events",
        lambda rows: rows.update(packed_events=b""),
    ),
}


@transaction.atomic
def prune_games(*, kind: str, before: datetime) -> Pruned:
    """Prune the next old games; one process a kind."""
    progress = PruneProgress.objects.lock(kind)
    if progress is None:
        return Pruned(0, 0)
    games = _next_games(progress.through, before)
    if not games:
        gone = _prune_pack(kind, before)
        progress.note(gone.rows, gone.size)
        return gone
    data = GAME_DATA[kind]
    rows = data.rows(Q(**{f"{data.prefix}pk__in": games}))
    gone = _measure(data, rows)
    data.remove(rows)
    progress.through = games[-1]
    progress.note(gone.rows, gone.size)
    return gone._replace(is_more=True)  # then its packs


def prunable_games(*, kind: str, before: datetime) -> Pruned:
    """Count what `prune_games` would remove."""
    data = GAME_DATA[kind]
    through = PruneProgress.objects.all().through(kind)
    young = (
        Game.objects.filter(pk__gt=through)
        .annotate(at=PLAYED)
        .filter(at__gte=before, at__lte=database_now())
    )
    first_young = young.order_by("pk").values_list("pk", flat=True).first()
    games = Q(**{f"{data.prefix}pk__gt": through})
    if first_young is not None:
        games &= Q(**{f"{data.prefix}pk__lt": first_young})
    rows, packs = _measure(data, data.rows(games)), Pack.objects.filter(kind=kind)
    old = packs.filter(newest_at__lt=before).aggregate(rows=Sum("games"), size=Sum("size"))
    return Pruned(rows.rows + (old["rows"] or 0), rows.size + (old["size"] or 0))


def _prune_pack(kind: str, before: datetime) -> Pruned:
    """Remove a pack of which all games are old: its object first, so that none is left."""
    old = Pack.objects.filter(kind=kind, newest_at__lt=before).order_by("pk")
    pack = old.select_for_update().first()
    if pack is None:
        return Pruned(0, 0)
    default_storage.delete(pack.name)
    pack.delete()
    return Pruned(pack.games, pack.size, is_more=True)


def _next_games(through: int, before: datetime) -> Sequence[int]:
    """Return old games up to the first young one; they are stored in the order of their ends."""
    now = database_now()
    later = Game.objects.filter(pk__gt=through).order_by("pk").values_list("pk", PLAYED)
    # A time in the future is a wrong clock's, and protects no other game.
    return [pk for pk, _at in takewhile(lambda row: row[1] < before or row[1] > now, later[:BATCH])]


def _measure(data: GameData, rows: QuerySet[Any]) -> Pruned:
    size = Sum(byte_length(data.column))
    sums = rows.order_by().aggregate(rows=Count("pk"), size=size)
    return Pruned(sums["rows"], sums["size"] or 0)
