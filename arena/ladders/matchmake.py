import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from arena.core.database_clock import database_now
from arena.ladders import opponents
from arena.ladders.models.ladders import EntryQuerySet
from arena.ladders.opponent_memory import LadderMemory, Memories
from arena.ladders.opponents import MOST_LIVE, NEAREST, WAITING, Candidate
from arena.matches.order_match import (
    LADDER_PRIORITY,
    NEWCOMER_PRIORITY,
    PLACEMENT_PRIORITY,
    order_ladder_matches,
)
from arena.models import Bot, Ladder, Match, Worker
from arena.queue.enqueue import enqueue

MOST_DRAWS = 4  # draws for one seat, where those drawn met the table too often
MOST_NEWCOMERS = 32  # at a time, above the places
WEEK = timedelta(days=7)
LOOK_AGAIN = timedelta(minutes=1)  # until the tick looks whether all matches were lost,
NOBODY_FITS = timedelta(minutes=10)  # or whether two that could not meet now can
COLUMNS = (
    "bot", "bot__owner", "bot__is_house", "bot__state", "bot__current", "mu", "sigma",
    "version_matches", "virtual_finish", "waiting_since",
)  # fmt: skip
dice = random.SystemRandom()


@transaction.atomic(savepoint=False)
def matchmake(*, ladder_id: int, now: datetime | None = None) -> list[Match]:
    """Queue matches while fewer wait than there are slots, and always for new versions.

    Calls wait for each other. Reads only the next in line and near ratings, by index.
    """
    return refill(ladder=Ladder.objects.locked(ladder_id), now=now)


def refill(
    *, ladder: Ladder, now: datetime | None = None, memories: Memories | None = None
) -> list[Match]:
    """Fill a locked ladder's queue."""
    if ladder.state != Ladder.State.OPEN:
        return []
    slots, live = Worker.objects.slots() or settings.CORES, LiveMatches(ladder)
    lacking = slots - live.queued
    if lacking <= 0 and not ladder.entries.newcomers().exists():
        return []
    now = now or database_now()
    ladder.entries.end_waits(virtual_time=ladder.virtual_time, now=now)
    memory = (memories or Memories()).take(ladder)
    step, not_before = MatchmakingStep(ladder, now, live.of_bots, memory), None
    places = step.places(lacking, slots)
    # Settled ladders share one pace, so that more ladders are no more work.
    if settings.IDLE_PACE and not ladder.entries.unsettled().exists():
        if step.live:
            return []
        pace = settings.IDLE_PACE * Ladder.objects.open().count()
        places, not_before = 1, now + timedelta(seconds=pace)
    tables = step.seated(places)
    matches = order_ladder_matches(
        ladder=ladder,
        tables=[([bot.version for bot in table], _priority(table)) for table in tables],
        not_before=not_before,
    )
    ladder.matchmake_at = now + (LOOK_AGAIN if matches or step.live else NOBODY_FITS)
    ladder.save(update_fields=["virtual_time", "matchmake_at"])
    enqueue(matches=matches, slots=slots)
    return matches


class LiveMatches:
    """A ladder's queued and running matches."""

    def __init__(self, ladder: Ladder) -> None:
        # Rejudged ones wait for their organiser's turn, and keep no bot from playing meanwhile.
        live = ladder.matches.live().of_platform().filter(purpose=Match.Purpose.LADDER)
        seats = list(live.values_list("pk", "status", "seats__version__bot_id"))
        self.of_bots = Counter(bot for _match, _status, bot in seats)
        self.queued = len({match for match, status, _bot in seats if status == "queued"})


