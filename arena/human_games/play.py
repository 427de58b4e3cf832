from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.errors import BadChoice, NoGame, NoJail, NotYours, QuotaUsed, StaleChoice
from arena.core.guards import require_quota
from arena.core.locks import lock_people
from arena.core.seeds import draw_seed
from arena.human_games.models import PROGRESS, HumanGameQuerySet
from arena.models import Bot, BotSeat, HumanGame, Ladder, Worker
from arena.queue.enqueue import enqueue_task
from engine import catalogue
from engine.game import BadConfig, Decision, Game, IllegalChoice
from engine.messages import Message
from engine.messages import gettext_noop as _
from engine.record import BadRecord, replay_to

TASK = "arena.answer"


class StartPosition(NamedTuple):
    """The record of a finished game, and the event after which to play on."""

    record: dict[str, Any]
    event: int


@transaction.atomic
def start_human_game(
    *,
    person: AbstractBaseUser,
    bots: Sequence[Bot],
    game: str = "",
    ladder: Ladder | None = None,
    seat: int = 0,
    start: StartPosition | None = None,
) -> HumanGame:
    """Deal by the ladder's or the game's default rules, or play on from `start`; unrated.

    Raises NoGame, NoJail, QuotaUsed.
    """
    rules = start.record["config"] if start else ladder.config if ladder else {}
    name = start.record["game"] if start else ladder.game if ladder else game
    if Worker.objects.all().jail_problem():
        raise NoJail(
            _("No machine can run bots in a jail right now, so you cannot play against them.")
        )
    for bot in bots:
        _require_opponent(person, bot, name)
    position = _resume_game(start) if start else _deal(name, len(bots) + 1, rules)
    if not 0 <= seat <= len(bots) or position.seats != len(bots) + 1:
        raise NoGame(_("This seat does not exist. Choose another one."))
    _require_room(person, bots)
    now, record = database_now(), position.record()
    created = HumanGame(
        user_id=person.pk,
        ladder=ladder,
        game=name,
        engine=position.engine,
        config=record["config"],
        limits=ladder.limits if ladder else {},
        seed=record["seed"],
        seats_count=position.seats,
        human_seat=seat,
        moved_at=now,
    )
    created.advance(position, {}, now)
    created.start_choice = created.last_human_choice = created.choices_count
    created.save()
    free = [number for number in range(position.seats) if number != seat]
    versions = [bot.current for bot in bots if bot.current]
    BotSeat.objects.bulk_create(
        BotSeat(game=created, seat=number, version=version)
        for number, version in zip(free, versions, strict=True)
    )
    if created.status == HumanGame.Status.WAITING:  # a bot moves first
        enqueue_task(name=TASK, args=[created.pk])
    return created


def _require_opponent(person: AbstractBaseUser, bot: Bot, game: str) -> None:
    if not bot.may_play:
        words = _("“%(name)s” is not playing right now. Choose another bot.")
    elif not bot.takes_challenges and not bot.is_run_by(person):
        words = _("“%(name)s” does not accept challenges. Choose another bot.")
    elif not bot.entries.filter(ladder__game=game).exists():
        words = _("“%(name)s” does not play this game. Choose another bot.")
    else:
        return
    raise NoGame(words, name=bot.name)


def _resume_game(start: StartPosition) -> Game:
    try:
        return replay_to(start.record, start.event)
    except BadRecord as error:
        words = _("The game cannot be continued from here: %(why)s.")
        raise NoGame(words, why=error.problem) from error


def _deal(game: str, seats: int, config: dict[str, Any]) -> Game:
    try:
        return catalogue.new(game, seats=seats, seed=draw_seed(), config=config)
    except BadConfig as error:
        words = _("These rules do not work for %(seats)d players: %(why)s")
        raise NoGame(words, seats=seats, why=error.problem) from error


def _require_room(person: AbstractBaseUser, bots: Sequence[Bot]) -> None:
    """Limit a person's games, and open games against one owner over all accounts."""
    owners = {bot.owner_id: bot for bot in bots if not bot.is_house}
    lock_people(ids={person.pk, *owners})
    open_games = HumanGame.objects.open().against(owners).owners()
    for owner, bot in owners.items():
        if open_games[owner] >= settings.HUMAN_GAMES_OPEN_PER_OWNER:
            words = _(
                "%(most)d games against bots of the owner of “%(name)s” are open, which is the "
                "limit. Choose another bot or try again later."
            )
            most = settings.HUMAN_GAMES_OPEN_PER_OWNER
            raise QuotaUsed(words, most=most, name=bot.name)
    own = HumanGame.objects.filter(user=person.pk)
    require_quota(
        person=person,
        done=own,
        most=settings.HUMAN_GAMES_PER_DAY,
        words=_("You can start %(most)d games a day. Try again from %(when)s."),
    )
    if own.open().count() >= settings.HUMAN_GAMES_OPEN:
        words = _("Your open games: %(most)d, which is the limit. Finish one of them, or resign.")
        raise QuotaUsed(words, most=settings.HUMAN_GAMES_OPEN)


@transaction.atomic
def choose_human(
    *, person: AbstractBaseUser, game: HumanGame, number: int, picks: Sequence[int]
) -> HumanGame:
    """Store picks for the decision after `number` choices; queue bots that move next.

    Raises NotYours, StaleChoice, BadChoice; then nothing changes.
    """
    if game.user_id != person.pk:
        raise NotYours(_("This game belongs to someone else."))
    locked = HumanGame.objects.select_for_update().get(pk=game.pk)
    if locked.status != HumanGame.Status.ASKING or locked.choices_count != number:
        raise StaleChoice(
            _("This question was already answered. Check the current state of the game.")
        )
    try:
        position = locked.restored()
    except BadRecord as error:
        raise StaleChoice(_("The rules have changed since this game began.")) from error
    decision = position.decision
    try:
        position.choose(list(picks))
    except IllegalChoice as error:
        raise BadChoice(_allowed_picks(decision) if decision else error.problem) from error
    locked.advance(position, locked.faulted_at(), database_now())
    locked.last_human_choice = number + 1
    locked.save(update_fields=[*PROGRESS, "last_human_choice"])
    if locked.status == HumanGame.Status.WAITING and not locked.worker:
        enqueue_task(name=TASK, args=[locked.pk])
    return locked


def _allowed_picks(decision: Decision) -> Message:
    least, most = decision.least, decision.most
    if least == most:
        return Message(_("Pick %(most)d of the options, each once."), {"most": most})
    words = _("Pick %(least)d to %(most)d of the options, each once.")
    return Message(words, {"least": least, "most": most})


def abandon_human_game(*, person: AbstractBaseUser, game: HumanGame) -> None:
    """Give up one's own game. Raises NotYours, StaleChoice."""
    if game.user_id != person.pk:
        raise NotYours(_("This game belongs to someone else."))
    if not _end(HumanGame.objects.open().filter(pk=game.pk), database_now()):
        raise StaleChoice(_("This game is over."))


def abandon_forgotten(*, now: datetime) -> int:
    """End games without a move for a day; return their number."""
    return _end(HumanGame.objects.forgotten(now), now)


def _end(games: HumanGameQuerySet, now: datetime) -> int:
    return games.give_back(status=HumanGame.Status.ABANDONED, finished_at=now)
