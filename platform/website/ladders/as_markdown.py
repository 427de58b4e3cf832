"""A ladder as Markdown, for coding assistants: English, like the API."""

import json
import re
from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_safe

from arena.models import Ladder
from website.ladders import board
from website.ladders.board import LeaderboardRow
from website.ladders.intervals import rank_ranges
from website.ladders.selection import Selection
from website.site.http import viewer
from website.site.page_cache import cached_page
from website.site.plain_text import show_invisible

MARKS = re.compile(r"([\\`*_{}\[\]<>()#|!&~])")
KIND = "text/markdown; charset=utf-8"


@require_safe
@cached_page()
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show its rules, how to enter it, and the first page of its ranking."""
    sees = viewer(request)
    ladder = get_object_or_404(Ladder.objects.seen_by(sees), slug=slug)
    shown = list(Selection.from_query(ladder, sees, QueryDict()).entries()[: board.PAGE])
    rows = board.ranked_rows(ladder, shown, 1, {}, rank_ranges(ladder))
    site = request.build_absolute_uri("/").rstrip("/")
    return HttpResponse("\n".join(_lines(ladder, rows, site)) + "\n", content_type=KIND)


def literal(text: str) -> str:
    """Others' text on one line, without a meaning in Markdown."""
    return MARKS.sub(r"\\\1", " ".join(show_invisible(text).split()))


def _lines(ladder: Ladder, rows: list[LeaderboardRow], site: str) -> Iterator[str]:
    yield f"# {literal(ladder.name)}"
    yield ""
    games = f"{ladder.seats} seats, {ladder.games_per_match} games a match"
    yield f"A ladder for {ladder.game}: {games}."
    yield ""
    yield f"- State: {ladder.state}"
    yield f"- Options of the game: `{json.dumps(ladder.config)}`"
    yield f"- Limits that differ from the usual ones: `{json.dumps(ladder.limits)}`"
    yield f"- Leaderboard: {site}{reverse('ladders:leaderboard', args=[ladder.slug])}"
    yield f"- Rules, protocol and commands: {site}/llms.txt"
    yield ""
    yield f"    kingsbench upload my_bot.py --to {site} --ladder {ladder.slug}"
    yield ""
    yield "| Rank | Bot | Owner | Rating | mu | sigma | Matches |"
    yield "|---|---|---|---|---|---|---|"
    for row in rows:
        bot, skill = row.entry.bot, row.skill
        cells = [
            row.place or "",
            f"[{literal(bot.name)}]({site}{reverse('bots:detail', args=[bot.slug])})",
        ]
        cells += [literal(bot.owner.username), f"{row.rating:.2f}"]
        cells += [f"{skill.mu:.2f}", f"{skill.sigma:.2f}", row.entry.matches]
        yield f"| {' | '.join(map(str, cells))} |"
