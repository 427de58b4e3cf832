from collections.abc import Mapping, Sequence

from arena.ladders.opponents import charged_finish
from arena.models import Entry, Ladder, Match, Seat


def charge_turns(
    *,
    match: Match,
    ladder: Ladder,
    seats: Sequence[Seat],
    entries: Mapping[int, Entry],
    sharers: Mapping[int, int],
) -> None:
    """Charge each bot its wall or CPU seconds, the larger, plus a share of unused time.

    Changes the entries, by bot, for the caller to store; `sharers`: an owner's playing bots. The
    caller holds the ladder's lock.
    """
    at = match.finished_at or match.created_at
    wall = (at - (match.started_at or at)).total_seconds()
    shared = max(0.0, wall - sum(_seconds(seat) for seat in seats)) / len(seats)
    # A sleeping bot pays alone. Unrated matches count too: else the same bots would be next for
    # ever.
    for seat in seats:
        bot, entry = seat.version.bot, entries.get(seat.version.bot_id)
        if entry is None:
            continue
        entry.virtual_finish = charged_finish(
            entry.virtual_finish,
            virtual_time=ladder.virtual_time,
            seconds=_seconds(seat) + shared,
            bots=1 if bot.is_house else max(1, sharers.get(bot.owner_id, 0)),
            matches=entry.version_matches,
        )
        entry.version_matches += seat.version_id == bot.current_id
        entry.waiting_since = entry.last_played_at = at


def _seconds(seat: Seat) -> float:
    return max(seat.wall, seat.cpu)