class MatchmakingStep:
    """One step of matchmaking on a locked ladder."""

    def __init__(
        self, ladder: Ladder, now: datetime, live: Counter[int], memory: LadderMemory
    ) -> None:
        self.ladder = ladder
        self.now = now
        self.memory = memory
        self.ties = ladder.parameters.draw_probability
        self.live = live
        self.owed: dict[int, float] = {}
        most = WAITING + len(self.live)
        rows = list(ladder.entries.by_virtual_time()[:most].values_list(*COLUMNS))
        self.queue = self._seatable(rows)
        self.taken: set[int] = set()
        # Of an owner's new versions one plays at a time, first one that has begun.
        owners: set[int] = set()
        for newcomer in sorted(filter(_is_urgent, self.queue), key=lambda bot: not bot.live):
            if newcomer.owner in owners:
                self.taken.add(newcomer.id)
            owners.add(newcomer.owner)
        self.is_small = len(rows) < most  # then the queue is the whole field

    def places(self, lacking: int, slots: int) -> int:
        """Return how many matches to make: twice the slots, but a part of a small field."""
        spare = len(self.queue) // (self.ladder.seats + 1) - self.live.total() // self.ladder.seats
        return max(0, lacking, min(lacking + slots, spare) if lacking > 0 else 0)

    def seated(self, places: int) -> list[list[Candidate]]:
        """Seat `places` tables, and new versions beyond; nobody twice."""
        tables: list[list[Candidate]] = []
        for first in opponents.by_virtual_time(self.queue):
            if len(tables) >= (max(places, MOST_NEWCOMERS) if first.is_new else places):
                break  # new versions come first, so the rest are none
            table = None if first.id in self.taken else self.table(first)
            if table:
                tables.append(table)
                self.taken.update(bot.id for bot in table)
                self.ladder.virtual_time = max(self.ladder.virtual_time, first.virtual_finish)
        return tables

    def table(self, first: Candidate) -> list[Candidate] | None:
        """Seat a candidate with opponents, or return None."""
        window = self.window(first)
        table = [self.informed(first)]
        while len(table) < self.ladder.seats:
            drawn = self.joining(table, window)
            if drawn is None:
                return None
            table.append(drawn)
        return table

    def joining(self, table: list[Candidate], window: list[Candidate]) -> Candidate | None:
        """Choose the next opponent; one met too often only if draws find no better."""
        others = opponents.other_owners([*table, *window])
        chosen = None
        for _draw in range(MOST_DRAWS):
            drawn = opponents.opponent(table, window, dice, draw_probability=self.ties)
            if drawn is None:
                return chosen
            chosen = self.informed(drawn)
            if all(opponents.has_share_left(chosen, other, others) for other in table):
                return chosen
            window = [_busy(bot) if bot.id == chosen.id else bot for bot in window]
        return chosen

    def window(self, first: Candidate) -> list[Candidate]:
        """Return near ratings, the next in line, and for new versions the house."""
        near = [*self.queue]
        if not self.is_small:
            for entries in self.ladder.entries.nearest(first.mu, NEAREST):
                near += self.candidates(entries)
            if not first.is_placed:
                house = self.ladder.entries.seatable().filter(bot__in=list(Bot.objects.house()))
                near += self.candidates(house[:NEAREST])
        by_id = {bot.id: _busy(bot) if bot.id in self.taken else bot for bot in near}
        return list(by_id.values())

    def candidates(self, entries: EntryQuerySet) -> list[Candidate]:
        return self._seatable(entries.values_list(*COLUMNS))

    def _seatable(self, rows: Iterable[tuple[Any, ...]]) -> list[Candidate]:
        """Return bots that may play, in order; not by models, as there are many."""
        candidates = [
            Candidate(
                id=bot,
                version=current,
                owner=owner,
                is_house=is_house,
                mu=mu,
                sigma=sigma,
                matches=matches,
                virtual_finish=finish,
                waited=(self.now - since).total_seconds(),
                live=self.live[bot],
            )
            for bot, owner, is_house, state, current, mu, sigma, matches, finish, since in rows
            if state == Bot.State.ACTIVE and current is not None
        ]
        return self._in_turn(candidates)

    def _in_turn(self, candidates: list[Candidate]) -> list[Candidate]:
        """Let new versions of owners who have used too much wait until their latest bot's turn."""
        new = {candidate.owner for candidate in candidates if _is_urgent(candidate)}
        if unknown := new - self.owed.keys():
            self.owed |= dict.fromkeys(unknown, 0.0) | self.ladder.entries.all().owed(unknown)
        until = self.ladder.virtual_time + opponents.SPARED
        late = {owner for owner in new if self.owed[owner] > until}
        return [
            replace(candidate, virtual_finish=self.owed[candidate.owner])
            if _is_urgent(candidate) and candidate.owner in late
            else candidate
            for candidate in candidates
        ]

    def informed(self, candidate: Candidate) -> Candidate:
        """Add a week's opponents, latest first, and their owners."""
        met = self.memory.of(candidate.id, since=self.now - WEEK)
        return replace(
            candidate,
            met=tuple(opponent.bot for opponent in met),
            met_owners=tuple(opponent.owner for opponent in met if not opponent.is_house),
        )


def _is_urgent(candidate: Candidate) -> bool:
    return candidate.is_new and not candidate.is_house


def _busy(candidate: Candidate) -> Candidate:
    return replace(candidate, live=MOST_LIVE)


def _priority(table: list[Candidate]) -> int:
    """Return how urgent a match is: new bots come first; nobody waits for those of the house."""
    if _is_urgent(table[0]):
        return NEWCOMER_PRIORITY
    return LADDER_PRIORITY if all(bot.is_placed for bot in table) else PLACEMENT_PRIORITY
