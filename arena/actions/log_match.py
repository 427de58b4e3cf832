"""Write a line of the audit log about a match."""

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser

from arena.models import Action, Match


def log_match(
    *,
    actor: AbstractBaseUser | None,
    verb: str,
    match: Match,
    reason: str = "",
    **details: Any,
) -> Action:
    """Keep who did what to the match, and why; `details` are JSON-ready."""
    return Action.objects.create(
        actor_id=actor.pk if actor else None,
        verb=verb,
        target=f"match {match.pk}",
        reason=reason,
        details=details,
    )
