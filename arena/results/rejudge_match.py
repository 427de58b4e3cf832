from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.errors import BotUnfit, LadderClosed
from arena.core.log_action import log_action
from arena.matches.order_match import LADDER_PRIORITY, order_match
from arena.models import Bot, Ladder, Match, Version
from arena.queue.enqueue import enqueue
from arena.results.void_result import void_tally
from engine.messages import gettext_noop as _


@transaction.atomic
def rejudge_match(*, organiser: AbstractBaseUser, match: Match, reason: str) -> Match:
    """Void the result; return a queued match on a new seed.

    Raises as `void_result`, LadderClosed, BotUnfit.
    """
    voided, reason = void_tally(organiser=organiser, match=match, reason=reason)
    versions = [
        seat.version for seat in voided.seats.select_related("version__bot").order_by("position")
    ]
    _require_players(voided, versions)
    again = order_match(
        ladder=voided.ladder,
        purpose=Match.Purpose.LADDER,
        versions=versions,
        games=voided.games_planned,
        priority=LADDER_PRIORITY + 1,
        ordered_by=organiser,
    )
    log_action(
        actor=organiser, verb="rejudge_match", target=voided, reason=reason, replayed=again.pk
    )
    log_action(actor=organiser, verb="replay_of", target=again, reason=reason, replays=voided.pk)
    enqueue(matches=[again])
    return again


def _require_players(match: Match, versions: list[Version]) -> None:
    if match.ladder is not None and match.ladder.state == Ladder.State.CLOSED:
        raise LadderClosed(
            _("The ladder is closed and no more matches are played there. Void the match instead.")
        )
    for version in versions:
        if version.bot.state != Bot.State.ACTIVE:
            words = _(
                "“%(name)s” is not playing right now or no longer plays. Void the match instead."
            )
            raise BotUnfit(words, name=version.bot.name)
