"""Top up a ladder's queue, so that play never pauses and the queue never grows."""

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

MOST_DRAWS = 4  # opponents looked at for one seat, where they have met its table too often
MOST_NEWCOMERS = 32  # at a time, above the places
WEEK = timedelta(days=7)
dice = random.SystemRandom()


@transaction.atomic
def matchmake(*, ladder_id: int, now: datetime | None = None) -> list[Match]:
    """Queue matches until as many wait as the workers have places, and ring for them.

    Versions that have not played yet always get one, above that number. Where all are settled,
    matches keep a pace: `settings.IDLE_PACE` seconds for each open ladder, so that more ladders are
    no more work. Two calls at once wait for each other. Of the ladder only the next in line and the
    nearest ratings are read, by indexes, however many bots there are.
    """
    now = now or database_now()
    ladder = Ladder.objects.locked(ladder_id)
    if ladder.state != Ladder.State.OPEN:
        return []
    places, not_before = vacancies(ladder=ladder), None
    if settings.IDLE_PACE and not ladder.entries.unsettled().exists():
        if ladder.matches.live().filter(purpose=Match.Purpose.LADDER).exists():
            return []
        pace = settings.IDLE_PACE * Ladder.objects.open().count()
        places, not_before = 1, now + timedelta(seconds=pace)
    tables = Tables(ladder, now).seated(places)
    matches = [_queued(ladder, table, not_before) for table in tables]
    enqueue(matches=matches)
    return matches


def vacancies(*, ladder: Ladder) -> int:
    """How many more matches may wait: in all, one for each place at an awake worker."""
    slots = Worker.objects.slots() or settings.CORES
    waiting = ladder.matches.queued().filter(purpose=Match.Purpose.LADDER).count()
    return int(max(0, slots - waiting))


class Tables:
    """One step of matchmaking on a ladder that is locked: who sits with whom."""

    def __init__(self, ladder: Ladder, now: datetime) -> None:
        self.ladder = ladder
        self.now = now
        self.ties = ladder.parameters.draw_probability
        self.live = _live(ladder)
        self.taken: set[int] = set()
        self.line = self.candidates(ladder.entries.in_line()[: WAITING + len(self.live)])

    def seated(self, places: int) -> list[list[Candidate]]:
        """At most so many tables, and more only for new versions; nobody sits at two of them."""
        tables: list[list[Candidate]] = []
        for first in opponents.by_turn(self.line):
            if len(tables) >= (max(places, MOST_NEWCOMERS) if first.is_new else places):
                break  # new versions come first, so the rest are none
            table = None if first.id in self.taken else self.table(first)
            if table:
                tables.append(table)
                self.taken.update(one.id for one in table)
                self.ladder.line = max(self.ladder.line, first.turn)
        self.ladder.save(update_fields=["line"])
        return tables

    def table(self, first: Candidate) -> list[Candidate] | None:
        """The one whose turn it is, with as many others as the ladder has seats; None: too few."""
        window = self.window(first)
        table = [self.informed(first)]
        while len(table) < self.ladder.seats:
            drawn = self.joining(table, window)
            if drawn is None:
                return None
            table.append(drawn)
        return table

    def joining(self, table: list[Candidate], window: list[Candidate]) -> Candidate | None:
        """Choose who sits down next. Past opponents are read of those alone who are drawn; one who
        met the table too often joins only if a few other draws find nobody better."""
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
        """Collect the nearest on both sides, those next in line, and for a new version the house;
        those at another table already are busy."""
        entries = self.ladder.entries.nearest(first.mu, NEAREST)
        if not first.is_placed:
            house = self.ladder.entries.listed().filter(bot__in=list(Bot.objects.house()))
            entries += house[:NEAREST]
        found = [*self.line, *self.candidates(entries)]
        by_id = {one.id: _busy(one) if one.id in self.taken else one for one in found}
        return list(by_id.values())

    def candidates(self, entries: Iterable[Entry]) -> list[Candidate]:
        """The entries as the arithmetic takes them, without those whose bot may not play."""
        listed = list(entries)
        bots = Bot.objects.in_bulk({entry.bot_id for entry in listed})
        return [
            self.candidate(entry, bots[entry.bot_id])
            for entry in listed
            if bots[entry.bot_id].may_play
        ]

    def candidate(self, entry: Entry, bot: Bot) -> Candidate:
        """One of them."""
        return Candidate(
            id=bot.pk,
            owner=bot.owner_id,
            mu=entry.mu,
            matches=entry.version_matches,
            sigma=entry.sigma,
            turn=entry.turn,
            waited=(self.now - entry.waiting_since).total_seconds(),
            is_house=bot.is_house,
            live=self.live[bot.pk],
        )

    def informed(self, candidate: Candidate) -> Candidate:
        """With the opponents of its rated matches within a week, latest first, and their owners."""
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
        """The ids of the bot's rated matches within a week, latest first, up to a bound."""
        changes = RatingChange.objects.filter(
            entry__ladder=self.ladder, entry__bot=bot, epoch=self.ladder.epoch
        )
        found = changes.order_by("-serial").values_list("seat__match", "seat__match__finished_at")
        return [match for match, at in found[:REMEMBERED] if at and at > self.now - WEEK]


def _busy(candidate: Candidate) -> Candidate:
    """One that counts as an owner's, and cannot be seated."""
    return replace(candidate, live=MOST_LIVE)


def _live(ladder: Ladder) -> Counter[int]:
    """How many matches each bot has before it: bot -> queued or running matches."""
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
