from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser

from arena.models import Action, Bot, Challenge, Ladder, League, Match, Tournament


def log_action(
    *,
    actor: AbstractBaseUser | None,
    verb: str,
    target: Bot | Challenge | Ladder | League | Match | Tournament | AbstractBaseUser,
    reason: str = "",
    **details: Any,
) -> Action:
    """Log an action with JSON-ready `details`; no actor: the platform."""
    return Action.objects.create(
        actor_id=actor.pk if actor else None,
        verb=verb,
        target=f"{target._meta.model_name} {target.pk}",
        reason=reason,
        details=details,
    )
