"""Write a line of the audit log."""

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser

from arena.models import Action, Tournament


def log_action(
    *,
    actor: AbstractBaseUser | None,
    verb: str,
    tournament: Tournament,
    reason: str = "",
    **details: Any,
) -> Action:
    """Keep who did what to the tournament, and why; `details` are JSON-ready. Without an actor it
    was the platform itself."""
    return Action.objects.create(
        actor_id=actor.pk if actor else None,
        verb=verb,
        target=f"tournament {tournament.pk}",
        reason=reason,
        details=details,
    )
