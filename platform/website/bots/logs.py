"""Logs of a bot's latest matches, for its owner only."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from arena.models import Bot, BotLog, Game, Match, PruneProgress, Seat
from website.matches.kept import logs_gone
from website.matches.lists import of_bot
from website.site.http import OwnRequest

MATCHES = 10


@dataclass(frozen=True)
class MatchLogs:
    """A match's logs, or why they are `gone`."""

    match: Match
    logs: Sequence[BotLog]
    gone: str = ""


@login_required
@require_safe
def logs(request: OwnRequest, slug: str) -> HttpResponse:
    bot = get_object_or_404(Bot.objects.run_by(request.user), slug=slug)
    matches = of_bot(bot, MATCHES, owner=request.user)  # without those not revealed yet
    games = Game.objects.filter(match__in=matches)
    seats = Seat.objects.filter(match__in=matches, version__bot=bot)
    printed = BotLog.objects.all().of(list(games.only("match", "number")), list(seats))
    by_match = {
        match: list(logs) for match, logs in groupby(printed, lambda log: log.game.match_id)
    }
    pruned = games.filter(pk__lte=PruneProgress.objects.all().through("logs"))
    gone = set(pruned.values_list("match", flat=True))
    shown = [
        MatchLogs(match, by_match.get(match.pk, []), logs_gone() if match.pk in gone else "")
        for match in matches
    ]
    response = render(request, "bots/logs.html", {"bot": bot, "matches": shown})
    patch_cache_control(response, private=True, no_store=True)
    return response
