from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.errors import EntriesClosed
from arena.core.guards import require_run_by, require_state
from arena.core.log_action import log_action
from arena.models import Tournament
from engine.messages import gettext_noop as _


@transaction.atomic
def open_tournament(*, organiser: AbstractBaseUser | None, tournament: Tournament) -> Tournament:
    """Publish a draft. Raises NotOrganiser, WrongState, EntriesClosed."""
    require_run_by(competition=tournament, person=organiser)
    tournament = Tournament.objects.locked(tournament.pk)
    require_state(tournament=tournament, states=[Tournament.State.DRAFT])
    by_owners = tournament.admission == Tournament.Admission.SIGN_UP
    if by_owners and tournament.entry_deadline <= database_now():
        raise EntriesClosed(
            _("The entry deadline has already passed. Set a later one, then open the tournament.")
        )
    tournament.state = Tournament.State.OPEN
    tournament.save(update_fields=["state"])
    log_action(actor=organiser, verb="open_tournament", target=tournament)
    return tournament
