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
    for climber, between in _between(placed, others, spans):
        for entry in _find_passed(climber, placed, between, spans):
            passed.setdefault(entry.bot.owner_id, (entry, climber))
    about = f"ladder {ladder.pk}"
    for owner in _owners_told_lately(passed, about, at):
        del passed[owner]
    if passed:
        people = {owner: _words(*pair, ladder) for owner, pair in passed.items()}
        notify(kind=Notification.Kind.OVERTAKEN, about=about, people=people)


def _between(
    placed: Iterable[Entry], others: EntryQuerySet, spans: Mapping[int, Span]
) -> Iterator[tuple[Entry, Iterable[Entry]]]:
    """Yield climbers with others of their span, best first."""
    climbers = [one for one in placed if spans[one.pk][0] < spans[one.pk][1]]
    if not climbers:
        return
    joined = reduce(or_, map(_inside, _unite(spans[one.pk] for one in climbers)))
    together = list(others.filter(joined)[:MANY])
    for climber in climbers:
        low, high = spans[climber.pk]
        if len(together) < MANY:
            yield climber, [one for one in together if low < one.rating < high]
        else:
            yield climber, others.filter(_inside(spans[climber.pk]))[: MOST + 1]


def _unite(spans: Iterable[Span]) -> list[Span]:
    """Unite spans."""
    found: list[Span] = []
    for low, high in sorted(spans):
        if found and low <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], high)
        else:
            found.append((low, high))
    return found


def _inside(span: Span) -> Q:
    return Q(rating__gt=span[0], rating__lt=span[1])


def _find_passed(
    climber: Entry, placed: Iterable[Entry], between: Iterable[Entry], spans: Mapping[int, Span]
) -> list[Entry]:
    low, high = spans[climber.pk]
    mine = climber.bot.owner_id
    met = [one for one in placed if spans[one.pk][0] > low and spans[one.pk][1] < high]
    theirs = [one for one in between if one.bot.owner_id != mine][:MOST]
    return [*(one for one in met if not one.bot.is_house and one.bot.owner_id != mine), *theirs]


def _owners_told_lately(owners: Iterable[int], about: str, at: datetime) -> list[int]:
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
