"""Let a paused tournament go on."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from arena.actions.errors import RulesChanged
from arena.actions.guards import require_organiser, require_state
from arena.actions.log_action import log_action
from arena.actions.tournaments.advance_tournament import advance_locked
from arena.actions.tournaments.start_tournament import begin_locked
from arena.database_clock import database_now
from arena.models import Match, Pairing, Tournament


@transaction.atomic
def resume_tournament(
    *,
    organiser: AbstractBaseUser | None,
    tournament: Tournament,
    accept_rules: bool = False,
    reason: str = "",
) -> Tournament:
    """Go on where it was paused, also before its start; matches that were void are ordered again.

    `accept_rules`: play on by the engine's present rules, where those of the beginning are gone;
    results stay. What keeps it from going on pauses it again at once: see its `trouble`. Raises
    NotOrganiser, WrongState, CannotStart, and RulesChanged unless these are accepted.
    """
    require_organiser(person=organiser)
    tournament = Tournament.objects.locked(tournament.pk)
    require_state(tournament=tournament, states=[Tournament.State.PAUSED])
    before = tournament.rules
    if not tournament.has_begun:
        return _wait_or_begin(organiser, tournament, reason)
    _take_rules(tournament, accept_rules=accept_rules)
    tournament.save_trouble(None, state=Tournament.State.RUNNING, rules=tournament.rules)
    details = {"rules": [before, tournament.rules]} if before != tournament.rules else {}
    log_action(
        actor=organiser, verb="resume_tournament", target=tournament, reason=reason, **details
    )
    _try_anew(tournament)
    return advance_locked(tournament=tournament)


def _wait_or_begin(
    organiser: AbstractBaseUser | None, tournament: Tournament, reason: str
) -> Tournament:
    tournament.save_trouble(None, state=Tournament.State.FROZEN)
    log_action(actor=organiser, verb="resume_tournament", target=tournament, reason=reason)
    if tournament.starts_at <= database_now():
        begin_locked(organiser=organiser, tournament=tournament)
    return tournament


def _take_rules(tournament: Tournament, *, accept_rules: bool) -> None:
    if tournament.rules == tournament.present_rules:
        return
    if not accept_rules:
        words = _(
            "It began under the rules %(old)s; matches are played by %(new)s now. Accept the new "
            "rules for the rest, or cancel it."
        )
        raise RulesChanged(words % {"old": tournament.rules, "new": tournament.present_rules})
    tournament.rules = tournament.present_rules


def _try_anew(tournament: Tournament) -> None:
    """Machines that failed get another chance; matches of other rules do not count."""
    playing = Pairing.objects.playing().filter(round__tournament=tournament)
    playing.update(retries=0)
    played = Match.objects.filter(pairing__in=playing, status=Match.Status.FINISHED)
    played.exclude(engine=tournament.rules).update(
        status=Match.Status.VOID, worker="", error="it was played by other rules"
    )
