"""Who may organise, and with what words."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext as _

from arena.actions.errors import NeedsReason, NotOrganiser


def require_organiser(*, person: AbstractBaseUser | None) -> None:
    """Raise NotOrganiser for everybody else; None is the platform itself, which may."""
    if person is not None and not getattr(person, "is_organiser", False):
        raise NotOrganiser(_("This is for organisers alone."))


def require_reason(*, reason: str) -> str:
    """The reason without blanks around it. Raises NeedsReason where there is none."""
    if not reason.strip():
        raise NeedsReason(_("Give a reason: it stands in the log, and those concerned will ask."))
    return reason.strip()
