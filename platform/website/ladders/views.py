"""A ladder's pages: list, leaderboard with the viewer's own bots, entering, export."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from arena.core.errors import Refused
from arena.ladders.entries import join_ladder
from arena.models import Bot, Entry, Ladder
from arena.models.rights import bots_run_by
from website.accounts.models import User
from website.games.registry import asked_game, site_game, site_games
from website.ladders import board
from website.ladders.board import LeaderboardRow
from website.ladders.intervals import rank_ranges
from website.ladders.joined import FAILED, PLAYING, joined_ladders, may_join, present, said_after
from website.ladders.selection import Selection
from website.ladders.trends import trends
from website.matches.lists import latest
from website.site.http import OwnRequest, Request, live_page, page_of, sent_text, viewer
from website.site.page_cache import cached_page
from website.site.rate_limits import rate_limited


@require_safe
@cached_page()
def index(request: HttpRequest) -> HttpResponse:
    game = asked_game(request)
    ladders = board.ladders(viewer(request))
    if game:
        ladders = ladders.filter(game=game.name)
    context = {"ladders": ladders, "game": game, "games": site_games()}
    return render(request, "ladders/index.html", context)


@require_safe
@cached_page(part_unless=lambda request, **_address: "mine" in request.GET)
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a leaderboard; see `Selection` for parameters."""
    sees = viewer(request)
    ladder = get_object_or_404(Ladder.objects.seen_by(sees).select_related("fit"), slug=slug)
    shows = site_game(ladder.game)
    selection = Selection.from_query(ladder, sees, request.GET)
    page = cache(lambda: page_of(selection.entries(), board.PAGE, request.GET.get("page")))
    own_bots = own_bots_box(ladder, sees)
    ranks_own = bool(own_bots) and selection.is_ranking
    context = {
        "ladder": ladder,
        "page": page,
        "selection": selection,
        "rows": cache(lambda: _leaderboard_rows(selection, page())),
        "own_places": cache(lambda: own_places(ladder, sees) if ranks_own else []),
        "matches": cache(lambda: latest(5, ladder=ladder)),
        "special": shows.of_ladder(ladder.seats, ladder.config),
        "facts": shows.facts(ladder.seats, ladder.config),
        **own_bots,
    }
    return live_page(cast("Request", request), "ladders/leaderboard.html", context, part="live")


def _leaderboard_rows(selection: Selection, page: Page[Entry]) -> list[board.LeaderboardRow]:
    ladder, shown = selection.ladder, list(page.object_list)
    lines = trends(ladder, shown)
    if selection.unranked:
        return board.rows(shown, trends=lines)
    ranges = rank_ranges(ladder)
    if selection.is_ranking:
        return board.ranked_rows(ladder, shown, page.start_index(), lines, ranges)
    return board.rows_of(ladder, shown, lines, ranges)


@require_safe
@rate_limited("exports", anonymous="anonymous_exports", reading=True)
def export(request: HttpRequest, slug: str, suffix: str) -> StreamingHttpResponse:
    """Download all selected rows as CSV or JSON."""
    sees = viewer(request)
    ladder = get_object_or_404(Ladder.objects.seen_by(sees), slug=slug)
    selection = Selection.from_query(ladder, sees, request.GET)
    rows = board.rows_of(ladder, list(selection.entries()), ranges=rank_ranges(ladder))
    kind, write = WRITERS[suffix]
    answer = StreamingHttpResponse(write(rows), content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{ladder.slug}.{suffix}"'
    return answer


@require_POST
@login_required
@rate_limited("uploads")
def enter(request: OwnRequest, slug: str) -> HttpResponse:
    ladder = get_object_or_404(Ladder.objects.seen_by(request.user), slug=slug)
    bot = Bot.objects.seen_by(request.user).filter(slug=sent_text(request.POST, "bot")).first()
    if bot is None:
        messages.error(request, gettext("Choose one of your bots."))
        return redirect("ladders:leaderboard", slug)
    try:
        check = join_ladder(owner=request.user, bot=bot, ladder=ladder)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, said_after(check))
    return redirect("ladders:leaderboard", slug)


