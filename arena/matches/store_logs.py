from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from datetime import date
from functools import cached_property

from django.conf import settings

from arena.core.database_clock import database_now
from arena.matches.referee.output import Mark
from arena.models import BotLog, BotLogUsage, Game, Seat

CUT = "\n[cut: of one bot {limit} KiB of log are stored a day]\n"


class LogStore:
    """A match's logs, daily limited. Call `note` last: it locks rows others need.

    Concurrent matches do not see each other and may exceed the limit.
    """

    def __init__(self, seats: Sequence[Seat]) -> None:
        self._seats = seats
        self._added: Counter[int] = Counter()

    @cached_property
    def _today(self) -> date:
        return database_now().date()

    @cached_property
    def _used(self) -> Counter[int]:
        """Bytes stored today, by bot."""
        bots = {seat.version.bot_id for seat in self._seats}
        today = BotLogUsage.objects.filter(day=self._today, bot__in=bots)
        return Counter(dict(today.values_list("bot", "bytes")))

    def store(self, game: Game, texts: Sequence[str], marks: Sequence[Sequence[Mark]] = ()) -> None:
        """Store a game's texts by seat, cut to what the day has left; text and marks count."""
        logs, limit = [], settings.LOG_KIB_PER_DAY
        marks_by_seat = marks or [()] * len(texts)
        for seat, text, marked in zip(self._seats, texts, marks_by_seat, strict=True):
            if not text:
                continue
            bot = seat.version.bot_id
            left = limit * 1024 - self._used[bot]
            kept = truncate(text, left=left, limit_kib=limit) if limit else text
            log = BotLog(game=game, seat=seat, text=kept, marks=list(map(list, marked)))
            if kept != text:
                length = len(kept) - len(CUT.format(limit=limit))
                log.marks = [mark for mark in log.marks if mark[1] < length]
            size = len(kept.encode()) + (len(json.dumps(log.marks)) if log.marks else 0)
            self._used[bot] += size
            self._added[bot] += size
            logs.append(log)
        BotLog.objects.bulk_create(logs)

    def note(self) -> None:
        if self._added:
            BotLogUsage.objects.all().add(self._today, self._added)


def truncate(text: str, *, left: int, limit_kib: int) -> str:
    """Cut `text` to `left` bytes, and say why."""
    stored = text.encode()
    if len(stored) <= left:
        return text
    kept = stored[: max(0, left)].decode("utf-8", "ignore")
    return kept + CUT.format(limit=limit_kib)
