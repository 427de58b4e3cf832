"""Keep a match while it is being played."""

from datetime import timedelta

from arena.actions.errors import ClaimLost
from arena.actions.matches.claim_match import lease_seconds
from arena.database_clock import database_now
from arena.models import Match


def renew_lease(*, match: Match) -> None:
    """Extend the lease of a match that was claimed. Raises ClaimLost where it was taken
    away."""
    until = database_now() + timedelta(seconds=lease_seconds(match))
    if not Match.objects.held_by(match.worker).filter(pk=match.pk).update(lease_until=until):
        raise ClaimLost(f"match {match.pk} is no longer held by {match.worker}")
    match.lease_until = until
