"""Rows of the platforms that browsers visit."""

from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from arena.matches.order_match import LADDER_PRIORITY, order_match
from arena.models import Bot, Entry, Ladder, Match, Version
from tests.bots import bot
from tests.cast import a_house_bot
from tests.tiny.platform import tiny_bots, tiny_ladder
from website.management.collecting import fingerprint, note
from website.management.seeding import seed

THINKERS = ("rollout", "slowpoke", "monte-carlo")  # whose games take seconds


def note_static_files() -> None:
    """Note that they are collected, as `up` does."""
    note().write_text(fingerprint())


def seed_paused() -> None:
    """Seed a platform whose ladders are paused, without competitions and bots that think long."""
    settings.FIRST_COMPETITIONS = False
    seed(Path(settings.VAR))
    Ladder.objects.update(state="paused")
    Entry.objects.filter(bot__slug__in=THINKERS).update(is_active=False)


def order_first_matches() -> None:
    """Order `FIRST_MATCHES`, in the order of their numbers."""
    a_house_bot("Herald", Ladder.objects.get(slug="kingdomino"))
    _order("kingdomino", "greedy", "look-ahead", "random", "herald")
    for opponent in ("militia", "big-money-smithy", "militia"):
        _order("dominion-first-game", "big-money", opponent)


def order_tiny_match() -> None:
    """Order a match of the tiny game."""
    ladder = tiny_ladder(state="paused")
    versions = [_current(one) for one in tiny_bots(ladder)]
    Bot.objects.filter(slug="alcuin").update(takes_challenges=True)
    order_match(
        ladder=ladder,
        purpose=Match.Purpose.LADDER,
        versions=versions,
        games=2,
        priority=LADDER_PRIORITY,
    )


def order_slow_match() -> int:
    """Order a match that is not yet due; return its id.

    One of its bots sometimes thinks longer than a page waits between polls.
    """
    ladder = Ladder.objects.get(slug="dominion-first-game")
    snail = a_house_bot("Snail", ladder, bot("slow_money"))
    match = order_match(
        ladder=ladder,
        purpose=Match.Purpose.LADDER,
        priority=LADDER_PRIORITY,
        games=1,
        versions=[_current(snail), _current(Bot.objects.get(slug="big-money"))],
        not_before=timezone.now() + timedelta(days=1),
    )
    return match.pk


def _order(slug: str, *bots: str) -> None:
    ladder = Ladder.objects.get(slug=slug)
    order_match(
        ladder=ladder,
        purpose=Match.Purpose.LADDER,
        versions=[_current(Bot.objects.get(slug=name)) for name in bots],
        games=ladder.games_per_match,
        priority=LADDER_PRIORITY,
    )


def _current(one: Bot) -> Version:
    assert one.current
    return one.current
