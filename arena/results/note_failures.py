"""Failures: noted for their owners, and told when a round is revealed."""

import hashlib
import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from arena.core.database_clock import database_now
from arena.core.isolate_errors import isolate_errors
from arena.matches.referee.fault import FaultDetails
from arena.models import BotSeat, Failure, Fault, Match, Round, Seat, Tournament, Version
from arena.notifications.notify_bots import notify_faults

VARYING = re.compile(r"0x[0-9a-f]+|\d+|'[^']*'|\"[^\"]*\"")
FRAME = re.compile(r'  File "(?P<file>[^"]*)", line \d+, in (?P<name>.*)')
CODE = re.compile(r"    (?=.*[^~^ ])(?P<code>.*)")  # not the marks below it
LENGTH = 32


def note_failures(*, match: Match, faults: Iterable[Fault], at: datetime | None = None) -> None:
    """Count a match's faults, by default as seen when it finished."""
    at = at or match.finished_at or database_now()
    for fault in faults:
        _note(fault, fault.seat.version, at, newest_fault=fault, newest_bot_seat=None)


def note_human_game_failure(*, seat: BotSeat, fault: FaultDetails, at: datetime) -> None:
    """Count a fault in a human game."""
    _note(fault, seat.version, at, newest_fault=None, newest_bot_seat=seat)


def _note(fault: FaultDetails | Fault, version: Version, at: datetime, **example: Any) -> None:
    kind = str((fault.decision or {}).get("kind", ""))
    failure, is_new = Failure.objects.get_or_create(
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
        mended = Failure.objects.alike(failure).filter(is_done=True)
        failure.came_back = mended.filter(version__number__lt=version.number).exists()
        failure.save(update_fields=["came_back"])
    Failure.objects.filter(pk=failure.pk).update(count=F("count") + 1, last_seen=at, **example)


def fingerprint(fault: FaultDetails | Fault) -> str:
    """Hash what faults of one cause share: calls, code and error type, no line numbers.

    Without a traceback, the message with varying parts masked.
    """
    way = [part for line in fault.traceback.splitlines() if (part := _stable_part(line))]
    error = fault.message.split(":", 1)[0] if way else VARYING.sub("*", fault.message)
    params = "\n".join([fault.verdict, *way, error])
    return hashlib.sha256(params.encode()).hexdigest()[:LENGTH]


def _stable_part(line: str) -> str:
    """Return a traceback line's stable part."""
    if frame := FRAME.fullmatch(line):
        return f"{frame['file']} {frame['name']}"
    code = CODE.fullmatch(line)
    return code["code"] if code else ""


def tell_revealed_faults() -> None:
    """Group and tell the faults of rounds whose delayed results are now shown. Idempotent."""
    due = Round.objects.with_untold_faults(database_now())
    for pk, tournament in due.values_list("pk", "tournament"):
        with isolate_errors(kind="tournament", pk=tournament), transaction.atomic():
            Tournament.objects.locked(tournament)
            now = database_now()
            held = Round.objects.with_untold_faults(now).filter(pk=pk).first()
            if held is None:  # told by another, or reopened
                continue
            matches = Match.objects.filter(
                pairing__round=held,
                status=Match.Status.FINISHED,
                finished_at__gte=held.untold_since,
            )
            for match in matches.defer("config", "limits").order_by("finished_at", "pk"):
                seats = Seat.objects.filter(match=match, faults__gt=0)
                seats = seats.select_related("version__bot")
                faults = Fault.objects.filter(seat__in=seats).select_related("seat__version__bot")
                note_failures(match=match, faults=faults.order_by("pk"), at=now)
                notify_faults(match=match, seats=list(seats))
            held.untold_since = None
            held.save(update_fields=["untold_since"])
