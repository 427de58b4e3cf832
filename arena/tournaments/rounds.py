from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.db.models import QuerySet

from arena.core.database_clock import database_now
from arena.core.log_action import log_action, log_event
from arena.matches.end_early import void_matches
from arena.models import Action, Entrant, Match, Pairing, PairingSeat, Round, Tournament
from arena.models.competition import Unpaired
from arena.notifications.notify_competitions import notify_drawn, notify_finished
from arena.notifications.problems import notify_blocked
from arena.tournaments.format import PairingPlan, RoundPlan
from arena.tournaments.pairing import CannotPair
from arena.tournaments.settle_pairing import PairingProblem, order_first_matches, settle_pairing
from engine.messages import Message
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
        if tournament.rules != tournament.present_rules:
            raise PairingProblem(
                _(
                    "This tournament began under rules %(old)s, but matches are now played under "
                    "%(new)s. Resume it under the new rules, keeping the results so far, or cancel "
                    "it."
                ),
                old=tournament.rules,
                new=tournament.present_rules,
            )
        playing = Pairing.objects.playing().filter(round__tournament=tournament)
        to_settle = playing.without_live_match().select_related("round")
        for pairing in to_settle.order_by("round__number", "number"):
            settle_pairing(pairing=pairing, tournament=tournament)
        while tournament.state == Tournament.State.RUNNING and not playing.exists():
            # A round whose pairings are all void stays open: it is redrawn.
            drawn = Round.objects.filter(pairings__in=Pairing.objects.not_void()).distinct()
            decided = tournament.rounds.filter(finished_at=None, pk__in=drawn)
            _close_rounds(tournament, decided, database_now())
            _draw_next_round(tournament)
    except (CannotPair, PairingProblem) as problem:
        pause_locked(tournament=tournament, problem=problem.problem)
    else:
        if tournament.problem:  # an error that has gone
            tournament.save_problem(None)
    return tournament


def finish_locked(*, tournament: Tournament) -> None:
    """Store the final ranks of a locked tournament, and reveal all rounds in turn."""
    now = database_now()
    _close_rounds(tournament, tournament.rounds.filter(finished_at=None), now)
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


def _close_rounds(tournament: Tournament, rounds: QuerySet[Round], now: datetime) -> None:
    """End these rounds; each is revealed some minutes after now and after the one before it."""
    latest = tournament.rounds.filter(reveal_at__isnull=False).order_by("reveal_at").last()
    reveal_at = max(now, latest.reveal_at) if latest and latest.reveal_at else now
    for closing in rounds:
        reveal_at += timedelta(minutes=tournament.reveal_minutes)
        closing.finished_at, closing.reveal_at = now, reveal_at
        if tournament.reveal_minutes:
            closing.untold_since = closing.untold_since or closing.started_at
        closing.save(update_fields=["finished_at", "reveal_at", "untold_since"])
        log_event(
            "round_finished",
            began=closing.started_at,
            ended=now,
            tournament=tournament.pk,
            round=closing.number,
        )


def _draw_next_round(tournament: Tournament) -> None:
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


def pause_locked(
    *,
    tournament: Tournament,
    organiser: AbstractBaseUser | None = None,
    reason: str = "",
    problem: str | None = None,
) -> Tournament:
    """Pause a locked tournament; `problem` is why, and its organiser is told."""
    matches = Match.objects.filter(pairing__round__tournament=tournament)
    void_matches(matches=matches, reason=Message(_("The tournament was paused.")))
    tournament.save_problem(problem, state=Tournament.State.PAUSED)
    if problem:
        notify_blocked(competition=tournament, problem=problem)
    log_action(
        actor=organiser,
        verb="pause_tournament",
        target=tournament,
        reason=reason or problem or "",
    )
    return tournament


def allow_locked(
    *, tournament: Tournament, organiser: AbstractBaseUser | None, reason: str
) -> Tournament:
    """Allow rematches in a locked Swiss."""
    tournament.allows_rematches = True
    tournament.save(update_fields=["allows_rematches"])
    log_action(actor=organiser, verb="allow_rematches", target=tournament, reason=reason)
    return tournament


