from collections.abc import Sequence

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.competition_terms import require_revision
from arena.core.errors import NotEntered
from arena.core.guards import require_before_start, require_run_by
from arena.core.log_action import log_action
from arena.models import Bot, Entrant, Tournament
from arena.tournaments.seed_entrants import number_seeds
from engine.messages import gettext_noop as _

SEEDS = "seeds"  # its name among the changes in the log


@transaction.atomic
def seed_by_hand(
    *,
    organiser: AbstractBaseUser,
    tournament: Tournament,
    bots: Sequence[Bot],
    reason: str = "",
    revision: int | None = None,
) -> Tournament:
    """Seed these bots first, for good; none: by rating and lot. `revision`: the one that was shown.

    Another order counts up the revision, as changed terms do. Raises NotOrganiser, WrongState,
    EditedMeanwhile, NotEntered also for duplicates.
    """
    require_run_by(competition=tournament, person=organiser)
    tournament = Tournament.objects.locked(tournament.pk)
    require_before_start(tournament=tournament)
    require_revision(competition=tournament, revision=revision)
    field = {entrant.bot_id: entrant for entrant in tournament.entrants.entered()}
    by_hand = tournament.entrants.entered().exclude(seed=None).order_by("seed")
    before = list(by_hand.values_list("bot__name", flat=True))
    now = [bot.name for bot in bots]
    tournament.entrants.update(seed=None)
    chosen = [_take_entrant(field, bot) for bot in bots]
    for seed, entrant in enumerate(chosen, 1):
        entrant.seed = seed
    Entrant.objects.bulk_update(chosen, ["seed"])
    if tournament.is_frozen:
        number_seeds(tournament=tournament)
    if now != before:
        tournament.revision += 1
        tournament.save(update_fields=["revision"])
    log_action(
        actor=organiser,
        verb="seed_by_hand",
        target=tournament,
        reason=reason,
        bots=now,
        changed={SEEDS: (before, now)},
        revision=tournament.revision,
    )
    return tournament


def _take_entrant(field: dict[int, Entrant], bot: Bot) -> Entrant:
    if bot.pk not in field:
        words = _("“%(name)s” is not in this tournament or is listed twice.")
        raise NotEntered(words, name=bot.name)
    return field.pop(bot.pk)
