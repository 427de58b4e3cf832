"""Put faults beside those that look like them, for the owners to mend."""

import hashlib
import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Protocol

from django.db.models import F

from arena.database_clock import database_now
from arena.models import BotSeat, Failure, Fault, Match, Pairing, Version

VARYING = re.compile(r"0x[0-9a-f]+|\d+|'[^']*'|\"[^\"]*\"")
FRAME = re.compile(r'  File "(?P<file>[^"]*)", line \d+, in (?P<name>.*)')
CODE = re.compile(r"    (?=.*[^~^ ])(?P<code>.*)")  # not the marks below it
LENGTH = 32


class Offending(Protocol):
    """A fault, by the names that rows and `arena.match.player` have in common."""

    @property
    def verdict(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def traceback(self) -> str: ...
    @property
    def decision(self) -> dict[str, Any] | None: ...


def note_failures(*, match: Match, faults: Iterable[Fault]) -> None:
    """Count these faults of a match that is being recorded, in the caller's transaction.

    Those of a tournament whose results are shown later stay out: their owners would know them.
    """
    at = match.finished_at or database_now()
    if match.pairing_id and not Pairing.objects.revealed(at).filter(pk=match.pairing_id).exists():
        return
    for fault in faults:
        _note(fault, fault.seat.version, at, newest=fault, newest_at_table=None)


def note_at_table(*, seat: BotSeat, fault: Offending, at: datetime) -> None:
    """Count the fault of a bot at a person's table, in the caller's transaction."""
    _note(fault, seat.version, at, newest=None, newest_at_table=seat)


def _note(fault: Offending, version: Version, at: datetime, **example: Any) -> None:
    kind = str((fault.decision or {}).get("kind", ""))
    found, is_new = Failure.objects.get_or_create(
        version=version,
        fingerprint=fingerprint(fault),
        kind=kind,
        defaults={
            "bot": version.bot,
            "verdict": fault.verdict,
            "first_seen": at,
            "last_seen": at,
            **example,
        },
    )
    if is_new:
        mended = Failure.objects.alike(found).filter(is_done=True)
        found.came_back = mended.filter(version__number__lt=version.number).exists()
        found.save(update_fields=["came_back"])
    Failure.objects.filter(pk=found.pk).update(count=F("count") + 1, last_seen=at, **example)


def fingerprint(fault: Offending) -> str:
    """What faults have in common that have one cause.

    Of a traceback the way of calls and the code, without the numbers of lines, which every edit
    moves; of the error its type. Where there is no traceback, the message without what varies.
    """
    way = [part for line in fault.traceback.splitlines() if (part := _step(line))]
    error = fault.message.split(":", 1)[0] if way else VARYING.sub("*", fault.message)
    told = "\n".join([fault.verdict, *way, error])
    return hashlib.sha256(told.encode()).hexdigest()[:LENGTH]


def _step(line: str) -> str:
    """A line of a traceback as far as it stays the same; empty for one that says nothing."""
    if frame := FRAME.fullmatch(line):
        return f"{frame['file']} {frame['name']}"
    code = CODE.fullmatch(line)
    return code["code"] if code else ""
