from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.errors import AlreadyEntered, EntriesClosed, FieldFull, NotEntered, WrongState
from arena.core.guards import (
    require_before_start,
    require_fit_bot,
    require_own_bot,
    require_reason,
    require_room_for_owner,
    require_run_by,
)
from arena.core.log_action import log_action
from arena.models import Bot, Entrant, Pairing, Tournament
from arena.tournaments.field import fill_field, freeze_versions, number_seeds
from arena.tournaments.rounds import advance_locked
from arena.tournaments.settle_pairing import decide_pairing, forfeit_seat
from engine.messages import gettext_noop as _


@transaction.atomic
def enter_tournament(*, owner: AbstractBaseUser, tournament: Tournament, bot: Bot) -> Entrant:
    """Enter an owner's bot, or add it to a full field's waiting list.

    Raises NotYours, EntriesClosed, BotUnfit, AlreadyEntered, TooManyBots.
    """
    tournament = Tournament.objects.locked(tournament.pk)
    bot = Bot.objects.get(pk=bot.pk)
    require_own_bot(bot=bot, person=owner, words=_("You can only enter your own bots."))
    if tournament.admission != Tournament.Admission.SIGN_UP:
        raise EntriesClosed(
            _("The organisers choose the entrants of this tournament. You cannot sign up for it.")
        )
    is_open = tournament.state == Tournament.State.OPEN
    if not is_open or tournament.entry_deadline <= database_now():
        words = _("“%(name)s” does not accept entries right now.")
        raise EntriesClosed(words, name=tournament.name)
    require_fit_bot(bot=bot, tournament=tournament)
    _clear_place(bot, tournament)
    require_room_for_owner(bot=bot, tournament=tournament)
    is_full = tournament.entrants.entered().count() >= tournament.most_entrants
    state = Entrant.State.WAITING if is_full else Entrant.State.ENTERED
    return Entrant.objects.create(tournament=tournament, bot=bot, state=state)


def _clear_place(bot: Bot, tournament: Tournament) -> None:
    """Delete a withdrawn entrant, so that it re-enters last in line. Raises AlreadyEntered."""
    entrant = tournament.entrants.filter(bot=bot).first()
    if entrant is None:
        return
    if entrant.state == Entrant.State.EXCLUDED:
        words = _("“%(name)s” was excluded from this tournament. Contact its organisers.")
        raise AlreadyEntered(words, name=bot.name)
    if entrant.state != Entrant.State.WITHDRAWN:
        words = _("“%(name)s” is already in this tournament.")
        raise AlreadyEntered(words, name=bot.name)
    entrant.delete()


@transaction.atomic
def admit_entrant(
    *, organiser: AbstractBaseUser | None, tournament: Tournament, bot: Bot, reason: str = ""
) -> Entrant:
    """Enter anybody's bot before the start; reseed a frozen field.

    Raises NotOrganiser, WrongState, BotUnfit, AlreadyEntered, FieldFull.
    """
    require_run_by(competition=tournament, person=organiser)
    tournament = Tournament.objects.locked(tournament.pk)
    require_before_start(tournament=tournament)
    bot = Bot.objects.get(pk=bot.pk)
    require_fit_bot(bot=bot, tournament=tournament)
    entered = tournament.entrants.entered()
    if entered.filter(bot=bot).exists():
        words = _("“%(name)s” is already in this tournament.")
        raise AlreadyEntered(words, name=bot.name)
    if entered.count() >= tournament.most_entrants:
        raise FieldFull(_("The field is full. Exclude an entrant or allow more."))
    entrant, _new = Entrant.objects.update_or_create(
        tournament=tournament, bot=bot, defaults={"state": Entrant.State.ENTERED}
    )
    if tournament.is_frozen:
        freeze_versions(tournament=tournament)
        number_seeds(tournament=tournament)
        entrant.refresh_from_db()
    log_action(
        actor=organiser, verb="admit_entrant", target=tournament, reason=reason, bot=bot.name
    )
    return entrant


@transaction.atomic
def withdraw_entrant(*, owner: AbstractBaseUser, tournament: Tournament, bot: Bot) -> Entrant:
    """Withdraw the bot, forfeiting the rest. Raises NotYours, NotEntered, WrongState."""
    tournament = Tournament.objects.locked(tournament.pk)
    require_own_bot(bot=bot, person=owner, words=_("Only the bot's owner can withdraw it."))
    entrant = _require_entrant(tournament, bot)
    _leave(entrant, tournament, Entrant.State.WITHDRAWN)
    log_action(actor=owner, verb="withdraw_entrant", target=tournament, bot=bot.name)
    return entrant


def _require_entrant(tournament: Tournament, bot: Bot) -> Entrant:
    """Return the bot's entrant. Raises NotEntered, WrongState."""
    if tournament.is_over:
        words = _("“%(name)s” is over. Its entrants can no longer change.")
        raise WrongState(words, name=tournament.name)
    entrant = tournament.entrants.still_in().filter(bot=bot).first()
    if entrant is None:
        words = _("“%(name)s” is not in this tournament, or no longer in it.")
        raise NotEntered(words, name=bot.name)
    return entrant


@transaction.atomic
def exclude_entrant(
    *, organiser: AbstractBaseUser | None, tournament: Tournament, bot: Bot, reason: str
) -> Entrant:
    """Exclude the bot for good; it forfeits the rest.

    Raises NotOrganiser, NeedsReason, NotEntered, WrongState.
    """
    require_run_by(competition=tournament, person=organiser)
    reason = require_reason(reason=reason)
    tournament = Tournament.objects.locked(tournament.pk)
    entrant = _require_entrant(tournament, bot)
    _leave(entrant, tournament, Entrant.State.EXCLUDED)
    log_action(
        actor=organiser, verb="exclude_entrant", target=tournament, reason=reason, bot=bot.name
    )
    return entrant


def _leave(entrant: Entrant, tournament: Tournament, state: Entrant.State) -> None:
    """Withdraw or exclude an entrant from a locked tournament.

    Before the start the waiting list moves up; afterwards undecided and scheduled pairings are
    forfeited.
    """
    entrant.state = state
    if not tournament.has_begun:
        entrant.number = None
        entrant.save(update_fields=["state", "number"])
        fill_field(tournament=tournament)
        if tournament.is_frozen:
            number_seeds(tournament=tournament)
        return
    if entrant.number is not None:
        entrant.last_round = tournament.rounds.count()
    entrant.save(update_fields=["state", "last_round"])
    playing = Pairing.objects.playing().filter(round__tournament=tournament, seats__entrant=entrant)
    for pairing in playing.select_related("round"):
        is_played = not pairing.matches.live().exists()  # played, but not settled yet
        if not (is_played and decide_pairing(pairing=pairing, tournament=tournament)):
            forfeit_seat(pairing=pairing, entrant=entrant, tournament=tournament)
    advance_locked(tournament=tournament)
