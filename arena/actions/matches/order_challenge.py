from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.actions.errors import BotUnfit, NoChallenge
from arena.actions.guards import require_jail, require_own_bot, require_quota
from arena.actions.matches.order_match import CHALLENGE_PRIORITY, order_match
from arena.actions.workers.enqueue import enqueue
from arena.models import Bot, Ladder, Match, Version
from engine.messages import gettext_noop as _


@transaction.atomic
def order_challenge(
    *, challenger: AbstractBaseUser, bot: Bot, opponent: Bot, ladder: Ladder
) -> Match:
    """Queue a public unrated match; house bots fill further seats.

    Raises NotYours, BotUnfit, NoChallenge, NoJail, QuotaUsed.
    """
    require_own_bot(
        bot=bot, person=challenger, words=_("You can only challenge with one of your own bots.")
    )
    _need_player(bot)
    _need_opponent(challenger, bot, opponent)
    if ladder.pk not in [one.pk for one in Ladder.objects.for_challenge(bot, opponent)]:
        words = _("These two bots cannot play each other on “%(ladder)s”. Choose another ladder.")
        raise NoChallenge(words, ladder=ladder.name)
    require_jail(
        words=_("No machine can run bots in a jail right now, so challenges cannot be played.")
    )
    versions = _lineup(bot, opponent, ladder)
    require_quota(
        person=challenger,
        done=Match.objects.filter(ordered_by=challenger.pk, purpose=Match.Purpose.CHALLENGE),
        most=settings.CHALLENGES_PER_DAY,
        words=_("You can start %(most)d challenges a day. Try again from %(when)s."),
    )
    match = order_match(
        ladder=ladder,
        purpose=Match.Purpose.CHALLENGE,
        versions=versions,
        games=ladder.games_per_match,
        priority=CHALLENGE_PRIORITY,
        ordered_by=challenger,
    )
    enqueue(matches=[match])
    return match


def _need_player(bot: Bot) -> None:
    if not bot.may_play:
        words = _("“%(name)s” cannot play: it is benched, withdrawn, or has not passed a check.")
        raise BotUnfit(words, name=bot.name)


def _need_opponent(challenger: AbstractBaseUser, bot: Bot, opponent: Bot) -> None:
    if bot.pk == opponent.pk:
        raise NoChallenge(_("A bot cannot challenge itself. Choose another one."))
    if not opponent.may_play:
        words = _("“%(name)s” is not playing right now. Challenge another bot.")
        raise NoChallenge(words, name=opponent.name)
    if not opponent.takes_challenges and not opponent.is_run_by(challenger):
        words = _("“%(name)s” does not accept challenges. Choose another bot.")
        raise NoChallenge(words, name=opponent.name)


def _lineup(bot: Bot, opponent: Bot, ladder: Ladder) -> list[Version]:
    others = ladder.entries.seatable().filter(bot__is_house=True).exclude(bot__in=[bot, opponent])
    fill = [entry.bot for entry in others.select_related("bot__current").order_by("bot")]
    bots = [bot, opponent, *fill[: ladder.seats - 2]]
    if len(bots) < ladder.seats:
        words = _(
            "“%(ladder)s” has %(seats)d seats, and there are not enough house bots to fill them."
        )
        raise NoChallenge(words, ladder=ladder.name, seats=ladder.seats)
    return [one.current for one in bots if one.current]