def own_bots_box(ladder: Ladder, sees: User | None) -> dict[str, Any]:
    """Return the template context of the box with the viewer's own bots; empty without any."""
    own = Bot.objects.run_by(sees).exclude(state=Bot.State.WITHDRAWN).select_related("current")
    if sees is None or not own:
        return {}
    rows = present(joined_ladders(own, sees, ladder))
    known = {row.bot.pk for row in rows if row.state != FAILED}
    free = [bot for bot in may_join(sees, ladder) if bot.pk not in known]
    return {
        "may_join": free if ladder.takes_entries else [],
        "joining": [row for row in rows if row.state != PLAYING],
    }


OWN_PLACES = 3


class OwnPlace(NamedTuple):
    """A ranked entry; `page` is the leaderboard's page with its row."""

    row: board.LeaderboardRow
    above: Entry | None
    below: Entry | None

    @property
    def page(self) -> int:
        return 1 + ((self.row.place or 1) - 1) // board.PAGE


def own_places(ladder: Ladder, sees: User | None) -> list[OwnPlace]:
    """Return the viewer's best."""
    if sees is None:
        return []
    ranked = board.ranked(ladder).filter(bots_run_by(sees, "bot__"), bot__is_house=False)
    rows = board.rows_of(ladder, list(ranked[:OWN_PLACES]))
    return [OwnPlace(row, *board.neighbours(row.entry)) for row in rows]


FORMULA = ("=", "+", "-", "@", "\t", "\r")  # cells that a spreadsheet would compute
FIELDS = (
    "place", "best_rank", "worst_rank", "bot", "slug", "owner", "is_house", "version", "rating",
    "mu", "sigma", "low", "high", "provisional", "matches", "wins", "draws", "losses",
    "faults", "last_played_at",
)  # fmt: skip


def fields_of(row: LeaderboardRow) -> dict[str, Any]:
    """Return a row's fields; ranks are None if unranked."""
    entry, bot = row.entry, row.entry.bot
    best, worst = row.rank_range or (None, None)
    low, high = row.interval
    played = entry.last_played_at
    return {
        "place": row.place,
        "best_rank": best,
        "worst_rank": worst,
        "bot": bot.name,
        "slug": bot.slug,
        "owner": bot.owner.get_username(),
        "is_house": bot.is_house,
        "version": bot.current.number if bot.current else None,
        "rating": row.rating,
        "mu": row.skill.mu,
        "sigma": row.skill.sigma,
        "low": low,
        "high": high,
        "provisional": row.is_provisional,
        "matches": entry.matches,
        "wins": entry.wins,
        "draws": entry.draws,
        "losses": entry.losses,
        "faults": entry.faults,
        "last_played_at": played.isoformat() if played else None,
    }


class Echo:
    """A file that returns what is written."""

    def write(self, text: str) -> str:
        return text


def csv_lines(rows: Iterable[LeaderboardRow]) -> Iterator[str]:
    """Yield CSV; an apostrophe disarms formulas."""
    writer = csv.writer(Echo())
    yield writer.writerow(FIELDS)
    for row in rows:
        cells = []
        for value in fields_of(row).values():
            computes = isinstance(value, str) and value.startswith(FORMULA)
            cells.append(f"'{value}" if computes else value)
        yield writer.writerow(cells)


def json_lines(rows: Sequence[LeaderboardRow]) -> Iterator[str]:
    """Yield a JSON array, an object per line."""
    yield "["
    for number, row in enumerate(rows):
        yield (",\n" if number else "\n") + json.dumps(fields_of(row))
    yield "\n]\n"


Writer = Callable[[Sequence[LeaderboardRow]], Iterator[str]]
WRITERS: dict[str, tuple[str, Writer]] = {
    "csv": ("text/csv; charset=utf-8", csv_lines),
    "json": ("application/json", json_lines),
}
