from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.errors import AlreadyEntered, FieldFull
from arena.core.guards import require_before_start, require_fit_bot, require_run_by
from arena.core.log_action import log_action
from arena.models import Bot, Entrant, Tournament
from arena.tournaments.seed_entrants import freeze_versions, number_seeds
from engine.messages import gettext_noop as _


@transaction.atomic
def admit_entrant(
    *, organiser: AbstractBaseUser | None, tournament: Tournament, bot: Bot, reason: str = ""
) -> Entrant:
    """Enter anybody's bot before the start; reseed a frozen field.

    Raises NotOrganiser, WrongState, BotUnfit, AlreadyEntered, FieldFull.
    """
    require_run_by(competition=tournament, person=organiser)
    tournament = Tournament.objects.locked(tournament.pk)
    require_before_start(tournament=tournament)
    bot = Bot.objects.get(pk=bot.pk)
    require_fit_bot(bot=bot, tournament=tournament)
    _require_place(bot, tournament)
    entrant, _new = Entrant.objects.update_or_create(
        tournament=tournament, bot=bot, defaults={"state": Entrant.State.ENTERED}
    )
    if tournament.is_frozen:
        freeze_versions(tournament=tournament)
        number_seeds(tournament=tournament)
        entrant.refresh_from_db()
    log_action(
        actor=organiser, verb="admit_entrant", target=tournament, reason=reason, bot=bot.name
    )
    return entrant


def _require_place(bot: Bot, tournament: Tournament) -> None:
    entered = tournament.entrants.entered()
    if entered.filter(bot=bot).exists():
        words = _("“%(name)s” is already in this tournament.")
        raise AlreadyEntered(words, name=bot.name)
    if entered.count() >= tournament.most_entrants:
        raise FieldFull(_("The field is full. Exclude an entrant or allow more."))
