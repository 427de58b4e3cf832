"""Write a line of the audit log about a league."""

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser

from arena.models import Action, League


def log_league(
    *,
    actor: AbstractBaseUser | None,
    verb: str,
    league: League,
    reason: str = "",
    **details: Any,
) -> Action:
    """Keep who did what to the league, and why; `details` are JSON-ready. Without an actor it was
    the platform itself."""
    return Action.objects.create(
        actor_id=actor.pk if actor else None,
        verb=verb,
        target=f"league {league.pk}",
        reason=reason,
        details=details,
    )
