from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.errors import AlreadyEntered, EntriesClosed
from arena.core.guards import require_fit_bot, require_own_bot, require_room_for_owner
from arena.models import Bot, Entrant, Tournament
from engine.messages import gettext_noop as _


@transaction.atomic
def enter_tournament(*, owner: AbstractBaseUser, tournament: Tournament, bot: Bot) -> Entrant:
    """Enter an owner's bot, or add it to a full field's waiting list.

    Raises NotYours, EntriesClosed, BotUnfit, AlreadyEntered, TooManyBots.
    """
    tournament = Tournament.objects.locked(tournament.pk)
    bot = Bot.objects.get(pk=bot.pk)
    require_own_bot(bot=bot, person=owner, words=_("You can only enter your own bots."))
    _require_open(tournament)
    require_fit_bot(bot=bot, tournament=tournament)
    clear_place(bot=bot, tournament=tournament)
    require_room_for_owner(bot=bot, tournament=tournament)
    full = tournament.entrants.entered().count() >= tournament.most_entrants
    state = Entrant.State.WAITING if full else Entrant.State.ENTERED
    return Entrant.objects.create(tournament=tournament, bot=bot, state=state)


def clear_place(*, bot: Bot, tournament: Tournament) -> None:
    """Delete a withdrawn entrant, so that it re-enters last. Raises AlreadyEntered."""
    entrant = tournament.entrants.filter(bot=bot).first()
    if entrant is None:
        return
    if entrant.state == Entrant.State.EXCLUDED:
        words = _("“%(name)s” was excluded from this tournament. Contact its organisers.")
        raise AlreadyEntered(words, name=bot.name)
    if entrant.state != Entrant.State.WITHDRAWN:
        words = _("“%(name)s” is already in this tournament.")
        raise AlreadyEntered(words, name=bot.name)
    entrant.delete()


def _require_open(tournament: Tournament) -> None:
    if tournament.admission != Tournament.Admission.SIGN_UP:
        raise EntriesClosed(
            _("The organisers choose the entrants of this tournament. You cannot sign up for it.")
        )
    is_open = tournament.state == Tournament.State.OPEN
    if not is_open or tournament.entry_deadline <= database_now():
        words = _("“%(name)s” does not accept entries right now.")
        raise EntriesClosed(words, name=tournament.name)
