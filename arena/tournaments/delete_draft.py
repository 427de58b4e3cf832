from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.errors import WrongState
from arena.core.guards import require_run_by
from arena.core.log_action import log_action
from arena.models import Tournament
from engine.messages import gettext_noop as _


@transaction.atomic
def delete_draft(*, organiser: AbstractBaseUser, tournament: Tournament, reason: str = "") -> None:
    """Delete a draft, or one that was cancelled as a draft: the public never saw it.

    The log keeps its name. Raises NotOrganiser, WrongState.
    """
    require_run_by(competition=tournament, person=organiser)
    tournament = Tournament.objects.locked(tournament.pk)
    if not tournament.was_never_public:
        words = _("“%(name)s” has been opened, so it can only be cancelled, not deleted.")
        raise WrongState(words, name=tournament.name)
    log_action(
        actor=organiser,
        verb="delete_draft",
        target=tournament,
        reason=reason,
        name=tournament.name,
        slug=tournament.slug,
    )
    tournament.delete()
