from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.guards import require_run_by, require_state
from arena.core.log_action import log_action
from arena.matches.end_early import void_matches
from arena.models import Match, Tournament
from arena.notifications.notify_blocked import notify_blocked
from engine.messages import Message
from engine.messages import gettext_noop as _


@transaction.atomic
def pause_tournament(
    *, organiser: AbstractBaseUser | None, tournament: Tournament, reason: str = ""
) -> Tournament:
    """Draw no round; void queued matches, count running ones. Raises NotOrganiser, WrongState."""
    require_run_by(competition=tournament, person=organiser)
    tournament = Tournament.objects.locked(tournament.pk)
    require_state(tournament=tournament, states=[Tournament.State.RUNNING])
    return pause_locked(tournament=tournament, organiser=organiser, reason=reason)


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