def draw_round(*, tournament: Tournament, round_plan: RoundPlan) -> None:
    """Store the planned round and queue its matches; void pairings stay. Raises PairingProblem.

    The caller has locked the tournament.
    """
    drawn, is_new = Round.objects.update_or_create(
        tournament=tournament,
        number=round_plan.number,
        defaults={"stage": round_plan.stage, "started_at": database_now()},
    )
    byes = [PairingPlan((bye,)) for bye in round_plan.byes]
    pairings = _create_pairings(drawn, [*round_plan.tables, *byes])
    playing = [pairing for pairing in pairings if pairing.state == Pairing.State.PLAYING]
    forfeits = PairingSeat.objects.filter(pairing__in=playing, has_forfeited=True)
    with_forfeits = set(forfeits.values_list("pairing", flat=True))
    order_first_matches(
        pairings=[pairing for pairing in playing if pairing.pk not in with_forfeits],
        tournament=tournament,
    )
    for pairing in playing:
        if pairing.pk in with_forfeits:
            settle_pairing(pairing=pairing, tournament=tournament)
    log_event("round_drawn", tournament=tournament.pk, round=drawn.number, pairings=len(pairings))
    if is_new and drawn.number == 1:
        notify_drawn(tournament=tournament)


def _create_pairings(drawn: Round, tables: list[PairingPlan]) -> list[Pairing]:
    entrants = {entrant.number: entrant for entrant in drawn.tournament.entrants.numbered()}
    withdrawn = drawn.tournament.withdrawn()
    first = drawn.pairings.count() + 1
    pairings = Pairing.objects.bulk_create(
        Pairing(
            round=drawn,
            number=number,
            code=table.code,
            group=table.group,
            state=Pairing.State.PLAYING if table.entrants[1:] else Pairing.State.BYE,
            decided_at=None if table.entrants[1:] else drawn.started_at,
        )
        for number, table in enumerate(tables, first)
    )
    PairingSeat.objects.bulk_create(
        PairingSeat(
            pairing=pairing,
            position=position,
            entrant=entrants[int(number)],
            rank=None if table.entrants[1:] else 1,
            has_forfeited=bool(table.entrants[1:]) and number in withdrawn,
        )
        for pairing, table in zip(pairings, tables, strict=True)
        for position, number in enumerate(table.entrants)
    )
    if first > 1:
        _keep_forfeits(drawn, pairings)
    return pairings


def _keep_forfeits(drawn: Round, pairings: Iterable[Pairing]) -> None:
    """Let entrants who had forfeited before a round was redrawn forfeit their new pairings, too.

    The log repeats the reason. In a knockout, not where nobody could then advance.
    """
    tournament = drawn.tournament
    void = PairingSeat.objects.filter(pairing__round=drawn, pairing__state=Pairing.State.VOID)
    latest = {seat.entrant_id: seat for seat in void.order_by("pairing__number")}
    before = {entrant: seat for entrant, seat in latest.items() if seat.has_forfeited}
    for pairing in pairings:
        fit = list(pairing.seats.filter(has_forfeited=False))
        again = [seat for seat in fit if seat.entrant_id in before]
        if len(again) == len(fit) and tournament.is_knockout(drawn.stage):
            continue
        pairing.seats.filter(pk__in=[seat.pk for seat in again]).update(has_forfeited=True)
        for seat in again:
            logged = Action.objects.filter(
                verb="forfeit_pairing",
                target=f"tournament {tournament.pk}",
                details__pairing=before[seat.entrant_id].pairing_id,
                details__entrant=seat.entrant_id,
            ).first()
            log_action(
                actor=logged.actor if logged else None,
                verb="forfeit_pairing",
                target=tournament,
                reason=logged.reason if logged else "",
                pairing=pairing.pk,
                entrant=seat.entrant_id,
                redrawn=True,
            )
