"""Suspend an account, and give it back: its bots sit out meanwhile."""

from django.db import transaction
from django.utils.translation import gettext as _

from arena.actions.errors import Refused
from arena.actions.guards import require_organiser, require_reason
from arena.actions.locks import lock_bots, lock_person
from arena.actions.log_action import log_action
from arena.actions.matches.forfeit_seats import forfeit_seats
from arena.actions.matches.void_matches import void_matches
from arena.actions.seed_platform import HOUSE
from arena.models import Bot, Match
from website.accounts.models import User
from website.accounts.sessions import end_all
from website.notices.models import Delivery

SUSPENDED = "The account of its owner is suspended."
STOPPED = [Match.Purpose.LADDER, Match.Purpose.CHALLENGE]


class CannotSuspend(Refused):
    """This account is not for this organiser to suspend, give back or change."""


@transaction.atomic
def suspend(*, user: User, by: User, reason: str) -> User:
    """Close the account until it is given back. Its sessions end for good, its tokens open nothing
    meanwhile, and nothing more is posted to its webhooks; its bots are benched. On ladders and in
    challenges they lose at once what has begun, while the others play on, and what has not is
    void. Tournaments go on with the versions that are frozen there. Raises Refused."""
    bots = lock_bots(bots=Bot.objects.filter(owner=user))
    user = _held(user, by)
    reason = require_reason(reason=reason)
    user.is_active = False
    user.save(update_fields=["is_active"])
    end_all(user)
    for bot in bots:
        if bot.state == Bot.State.ACTIVE:
            bot.bench(SUSPENDED)
    own = Match.objects.filter(purpose__in=STOPPED, seats__version__bot__owner=user)
    void_matches(matches=own.unstarted(), reason="an owner's account was suspended")
    forfeit_seats(matches=own, bots=bots)
    Delivery.objects.filter(webhook__owner=user).waiting().update(due_at=None)
    log_action(actor=by, verb="suspend_user", target=user, reason=reason)
    return user


@transaction.atomic
def reinstate(*, user: User, by: User, reason: str) -> User:
    """Give the account back; the bots that were benched with it play again, and tokens that were
    not revoked open again. No session comes back. Raises Refused."""
    bots = lock_bots(bots=Bot.objects.filter(owner=user))
    user = _held(user, by)
    reason = require_reason(reason=reason)
    user.is_active = True
    user.save(update_fields=["is_active"])
    end_all(user)
    for bot in bots:
        if bot.bench_reason == SUSPENDED:
            bot.release()
    log_action(actor=by, verb="reinstate_user", target=user, reason=reason)
    return user


@transaction.atomic
def appoint(*, user: User, by: User, organises: bool) -> User:
    """Make somebody an organiser, or take that back: for administrators. Raises Refused."""
    if not by.is_superuser:
        raise CannotSuspend(_("Only an administrator appoints organisers."))
    user = _held(user, by)
    user.is_staff = organises
    user.save(update_fields=["is_staff"])
    verb = "appoint_organiser" if organises else "dismiss_organiser"
    log_action(actor=by, verb=verb, target=user)
    return user


def _held(user: User, by: User) -> User:
    """The account, held until the transaction ends. Raises Refused where `by` may not change it."""
    require_organiser(person=by)
    user = lock_person(person=user)
    if user.pk == by.pk:
        raise CannotSuspend(_("This is your own account: somebody else has to do that."))
    if user.username == HOUSE or user.left_at is not None:
        raise CannotSuspend(_("This account is nobody's: it owns bots, and nobody logs in by it."))
    if user.is_superuser or (user.is_staff and not by.is_superuser):
        raise CannotSuspend(_("Organisers and administrators are for an administrator to change."))
    return user
