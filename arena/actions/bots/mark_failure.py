"""Say that a failure is mended, or that it is not after all."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext as _

from arena.actions.errors import NotYours
from arena.models import Failure


def mark_failure(*, owner: AbstractBaseUser, failure: Failure, is_done: bool) -> Failure:
    """The failure so marked in every version that has shown it by now. In a newer version it is a
    new one, and open. Raises NotYours."""
    if failure.bot.owner_id != owner.pk:
        raise NotYours(_("This bot is another's: only its owner sees to its failures."))
    Failure.objects.alike(failure).update(is_done=is_done)
    failure.is_done = is_done
    return failure
