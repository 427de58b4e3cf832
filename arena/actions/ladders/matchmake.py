import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from arena.actions.matches.order_match import LADDER_PRIORITY, NEWCOMER_PRIORITY, order_match
from arena.actions.workers.enqueue import enqueue
from arena.database_clock import database_now
from arena.matchmaking import opponents
from arena.matchmaking.opponents import MOST_LIVE, NEAREST, REMEMBERED, WAITING, Candidate
from arena.models import Bot, Entry, Ladder, Match, RatingChange, Seat, Worker

MOST_DRAWS = 4  # draws for one seat, where those drawn met the table too often
MOST_NEWCOMERS = 32  # at a time, above the places
WEEK = timedelta(days=7)
dice = random.SystemRandom()


@transaction.atomic
def matchmake(*, ladder_id: int, now: datetime | None = None) -> list[Match]:
    """Queue matches for free slots, and always for new versions. Calls wait for each other.

    Reads only the next in line and near ratings, by index.
    """
    now = now or database_now()
    ladder = Ladder.objects.locked(ladder_id)
    if ladder.state != Ladder.State.OPEN:
        return []
    places, not_before = vacancies(ladder=ladder), None
    # Settled ladders share one pace, so that more ladders are no more work.
    if settings.IDLE_PACE and not ladder.entries.unsettled().exists():
        if ladder.matches.live().filter(purpose=Match.Purpose.LADDER).exists():
            return []
        pace = settings.IDLE_PACE * Ladder.objects.open().count()
        places, not_before = 1, now + timedelta(seconds=pace)
    tables = MatchmakingStep(ladder, now).seated(places)
    matches = [_queued(ladder, table, not_before) for table in tables]
    enqueue(matches=matches)
    return matches


def vacancies(*, ladder: Ladder) -> int:
    """Count free places in the queue, one a slot."""
    slots = Worker.objects.slots() or settings.CORES
    waiting = ladder.matches.queued().filter(purpose=Match.Purpose.LADDER).count()
    return int(max(0, slots - waiting))


class MatchmakingStep:
    """One step of matchmaking on a locked ladder."""

    def __init__(self, ladder: Ladder, now: datetime) -> None:
        self.ladder = ladder
        self.now = now
        self.ties = ladder.parameters.draw_probability
        self.live = _live(ladder)
        self.taken: set[int] = set()
        self.queue = self.candidates(ladder.entries.by_virtual_time()[: WAITING + len(self.live)])

    def seated(self, places: int) -> list[list[Candidate]]:
        """Seat `places` tables, and new versions beyond; nobody twice."""
        tables: list[list[Candidate]] = []
        for first in opponents.by_virtual_time(self.queue):
            if len(tables) >= (max(places, MOST_NEWCOMERS) if first.is_new else places):
                break  # new versions come first, so the rest are none
            table = None if first.id in self.taken else self.table(first)
            if table:
                tables.append(table)
                self.taken.update(one.id for one in table)
                self.ladder.virtual_time = max(self.ladder.virtual_time, first.virtual_finish)
        self.ladder.save(update_fields=["virtual_time"])
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
        found = None
        for _draw in range(MOST_DRAWS):
            drawn = opponents.opponent(table, window, dice, draw_probability=self.ties)
            if drawn is None:
                return found
            found = self.informed(drawn)
            if all(opponents.has_share_left(found, one, others) for one in table):
                return found
            window = [_busy(one) if one.id == found.id else one for one in window]
        return found

    def window(self, first: Candidate) -> list[Candidate]:
        """Return near ratings, the next in line, and for new versions the house."""
        entries = self.ladder.entries.nearest(first.mu, NEAREST)
        if not first.is_placed:
            house = self.ladder.entries.seatable().filter(bot__in=list(Bot.objects.house()))
            entries += house[:NEAREST]
        found = [*self.queue, *self.candidates(entries)]
        by_id = {one.id: _busy(one) if one.id in self.taken else one for one in found}
        return list(by_id.values())

    def candidates(self, entries: Iterable[Entry]) -> list[Candidate]:
        listed = list(entries)
        bots = Bot.objects.in_bulk({entry.bot_id for entry in listed})
        return [
            self.candidate(entry, bots[entry.bot_id])
            for entry in listed
            if bots[entry.bot_id].may_play
        ]

    def candidate(self, entry: Entry, bot: Bot) -> Candidate:
        return Candidate(
            id=bot.pk,
            owner=bot.owner_id,
            mu=entry.mu,
            matches=entry.version_matches,
            sigma=entry.sigma,
            virtual_finish=entry.virtual_finish,
            waited=(self.now - entry.waiting_since).total_seconds(),
            is_house=bot.is_house,
            live=self.live[bot.pk],
        )

    def informed(self, candidate: Candidate) -> Candidate:
        """Add a week's opponents, latest first, and their owners."""
        others = (
            Seat.objects.filter(match__in=(latest := self.latest(candidate.id)))
            .exclude(version__bot=candidate.id)
            .values_list("match_id", "version__bot_id")
        )
        order = {match: place for place, match in enumerate(latest)}
        met = [bot for _place, bot in sorted((order[match], bot) for match, bot in others)]
        members = Bot.objects.filter(pk__in=set(met), is_house=False)
        owners = dict(members.values_list("pk", "owner_id"))
        met_owners = tuple(owners[bot] for bot in met if bot in owners)
        return replace(candidate, met=tuple(met), met_owners=met_owners)

    def latest(self, bot: int) -> list[int]:
        """Return ids of a week's rated matches, latest first."""
        changes = RatingChange.objects.filter(
            entry__ladder=self.ladder, entry__bot=bot, rating_run=self.ladder.rating_run
        )
        found = changes.order_by("-serial").values_list("seat__match", "seat__match__finished_at")
        return [match for match, at in found[:REMEMBERED] if at and at > self.now - WEEK]


def _busy(candidate: Candidate) -> Candidate:
    return replace(candidate, live=MOST_LIVE)


def _live(ladder: Ladder) -> Counter[int]:
    live = ladder.matches.live().filter(purpose=Match.Purpose.LADDER)
    return Counter(live.values_list("seats__version__bot_id", flat=True))


def _queued(ladder: Ladder, table: list[Candidate], not_before: datetime | None) -> Match:
    bots = [one.id for one in table]
    found = Bot.objects.filter(pk__in=bots).select_related("current")
    current = {bot.pk: bot.current for bot in found if bot.current}
    return order_match(
        ladder=ladder,
        purpose=Match.Purpose.LADDER,
        versions=[current[bot] for bot in bots],
        games=ladder.games_per_match,
        priority=NEWCOMER_PRIORITY if table[0].is_new else LADDER_PRIORITY,
        not_before=not_before,
    )
