"""Give back the matches of workers that are gone."""

from collections.abc import Iterable

from arena.actions.errors import ClaimLost
from arena.actions.results.return_match import return_match
from arena.database_clock import database_now
from arena.hosts import is_gone
from arena.models import Match


def reap_leases() -> list[Match]:
    """Return every running match whose lease has expired.

    A second reaper at the same time finds the claims taken back already, and does nothing.
    """
    return _returned(Match.objects.overdue(database_now()))


def reap_ended() -> list[Match]:
    """Return every running match whose process on this host has ended, without waiting for the
    lease."""
    running = Match.objects.filter(status=Match.Status.RUNNING)
    return _returned(match for match in running if is_gone(match.worker))


def _returned(matches: Iterable[Match]) -> list[Match]:
    reaped = []
    for match in matches:
        try:
            reaped.append(return_match(match=match, error="The worker was lost."))
        except ClaimLost:
            continue
    return reaped
