"""Top up a ladder's queue, so that play never pauses and the queue never grows."""

import random
from collections import Counter, defaultdict
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from arena import matchmaking
from arena.actions.order_match import LADDER_PRIORITY, NEWCOMER_PRIORITY, order_match
from arena.actions.ring import ring
from arena.matchmaking import Candidate
from arena.models import Entry, Ladder, Match, Seat, Version, Worker

MOST_NEWCOMERS = 32  # at a time, above the places
REMEMBERED = 12  # opponents of a bot that count as met lately
LOOK_BACK = 2000  # the latest seats in which they are looked for
dice = random.SystemRandom()


@transaction.atomic
def matchmake(*, ladder_id: int, now: datetime | None = None) -> list[Match]:
    """Queue matches until as many wait as the workers have places, and ring for them.

    Bots without any rated match always get one, above that number. Where all are settled, matches
    keep a pace: `settings.IDLE_PACE` seconds for each open ladder, so that more ladders are no more
    work. Two calls at once wait for each other.
    """
    now = now or timezone.now()
    ladder = Ladder.objects.locked(ladder_id)
    if ladder.state != Ladder.State.OPEN:
        return []
    field = candidates(ladder=ladder, now=now)
    places = vacancies(ladder=ladder)
    not_before = None
    if settings.IDLE_PACE and matchmaking.is_settled(field):
        if ladder.matches.live().filter(purpose=Match.Purpose.LADDER).exists():
            return []
        pace = settings.IDLE_PACE * Ladder.objects.open().count()
        places, not_before = 1, now + timedelta(seconds=pace)
    most = max(places, MOST_NEWCOMERS)
    matches: list[Match] = []
    for lineup in matchmaking.pairings(field, seats=ladder.seats, most=most, dice=dice):
        if lineup[0].matches and len(matches) >= places:
            break  # newcomers come first, so the rest are none
        matches.append(_queued(ladder, [one.id for one in lineup], lineup[0], not_before))
    ring(matches=matches)
    return matches


def vacancies(*, ladder: Ladder) -> int:
    """How many more matches may wait: in all, one for each place at an awake worker."""
    slots = Worker.objects.awake().aggregate(slots=Sum("slots"))["slots"] or settings.CORES
    waiting = ladder.matches.queued().filter(purpose=Match.Purpose.LADDER).count()
    return int(max(0, slots - waiting))


def candidates(*, ladder: Ladder, now: datetime) -> list[Candidate]:
    """The bots of the ladder that may be seated, as the arithmetic takes them."""
    live = _live(ladder)
    met = _met(ladder)
    return [
        Candidate(
            id=entry.bot_id,
            owner=entry.bot.owner_id,
            mu=entry.mu,
            matches=entry.matches,
            waited=(now - entry.waiting_since).total_seconds(),
            is_house=entry.bot.is_house,
            live=live[entry.bot_id],
            met=tuple(met[entry.bot_id]),
        )
        for entry in Entry.objects.playing().filter(ladder=ladder).select_related("bot")
    ]


def _live(ladder: Ladder) -> Counter[int]:
    """How many matches each bot has before it: bot -> queued or running matches."""
    seats = Seat.objects.filter(
        match__in=ladder.matches.live().filter(purpose=Match.Purpose.LADDER)
    )
    return Counter(seats.values_list("version__bot_id", flat=True))


def _met(ladder: Ladder) -> dict[int, list[int]]:
    """Whom each bot met lately: bot -> opponents, latest first, each once."""
    seats = Seat.objects.filter(match__ladder=ladder, match__purpose=Match.Purpose.LADDER)
    lineups: dict[int, list[int]] = defaultdict(list)
    latest = seats.order_by("-match_id").values_list("match_id", "version__bot_id")
    for match, bot in latest[:LOOK_BACK]:
        lineups[match].append(bot)
    met: dict[int, list[int]] = defaultdict(list)
    for lineup in lineups.values():
        for bot in lineup:
            news = [other for other in lineup if other != bot and other not in met[bot]]
            met[bot] = (met[bot] + news)[:REMEMBERED]
    return met


def _queued(
    ladder: Ladder, bots: list[int], first: Candidate, not_before: datetime | None
) -> Match:
    found = Version.objects.filter(bot__in=bots, bot__current__isnull=False).select_related("bot")
    current = {version.bot_id: version for version in found if version.bot.current_id == version.pk}
    return order_match(
        ladder=ladder,
        purpose=Match.Purpose.LADDER,
        versions=[current[bot] for bot in bots],
        games=ladder.games_per_match,
        priority=LADDER_PRIORITY if first.matches else NEWCOMER_PRIORITY,
        not_before=not_before,
    )
