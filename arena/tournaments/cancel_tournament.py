from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.guards import require_reason, require_run_by, require_state
from arena.core.log_action import log_action
from arena.matches.end_early import void_live
from arena.models import Match, Tournament
from engine.messages import Message
from engine.messages import gettext_noop as _


@transaction.atomic
def cancel_tournament(
    *, organiser: AbstractBaseUser | None, tournament: Tournament, reason: str
) -> Tournament:
    """End a tournament without ranks, and void its live matches.

    A draft stays hidden from all who could not see it.
    Raises NotOrganiser, NeedsReason, WrongState.
    """
    require_run_by(competition=tournament, person=organiser)
    reason = require_reason(reason=reason)
    tournament = Tournament.objects.locked(tournament.pk)
    over = {Tournament.State.FINISHED, Tournament.State.CANCELLED}
    require_state(
        tournament=tournament, states=[one for one in Tournament.State if one not in over]
    )
    matches = Match.objects.filter(pairing__round__tournament=tournament)
    void_live(matches=matches, reason=Message(_("The tournament was cancelled.")))
    tournament.save_problem(
        None,
        state=Tournament.State.CANCELLED,
        is_cancelled_draft=tournament.state == Tournament.State.DRAFT,
    )
    log_action(actor=organiser, verb="cancel_tournament", target=tournament, reason=reason)
    return tournament
