"""Results of a ladder's best bots against each other."""

from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from arena.models import HeadToHead, Ladder
from arena.ratings.models.statistics import ALL
from website.ladders import board
from website.site.http import viewer

MOST = 20  # bots of a readable crosstable


@dataclass(frozen=True)
class CrossRow:
    """A bot's results against each of the others; None against itself and those it never met."""

    row: board.LeaderboardRow
    cells: list[tuple[board.LeaderboardRow, HeadToHead | None]]


class Crosstable:
    """The best of a ladder, in the order of its ranking."""

    def __init__(self, ladder: Ladder) -> None:
        self.bots = board.ranked_rows(ladder, list(board.ranked(ladder)[:MOST]))

    @cached_property
    def rows(self) -> list[CrossRow]:
        entries = [bot.entry.pk for bot in self.bots]
        of_all_versions = HeadToHead.objects.filter(
            entry__in=entries,
            version=ALL,
            opponent__in=entries,
            opponent_version=ALL,
            played__gt=0,
        )
        results = {(result.entry_id, result.opponent_id): result for result in of_all_versions}
        return [
            CrossRow(
                own, [(other, results.get((own.entry.pk, other.entry.pk))) for other in self.bots]
            )
            for own in self.bots
        ]


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the results of the best against each other."""
    ladder = get_object_or_404(Ladder.objects.seen_by(viewer(request)), slug=slug)
    context = {"ladder": ladder, "crosstable": Crosstable(ladder)}
    return render(request, "ladders/crosstable.html", context)
