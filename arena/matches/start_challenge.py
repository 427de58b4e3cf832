from arena.core.database_clock import database_now
from arena.core.errors import BotUnfit, NoChallenge
from arena.core.guards import require_jail
from arena.matches.order_match import CHALLENGE_PRIORITY, order_match
from arena.models import Bot, Challenge, Ladder, Match, Version
from arena.queue.enqueue import enqueue
from engine.messages import gettext_noop as _


def start_challenge(*, challenge: Challenge) -> list[Match]:
    """Queue its matches between the present versions; house bots fill further seats.

    Raises as `require_playable`.
    """
    require_playable(challenge=challenge)
    versions = _lineup(challenge.bot, challenge.opponent, challenge.ladder)
    challenge.state = Challenge.State.ACCEPTED
    challenge.answered_at = database_now()
    challenge.save()
    matches = [
        order_match(
            ladder=challenge.ladder,
            purpose=Match.Purpose.CHALLENGE,
            versions=versions,
            games=challenge.ladder.games_per_match,
            priority=CHALLENGE_PRIORITY,
            ordered_by=challenge.challenger,
            challenge=challenge,
            seed=challenge.match_seed(number),
        )
        for number in range(challenge.matches_planned)
    ]
    enqueue(matches=matches)
    return matches


def require_playable(*, challenge: Challenge) -> None:
    """Raise BotUnfit, NoChallenge or NoJail if these bots cannot meet now."""
    bot, opponent, ladder = challenge.bot, challenge.opponent, challenge.ladder
    if not bot.may_play:
        words = _("“%(name)s” cannot play: it is benched, withdrawn, or has not passed a check.")
        raise BotUnfit(words, name=bot.name)
    if bot.pk == opponent.pk:
        raise NoChallenge(_("A bot cannot challenge itself. Choose another one."))
    if not opponent.may_play:
        words = _("“%(name)s” is not playing right now. Challenge another bot.")
        raise NoChallenge(words, name=opponent.name)
    if ladder.pk not in [one.pk for one in Ladder.objects.for_challenge(bot, opponent)]:
        words = _("These two bots cannot play each other on “%(ladder)s”. Choose another ladder.")
        raise NoChallenge(words, ladder=ladder.name)
    require_jail(
        words=_("No machine can run bots in a jail right now, so challenges cannot be played.")
    )
    _lineup(bot, opponent, ladder)


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
