from datetime import datetime

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.errors import BadTerms, CannotStart, RulesChanged, WrongState
from arena.core.guards import require_reason, require_run_by, require_state
from arena.core.log_action import log_action
from arena.matches.end_early import void_live
from arena.models import Match, Pairing, Tournament
from arena.notifications.problems import report_errors
from arena.tournaments.field import fill_field, freeze_entrants, number_seeds
from arena.tournaments.formats import estimate
from arena.tournaments.models.rounds import PairingQuerySet
from arena.tournaments.pairing import CannotPair
from arena.tournaments.rounds import (
    advance_locked,
    advance_tournament,
    allow_locked,
    finish_locked,
    pause_locked,
)
from engine.messages import Message
from engine.messages import gettext_noop as _


def run_tournaments(*, now: datetime | None = None) -> None:
    """Freeze, start and advance due tournaments. Idempotent."""
    now = now or database_now()
    for tournament in Tournament.objects.to_freeze(now):
        with report_errors(kind=Tournament, pk=tournament.pk):
            freeze_entrants(organiser=None, tournament=tournament, now=now)
    for tournament in Tournament.objects.to_start(now):
        with report_errors(kind=Tournament, pk=tournament.pk):
            start_tournament(organiser=None, tournament=tournament, now=now)
    for pk in sorted(to_advance()):
        with report_errors(kind=Tournament, pk=pk):
            advance_tournament(tournament_id=pk)


def to_advance() -> set[int]:
    """Return the running tournaments that have something to settle, or whose rules are gone."""
    ids = list(Tournament.objects.going_on().values_list("pk", flat=True))
    playing = Pairing.objects.playing().filter(round__tournament__in=ids).order_by()
    return {
        *_of(playing.without_live_match()),
        *(set(ids) - _of(playing)),
        *Tournament.objects.of_other_rules().values_list("pk", flat=True),
    }


def _of(pairings: PairingQuerySet) -> set[int]:
    return set(pairings.values_list("round__tournament", flat=True).distinct())


@transaction.atomic
def start_tournament(
    *,
    organiser: AbstractBaseUser | None,
    tournament: Tournament,
    now: datetime | None = None,
) -> Tournament:
    """Start a frozen tournament: draw its first round under the present rules.

    Without an organiser only if it is due; one that cannot start is then paused. Raises
    NotOrganiser, WrongState, CannotStart.
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
        except CannotStart as error:
            pause_locked(tournament=tournament, problem=error.problem)
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


@transaction.atomic
def pause_tournament(
    *, organiser: AbstractBaseUser | None, tournament: Tournament, reason: str = ""
) -> Tournament:
    """Draw no more rounds until resumed: queued matches become void, running ones still count.

    Raises NotOrganiser, WrongState.
    """
    require_run_by(competition=tournament, person=organiser)
    tournament = Tournament.objects.locked(tournament.pk)
    require_state(tournament=tournament, states=[Tournament.State.RUNNING])
    return pause_locked(tournament=tournament, organiser=organiser, reason=reason)


@transaction.atomic
def resume_tournament(
    *,
    organiser: AbstractBaseUser | None,
    tournament: Tournament,
    accept_rules: bool = False,
    reason: str = "",
) -> Tournament:
    """Continue a paused tournament, also before its start; a remaining problem pauses it again.

    `accept_rules`: play on by new rules. Raises NotOrganiser, WrongState, CannotStart,
    RulesChanged.
    """
    require_run_by(competition=tournament, person=organiser)
    tournament = Tournament.objects.locked(tournament.pk)
    require_state(tournament=tournament, states=[Tournament.State.PAUSED])
    if not tournament.has_begun:
        tournament.save_problem(None, state=Tournament.State.FROZEN)
        log_action(actor=organiser, verb="resume_tournament", target=tournament, reason=reason)
        if tournament.starts_at <= database_now():
            begin_locked(organiser=organiser, tournament=tournament)
        return tournament
    old, new = tournament.rules, tournament.present_rules
    if old != new and not accept_rules:
        words = _(
            "This tournament began under rules %(old)s, but matches are now played under %(new)s. "
            "Accept the new rules for the rest or cancel it."
        )
        raise RulesChanged(words, old=old, new=new)
    tournament.save_problem(None, state=Tournament.State.RUNNING, rules=new)
    details = {"rules": [old, new]} if old != new else {}
    log_action(
        actor=organiser, verb="resume_tournament", target=tournament, reason=reason, **details
    )
    # Failures of hosts before the pause no longer count, nor do matches by other rules.
    playing = Pairing.objects.playing().filter(round__tournament=tournament)
    playing.update(retries=0)
    played = Match.objects.filter(pairing__in=playing, status=Match.Status.FINISHED)
    played.exclude(engine=new).update(
        status=Match.Status.VOID, worker="", error=Message(_("It was played by other rules."))
    )
    return advance_locked(tournament=tournament)


@transaction.atomic
def finish_tournament(
    *, organiser: AbstractBaseUser | None, tournament: Tournament, reason: str
) -> Tournament:
    """End a tournament early, as a Swiss that cannot be paired: the ranks so far are final.

    Raises NotOrganiser, NeedsReason, and WrongState, also while pairings are undecided.
    """
    require_run_by(competition=tournament, person=organiser)
    reason = require_reason(reason=reason)
    tournament = Tournament.objects.locked(tournament.pk)
    if tournament.is_over or not tournament.has_begun:
        words = _("“%(name)s” is %(state)s and cannot be ended.")
        state = Tournament.State(tournament.state).label
        raise WrongState(words, name=tournament.name, state=state)
    if Pairing.objects.playing().filter(round__tournament=tournament).exists():
        raise WrongState(
            _("Some pairings of a round have no result yet. Wait for them or forfeit them first.")
        )
    finish_locked(tournament=tournament)
    log_action(actor=organiser, verb="finish_tournament", target=tournament, reason=reason)
    return tournament


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
    require_state(tournament=tournament, states=Tournament.NOT_OVER)
    matches = Match.objects.filter(pairing__round__tournament=tournament)
    void_live(matches=matches, reason=Message(_("The tournament was cancelled.")))
    tournament.save_problem(
        None,
        state=Tournament.State.CANCELLED,
        is_cancelled_draft=tournament.state == Tournament.State.DRAFT,
    )
    log_action(actor=organiser, verb="cancel_tournament", target=tournament, reason=reason)
    return tournament


@transaction.atomic
def allow_rematches(
    *, organiser: AbstractBaseUser | None, tournament: Tournament, reason: str = ""
) -> Tournament:
    """Let a Swiss pair as few rematches as it needs. Raises NotOrganiser, BadTerms, WrongState."""
    require_run_by(competition=tournament, person=organiser)
    tournament = Tournament.objects.locked(tournament.pk)
    require_state(tournament=tournament, states=Tournament.NOT_OVER)
    if not tournament.format_rules.may_allow_rematches:
        raise BadTerms(_("Rematches can only be allowed in a Swiss tournament."))
    return allow_locked(tournament=tournament, organiser=organiser, reason=reason)
