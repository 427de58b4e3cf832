"""Give back the matches of workers that are gone."""

from django.utils import timezone

from arena.actions.errors import ClaimLost
from arena.actions.return_match import return_match
from arena.models import Match
from arena.workplace import is_gone


def reap_leases() -> list[Match]:
    """Return every running match whose lease has expired, or whose process on this host is gone.

    A second reaper at the same time finds the claims taken back already, and does nothing.
    """
    running = Match.objects.filter(status=Match.Status.RUNNING)
    gone = [match for match in running if is_gone(match.worker)]
    overdue = [match for match in Match.objects.overdue(timezone.now()) if match not in gone]
    reaped = []
    for match in [*gone, *overdue]:
        try:
            reaped.append(return_match(match=match, error="The worker was lost."))
        except ClaimLost:
            continue
    return reaped
