from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser

from arena.models import Action, Bot, Ladder, League, Match, Tournament
from engine.messages import Message


def log_action(
    *,
    actor: AbstractBaseUser | None,
    verb: str,
    target: Bot | Ladder | League | Match | Tournament | AbstractBaseUser,
    reason: str | Message = "",
    **details: Any,
) -> Action:
    """Log an action with JSON-ready `details`; no actor: the platform."""
    parts = {"reason_parts": reason.data()} if isinstance(reason, Message) else {}
    return Action.objects.create(
        actor_id=actor.pk if actor else None,
        verb=verb,
        target=f"{target._meta.model_name} {target.pk}",
        reason=str(reason),
        details=details | parts,
    )
