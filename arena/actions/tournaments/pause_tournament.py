"""Stop a tournament for a while."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.actions.guards import require_organiser, require_state
from arena.actions.log_action import log_action
from arena.actions.matches.void_matches import void_matches
from arena.models import Match, Tournament
from engine.sentences import Sentence


@transaction.atomic
def pause_tournament(
    *, organiser: AbstractBaseUser | None, tournament: Tournament, reason: str = ""
) -> Tournament:
    """Draw no round and start no match; what is being played is played to its end and counts.

    Matches that wait are void, and ordered again by `resume_tournament`. Raises NotOrganiser or
    WrongState.
    """
    require_organiser(person=organiser)
    tournament = Tournament.objects.locked(tournament.pk)
    require_state(tournament=tournament, states=[Tournament.State.RUNNING])
    return pause_locked(tournament=tournament, organiser=organiser, reason=reason)


def pause_locked(
    *,
    tournament: Tournament,
    organiser: AbstractBaseUser | None = None,
    reason: str = "",
    trouble: Sentence | None = None,
) -> Tournament:
    """The same for a tournament that the caller has locked; `trouble` is why it cannot go on."""
    matches = Match.objects.filter(pairing__round__tournament=tournament)
    void_matches(matches=matches, reason="the tournament was paused")
    tournament.save_trouble(trouble, state=Tournament.State.PAUSED)
    log_action(
        actor=organiser,
        verb="pause_tournament",
        target=tournament,
        reason=reason or trouble or "",
    )
    return tournament
