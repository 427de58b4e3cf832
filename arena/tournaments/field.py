from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.competition_terms import require_revision
from arena.core.database_clock import database_now
from arena.core.errors import NotEntered
from arena.core.guards import require_before_start, require_run_by, require_state
from arena.core.log_action import log_action
from arena.models import Bot, Entrant, Ladder, Tournament
from arena.notifications.notify_competitions import notify_unfit
from arena.tournaments.pairing import by_lot
from engine.messages import gettext_noop as _

SEEDS = "seeds"  # the name of seeds by hand among the changes in the log


def fill_field(*, tournament: Tournament) -> list[Entrant]:
    """Enter bots from the waiting list of a locked tournament; return them."""
    free = tournament.most_entrants - tournament.entrants.entered().count()
    waiting = tournament.entrants.waiting().filter(bot__state=Bot.State.ACTIVE)
    moved = list(waiting[: max(0, free)])
    for entrant in moved:
        entrant.state = Entrant.State.ENTERED
        entrant.save(update_fields=["state"])
    return moved


def freeze_versions(*, tournament: Tournament) -> None:
    """Fix new entrants' versions, the current ones, and ratings on the tournament's ladder."""
    new = tournament.entrants.still_in().filter(version=None).select_related("bot")
    ratings: dict[int, float] = {}
    if tournament.ladder is not None:
        entries = tournament.ladder.entries.filter(bot__in=[entrant.bot_id for entrant in new])
        ratings = dict(entries.values_list("bot_id", "rating"))
    for entrant in new:
        entrant.version_id = entrant.bot.current_id
        entrant.rating = ratings.get(entrant.bot_id)
    Entrant.objects.bulk_update(new, ["version", "rating"])


def number_seeds(*, tournament: Tournament) -> None:
    """Number the field from 1: first seeds by hand, then by rating, then by lot."""
    tournament.entrants.update(number=None)
    field = {entrant.pk: entrant for entrant in tournament.entrants.entered()}
    seeded = [field[int(pk)] for pk in by_lot(sorted(field), tournament.seed, "seeding")]
    seeded.sort(  # ties stay in the order of the lot
        key=lambda entrant: (
            entrant.seed is None,
            entrant.seed or 0,
            entrant.rating is None,
            -(entrant.rating or 0.0),
        )
    )
    for number, entrant in enumerate(seeded, 1):
        entrant.number = number
    Entrant.objects.bulk_update(seeded, ["number"])


@transaction.atomic
def seed_by_hand(
    *,
    organiser: AbstractBaseUser,
    tournament: Tournament,
    bots: Sequence[Bot],
    reason: str = "",
    revision: int | None = None,
) -> Tournament:
    """Seed these bots first, in this order; none: all by rating and lot.

    `revision`: the one that was shown; another order counts it up, as changed terms do. Raises
    NotOrganiser, WrongState, EditedMeanwhile, and NotEntered also for duplicates.
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
    chosen = []
    for bot in bots:
        if bot.pk not in field:
            words = _("“%(name)s” is not in this tournament or is listed twice.")
            raise NotEntered(words, name=bot.name)
        chosen.append(field.pop(bot.pk))
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


@transaction.atomic
def freeze_entrants(
    *,
    organiser: AbstractBaseUser | None,
    tournament: Tournament,
    now: datetime | None = None,
) -> Tournament:
    """Fix who plays, with versions, ratings and seeds; without an organiser after the deadline.

    Raises NotOrganiser, WrongState.
    """
    require_run_by(competition=tournament, person=organiser)
    tournament = Tournament.objects.locked(tournament.pk)
    is_due = tournament.entry_deadline <= (now or database_now())
    if organiser is None and not (tournament.state == Tournament.State.OPEN and is_due):
        return tournament
    require_state(tournament=tournament, states=[Tournament.State.OPEN])
    entrants = tournament.entrants.still_in().select_related("bot")
    unfit = [entrant for entrant in entrants if not entrant.bot.may_play]
    tournament.entrants.filter(pk__in=[entrant.pk for entrant in unfit]).update(
        state=Entrant.State.UNFIT
    )
    notify_unfit(tournament=tournament, entrants=unfit)
    fill_field(tournament=tournament)
    if tournament.admission == Tournament.Admission.LADDER and tournament.ladder:
        _admit_best(tournament, tournament.ladder)
    freeze_versions(tournament=tournament)
    number_seeds(tournament=tournament)
    tournament.save_problem(None, state=Tournament.State.FROZEN)
    log_action(
        actor=organiser,
        verb="freeze_entrants",
        target=tournament,
        dropped=[entrant.bot.name for entrant in unfit],
    )
    return tournament


def _admit_best(tournament: Tournament, ladder: Ladder) -> None:
    """Fill free places with the ladder's best bots that are not known to the tournament yet."""
    entrants = tournament.entrants.select_related("bot")
    known = {entrant.bot_id for entrant in entrants}
    owners = [
        entrant.bot.owner_id for entrant in entrants if entrant.state == Entrant.State.ENTERED
    ]
    free = tournament.most_entrants - len(owners)
    best: list[Bot] = []
    for entry in ladder.entries.playing().ranked().select_related("bot").iterator():
        bot = entry.bot
        if len(best) >= free:
            break
        has_room = bot.is_house or owners.count(bot.owner_id) < tournament.bots_per_owner
        if bot.pk not in known and has_room:
            best.append(bot)
            owners.append(bot.owner_id)
    Entrant.objects.bulk_create(Entrant(tournament=tournament, bot=bot) for bot in best)
