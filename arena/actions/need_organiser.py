from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext as _

from arena.actions.errors import NeedsReason, NotOrganiser


def require_organiser(*, person: AbstractBaseUser | None) -> None:
    """Raise NotOrganiser; None is the platform."""
    if person is not None and not getattr(person, "is_organiser", False):
        raise NotOrganiser(_("This is for organisers alone."))


def require_reason(*, reason: str) -> str:
    """Return the stripped reason. Raises NeedsReason."""
    if not reason.strip():
        raise NeedsReason(_("Give a reason: it stands in the log, and those concerned will ask."))
    return reason.strip()
