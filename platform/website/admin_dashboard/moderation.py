"""What organisers and administrators do to accounts: suspend, reinstate, appoint, rename a bot."""

from django.db import transaction
from django.db.models import QuerySet

from arena.bots.bot_names import bot_name_kept, require_bot_name, require_free_bot_name
from arena.core.errors import NotOrganiser, Refused
from arena.core.guards import require_organiser, require_reason
from arena.core.locks import lock_bots, lock_person
from arena.core.log_action import log_action
from arena.matches.end_early import forfeit_seats, void_matches
from arena.models import Bot, Entrant, Match, Notification, Tournament
from arena.notifications.notify import notify
from arena.seeding.seed_platform import HOUSE
from engine.messages import Message
from engine.messages import gettext_noop as _
from website.accounts.models import User
from website.accounts.sessions import end_all
from website.notifications.models import Delivery

SUSPENDED = Message(_("The account of its owner is suspended."))
STOPPED = [Match.Purpose.LADDER, Match.Purpose.CHALLENGE]


class CannotSuspend(Refused):
    """This organiser may not suspend, reinstate or change this account."""


@transaction.atomic
def suspend(*, user: User, by: User, reason: str) -> User:
    """Suspend an account: end sessions, stop tokens and webhooks, bench its bots. Raise Refused.

    Its running ladder matches and challenges are forfeited, queued ones void; tournaments go on.
    """
    bots = lock_bots(bots=Bot.objects.filter(owner=user))
    user = _lock_account(user, by)
    reason = require_reason(reason=reason)
    user.is_active = False
    user.save(update_fields=["is_active"])
    end_all(user)
    for bot in bots:
        if bot.state == Bot.State.ACTIVE:
            bot.bench(SUSPENDED)
    own = Match.objects.filter(purpose__in=STOPPED, seats__version__bot__owner=user)
    void_matches(
        matches=own.unstarted(), reason=Message(_("The account of a bot's owner was suspended."))
    )
    forfeit_seats(matches=own, bots=bots)
    Delivery.objects.filter(webhook__owner=user).waiting().update(due_at=None)
    log_action(actor=by, verb="suspend_user", target=user, reason=reason)
    return user


def running_entrants(user: User) -> QuerySet[Entrant]:
    """Return the places of a person's bots in tournaments, divisions too, that are not over."""
    events = Tournament.objects.not_over()
    places = Entrant.objects.still_in().filter(bot__owner=user, tournament__in=events)
    return places.select_related("bot", "tournament").order_by("tournament__starts_at", "pk")


@transaction.atomic
def reinstate(*, user: User, by: User, reason: str) -> User:
    """Reopen an account, its tokens and its bots. Raise Refused."""
    bots = lock_bots(bots=Bot.objects.filter(owner=user))
    user = _lock_account(user, by)
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
    """Make a user an organiser, or undo it; for administrators. Raise Refused."""
    if not by.is_superuser:
        raise CannotSuspend(_("Only an administrator can appoint organisers."))
    user = _lock_account(user, by)
    user.is_staff = organises
    user.save(update_fields=["is_staff"])
    verb = "appoint_organiser" if organises else "dismiss_organiser"
    log_action(actor=by, verb=verb, target=user)
    return user


def _lock_account(user: User, by: User) -> User:
    """Lock the account. Raise Refused if `by` may not change it."""
    require_organiser(person=by)
    user = lock_person(person=user)
    if user.pk == by.pk:
        raise CannotSuspend(_("You cannot do this to your own account."))
    if user.username == HOUSE or user.left_at is not None:
        raise CannotSuspend(_("This is a system account that owns bots. Nobody logs in with it."))
    if user.is_superuser or (user.is_staff and not by.is_superuser):
        raise CannotSuspend(_("Only an administrator can change organisers and administrators."))
    return user


def rename_bot(*, bot: Bot, by: User, name: str, reason: str) -> Bot:
    """Rename somebody's bot, and tell its owner why; its address stays. Raise Refused."""
    if not by.is_superuser:
        raise NotOrganiser(_("Only an administrator can rename the bots of others."))
    reason = require_reason(reason=reason)
    name = require_bot_name(name=name)
    with bot_name_kept(name=name):
        bot = Bot.objects.locked(bot.pk)
        require_free_bot_name(name=name, owner=by, present=bot)
        before, bot.name = bot.name, name
        bot.save(update_fields=["name", "name_key"])
        log_action(actor=by, verb="rename_bot", target=bot, reason=reason, before=before, name=name)
        params = {"bot": name, "slug": bot.slug, "before": before, "message": reason}
        about = f"bot {bot.pk}"
        notify(kind=Notification.Kind.RENAMED, about=about, people={bot.owner_id: params})
    return bot
