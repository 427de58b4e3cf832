from arena.actions.notifications.notify_overtaken import notify_overtaken
from arena.actions.ratings.show_ratings import ratings_of
from arena.actions.ratings.update_ratings import Ratings, outcome_of
from arena.actions.results.count_faults import count_faults
from arena.actions.workers.enqueue import enqueue_task
from arena.models import Entry, Ladder, Match, RatingChange, RatingStats, Seat


def rate_match(*, match: Match, ladder: Ladder, seats: list[Seat]) -> None:
    """Update ratings, bench faulting bots, queue a due fit.

    The caller holds the ladder's lock and has set the serial. Reads only ratings and match rows, so
    that runs repeat it.
    """
    entries = [_entry(match, ladder, seat) for seat in seats]
    ratings = Ratings(
        rating_run=ladder.rating_run,
        parameters=ladder.parameters,
        rated_at=ladder.rated_at,
        stored=ratings_of(ladder, [entry.pk for entry in entries]),
    )
    changes = ratings.play(match=match, entries=[entry.pk for entry in entries], seats=seats)
    for seat in seats:
        ratings.by_version[seat.version_id].save()
    RatingChange.objects.bulk_create(changes)
    before = [entry.skill for entry in entries]
    for entry, seat in zip(entries, seats, strict=True):
        _count(entry, seat, seats, ratings)
    ladder.rated_at = ratings.rated_at
    ladder.save(update_fields=["rated_at"])
    ladder.entries.choose_places(ladder, {seat.version.bot.owner_id for seat in seats})
    moves = list(zip(before, [entry.skill for entry in entries], strict=True))
    notify_overtaken(entries=entries, moves=moves, ladder=ladder, at=changes[0].played_at)
    for seat in seats:
        count_faults(seat=seat, ladder=ladder)
    if match.serial == ladder.next_fit:
        enqueue_task(name="arena.refit", args=[ladder.pk])


def _count(entry: Entry, seat: Seat, seats: list[Seat], ratings: Ratings) -> None:
    row = ratings.by_version[seat.version_id]
    skill = ratings.shown(entry.pk, seat.version.bot.current_id)
    at = row.rated_at or seat.match.created_at
    entry.played(skill=skill, outcome=outcome_of(seat, seats), seat=seat, at=at)
    entry.save(update_fields=["mu", "sigma", "rated_at", *RatingStats.COUNTED])


def _entry(match: Match, ladder: Ladder, seat: Seat) -> Entry:
    entry, _new = Entry.objects.get_or_create(
        ladder=ladder,
        bot=seat.version.bot,
        defaults={"waiting_since": match.created_at, "is_active": False},
    )
    return entry
