"""Hold what a match counts for, and the bots that its end may bench or release."""

from collections.abc import Collection

from arena.actions.hold_bot import lock_bots
from arena.models import Bot, Ladder, Match, Tournament


def lock_match(*, match: Match, failing: Collection[int] = ()) -> None:
    """Hold its ladder or its tournament until the transaction ends.

    Bots at the positions that are `failing`, and the one that a check is about, may be benched or
    released, which moves their places on other ladders too: all those are held with them. On SQLite
    the transaction itself is the lock, since it begins as a writer.
    """
    if match.pairing is not None:
        Tournament.objects.locked(match.pairing.round.tournament_id)
    if failing or match.purpose == Match.Purpose.CHECK:
        _lock_bots_that_may_be_benched(match, failing)
    if match.ladder_id is not None:
        match.ladder = Ladder.objects.locked(match.ladder_id)


def _lock_bots_that_may_be_benched(match: Match, failing: Collection[int]) -> None:
    """The house's bots sit on many ladders and are never benched: most matches hold one ladder."""
    if match.purpose == Match.Purpose.CHECK:
        seats = match.seats.filter(position=0)
    else:
        seats = match.seats.filter(position__in=failing, version__bot__is_house=False)
    if seats.exists():
        bots = Bot.objects.filter(pk__in=seats.values("version__bot"))
        lock_bots(bots=bots, ladder_id=match.ladder_id)
