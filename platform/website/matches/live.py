"""A running match, polled."""

import json
from typing import NamedTuple, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from arena.matches.watch_live import watch_live
from arena.models import LiveGame, Match
from website.matches.narration import Round, distinct, narrate_game
from website.matches.report import match_or_404, sees_more
from website.site.http import Request, live_page, viewer
from website.site.page_cache import cached_page
from website.site.plain_text import show_invisible

ROUNDS = 3  # the latest, in words


class LiveFault(NamedTuple):
    """A fault as all may see it; `decision` is 0 at the start of its game."""

    name: str
    verdict: str
    game: int
    decision: int
    is_of_this_game: bool


class LiveView:
    def __init__(self, match: Match, live: LiveGame) -> None:
        self.match, self.live, self.shown = match, live, live.shown
        bots = [seat.version.bot.name for seat in match.seats.all()]
        self.names = [
            show_invisible(name) for name in distinct([bots[who] for who in live.seating])
        ]

    @property
    def number(self) -> int:
        return self.live.number + 1

    @property
    def rounds(self) -> list[Round]:
        return narrate_game(self.match.game, self.shown["events"], self.names)[: -ROUNDS - 1 : -1]

    @property
    def faults(self) -> list[LiveFault]:
        """The match's faults so far, the latest first."""
        by_entrant = dict(zip(self.live.seating, self.names, strict=True))
        return [
            LiveFault(
                by_entrant[fault["entrant"]],
                fault["verdict"],
                fault["game"] + 1,
                fault["number"],
                fault["game"] == self.live.number,
            )
            for fault in reversed(self.shown.get("faults", []))
        ]

    @property
    def data(self) -> str:
        """Data for the board, as JSON."""
        shown = {
            "position": self.shown["position"],
            "names": self.names,
            "config": self.match.config,
        }
        return json.dumps(shown, separators=(",", ":"))


@require_safe
@cached_page(part_unless=sees_more)
def live(request: HttpRequest, match_id: int) -> HttpResponse:
    """Answer the polled part; redirect anybody else to the match."""
    match = match_or_404(viewer(request), match_id)
    asked = cast("Request", request)
    if not asked.htmx:
        return redirect("matches:detail", match_id)
    is_running = match.status == Match.Status.RUNNING
    if is_running:
        watch_live(match=match)
    game = LiveGame.objects.filter(match=match).first() if is_running else None
    context = {"match": match, "live": LiveView(match, game) if game else None}
    return live_page(asked, "matches/live.html", context, part="live_game")
