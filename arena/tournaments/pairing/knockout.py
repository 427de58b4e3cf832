"""Single and double elimination: the brackets.

Seeds stand as usual: 1 can meet 2 in the final only, 3 and 4 not before the semi-finals, and so on
(1 v 16, 8 v 9, ...). Where the field is no power of two, the best seeds have no first match.
"""

from collections import Counter
from collections.abc import Sequence

from arena.tournaments.pairing.bracket import Bracket, Match, Origin, Source, Stage
from arena.tournaments.pairing.rounds import field
from arena.tournaments.standings.results import Entrant

Place = Source | None  # where nobody comes from, the other goes on without a match


def single_elimination(entrants: Sequence[Entrant], *, third_place: bool = False) -> Bracket:
    """Who loses is out; `third_place`: the losers of the semi-finals play for it.

    Raises CannotPair for fewer than two entrants, or for a third place among fewer than four.
    """
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
    """Who loses twice is out: losers go on in a bracket of their own, whose winner is in the final.

    `reset`: the final is played again when the one who had not lost before loses it. Losers drop
    into parts of the losers' bracket where they do not meet those whom they have met, as far as
    there are such parts. Raises CannotPair for fewer than three entrants.
    """
    field(entrants, least=3)
    draw = _Draw()
    places, below = draw.round(Stage.WINNERS, _first_places(len(entrants)))
    crossings = [0]  # who lost the first round stays where he was
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
    """Where those drop who lose a round of the winners' bracket: part p goes to part p xor this.

    `crossings`, oldest first, tells where those are whom they beat on their way: in the parts p xor
    each of these. Such parts should be as far as can be, so that they meet again as late as can be;
    where every part holds some, it is the one with those who were beaten longest ago.
    """

    def merit(crossing: int) -> tuple[int, int, int]:
        apart = min((crossing ^ taken).bit_length() for taken in crossings)
        latest = max((age for age, one in enumerate(crossings) if one == crossing), default=-1)
        return apart, -latest, crossing

    return max(range(parts), key=merit)


def seed_order(size: int) -> list[int]:
    """The seeds of a bracket from top to bottom; `size` is a power of two."""
    seeds = [1]
    while len(seeds) < size:
        seeds = [one for seed in seeds for one in (seed, 2 * len(seeds) + 1 - seed)]
    return seeds


def _first_places(entrants: int) -> list[Place]:
    size = 1 << (entrants - 1).bit_length()
    return [Source(Origin.SEED, one) if one <= entrants else None for one in seed_order(size)]


class _Draw:
    """Draws a bracket round by round."""

    def __init__(self) -> None:
        self.matches: list[Match] = []
        self._rounds: Counter[Stage] = Counter()

    def round(self, stage: Stage, places: Sequence[Place]) -> tuple[list[Place], list[Place]]:
        """Let neighbours meet; where the winners and where the losers come from, in order."""
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
