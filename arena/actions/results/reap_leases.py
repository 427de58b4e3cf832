from collections.abc import Iterable

from arena.actions.errors import ClaimLost
from arena.actions.results.return_match import return_match
from arena.database_clock import database_now
from arena.hosts import is_gone
from arena.models import Match
from engine.messages import Message
from engine.messages import gettext_noop as _


def reap_leases() -> list[Match]:
    """Requeue running matches with expired leases."""
    return _returned(Match.objects.overdue(database_now()))


def reap_ended() -> list[Match]:
    """Requeue running matches whose process on this host has ended."""
    running = Match.objects.filter(status=Match.Status.RUNNING)
    return _returned(match for match in running if is_gone(match.worker))


def _returned(matches: Iterable[Match]) -> list[Match]:
    reaped = []
    for match in matches:
        try:
            reaped.append(return_match(match=match, error=Message(_("The worker was lost."))))
        except ClaimLost:
            continue
    return reaped
