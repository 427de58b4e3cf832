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
from website.accounts.models import User
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
    response = render(
        request, "bots/logs.html", {"bot": bot, "matches": _latest(bot, request.user)}
    )
    patch_cache_control(response, private=True, no_store=True)
    return response


def _latest(bot: Bot, owner: User) -> list[MatchLogs]:
    """Leave out matches that are not revealed yet."""
    matches = of_bot(bot, MATCHES, owner=owner)
    games = Game.objects.filter(match__in=matches).only("match", "number")
    seats = Seat.objects.filter(match__in=matches, version__bot=bot)
    printed = BotLog.objects.all().of(list(games), list(seats))
    by_match = {match: list(found) for match, found in groupby(printed, _match_of)}
    gone = _matches_without_logs(matches)
    return [
        MatchLogs(match, by_match.get(match.pk, []), logs_gone() if match.pk in gone else "")
        for match in matches
    ]


def _matches_without_logs(matches: Sequence[Match]) -> set[int]:
    through = PruneProgress.objects.all().through("logs")
    games = Game.objects.filter(match__in=matches, pk__lte=through)
    return set(games.values_list("match", flat=True))


def _match_of(log: BotLog) -> int:
    return log.game.match_id
