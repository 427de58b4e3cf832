"""Say who is seeded where in a tournament, instead of ratings and lots."""

from collections.abc import Sequence

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from arena.actions.errors import NotEntered
from arena.actions.guards import require_before_start, require_organiser
from arena.actions.log_action import log_action
from arena.actions.tournaments.seed_entrants import number_seeds
from arena.models import Bot, Entrant, Tournament


@transaction.atomic
def seed_by_hand(
    *,
    organiser: AbstractBaseUser,
    tournament: Tournament,
    bots: Sequence[Bot],
    reason: str = "",
) -> Tournament:
    """Seed these bots first, in this order, and the others behind them as before; without bots all
    by rating and lot again. It holds whoever else enters or leaves.

    Raises NotOrganiser, WrongState once it has begun, or NotEntered for a bot that is not in the
    field, or named twice.
    """
    require_organiser(person=organiser)
    tournament = Tournament.objects.locked(tournament.pk)
    require_before_start(tournament=tournament)
    field = {entrant.bot_id: entrant for entrant in tournament.entrants.entered()}
    tournament.entrants.update(seed=None)
    chosen = [_found(field, bot) for bot in bots]
    for seed, entrant in enumerate(chosen, 1):
        entrant.seed = seed
    Entrant.objects.bulk_update(chosen, ["seed"])
    if tournament.is_frozen:
        number_seeds(tournament=tournament)
    log_action(
        actor=organiser,
        verb="seed_by_hand",
        target=tournament,
        reason=reason,
        bots=[bot.name for bot in bots],
    )
    return tournament


def _found(field: dict[int, Entrant], bot: Bot) -> Entrant:
    """The bot's entrant, taken out of the field."""
    if bot.pk not in field:
        words = _("“%(name)s” is not in the field of this tournament, or is named twice.")
        raise NotEntered(words % {"name": bot.name})
    return field.pop(bot.pk)
