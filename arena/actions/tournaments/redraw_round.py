"""Pair a round anew that has no result so far."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from arena.actions.errors import WrongState
from arena.actions.guards import require_organiser, require_reason, require_state
from arena.actions.log_action import log_action
from arena.actions.matches.void_live import void_live
from arena.actions.tournaments.advance_tournament import advance_locked
from arena.models import Match, Pairing, Round, Tournament


@transaction.atomic
def redraw_round(
    *, organiser: AbstractBaseUser | None, tournament: Tournament, reason: str
) -> Tournament:
    """Void the pairings of the latest round and draw them again from the results as they are now,
    without those who have left meanwhile.

    While the tournament is paused, they are drawn when it is resumed. Raises NotOrganiser,
    NeedsReason, and WrongState where the round has a result by play, or there is none to draw.
    """
    require_organiser(person=organiser)
    reason = require_reason(reason=reason)
    tournament = Tournament.objects.locked(tournament.pk)
    require_state(tournament=tournament, states=[Tournament.State.RUNNING, Tournament.State.PAUSED])
    latest = _need_fresh_round(tournament)
    void_live(matches=Match.objects.filter(pairing__round=latest), reason="the round is redrawn")
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


def _need_fresh_round(tournament: Tournament) -> Round:
    latest = tournament.rounds.filter(finished_at=None).last()
    if latest is None:
        raise WrongState(_("No round is being played that could be drawn again."))
    played = Match.objects.filter(pairing__in=latest.pairings.standing())
    if played.filter(status=Match.Status.FINISHED).exists():
        words = _("Round %(number)d has results already: replay or forfeit single pairings.")
        raise WrongState(words % {"number": latest.number})
    return latest
