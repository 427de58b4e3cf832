from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.errors import NotEntered, WrongState
from arena.core.guards import require_latest_round, require_reason, require_run_by, require_state
from arena.core.log_action import log_action
from arena.matches.end_early import void_live
from arena.models import Entrant, Match, Pairing, PairingSeat, Tournament
from arena.tournaments.rounds import advance_locked
from arena.tournaments.settle_pairing import forfeit_seat
from engine.messages import Message
from engine.messages import gettext_noop as _


@transaction.atomic
def forfeit_pairing(
    *, organiser: AbstractBaseUser | None, pairing: Pairing, entrant: Entrant, reason: str
) -> Pairing:
    """Let the entrant lose a pairing, even a played one.

    Raises NotOrganiser, NeedsReason, NotEntered, LaterRounds, and WrongState for a knockout's last.
    """
    require_run_by(competition=pairing.round.tournament, person=organiser)
    reason = require_reason(reason=reason)
    pairing, tournament = _lock_pairing(pairing)
    fit = pairing.seats.filter(has_forfeited=False)
    if not fit.filter(entrant=entrant).exists():
        raise NotEntered(_("This entrant is not in the pairing or has already forfeited."))
    if fit.count() == 1 and tournament.is_knockout(pairing.round.stage):
        raise WrongState(
            _(
                "Someone has to advance from this pairing. Exclude the entrant from the "
                "tournament instead."
            )
        )
    if pairing.is_over:
        _reopen(pairing)
    forfeit_seat(pairing=pairing, entrant=entrant, tournament=tournament)
    log_action(
        actor=organiser,
        verb="forfeit_pairing",
        target=tournament,
        reason=reason,
        pairing=pairing.pk,
        entrant=entrant.pk,
        bot=entrant.bot.name,
    )
    advance_locked(tournament=tournament)
    pairing.refresh_from_db()
    return pairing


@transaction.atomic
def rejudge_pairing(
    *, organiser: AbstractBaseUser | None, pairing: Pairing, reason: str
) -> Pairing:
    """Void its matches, forgive remaining entrants' forfeits, and play on a new seed.

    Raises NotOrganiser, NeedsReason, WrongState, LaterRounds.
    """
    require_run_by(competition=pairing.round.tournament, person=organiser)
    reason = require_reason(reason=reason)
    pairing, tournament = _lock_pairing(pairing)
    matches = pairing.matches.exclude(status=Match.Status.VOID)
    voided = list(matches.values_list("pk", flat=True))
    Match.objects.filter(pk__in=voided).give_back(
        status=Match.Status.VOID,
        error=Message(_("To be played again: %(reason)s"), {"reason": reason}),
        finished_at=database_now(),
    )
    _reopen(pairing)
    still_in = PairingSeat.objects.filter(pairing=pairing, entrant__last_round=None)
    still_in.update(has_forfeited=False)
    log_action(
        actor=organiser,
        verb="rejudge_pairing",
        target=tournament,
        reason=reason,
        pairing=pairing.pk,
        matches=voided,
        bots=list(pairing.seats.values_list("entrant__bot__name", flat=True)),
    )
    advance_locked(tournament=tournament)
    pairing.refresh_from_db()
    return pairing


@transaction.atomic
def redraw_round(
    *, organiser: AbstractBaseUser | None, tournament: Tournament, reason: str
) -> Tournament:
    """Void the latest round's pairings and draw it again, now or once resumed; forfeits stay.

    Raises NotOrganiser, NeedsReason, and WrongState after a played result.
    """
    require_run_by(competition=tournament, person=organiser)
    reason = require_reason(reason=reason)
    tournament = Tournament.objects.locked(tournament.pk)
    require_state(tournament=tournament, states=[Tournament.State.RUNNING, Tournament.State.PAUSED])
    latest = tournament.rounds.filter(finished_at=None).last()
    if latest is None:
        raise WrongState(_("No current round can be paired again."))
    played = Match.objects.filter(pairing__in=latest.pairings.not_void())
    if played.filter(status=Match.Status.FINISHED).exists():
        words = _(
            "Round %(number)d already has results. Rejudge or forfeit single pairings instead."
        )
        raise WrongState(words, number=latest.number)
    void_live(
        matches=Match.objects.filter(pairing__round=latest),
        reason=Message(_("The round is redrawn.")),
    )
    latest.pairings.update(state=Pairing.State.VOID)
    # Entrants who left during this round are not paired again.
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


def _lock_pairing(pairing: Pairing) -> tuple[Pairing, Tournament]:
    """Lock the tournament; return the fresh pairing too. Raises WrongState, LaterRounds."""
    tournament = Tournament.objects.locked(pairing.round.tournament_id)
    require_state(tournament=tournament, states=[Tournament.State.RUNNING, Tournament.State.PAUSED])
    pairing = Pairing.objects.select_related("round").get(pk=pairing.pk)
    require_latest_round(pairing=pairing, tournament=tournament)
    return pairing, tournament


def _reopen(pairing: Pairing) -> None:
    """Clear a pairing's result, and the end of its round. The caller has locked the tournament."""
    pairing.reopen()
    reopened = pairing.round
    if reopened.tournament.reveal_minutes and reopened.finished_at and not reopened.untold_since:
        reopened.untold_since = database_now()  # faults until now have been told
    reopened.finished_at = reopened.reveal_at = None
    reopened.save(update_fields=["finished_at", "reveal_at", "untold_since"])
