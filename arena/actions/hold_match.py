from collections.abc import Collection

from arena.actions.hold_bot import lock_bots
from arena.models import Bot, Ladder, Match, Tournament


def lock_match(*, match: Match, failing: Collection[int] = ()) -> None:
    """Lock the match's ladder or tournament.

    Also bots that it may bench or release, `failing` or checked, with all their ladders. On SQLite
    the transaction, begun as a writer, is the lock.
    """
    if match.pairing is not None:
        Tournament.objects.locked(match.pairing.round.tournament_id)
    if failing or match.purpose == Match.Purpose.CHECK:
        _lock_bots_that_may_be_benched(match, failing)
    if match.ladder_id is not None:
        match.ladder = Ladder.objects.locked(match.ladder_id)


def _lock_bots_that_may_be_benched(match: Match, failing: Collection[int]) -> None:
    """Lock bots that may be benched; never the house's, so most matches lock one ladder."""
    if match.purpose == Match.Purpose.CHECK:
        seats = match.seats.filter(position=0)
    else:
        seats = match.seats.filter(position__in=failing, version__bot__is_house=False)
    if seats.exists():
        bots = Bot.objects.filter(pk__in=seats.values("version__bot"))
        lock_bots(bots=bots, ladder_id=match.ladder_id)
