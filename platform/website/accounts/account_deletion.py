"""Delete an account: close it now; a delivery worker erases its private data later."""

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.db import transaction
from django.db.models import Q

from arena.bots.versions import erase_version
from arena.core.database_clock import database_now
from arena.core.errors import Refused
from arena.core.locks import lock_person
from arena.core.names import FORMER_MEMBER
from arena.models import (
    Action,
    Block,
    Challenge,
    Follow,
    HumanGame,
    Match,
    NotificationPreferences,
    Seat,
    Version,
)
from arena.models.name_key import own_key
from arena.people.retire_bots import retire_bots
from arena.queue.enqueue import enqueue_task
from arena.queue.refusals import uploads_problem
from arena.seeding.seed_platform import HOUSE
from engine.messages import gettext_noop as _
from website.accounts.models import User
from website.accounts.sessions import end_all

VERSIONS_AT_ONCE = 20


class CannotLeave(Refused):
    """This account cannot be deleted: the platform needs it."""


def require_deletable(*, user: User) -> None:
    """Raise CannotLeave for the house account and the last administrator."""
    if user.username == HOUSE:
        raise CannotLeave(_("This account owns the house bots and cannot be deleted."))
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    if user.is_superuser and not others.exists():
        raise CannotLeave(
            _("You are the last administrator. Appoint another one before you leave.")
        )


def delete_account(*, user: User) -> None:
    """Withdraw the bots, then close and anonymise the account. Raise CannotLeave.

    Matches keep their results.
    """
    require_deletable(user=user)
    retire_bots(owner=user)
    with transaction.atomic():
        user = lock_person(person=user)
        require_deletable(user=user)
        _forget(user)
        _withdraw_relations(user)
        _close(user)
        Action.objects.create(actor=None, verb="close_account", target=f"user {user.pk}")
        enqueue_task(name="website.deliver", args=[])


def _forget(user: User) -> None:
    end_all(user)
    EmailAddress.objects.filter(user=user).delete()
    SocialAccount.objects.filter(user=user).delete()
    user.tokens.all().delete()
    user.webhooks.all().delete()
    user.notifications.all().delete()
    NotificationPreferences.objects.filter(user=user).delete()
    user.bots.update(description="", bench_reason="", source_is_public=False)
    user.groups.clear()
    user.user_permissions.clear()


def _withdraw_relations(user: User) -> None:
    """Delete follows and blocks by and of the user, and end their challenges that wait."""
    Follow.objects.filter(Q(user=user) | Q(person=user)).delete()
    Block.objects.filter(Q(owner=user) | Q(blocked=user)).delete()
    answered = {"answered_at": database_now()}
    sent = Challenge.objects.run_by(user).waiting()
    sent.update(state=Challenge.State.WITHDRAWN, **answered)
    received = Challenge.objects.received_by(user).waiting()
    received.update(state=Challenge.State.REFUSED, **answered)


def _close(user: User) -> None:
    """Free the user name; nobody can register the new one, which is reserved."""
    now = database_now()
    user.username, user.email = f"{FORMER_MEMBER} {user.pk}", ""
    user.name_key = own_key(user.username, user.pk)
    user.first_name = user.last_name = user.about = user.affiliation = user.web = ""
    user.language = user.time_zone = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login, user.date_joined, user.left_at = None, now, now
    user.set_unusable_password()
    user.save()


def erase_some() -> bool:
    """Erase a batch of deleted accounts' data; return whether to call again.

    Accounts in a running match wait.
    """
    playing = Seat.objects.filter(match__in=Match.objects.live(), has_forfeited=False)
    left = User.objects.filter(left_at__isnull=False, erased_at=None).order_by("left_at")
    gone = left.exclude(bots__versions__in=playing.values("version")).first()
    if gone is None or uploads_problem():  # elsewhere, the files would stay
        return False
    versions = Version.objects.filter(bot__owner=gone).exclude(source="")
    for version in versions[:VERSIONS_AT_ONCE]:
        erase_version(version=version)
    if not versions.exists():
        HumanGame.objects.filter(user=gone).delete()
        User.objects.filter(pk=gone.pk).update(erased_at=database_now())
    return True
