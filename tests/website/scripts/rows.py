"""Rows of small platforms."""

from django.utils import timezone

from arena.models import Worker
from tests.arena.results.rows import queued
from tests.cast import PASSWORD, a_bot, a_house_bot, a_ladder, alice
from website.accounts.tokens import make_token


def bot_and_token() -> str:
    """Make Alice's bot; return a token of hers."""
    a_bot(alice(), "Alcuin", a_ladder())
    alice().set_password(PASSWORD)
    return make_token(user=alice(), name="one", scopes=["read", "bots:write"], expires_at=None)[1]


def duel() -> None:
    """Queue a match of Kingdomino."""
    ladder = a_ladder(name="Duels", slug="duels", game="kingdomino", config={})
    queued(ladder, a_house_bot("One", ladder), a_house_bot("Two", ladder))


def worker() -> None:
    """Make a worker that was seen now."""
    Worker.objects.create(host="a", slots=1, seen_at=timezone.now())


def no_worker() -> None:
    Worker.objects.all().delete()
