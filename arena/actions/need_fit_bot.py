"""Which bots may stand in a tournament."""

from django.utils.translation import gettext as _

from arena.actions.errors import BotUnfit, TooManyBots
from arena.models import Bot, Entrant, Tournament


def require_fit_bot(*, bot: Bot, tournament: Tournament) -> None:
    """Raise BotUnfit for a bot that may not play, or that no ladder of this game knows."""
    if bot.state == Bot.State.WITHDRAWN:
        words = _("“%(name)s” was withdrawn from play for good.")
    elif bot.state == Bot.State.BENCHED:
        words = _("“%(name)s” is benched: mend it or have it checked again, then enter it.")
    elif bot.current_id is None:
        words = _("No version of “%(name)s” has passed its check yet.")
    elif not bot.entries.filter(ladder__game=tournament.game).exists():
        words = _("“%(name)s” stands on no ladder of this game: enter it on one first.")
    else:
        return
    raise BotUnfit(words % {"name": bot.name})


def require_room_for_owner(*, bot: Bot, tournament: Tournament) -> None:
    """Raise TooManyBots where its owner has as many in the tournament as one may; the house has no
    such limit."""
    if bot.is_house:
        return
    states = [Entrant.State.ENTERED, Entrant.State.WAITING]
    own = tournament.entrants.filter(bot__owner=bot.owner_id, state__in=states)
    if own.count() >= tournament.bots_per_owner:
        words = _("An owner may enter %(most)d here: withdraw another one first.")
        raise TooManyBots(words % {"most": tournament.bots_per_owner})
