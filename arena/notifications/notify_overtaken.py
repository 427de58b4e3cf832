from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import reduce
from operator import or_

from django.db.models import Q

from arena.models import Entry, EntryQuerySet, Ladder, Notification
from arena.notifications.notify import notify
from arena.ratings.trueskill import Rating, ordinal

EVERY = timedelta(days=1)  # at most once in this time for each ladder and owner
MOST = 5  # owners notified of one climb, the last passed: a newcomer passes many
MANY = 50  # entries read for all climbs of a batch together
Span = tuple[float, float]  # a rating before and after


def notify_overtaken(
    *,
    placed: Sequence[Entry],
    before: Mapping[int, Rating],
    ladder: Ladder,
    at: datetime,
) -> None:
    """Notify owners overtaken by these ranked bots; `before`: ratings by entry."""
    spans = {entry.pk: (ordinal(before[entry.pk]), ordinal(entry.skill)) for entry in placed}
    ranking = ladder.entries.in_ranking(ladder).exclude(pk__in=before).select_related("bot")
    others = ranking.exclude(bot__is_house=True).order_by("-rating")
    passed: dict[int, tuple[Entry, Entry]] = {}
    for climber, between in _find_between(placed, others, spans):
        for entry in _find_passed(climber, placed, between, spans):
            passed.setdefault(entry.bot.owner_id, (entry, climber))
    if not passed:
        return
    kind, about = Notification.Kind.OVERTAKEN, f"ladder {ladder.pk}"
    lately = Notification.objects.filter(
        user__in=list(passed), kind=kind, about=about, created_at__gt=at - EVERY
    )
    for owner in lately.order_by().values_list("user", flat=True).distinct():
        del passed[owner]
    people = {
        owner: {
            "bot": entry.bot.name,
            "slug": entry.bot.slug,
            "by": climber.bot.name,
            "by_slug": climber.bot.slug,
            "ladder": ladder.name,
            "ladder_slug": ladder.slug,
        }
        for owner, (entry, climber) in passed.items()
    }
    if people:
        notify(kind=kind, about=about, people=people)


def _find_between(
    placed: Iterable[Entry], others: EntryQuerySet, spans: Mapping[int, Span]
) -> Iterator[tuple[Entry, Iterable[Entry]]]:
    """Yield climbers with others of their span, best first."""
    climbers = [entry for entry in placed if spans[entry.pk][0] < spans[entry.pk][1]]
    if not climbers:
        return
    joined = reduce(or_, map(_inside, _unite(spans[climber.pk] for climber in climbers)))
    together = list(others.filter(joined)[:MANY])
    for climber in climbers:
        low, high = spans[climber.pk]
        if len(together) < MANY:
            yield climber, [entry for entry in together if low < entry.rating < high]
        else:
            yield climber, others.filter(_inside(spans[climber.pk]))[: MOST + 1]


def _unite(spans: Iterable[Span]) -> list[Span]:
    """Join spans that overlap."""
    united: list[Span] = []
    for low, high in sorted(spans):
        if united and low <= united[-1][1]:
            united[-1] = united[-1][0], max(united[-1][1], high)
        else:
            united.append((low, high))
    return united


def _inside(span: Span) -> Q:
    return Q(rating__gt=span[0], rating__lt=span[1])


def _find_passed(
    climber: Entry, placed: Iterable[Entry], between: Iterable[Entry], spans: Mapping[int, Span]
) -> list[Entry]:
    """Return entries of other owners that the climber passed: of `placed`, and some others."""
    low, high = spans[climber.pk]
    owner = climber.bot.owner_id
    opponents = [
        entry
        for entry in placed
        if spans[entry.pk][0] > low
        and spans[entry.pk][1] < high
        and not entry.bot.is_house
        and entry.bot.owner_id != owner
    ]
    others = [entry for entry in between if entry.bot.owner_id != owner]
    return [*opponents, *others[:MOST]]
