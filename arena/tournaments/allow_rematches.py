from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.errors import BadTerms
from arena.core.guards import require_run_by, require_state
from arena.core.log_action import log_action
from arena.models import Tournament
from engine.messages import gettext_noop as _


@transaction.atomic
def allow_rematches(
    *, organiser: AbstractBaseUser | None, tournament: Tournament, reason: str = ""
) -> Tournament:
    """Allow as few rematches as possible. Raises NotOrganiser, BadTerms, WrongState."""
    require_run_by(competition=tournament, person=organiser)
    tournament = Tournament.objects.locked(tournament.pk)
    over = {Tournament.State.FINISHED, Tournament.State.CANCELLED}
    require_state(
        tournament=tournament, states=[one for one in Tournament.State if one not in over]
    )
    if not tournament.format_rules.may_allow_rematches:
        raise BadTerms(_("Rematches can only be allowed in a Swiss tournament."))
    return allow_locked(tournament=tournament, organiser=organiser, reason=reason)


def allow_locked(
    *, tournament: Tournament, organiser: AbstractBaseUser | None, reason: str
) -> Tournament:
    """Allow rematches in a locked Swiss."""
    tournament.allows_rematches = True
    tournament.save(update_fields=["allows_rematches"])
    log_action(actor=organiser, verb="allow_rematches", target=tournament, reason=reason)
    return tournament
