from collections.abc import Mapping
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.locks import lock_bots_of
from arena.matches.claim_match import ATTEMPTS
from arena.models import HumanGame
from arena.queue.models.leased import MOST_TRIES, reap
from arena.queue.refusals import work_refusal

log = structlog.get_logger(__name__)


def claim_human_game(*, worker: str) -> HumanGame | None:
    """Claim the game waiting longest, or return None.

    An owner's bots are in at most `settings.HUMAN_GAMES_PER_OWNER` claimed games. A worker of
    another version gets nothing.
    """
    if work_refusal():
        return None
    for _attempt in range(ATTEMPTS):
        now = database_now()
        full = _full(HumanGame.objects.held().owners())
        game = HumanGame.objects.due(now).exclude(bot_seats__version__bot__owner__in=full).first()
        if game is None or _claim(game, worker, now):
            return game
    return None


@transaction.atomic
def _claim(game: HumanGame, worker: str, now: datetime) -> bool:
    """Claim a game under the owners' locks, so that two workers cannot pass a limit together."""
    owners = game.owners()
    lock_bots_of(owners=owners)
    if _full(HumanGame.objects.held().against(owners).owners()) & owners:
        return False
    won = HumanGame.objects.claim(game, now=now, until=now + game.lease, worker=worker)
    return bool(won)


def _full(games: Mapping[int, int]) -> set[int]:
    return {owner for owner, count in games.items() if count >= settings.HUMAN_GAMES_PER_OWNER}


def leave_human_game(*, game: HumanGame) -> bool:
    """Release the game unless a bot has to answer; return whether so."""
    idle = HumanGame.objects.claimed(game).exclude(status=HumanGame.Status.WAITING)
    return bool(idle.give_back())


@transaction.atomic
def return_human_game(
    *, game: HumanGame, error: str, counts: bool = True, rest: timedelta = timedelta()
) -> HumanGame:
    """Give back a game after a host failure; three in a row fail it. Raises ClaimLost.

    A stop or an unreachable storage is no try (`counts`); claimable after `rest`.
    """
    locked = HumanGame.objects.lock_claimed(game)
    locked.worker, locked.lease_until = "", None
    locked.tries += counts and locked.status == HumanGame.Status.WAITING
    locked.not_before, locked.error = database_now() + (locked.rest if counts else rest), error
    if locked.tries >= MOST_TRIES and locked.is_open:
        locked.status, locked.finished_at = HumanGame.Status.FAILED, database_now()
    locked.save(
        update_fields=[
            "worker", "lease_until", "tries", "not_before", "error", "status", "finished_at"
        ]
    )  # fmt: skip
    log.warning("human_game_returned", game=locked.pk, tries=locked.tries, error=error)
    return locked


def reap_human_games(*, now: datetime) -> None:
    """Give back games of lost workers and expired leases."""
    games = HumanGame.objects.all()
    reap(
        [*games.overdue(now), *games.ended()],
        lambda game: return_human_game(game=game, error="The worker was lost."),
    )
