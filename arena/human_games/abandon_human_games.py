from datetime import datetime

from django.contrib.auth.base_user import AbstractBaseUser

from arena.core.database_clock import database_now
from arena.core.errors import NotYours, StaleChoice
from arena.human_games.models import HumanGameQuerySet
from arena.models import HumanGame
from engine.messages import gettext_noop as _


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
