from collections.abc import Sequence

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.errors import NotEntered
from arena.core.guards import require_before_start, require_run_by
from arena.core.log_action import log_action
from arena.models import Bot, Entrant, Tournament
from arena.tournaments.seed_entrants import number_seeds
from engine.messages import gettext_noop as _


@transaction.atomic
def seed_by_hand(
    *,
    organiser: AbstractBaseUser,
    tournament: Tournament,
    bots: Sequence[Bot],
    reason: str = "",
) -> Tournament:
    """Seed these bots first, for good; none: by rating and lot.

    Raises NotOrganiser, WrongState, NotEntered also for duplicates.
    """
    require_run_by(competition=tournament, person=organiser)
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
    if bot.pk not in field:
        words = _("“%(name)s” is not in this tournament or is listed twice.")
        raise NotEntered(words, name=bot.name)
    return field.pop(bot.pk)
