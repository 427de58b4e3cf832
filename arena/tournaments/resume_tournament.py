from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.errors import RulesChanged
from arena.core.guards import require_run_by, require_state
from arena.core.log_action import log_action
from arena.models import Match, Pairing, Tournament
from arena.tournaments.advance_tournament import advance_locked
from arena.tournaments.start_tournament import begin_locked
from engine.messages import Message
from engine.messages import gettext_noop as _


@transaction.atomic
def resume_tournament(
    *,
    organiser: AbstractBaseUser | None,
    tournament: Tournament,
    accept_rules: bool = False,
    reason: str = "",
) -> Tournament:
    """Continue, also before the start; a remaining problem pauses it again.

    `accept_rules`: play on by new rules. Raises NotOrganiser, WrongState, CannotStart,
    RulesChanged.
    """
    require_run_by(competition=tournament, person=organiser)
    tournament = Tournament.objects.locked(tournament.pk)
    require_state(tournament=tournament, states=[Tournament.State.PAUSED])
    before = tournament.rules
    if not tournament.has_begun:
        return _wait_or_begin(organiser, tournament, reason)
    _take_rules(tournament, accept_rules=accept_rules)
    tournament.save_problem(None, state=Tournament.State.RUNNING, rules=tournament.rules)
    details = {"rules": [before, tournament.rules]} if before != tournament.rules else {}
    log_action(
        actor=organiser, verb="resume_tournament", target=tournament, reason=reason, **details
    )
    _try_anew(tournament)
    return advance_locked(tournament=tournament)


def _wait_or_begin(
    organiser: AbstractBaseUser | None, tournament: Tournament, reason: str
) -> Tournament:
    tournament.save_problem(None, state=Tournament.State.FROZEN)
    log_action(actor=organiser, verb="resume_tournament", target=tournament, reason=reason)
    if tournament.starts_at <= database_now():
        begin_locked(organiser=organiser, tournament=tournament)
    return tournament


def _take_rules(tournament: Tournament, *, accept_rules: bool) -> None:
    if tournament.rules == tournament.present_rules:
        return
    if not accept_rules:
        words = _(
            "This tournament began under rules %(old)s, but matches are now played under %(new)s. "
            "Accept the new rules for the rest or cancel it."
        )
        raise RulesChanged(words, old=tournament.rules, new=tournament.present_rules)
    tournament.rules = tournament.present_rules


def _try_anew(tournament: Tournament) -> None:
    """Reset retries; void matches by other rules."""
    playing = Pairing.objects.playing().filter(round__tournament=tournament)
    playing.update(retries=0)
    played = Match.objects.filter(pairing__in=playing, status=Match.Status.FINISHED)
    played.exclude(engine=tournament.rules).update(
        status=Match.Status.VOID, worker="", error=Message(_("It was played by other rules."))
    )
