"""Sit down with the bots of a person's game: claim it, keep it, give it back."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import transaction

from arena.actions.errors import ClaimLost
from arena.actions.locks import lock_bots_of
from arena.actions.matches.claim_match import ATTEMPTS
from arena.actions.results.return_match import REST_SECONDS
from arena.database_clock import database_now
from arena.hosts import is_gone
from arena.models import HumanGame
from arena.models.matches import MOST_TRIES

LEASE_SECONDS = 60.0  # beyond the longest wait for one answer: see `wall_guard`
log = structlog.get_logger(__name__)


def claim_human_game(*, worker: str) -> HumanGame | None:
    """The game whose person waits longest for a bot, now held by this claim; None: nobody waits.

    Games against an owner's bots wait while `settings.HUMAN_GAMES_PER_OWNER` of them are held.
    """
    for _attempt in range(ATTEMPTS):
        now = database_now()
        full = _full(HumanGame.objects.held().owners())
        game = HumanGame.objects.due(now).exclude(bot_seats__version__bot__owner__in=full).first()
        if game is None or _won(game, worker, now):
            return game
    return None


@transaction.atomic
def _won(game: HumanGame, worker: str, now: datetime) -> bool:
    owners = game.owners()
    lock_bots_of(owners=owners)
    if _full(HumanGame.objects.held().against(owners).owners()) & owners:
        return False
    until = _lease(game, now)
    free = HumanGame.objects.due(now).filter(pk=game.pk)
    if not free.update(worker=worker, lease_until=until):
        return False
    game.worker, game.lease_until = worker, until
    return True


def _full(games: Mapping[int, int]) -> set[int]:
    """The owners against whose bots as many games are held as may be."""
    return {owner for owner, count in games.items() if count >= settings.HUMAN_GAMES_PER_OWNER}


def renew_human_game(*, game: HumanGame) -> None:
    """Extend the lease. Raises ClaimLost where the game was taken away, or given up."""
    held = HumanGame.objects.open().filter(pk=game.pk, worker=game.worker)
    if not held.update(lease_until=_lease(game, database_now())):
        raise ClaimLost(f"game {game.pk} is no longer held by {game.worker}")


def leave_human_game(*, game: HumanGame) -> bool:
    """Let go of a game in which it is the person's move, or that is over; False where a bot has to
    answer."""
    held = HumanGame.objects.filter(pk=game.pk, worker=game.worker)
    idle = held.exclude(status=HumanGame.Status.WAITING)
    return bool(idle.update(worker="", lease_until=None))


@transaction.atomic
def return_human_game(
    *, game: HumanGame, error: str, counts: bool = True, rest: timedelta = timedelta()
) -> HumanGame | None:
    """Give back a game whose bots could not be asked, by nobody's fault; after three tries in a row
    it has failed. None where this claim does not hold it any more.

    What was chosen stands. A worker that was told to stop does not count as a try, nor does a
    storage that is away; then the game may be taken again after `rest`.
    """
    held = HumanGame.objects.select_for_update().filter(pk=game.pk, worker=game.worker).first()
    if held is None:
        return None
    held.worker, held.lease_until = "", None
    held.tries += counts and held.status == HumanGame.Status.WAITING
    rest = timedelta(seconds=REST_SECONDS * 2 ** (held.tries - 1)) if counts else rest
    held.not_before, held.error = database_now() + rest, error
    if held.tries >= MOST_TRIES and held.is_open:
        held.status, held.finished_at = HumanGame.Status.FAILED, database_now()
    held.save(
        update_fields=[
            "worker", "lease_until", "tries", "not_before", "error", "status", "finished_at"
        ]
    )  # fmt: skip
    log.warning("human_game_returned", game=held.pk, tries=held.tries, error=error)
    return held


def reap_human_games(*, now: datetime) -> None:
    """Give back the games of workers that are gone, or were not heard of in time."""
    for game in HumanGame.objects.held():
        if is_gone(game.worker) or (game.lease_until and game.lease_until < now):
            return_human_game(game=game, error="The worker was lost.")


def _lease(game: HumanGame, now: datetime) -> datetime:
    longest = max(float(game.limits.get(key, 2.0)) for key in ("start_cpu", "decision_cpu"))
    return now + timedelta(seconds=LEASE_SECONDS + 30 * longest)
