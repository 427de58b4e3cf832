"""Opponents that bots met lately, for matchmaking."""

from collections import deque
from datetime import datetime
from functools import partial
from itertools import groupby
from time import monotonic
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from arena.ladders.opponents import REMEMBERED
from arena.models import Ladder, RatingChange, Seat

KEPT_SECONDS = 60.0  # then all is read anew: a bot's owner may have changed
MOST_LATER = 500  # matches to add; with more, all is read anew, too
MOST_BOTS = 100  # of a ladder, some 6 MB; in larger fields a bot is seldom seated twice a minute


class Met(NamedTuple):
    """A bot, and when its match ended."""

    at: datetime
    bot: int
    owner: int
    is_house: bool


class LadderMemory:
    """A locked ladder's opponents."""

    def __init__(self, ladder: Ladder) -> None:
        self.ladder, self.rating_run, self.serial = ladder, ladder.rating_run, ladder.recorded
        self._met: dict[int, deque[list[Met]]] = {}  # by bot, the opponents of each match

    def of(self, bot: int, *, since: datetime) -> list[Met]:
        """Return its opponents, latest first."""
        if bot not in self._met:
            if len(self._met) >= MOST_BOTS:
                self._met.clear()
            seats = Seat.objects.filter(match__in=self.latest(bot), match__finished_at__gt=since)
            others = seats.exclude(version__bot=bot)
            self._met[bot] = deque(_by_match(others), maxlen=REMEMBERED)
        return [met for match in reversed(self._met[bot]) for met in match if met.at > since]

    def latest(self, bot: int) -> QuerySet[RatingChange, int]:
        """Select its latest rated matches."""
        changes = RatingChange.objects.filter(
            entry__ladder=self.ladder, entry__bot=bot, rating_run=self.rating_run
        )
        return changes.order_by("-serial").values_list("seat__match", flat=True)[:REMEMBERED]

    def holds_for(self, ladder: Ladder) -> bool:
        later = ladder.recorded - self.serial
        return self.rating_run == ladder.rating_run and 0 <= later <= MOST_LATER

    def keep_up(self, ladder: Ladder) -> None:
        """Add the matches rated since."""
        seats = Seat.objects.filter(match__ladder=ladder, match__serial__gt=self.serial)
        for match in _by_match(seats) if ladder.recorded > self.serial else ():
            for bot in {met.bot for met in match} & self._met.keys():
                self._met[bot].append([met for met in match if met.bot != bot])
        self.ladder, self.serial = ladder, ladder.recorded


class Memories:
    """A rating process's, by ladder."""

    def __init__(self) -> None:
        self._ladders: dict[int, LadderMemory] = {}
        self._until = 0.0

    def take(self, ladder: Ladder) -> LadderMemory:
        """Return the locked ladder's, up to date."""
        if monotonic() > self._until:
            self._ladders.clear()
            self._until = monotonic() + KEPT_SECONDS
        memory = self._ladders.pop(ladder.pk, None)
        if memory is None or not memory.holds_for(ladder):
            memory = LadderMemory(ladder)
        memory.keep_up(ladder)
        transaction.on_commit(partial(self._ladders.__setitem__, ladder.pk, memory))
        return memory


def _by_match(seats: QuerySet[Seat]) -> list[list[Met]]:
    """Group in rating order."""
    bot = "version__bot"
    columns = ("match__finished_at", bot, f"{bot}__owner", f"{bot}__is_house", "match__serial")
    rows = seats.order_by("match__serial", bot).values_list(*columns)
    return [[Met(*row[:-1]) for row in match] for _, match in groupby(rows, lambda row: row[-1])]
