from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from arena.core.database_clock import database_now
from arena.core.log_action import log_action, log_event
from arena.models import Entrant, Pairing, Round, Tournament
from arena.models.competition import Unpaired
from arena.notifications.notify_tournament import notify_finished
from arena.tournaments.allow_rematches import allow_locked
from arena.tournaments.draw_round import draw_round
from arena.tournaments.pairing import CannotPair
from arena.tournaments.pause_tournament import pause_locked
from arena.tournaments.plan import RoundPlan
from arena.tournaments.settle_pairing import PairingProblem, settle_pairing
from engine.messages import gettext_noop as _


@transaction.atomic
def advance_tournament(*, tournament_id: int) -> Tournament:
    """Settle pairings, draw the next round or store the ranks.

    Idempotent; concurrent calls wait. A problem for organisers pauses it: see `problem`.
    """
    return advance_locked(tournament=Tournament.objects.locked(tournament_id))


def advance_locked(*, tournament: Tournament) -> Tournament:
    """Advance a locked tournament."""
    if tournament.state != Tournament.State.RUNNING:
        return tournament
    try:
        _require_same_rules(tournament)
        playing = Pairing.objects.playing().filter(round__tournament=tournament)
        left = (
            playing.without_live_match().select_related("round").order_by("round__number", "number")
        )
        for pairing in left:
            settle_pairing(pairing=pairing, tournament=tournament)
        while tournament.state == Tournament.State.RUNNING and not playing.exists():
            _close_rounds(tournament, database_now())
            _go_on(tournament)
    except (CannotPair, PairingProblem) as problem:
        pause_locked(tournament=tournament, problem=problem.problem)
    else:
        if tournament.problem:  # an error that has gone
            tournament.save_problem(None)
    return tournament


def finish_locked(*, tournament: Tournament) -> None:
    """Store the final ranks of a locked tournament, and reveal all rounds in turn."""
    now = database_now()
    _close(tournament, tournament.rounds.filter(finished_at=None), now)
    places = {number: place for place, number in tournament.places()}
    entrants = list(tournament.entrants.numbered())
    for entrant in entrants:
        entrant.place = places.get(entrant.number or 0)
    Entrant.objects.bulk_update(entrants, ["place"])
    notify_finished(tournament=tournament)
    tournament.save_problem(None, state=Tournament.State.FINISHED, finished_at=now)
    log_event(
        "tournament_finished",
        began=tournament.started_at,
        ended=now,
        tournament=tournament.pk,
        entrants=len(entrants),
    )


def _require_same_rules(tournament: Tournament) -> None:
    if tournament.rules != tournament.present_rules:
        raise PairingProblem(
            _(
                "This tournament began under rules %(old)s, but matches are now played under "
                "%(new)s. Resume it under the new rules, keeping the results so far, or cancel it."
            ),
            old=tournament.rules,
            new=tournament.present_rules,
        )


def _close_rounds(tournament: Tournament, now: datetime) -> None:
    """Close decided rounds; one without pairings will be redrawn."""
    over = Round.objects.filter(pairings__in=Pairing.objects.not_void()).distinct()
    _close(tournament, tournament.rounds.filter(finished_at=None, pk__in=over), now)


def _close(tournament: Tournament, rounds: QuerySet[Round], now: datetime) -> None:
    shown = tournament.rounds.filter(reveal_at__isnull=False).order_by("reveal_at").last()
    since = max(now, shown.reveal_at) if shown and shown.reveal_at else now
    for one in rounds:
        since += timedelta(minutes=tournament.reveal_minutes)
        one.finished_at, one.reveal_at = now, since
        if tournament.reveal_minutes:
            one.untold_since = one.untold_since or one.started_at
        one.save(update_fields=["finished_at", "reveal_at", "untold_since"])
        log_event(
            "round_finished",
            began=one.started_at,
            ended=now,
            tournament=tournament.pk,
            round=one.number,
        )


def _go_on(tournament: Tournament) -> None:
    """Draw the next round, or finish. Raises CannotPair."""
    reason = ""
    try:
        round_plan = tournament.round_plan()
    except CannotPair as unpaired:
        round_plan, reason = _plan_unpaired(tournament, unpaired), unpaired.problem
    if round_plan is not None:
        draw_round(tournament=tournament, round_plan=round_plan)
        return
    finish_locked(tournament=tournament)
    log_action(actor=None, verb="finish_tournament", target=tournament, reason=reason)


def _plan_unpaired(tournament: Tournament, unpaired: CannotPair) -> RoundPlan | None:
    """Do what its organisers chose for a round that cannot be paired; None: it is over.

    Raises CannotPair where they want to be asked, or where their choice does not help.
    """
    chosen, rules = tournament.if_unpaired, tournament.format_rules
    if chosen == Unpaired.REMATCH and rules.may_allow_rematches and not tournament.allows_rematches:
        allow_locked(tournament=tournament, organiser=None, reason=unpaired.problem)
        return tournament.round_plan()
    has_standings = rules.key and tournament.rounds.exists()
    if chosen == Unpaired.END and has_standings:
        return None
    raise unpaired
