from datetime import datetime

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.guards import require_run_by, require_state
from arena.core.log_action import log_action
from arena.models import Bot, Entrant, Ladder, Tournament
from arena.notifications.notify_unfit import notify_unfit
from arena.tournaments.seed_entrants import fill_field, freeze_versions, number_seeds


@transaction.atomic
def freeze_entrants(
    *,
    organiser: AbstractBaseUser | None,
    tournament: Tournament,
    now: datetime | None = None,
) -> Tournament:
    """Fix the field, its versions, ratings and seeds; the platform only after the deadline.

    Raises NotOrganiser, WrongState.
    """
    require_run_by(competition=tournament, person=organiser)
    tournament = Tournament.objects.locked(tournament.pk)
    is_due = tournament.entry_deadline <= (now or database_now())
    if organiser is None and not (tournament.state == Tournament.State.OPEN and is_due):
        return tournament
    require_state(tournament=tournament, states=[Tournament.State.OPEN])
    dropped = _drop_unfit(tournament)
    fill_field(tournament=tournament)
    if tournament.admission == Tournament.Admission.LADDER and tournament.ladder:
        _admit_best(tournament, tournament.ladder)
    freeze_versions(tournament=tournament)
    number_seeds(tournament=tournament)
    tournament.save_problem(None, state=Tournament.State.FROZEN)
    log_action(actor=organiser, verb="freeze_entrants", target=tournament, dropped=dropped)
    return tournament


def _drop_unfit(tournament: Tournament) -> list[str]:
    states = [Entrant.State.ENTERED, Entrant.State.WAITING]
    entrants = tournament.entrants.filter(state__in=states).select_related("bot")
    unfit = [entrant for entrant in entrants if not entrant.bot.may_play]
    tournament.entrants.filter(pk__in=[one.pk for one in unfit]).update(state=Entrant.State.UNFIT)
    notify_unfit(tournament=tournament, entrants=unfit)
    return [entrant.bot.name for entrant in unfit]


def _admit_best(tournament: Tournament, ladder: Ladder) -> None:
    entrants = tournament.entrants.select_related("bot")
    known = {entrant.bot_id for entrant in entrants}
    owners = [
        entrant.bot.owner_id for entrant in entrants if entrant.state == Entrant.State.ENTERED
    ]
    free = tournament.most_entrants - len(owners)
    best: list[Bot] = []
    for entry in ladder.entries.playing().ranked().select_related("bot").iterator():
        bot = entry.bot
        if len(best) >= free:
            break
        if bot.pk in known or not _has_room(bot, owners, tournament):
            continue
        best.append(bot)
        owners.append(bot.owner_id)
    Entrant.objects.bulk_create(Entrant(tournament=tournament, bot=bot) for bot in best)


def _has_room(bot: Bot, owners: list[int], tournament: Tournament) -> bool:
    return bot.is_house or owners.count(bot.owner_id) < tournament.bots_per_owner
