"""After a match, send its bots back in the line by what they used."""

from arena.matchmaking.opponents import charged
from arena.models import Entry, Ladder, Match, Seat


def charge_turns(*, match: Match, ladder: Ladder, seats: list[Seat]) -> None:
    """Charge each bot for the time that it took, and count the match for the version that played.

    That is the wall time for which it was waited for, or its CPU seconds where it has computed
    out of turn and these are more; and an even share of what nobody took. So a bot that sleeps
    pays for it alone, and not its opponents.

    The caller holds the ladder's lock. Rated or not, a match is a turn: else the same bots would be
    next for ever.
    """
    at = match.finished_at or match.created_at
    wall = (at - (match.started_at or at)).total_seconds()
    shared = max(0.0, wall - sum(_taken(seat) for seat in seats)) / len(seats)
    by_bot = {seat.version.bot_id: seat for seat in seats}
    entries = ladder.entries.filter(bot__in=by_bot).select_related("bot")
    for entry in entries:
        seat = by_bot[entry.bot_id]
        entry.turn = charged(
            entry.turn,
            line=ladder.line,
            seconds=_taken(seat) + shared,
            bots=_sharers(ladder, entry),
            matches=entry.version_matches,
        )
        entry.version_matches += seat.version_id == entry.bot.current_id
        entry.waiting_since = entry.last_played_at = at
    Entry.objects.bulk_update(
        entries, ["turn", "version_matches", "waiting_since", "last_played_at"]
    )


def _taken(seat: Seat) -> float:
    """Seconds that the bot at this seat has taken."""
    return max(seat.wall, seat.cpu)


def _sharers(ladder: Ladder, entry: Entry) -> int:
    """How many bots share their owner's turns; a house bot has its own."""
    if entry.bot.is_house:
        return 1
    return max(1, ladder.entries.playing().filter(bot__owner=entry.bot.owner_id).count())
