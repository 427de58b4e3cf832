from datetime import datetime

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.errors import CannotStart
from arena.core.guards import require_run_by, require_state
from arena.core.log_action import log_action
from arena.models import Tournament
from arena.tournaments.advance_tournament import advance_locked
from arena.tournaments.formats import estimate
from arena.tournaments.pairing import CannotPair
from arena.tournaments.pause_tournament import pause_locked
from arena.tournaments.seed_entrants import fill_field, number_seeds


@transaction.atomic
def start_tournament(
    *,
    organiser: AbstractBaseUser | None,
    tournament: Tournament,
    now: datetime | None = None,
) -> Tournament:
    """Draw the first round under present rules.

    The platform starts due ones, idempotently, and pauses impossible ones. Raises NotOrganiser,
    WrongState, CannotStart.
    """
    require_run_by(competition=tournament, person=organiser)
    tournament = Tournament.objects.locked(tournament.pk)
    if organiser is not None:
        require_state(tournament=tournament, states=[Tournament.State.FROZEN])
        return begin_locked(organiser=organiser, tournament=tournament)
    is_due = tournament.starts_at <= (now or database_now())
    if tournament.state == Tournament.State.FROZEN and is_due:
        try:
            begin_locked(organiser=None, tournament=tournament)
        except CannotStart as refused:
            pause_locked(tournament=tournament, problem=refused.problem)
    return tournament


def begin_locked(*, organiser: AbstractBaseUser | None, tournament: Tournament) -> Tournament:
    """Start a locked tournament. Raises CannotStart."""
    fill_field(tournament=tournament)
    number_seeds(tournament=tournament)
    entrants = tournament.entrants.entered().count()
    try:
        estimate(tournament.pairing_terms, entrants)
    except CannotPair as problem:
        raise CannotStart.like(problem) from problem
    tournament.save_problem(
        None,
        state=Tournament.State.RUNNING,
        rules=tournament.present_rules,
        started_at=database_now(),
    )
    log_action(
        actor=organiser,
        verb="start_tournament",
        target=tournament,
        rules=tournament.rules,
        entrants=entrants,
    )
    return advance_locked(tournament=tournament)
