from arena.matchmaking.opponents import charged_finish
from arena.models import Entry, Ladder, Match, Seat


def charge_turns(*, match: Match, ladder: Ladder, seats: list[Seat]) -> None:
    """Charge each bot its wall or CPU seconds, the larger, plus a share of unused time.

    The caller holds the ladder's lock.
    """
    at = match.finished_at or match.created_at
    wall = (at - (match.started_at or at)).total_seconds()
    shared = max(0.0, wall - sum(_taken(seat) for seat in seats)) / len(seats)
    by_bot = {seat.version.bot_id: seat for seat in seats}
    entries = ladder.entries.filter(bot__in=by_bot).select_related("bot")
    # A sleeping bot pays alone. Unrated matches count too: else the same bots would be next for
    # ever.
    for entry in entries:
        seat = by_bot[entry.bot_id]
        entry.virtual_finish = charged_finish(
            entry.virtual_finish,
            virtual_time=ladder.virtual_time,
            seconds=_taken(seat) + shared,
            bots=_sharers(ladder, entry),
            matches=entry.version_matches,
        )
        entry.version_matches += seat.version_id == entry.bot.current_id
        entry.waiting_since = entry.last_played_at = at
    Entry.objects.bulk_update(
        entries, ["virtual_finish", "version_matches", "waiting_since", "last_played_at"]
    )


def _taken(seat: Seat) -> float:
    return max(seat.wall, seat.cpu)


def _sharers(ladder: Ladder, entry: Entry) -> int:
    if entry.bot.is_house:
        return 1
    return max(1, ladder.entries.playing().filter(bot__owner=entry.bot.owner_id).count())
