"""Recent upsets and close games, and the game on the home page.

The home page shows a recent game in a loop, until one that runs can be shown.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from heapq import nsmallest
from itertools import chain, islice
from operator import itemgetter
from typing import Any, cast

from django.core.cache import cache
from django.db.models import Prefetch, prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from arena.core.database_clock import query_now
from arena.matches.referee.decision_log import NoLongerKept
from arena.matches.watch_live import watch_live
from arena.models import Game, Ladder, LiveGame, Match, RatingChange
from arena.ratings.trueskill import outcome
from website.games.contract import PlayerResult, TemplatePart
from website.games.registry import site_game
from website.matches import lists
from website.matches.kept import events_of
from website.matches.lists import latest, public_matches
from website.matches.narration import distinct
from website.site.http import Request, live_page

LOOKED_AT = 200  # of the last rated matches
SHOWN = 3  # of each kind
LIKELY = 1 / 3  # whom less was given, and who won all the same, has upset somebody
KEPT_SECONDS = 5 * 60  # looking takes some hundred milliseconds, in which others wait
KEPT_WHILE_FEW = 5  # a new platform's first matches are soon found


@dataclass(frozen=True)
class Upset:
    """A match of two with an unlikely winner."""

    match: int
    chance: float


@dataclass(frozen=True)
class CloseFinish:
    """A game won by `margin` points; `scores` and `positions` by rank."""

    match: int
    number: int
    margin: int
    scores: tuple[int, ...]
    positions: tuple[int, ...]
    is_tie: bool


@dataclass(frozen=True)
class Highlight:
    match: Match
    why: Upset | CloseFinish

    @property
    def is_upset(self) -> bool:
        return isinstance(self.why, Upset)

    @property
    def number(self) -> int:
        """The game to watch, from 1."""
        return self.why.number if isinstance(self.why, CloseFinish) else 1

    @property
    def names(self) -> list[str]:
        """The bots by rank, in the match or in the close game."""
        seats = lists.by_rank(self.match.seats.all())
        if isinstance(self.why, CloseFinish):
            by_position = {seat.position: seat for seat in seats}
            seats = [by_position[position] for position in self.why.positions]
        return [seat.version.bot.name for seat in seats]


def highlights() -> list[Highlight]:
    """Return some recent matches, latest first; cached for KEPT_SECONDS, sooner while few."""
    known: list[Highlight] | None = cache.get("highlights")
    if known is not None:
        return known
    matches = {match.pk: match for match in _recent_matches()}
    upsets = nsmallest(SHOWN, _find_upsets(matches.values()), key=lambda upset: upset.chance)
    taken = {upset.match for upset in upsets}
    close = (game for game in _find_closest_games(matches.values()) if game.match not in taken)
    finishes = nsmallest(SHOWN, close, key=lambda finish: (finish.margin, -finish.match))
    reasons: list[Upset | CloseFinish] = [*upsets, *finishes]
    found = [Highlight(matches[why.match], why) for why in reasons]
    found.sort(key=lambda highlight: -highlight.match.pk)
    cache.set("highlights", found, KEPT_SECONDS if len(found) >= SHOWN else KEPT_WHILE_FEW)
    return found


def _recent_matches() -> list[Match]:
    """Return the last rated matches with their changes and games."""
    rated = lists.listed_matches().filter(purpose=Match.Purpose.LADDER)
    rated = rated.only(*lists.FIELDS)
    matches = list(rated.filter(status=Match.Status.FINISHED)[:LOOKED_AT])
    changes = Prefetch("seats__changes", queryset=RatingChange.objects.current())
    games = Game.objects.only("match", "number", "scores", "ranks", "seating").order_by("number")
    prefetch_related_objects(matches, changes, Prefetch("games", queryset=games))
    return matches


def _find_upsets(matches: Iterable[Match]) -> Iterable[Upset]:
    ladders = Ladder.objects.seen_by(None).select_related("fit")
    ties = {ladder.pk: ladder.parameters.draw_probability for ladder in ladders}
    for match in matches:
        seats = sorted(match.seats.all(), key=lambda seat: seat.rank or 0)
        changes = [change for seat in seats for change in seat.changes.all()]
        is_decided = len(changes) == len(seats) == 2 and seats[0].rank != seats[1].rank
        if match.ladder is None or not is_decided or any(seat.faults for seat in seats):
            continue
        won, lost = (change.before for change in changes)
        win, draw = outcome(won, lost, draw_probability=ties[match.ladder.pk])
        if win + draw / 2 < LIKELY:
            yield Upset(match.pk, win + draw / 2)


def _find_closest_games(matches: Iterable[Match]) -> Iterable[CloseFinish]:
    """Yield the closest game of each match without a fault."""
    for match in matches:
        if any(seat.faults for seat in match.seats.all()):
            continue
        finishes = []
        for game in match.games.all():
            seats = zip(game.ranks, game.scores, game.seating, strict=True)
            ranks, scores, positions = zip(*sorted(seats, key=itemgetter(0)), strict=True)
            margin, is_tie = abs(scores[0] - scores[1]), ranks[0] == ranks[1]
            finishes.append(
                CloseFinish(match.pk, game.number + 1, margin, scores, positions, is_tie)
            )
        if finishes:
            yield min(finishes, key=lambda finish: finish.margin)


LONG = timedelta(seconds=4)  # what has run so long will probably run on
TRIED = 2
NOTHING_YET = 204
STOP_POLLING = 286  # htmx


@dataclass(frozen=True)
class FeaturedGame:
    match: Match
    number: int
    summary: TemplatePart
    is_live: bool

    @property
    def sprites(self) -> str:
        return site_game(self.match.game).sprites


def featured_game(notable: Iterable[Highlight], others: Iterable[Match]) -> FeaturedGame | None:
    """Return the first of these that can be shown; few are tried, as each costs a query."""
    games = chain(((game.match, game.number) for game in notable), ((match, 1) for match in others))
    for match, number in islice(games, TRIED):
        if featured := _finished_game(match, number):
            return featured
    return None


def running_match() -> Match | None:
    """Return the public match that has been running longest, if long enough."""
    status, until = Match.Status.RUNNING, query_now() - LONG
    running = public_matches().filter(status=status, started_at__lte=until)
    return running.order_by("started_at").first()


def _finished_game(match: Match, number: int) -> FeaturedGame | None:
    finished = Game.objects.filter(match=match, match__status=Match.Status.FINISHED)
    game = finished.filter(number=number - 1).first()
    if game is None:
        return None
    try:
        events = events_of(game)
    except NoLongerKept:
        return None
    results = [(score, rank == 1) for score, rank in zip(game.scores, game.ranks, strict=False)]
    return _featured_game(match, number, game.seating, events, results)


def _live(match: Match, live: LiveGame) -> FeaturedGame | None:
    results = [(None, False) for _ in live.seating]
    events = live.shown["events"]
    return _featured_game(match, live.number + 1, live.seating, events, results, is_live=True)


def _featured_game(
    match: Match,
    number: int,
    seating: Sequence[int],
    events: list[dict[str, Any]],
    results: Sequence[tuple[int | None, bool]],
    *,
    is_live: bool = False,
) -> FeaturedGame | None:
    bots = {seat.position: seat.version.bot.name for seat in match.seats.all()}
    is_whole = all(position in seating for position in bots)
    if not is_whole or not len(seating) == len(bots) == len(results):
        return None
    names = distinct([bots[position] for position in seating])
    players = [PlayerResult(name, *result) for name, result in zip(names, results, strict=True)]
    summary = site_game(match.game).summary(events, players, match.config)
    return FeaturedGame(match, number, summary, is_live) if summary else None


@require_safe
def featured(request: HttpRequest, match_id: int) -> HttpResponse:
    """Answer a running match as it stands, once over its first game; for htmx alone."""
    asked = cast("Request", request)
    if not asked.htmx:
        return redirect("matches:detail", match_id)
    match = public_matches().filter(pk=match_id).first()
    if match is None:
        raise Http404
    if match.status == Match.Status.RUNNING:
        watch_live(match=match)
        live = LiveGame.objects.filter(match=match).first()
        shown, polled = _live(match, live) if live else None, match
    else:
        shown, polled = _finished_game(match, 1), None
    if shown is None:
        return HttpResponse(status=NOTHING_YET if polled else STOP_POLLING)
    context = {"featured": shown, "running": polled}
    return live_page(asked, "matches/featured.html", context, part="featured")


@require_safe
def first_featured(request: HttpRequest) -> HttpResponse:
    """Answer the first game that a new platform can show; for htmx alone."""
    asked = cast("Request", request)
    if not asked.htmx:
        return redirect("home")
    shown = featured_game(highlights(), latest(TRIED))
    if shown is None:
        return HttpResponse(status=NOTHING_YET)
    return live_page(asked, "matches/featured.html", {"featured": shown}, part="featured")
