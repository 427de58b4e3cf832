from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from arena.actions.notifications.notify import notify
from arena.models import Entry, Ladder, Notification
from arena.ratings.trueskill import Rating, ordinal

EVERY = timedelta(days=1)  # at most once in this time for each ladder and owner
MOST = 5  # owners notified of one climb, the last passed: a newcomer passes many
Span = tuple[float, float]


def notify_overtaken(
    *,
    entries: Sequence[Entry],
    moves: Sequence[tuple[Rating, Rating]],
    ladder: Ladder,
    at: datetime,
) -> None:
    """Notify owners overtaken by a bot of this match; its entries are stored and ranked."""
    spans = {
        entry.pk: (ordinal(old), ordinal(new))
        for entry, (old, new) in zip(entries, moves, strict=True)
    }
    placed = ladder.entries.in_ranking(ladder).filter(pk__in=spans).select_related("bot")
    passed: dict[int, tuple[Entry, Entry]] = {}
    for climber in placed:
        for entry in _passed(climber, placed, spans):
            passed.setdefault(entry.bot.owner_id, (entry, climber))
    about = f"ladder {ladder.pk}"
    for owner in _told_lately(passed, about, at):
        del passed[owner]
    if passed:
        people = {owner: _words(*pair, ladder) for owner, pair in passed.items()}
        notify(kind=Notification.Kind.OVERTAKEN, about=about, people=people)


def _passed(climber: Entry, placed: Iterable[Entry], spans: dict[int, Span]) -> list[Entry]:
    low, high = spans[climber.pk]
    if high <= low:
        return []
    there = climber.ladder.entries.in_ranking(climber.ladder).filter(
        rating__gt=low, rating__lt=high
    )
    others = there.exclude(pk__in=spans).exclude(bot__is_house=True).select_related("bot")
    between = others.exclude(bot__owner=climber.bot.owner_id).order_by("-rating")[:MOST]
    met = [one for one in placed if spans[one.pk][0] > low and spans[one.pk][1] < high]
    mine = climber.bot.owner_id
    return [
        *(one for one in met if not one.bot.is_house and one.bot.owner_id != mine),
        *between,
    ]


def _told_lately(owners: Iterable[int], about: str, at: datetime) -> list[int]:
    owners = list(owners)
    if not owners:
        return []
    params = Notification.objects.filter(
        user__in=owners, kind=Notification.Kind.OVERTAKEN, about=about
    )
    lately = params.filter(created_at__gt=at - EVERY).order_by()
    return list(lately.values_list("user", flat=True).distinct())


def _words(entry: Entry, climber: Entry, ladder: Ladder) -> dict[str, str]:
    return {
        "bot": entry.bot.name,
        "slug": entry.bot.slug,
        "by": climber.bot.name,
        "by_slug": climber.bot.slug,
        "ladder": ladder.name,
        "ladder_slug": ladder.slug,
    }
