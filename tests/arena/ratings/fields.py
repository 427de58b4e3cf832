"""Players of known strength and the results of their matches."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from arena.ratings.tally import Played
from arena.ratings.trueskill import BETA, MU, SIGMA
from engine.game import rank

# what makes 25/6 points an expected score of 76 % in a match of as many games as seats
NOISE = {2: BETA, 4: 1.75 * BETA}


@dataclass
class Field:
    """Each player's strength; a game depends on it and on chance."""

    strengths: list[float]
    dice: random.Random = field(default_factory=lambda: random.Random(4))
    margin: float = 0.0

    @classmethod
    def normal(cls, players: int, seed: int = 4, deviation: float = SIGMA) -> "Field":
        dice = random.Random(seed)
        return cls([dice.gauss(MU, deviation) for _ in range(players)], dice)

    def match(self, *players: int, games: int = 0) -> Played:
        """Play a match of these, with a game for each seat."""
        results = [self.game(players) for _ in range(games or len(players))]
        points = [
            sum((at > ranks[seat]) + (at == ranks[seat]) / 2 for ranks in results for at in ranks)
            for seat in range(len(players))
        ]
        return Played(players, results, rank([round(2 * each) for each in points]))

    def game(self, players: Sequence[int]) -> list[int]:
        """Return ranks; performances within the margin tie."""
        noise = NOISE[len(players)]
        shown = [self.strengths[one] + self.dice.gauss(0, noise) for one in players]
        return [1 + sum(other > own + self.margin for other in shown) for own in shown]

    def rounds(self, count: int, seats: int = 2) -> list[Played]:
        """Everybody plays in each, against anybody."""
        everybody = range(len(self.strengths))
        return [
            self.match(*order[first : first + seats])
            for order in (self.dice.sample(everybody, len(everybody)) for _ in range(count))
            for first in range(0, len(order), seats)
        ]
