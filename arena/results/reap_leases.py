from arena.core.database_clock import database_now
from arena.models import Match
from arena.queue.models.leased import reap
from arena.results.return_match import return_match
from engine.messages import Message
from engine.messages import gettext_noop as _


def reap_leases() -> list[Match]:
    """Requeue running matches with expired leases."""
    return reap(Match.objects.overdue(database_now()), _return_lost)


def reap_ended() -> list[Match]:
    """Requeue running matches whose process on this host has ended."""
    return reap(Match.objects.ended(), _return_lost)


def _return_lost(match: Match) -> Match:
    return return_match(match=match, error=Message(_("The worker was lost.")))
