"""Game data as stored or rebuilt from the record."""

from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.matches.referee.decision_log import NoLongerKept, RebuiltLog, rebuild_log
from arena.models import Game, PruneProgress

REMEMBERED = 600  # seconds; a page and its replay are asked for one after the other


def events_of(game: Game) -> list[dict[str, Any]]:
    """Return the log, stored or rebuilt. Raises NoLongerKept."""
    packed = game.stored("events")
    return game.unpacked(packed) if packed else _rebuilt(game).events


def logged_decisions_of(game: Game) -> list[dict[str, Any]]:
    """Return every decision, stored or rebuilt without CPU. Raises NoLongerKept."""
    return game.logged_decisions or _rebuilt(game).logged_decisions


def failure_moment(game: Game, seat: int, number: int) -> int | None:
    """Return the event after which the seat got that decision, 0 for its start."""
    try:
        rows = [row for row in logged_decisions_of(game) if row["seat"] == seat]
    except NoLongerKept:
        return None
    if number > len(rows):
        return None
    return rows[number - 1]["after"] if number else 0


def _rebuilt(game: Game) -> RebuiltLog:
    """Play the game again, which takes tens of milliseconds; cached as stored."""
    cache, key = caches["process"], f"rebuilt-{game.pk}"
    if packed := cache.get(key):
        return RebuiltLog(*Game.unpack(packed))
    rebuilt = rebuild_log(game.record)
    cache.set(key, Game.pack(rebuilt), REMEMBERED)
    return rebuilt


def are_logs_gone(game: Game) -> bool:
    """Have this game's bot logs been pruned?"""
    return game.pk <= PruneProgress.objects.all().through("logs")


def logs_gone() -> str:
    words = ngettext(
        "Bot output is kept for %(days)d day. The output of this game has been deleted.",
        "Bot output is kept for %(days)d days. The output of this game has been deleted.",
        settings.KEEP_LOGS_DAYS,
    )
    return words % {"days": settings.KEEP_LOGS_DAYS}


def replay_gone() -> str:
    return _(
        "The replay of this game has been deleted. The rules have changed since, so it cannot be "
        "rebuilt from its record. Result and record remain."
    )
