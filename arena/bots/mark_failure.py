from django.contrib.auth.base_user import AbstractBaseUser

from arena.core.guards import require_own_bot
from arena.models import Failure
from engine.messages import gettext_noop as _


def mark_failure(*, owner: AbstractBaseUser, failure: Failure, is_done: bool) -> Failure:
    """Mark it in all versions that have shown it; newer ones reopen it. Raises NotYours."""
    require_own_bot(
        bot=failure.bot, person=owner, words=_("Only the bot's owner can manage its failures.")
    )
    Failure.objects.alike(failure).update(is_done=is_done)
    failure.is_done = is_done
    return failure
