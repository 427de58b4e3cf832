from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.errors import WrongState
from arena.core.guards import require_reason, require_run_by, require_state
from arena.core.log_action import log_action
from arena.matches.end_early import void_live
from arena.models import Match, Pairing, Round, Tournament
from arena.tournaments.advance_tournament import advance_locked
from engine.messages import Message
from engine.messages import gettext_noop as _


@transaction.atomic
def redraw_round(
    *, organiser: AbstractBaseUser | None, tournament: Tournament, reason: str
) -> Tournament:
    """Void and redraw the latest round's pairings, once resumed; forfeits stay.

    Raises NotOrganiser, NeedsReason, and WrongState after a played result.
    """
    require_run_by(competition=tournament, person=organiser)
    reason = require_reason(reason=reason)
    tournament = Tournament.objects.locked(tournament.pk)
    require_state(tournament=tournament, states=[Tournament.State.RUNNING, Tournament.State.PAUSED])
    latest = _require_fresh_round(tournament)
    void_live(
        matches=Match.objects.filter(pairing__round=latest),
        reason=Message(_("The round is redrawn.")),
    )
    latest.pairings.update(state=Pairing.State.VOID)
    left_now = tournament.entrants.filter(last_round=latest.number)
    left_now.update(last_round=latest.number - 1)
    log_action(
        actor=organiser,
        verb="redraw_round",
        target=tournament,
        reason=reason,
        round=latest.number,
    )
    return advance_locked(tournament=tournament)


def _require_fresh_round(tournament: Tournament) -> Round:
    latest = tournament.rounds.filter(finished_at=None).last()
    if latest is None:
        raise WrongState(_("No current round can be paired again."))
    played = Match.objects.filter(pairing__in=latest.pairings.not_void())
    if played.filter(status=Match.Status.FINISHED).exists():
        words = _(
            "Round %(number)d already has results. Rejudge or forfeit single pairings instead."
        )
        raise WrongState(words, number=latest.number)
    return latest
