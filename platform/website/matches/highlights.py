"""Recent upsets and close games."""

from collections.abc import Iterable
from dataclasses import dataclass
from heapq import nsmallest

from django.core.cache import cache
from django.db.models import Prefetch, prefetch_related_objects

from arena.models import Game, Ladder, Match, RatingChange
from arena.ratings.trueskill import outcome
from website.matches import lists

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
    found: list[Highlight] | None = cache.get("highlights")
    if found is None:
        found = _find_highlights()
        cache.set("highlights", found, KEPT_SECONDS if len(found) >= SHOWN else KEPT_WHILE_FEW)
    return found


def _find_highlights() -> list[Highlight]:
    matches = _lately()
    upsets = nsmallest(SHOWN, _upsets(matches), key=lambda upset: upset.chance)
    taken = {upset.match for upset in upsets}
    close = (finish for finish in _finishes(matches) if finish.match not in taken)
    finishes = nsmallest(SHOWN, close, key=lambda finish: (finish.margin, -finish.match))
    by_number = {match.pk: match for match in matches}
    found: list[Upset | CloseFinish] = [*upsets, *finishes]
    shown = [Highlight(by_number[why.match], why) for why in found]
    return sorted(shown, key=lambda one: -one.match.pk)


def _lately() -> list[Match]:
    rated = lists.listed_matches().filter(purpose=Match.Purpose.LADDER)
    rated = rated.only(*lists.FIELDS)
    matches = list(rated.filter(status=Match.Status.FINISHED)[:LOOKED_AT])
    changes = Prefetch("seats__changes", queryset=RatingChange.objects.current())
    games = Game.objects.only("match", "number", "scores", "ranks", "seating").order_by("number")
    prefetch_related_objects(matches, changes, Prefetch("games", queryset=games))
    return matches


def _upsets(matches: Iterable[Match]) -> Iterable[Upset]:
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


def _finishes(matches: Iterable[Match]) -> Iterable[CloseFinish]:
    for match in matches:
        if any(seat.faults for seat in match.seats.all()):
            continue
        games = [_finish(game) for game in match.games.all()]
        if games:
            yield min(games, key=lambda finish: finish.margin)


def _finish(game: Game) -> CloseFinish:
    ranked = sorted(zip(game.ranks, game.scores, game.seating, strict=True), key=_rank)
    ranks, scores, positions = zip(*ranked, strict=True)
    return CloseFinish(
        game.match_id,
        game.number + 1,
        abs(scores[0] - scores[1]),
        scores,
        positions,
        is_tie=ranks[0] == ranks[1],
    )


def _rank(seat: tuple[int, int, int]) -> int:
    return seat[0]
