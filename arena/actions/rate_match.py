"""Move the ratings by one match, and bench who faults again and again."""

from arena.actions.count_faults import count_faults
from arena.actions.count_pair import count_pair
from arena.actions.move_ratings import change_of, move_ratings
from arena.actions.notify_overtaken import notify_overtaken
from arena.models import Entry, Ladder, Match, RatingChange, Seat


def rate_match(*, match: Match, ladder: Ladder, seats: list[Seat]) -> None:
    """One TrueSkill update from the ranks of a finished match.

    The caller holds the ladder's lock and has given the match its serial. It depends on nothing
    but the entries and the match rows, so ratings can be computed again from these.
    """
    entries = [_entry(match, ladder, seat) for seat in seats]
    at = match.finished_at or match.created_at
    moves = move_ratings(
        accounts=entries, seats=seats, ladder=ladder, at=at, before=ladder.rated_at
    )
    serial = match.serial or 0
    for entry in entries:
        entry.save(update_fields=Entry.COMPUTED)
    RatingChange.objects.bulk_create(
        change_of(entry=entry.pk, seat=seat, epoch=ladder.epoch, serial=serial, move=move, at=at)
        for entry, seat, move in zip(entries, seats, moves, strict=True)
    )
    ladder.rated_at = at
    ladder.save(update_fields=["rated_at"])
    ladder.entries.choose_places(ladder, {seat.version.bot.owner_id for seat in seats})
    notify_overtaken(entries=entries, moves=moves, ladder=ladder, at=at)
    count_pair(match=match, entries=entries, seats=seats)
    for seat in seats:
        count_faults(seat=seat, ladder=ladder)


def _entry(match: Match, ladder: Ladder, seat: Seat) -> Entry:
    entry, _new = Entry.objects.select_related("version").get_or_create(
        ladder=ladder,
        bot=seat.version.bot,
        defaults={"waiting_since": match.created_at, "is_active": False},
    )
    return entry
