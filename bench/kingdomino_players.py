"""The simple players of a paper: `python -m bench.kingdomino_players [GAMES]` prints mean scores.

"Monte Carlo Methods for the Game Kingdomino" (Gedda, Lagerkvist and Butler, 2018) has four seats,
Middle Kingdom and Harmony; what fits must be placed. True Random answers at random. Greedy
Placement, Random Draft places for the highest score, Full Greedy for the highest score after the
domino that it picks as well. Both avoid kingdoms that leave a hole of one square or cannot be
centred, pick by crowns before the first score, and draw among equals. Where no next domino fits,
Full Greedy has nothing to compare, so it puts its last one anywhere, like the authors' program.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import product
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from arena.ratings.intervals import Z
from bench.arguments import read_arguments
from engine import catalogue
from engine.game import Decision
from engine.kingdomino.dominoes import DOMINOES, Domino
from engine.kingdomino.kingdom import Kingdom, Where, board_of
from engine.kingdomino.kingdomino import Kingdomino
from engine.kingdomino.state import HARMONY, MIDDLE_KINGDOM

CONFIG = {"variants": ["harmony", "middle_kingdom"], "must_place": True}
SEATS = 4
GAMES = 400
BOARD = board_of(5)
REACH = BOARD.size // 2
CENTRE = sum(bit for (x, y), bit in BOARD.bits.items() if max(abs(x), abs(y)) <= REACH)


class Move(NamedTuple):
    where: Where | None
    pick: int | None


class TrueRandom:
    def __init__(self, dice: random.Random) -> None:
        self.dice = dice

    def answer(self, game: Kingdomino, decision: Decision) -> int:  # noqa: ARG002  as the others
        return self.dice.randrange(len(decision.options))


class GreedyPlacement(TrueRandom):
    """A place and the next pick are one move, chosen when the place is asked."""

    def __init__(self, dice: random.Random) -> None:
        super().__init__(dice)
        self.wanted: int | None = None

    def answer(self, game: Kingdomino, decision: Decision) -> int:
        state = game.state
        options: list[Any] = list(decision.options)
        kingdom = state.kingdoms[decision.seat]
        if decision.kind == "pick":
            if self.wanted not in options:
                self.wanted = self.move({None: kingdom}, options).pick
            return options.index(self.wanted)
        picks = [number for number, king in state.next_row.items() if king is None]
        domino = DOMINOES[state.domino or 0]
        move = self.move({where: kingdom.place(domino, where) for where in options}, picks)
        self.wanted = move.pick
        return options.index(move.where)

    def move(self, kingdoms: dict[Where | None, Kingdom], picks: list[int]) -> Move:
        """Return the best of these kingdoms after a place, with the next domino to pick."""
        if all(len(kingdom.tiles) <= 2 for kingdom in kingdoms.values()):
            return Move(self.dice.choice(list(kingdoms)), self._crowned(picks))
        sound = {where: kingdom for where, kingdom in kingdoms.items() if is_sound(kingdom)}
        found = [one for one in self.ahead(sound, picks) if is_sound(one[1])]
        found = found or list(self.ahead(kingdoms, picks))
        most = max((worth(kingdom) for _, kingdom in found), default=0)
        best = dict.fromkeys(move for move, kingdom in found if worth(kingdom) == most)
        return self.dice.choice(list(best or dict(_now(kingdoms, picks))))

    def ahead(
        self, kingdoms: dict[Where | None, Kingdom], picks: list[int]
    ) -> Iterator[tuple[Move, Kingdom]]:
        """Return the kingdoms that are compared, and the moves that lead there."""
        return _now(kingdoms, picks)

    def _crowned(self, picks: list[int]) -> int | None:
        most = max((crowns(DOMINOES[number]) for number in picks), default=0)
        best = [number for number in picks if crowns(DOMINOES[number]) == most]
        return self.dice.choice(best) if best else None


class FullGreedy(GreedyPlacement):
    def ahead(
        self, kingdoms: dict[Where | None, Kingdom], picks: list[int]
    ) -> Iterator[tuple[Move, Kingdom]]:
        for (where, kingdom), pick in product(kingdoms.items(), picks):
            domino = DOMINOES[pick]
            for at in kingdom.places(domino):
                yield Move(where, pick), kingdom.place(domino, at)


def _now(
    kingdoms: dict[Where | None, Kingdom], picks: Iterable[int]
) -> Iterator[tuple[Move, Kingdom]]:
    nothing: list[int | None] = [None]
    for (where, kingdom), pick in product(kingdoms.items(), list(picks) or nothing):
        yield Move(where, pick), kingdom


def crowns(domino: Domino) -> int:
    return max(domino.left_crowns, domino.right_crowns)


def is_centred(kingdom: Kingdom) -> bool:
    return max(map(abs, kingdom.bounds)) <= REACH


def is_sound(kingdom: Kingdom) -> bool:
    """Whether the castle may still be centred and no square is shut in by dominoes and the edge."""
    empty, width = CENTRE & ~sum(kingdom.land), BOARD.width
    beside = empty << 1 | empty >> 1 | empty << width | empty >> width
    return is_centred(kingdom) and not empty & ~BOARD.castle & ~beside


def worth(kingdom: Kingdom) -> int:
    bonus = MIDDLE_KINGDOM * is_centred(kingdom) + HARMONY * kingdom.is_full
    return kingdom.points + bonus


class Line(NamedTuple):
    """A line of the paper's table: whose score is meant, the other three seats, the mean."""

    title: str
    player: type[TrueRandom]
    others: type[TrueRandom]
    theirs: float


LINES = (
    Line("True Random (TR)", TrueRandom, TrueRandom, 22.58),
    Line(
        "Greedy Placement, Random Draft (GPRD) against three TR", GreedyPlacement, TrueRandom, 39.43
    ),
    Line("Full Greedy (FG) against three TR", FullGreedy, TrueRandom, 56.16),
    Line("Full Greedy against three FG", FullGreedy, FullGreedy, 51.83),
)


def play(line: Line, seed: int) -> float:
    """Play a deal; the mean score of those seats that the line's player has."""
    seat, dice = seed % SEATS, random.Random(seed)
    kinds = [line.player if at == seat else line.others for at in range(SEATS)]
    game = catalogue.new("kingdomino", seats=SEATS, seed=seed, config=CONFIG, log=False)
    if not isinstance(game, Kingdomino):
        raise TypeError(game)
    players = [kind(dice) for kind in kinds]
    while (decision := game.decision) is not None:
        game.choose((players[decision.seat].answer(game, decision),))
    return fmean(
        score for score, kind in zip(game.scores, kinds, strict=True) if kind is line.player
    )


def games_of(line: Line, games: int) -> int:
    """More where one seat's score counts alone."""
    return games * (1 if line.player is line.others else SEATS)


def measure(line: Line, games: int) -> tuple[float, float]:
    """Return the mean score and its standard error."""
    games = games_of(line, games)
    scores = [play(line, seed) for seed in range(games)]
    return fmean(scores), stdev(scores) / sqrt(games)


def main(games: int = GAMES) -> None:
    for line in LINES:
        mean, error = measure(line, games)
        print(f"{line.title:<40} {mean:6.2f} +- {Z * error:.2f}   {line.theirs:.2f}")


if __name__ == "__main__":
    main(read_arguments(__doc__, games=GAMES).games)
