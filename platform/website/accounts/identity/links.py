"""List and unlink a user's external accounts."""

from dataclasses import dataclass
from datetime import datetime

from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.db import transaction

from arena.core.errors import Refused
from arena.core.locks import lock_person
from engine.messages import gettext_noop as _
from website.accounts.models import User


class CannotUnlink(Refused):
    """This link is the only way to log in to the account."""


@dataclass(frozen=True)
class Link:
    """A linked account; `is_offered` if its provider is configured now."""

    pk: int
    provider: str
    known_as: str
    since: datetime
    is_offered: bool


def links(user: User) -> list[Link]:
    """Return the user's links, oldest first."""
    labels = {one.name: one.label for one in settings.IDENTITY_PROVIDERS}
    return [
        Link(
            one.pk,
            labels.get(one.provider, one.provider),
            one.extra_data.get("name") or one.uid,
            one.date_joined,
            one.provider in labels,
        )
        for one in SocialAccount.objects.filter(user=user).order_by("pk")
    ]


def can_go(link: Link, others: list[Link], user: User) -> bool:
    """Return whether another way to log in remains."""
    return user.has_usable_password() or any(
        other.is_offered for other in others if other.pk != link.pk
    )


@transaction.atomic
def unlink(*, user: User, pk: int) -> Link:
    """Remove a link and mail the owner. Raise CannotUnlink or SocialAccount.DoesNotExist."""
    user = lock_person(person=user)  # two requests at once must not remove both
    found = links(user)
    link = next((one for one in found if one.pk == pk), None)
    if link is None:
        raise SocialAccount.DoesNotExist
    if not can_go(link, found, user):
        raise CannotUnlink(
            _("This is your only way to log in. Set a password or link another account first.")
        )
    SocialAccount.objects.filter(pk=pk, user=user).delete()
    get_adapter().send_notification_mail(
        "socialaccount/email/account_disconnected", user, context={"provider": link.provider}
    )
    return link
