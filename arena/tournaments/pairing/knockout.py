"""Brackets in standard seeding (1 v 16, 8 v 9); top seeds skip an incomplete first round."""

from collections import Counter
from collections.abc import Sequence

from arena.tournaments.pairing.bracket import Bracket, Match, Origin, Source, Stage
from arena.tournaments.pairing.rounds import field
from arena.tournaments.standings.results import Entrant

Place = Source | None  # None: the other goes on without a match


def single_elimination(entrants: Sequence[Entrant], *, third_place: bool = False) -> Bracket:
    """Draw single elimination. Raises CannotPair."""
    field(entrants, least=4 if third_place else 2)
    draw = _Draw()
    places = _first_places(len(entrants))
    while len(places) > 2:
        places, losers = draw.round(Stage.WINNERS, places)
    if third_place:
        draw.round(Stage.THIRD, losers)
    draw.round(Stage.FINAL, places)
    return Bracket(tuple(entrants), tuple(draw.matches))


def double_elimination(entrants: Sequence[Entrant], *, reset: bool = True) -> Bracket:
    """Draw double elimination; `reset`: the final repeats if the unbeaten one loses.

    Losers drop where they avoid rematches. Raises CannotPair.
    """
    field(entrants, least=3)
    draw = _Draw()
    places, below = draw.round(Stage.WINNERS, _first_places(len(entrants)))
    crossings = [0]  # losers of the first round stay in their part
    while len(places) > 1:
        below, _ = draw.round(Stage.LOSERS, below)
        places, dropped = draw.round(Stage.WINNERS, places)
        crossings = [crossing // 2 for crossing in crossings]
        crossings.append(crossing_for(len(dropped), crossings))
        crossed = [dropped[part ^ crossings[-1]] for part in range(len(dropped))]
        meeting = [one for pair in zip(crossed, below, strict=True) for one in pair]
        below, _ = draw.round(Stage.LOSERS, meeting)
    winner, loser = draw.round(Stage.FINAL, [*places, *below])
    if reset:
        draw.round(Stage.RESET, [*winner, *loser])
    return Bracket(tuple(entrants), tuple(draw.matches))


def crossing_for(parts: int, crossings: Sequence[int]) -> int:
    """Choose where losers of a round drop: part p to p xor this.

    `crossings` are those of earlier rounds, oldest first.
    """

    # Far from those they beat, so that they meet again as late as can be; where every part holds
    # some, those beaten longest ago.
    def merit(crossing: int) -> tuple[int, int, int]:
        apart = min((crossing ^ taken).bit_length() for taken in crossings)
        latest = max((age for age, one in enumerate(crossings) if one == crossing), default=-1)
        return apart, -latest, crossing

    return max(range(parts), key=merit)


def seed_order(size: int) -> list[int]:
    """Return seeds from top to bottom; `size` is a power of two."""
    seeds = [1]
    while len(seeds) < size:
        seeds = [one for seed in seeds for one in (seed, 2 * len(seeds) + 1 - seed)]
    return seeds


def _first_places(entrants: int) -> list[Place]:
    size = 1 << (entrants - 1).bit_length()
    return [Source(Origin.SEED, one) if one <= entrants else None for one in seed_order(size)]


class _Draw:
    def __init__(self) -> None:
        self.matches: list[Match] = []
        self._rounds: Counter[Stage] = Counter()

    def round(self, stage: Stage, places: Sequence[Place]) -> tuple[list[Place], list[Place]]:
        """Pair neighbours; return sources of winners and losers."""
        before = len(self.matches)
        pairs = zip(places[::2], places[1::2], strict=True)
        outcomes = [self._meet(stage, pair) for pair in pairs]
        self._rounds[stage] += len(self.matches) > before
        return [winner for winner, _ in outcomes], [loser for _, loser in outcomes]

    def _meet(self, stage: Stage, pair: tuple[Place, Place]) -> tuple[Place, Place]:
        one, other = pair
        if one is None or other is None:
            return one or other, None
        number = len(self.matches) + 1
        self.matches.append(Match(number, stage, self._rounds[stage] + 1, (one, other)))
        return Source(Origin.WINNER, number), Source(Origin.LOSER, number)
