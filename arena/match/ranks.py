"""The places of a game once faults are counted: the referee's word, not the engine's."""

from collections.abc import Mapping, Sequence

from engine.game import Game, Outcome, rank

FAULT = "fault"  # the reason of a game that ended because one live seat was left


def is_contested(seats: int, fallen: Mapping[int, int]) -> bool:
    """Whether two live seats at least are left; with one, the game ends."""
    return len(fallen) + 1 < seats


def rank_with_faults(ranks: Sequence[int], fallen: Mapping[int, int]) -> list[int]:
    """The ranks of a game by seat, once faults are counted.

    `fallen` maps a seat to the moment of its fault. Who faulted ranks below all who did not, the
    earliest fault last; equal moments share a rank. The others keep the order of `ranks`.
    """
    return rank(
        [(0, fallen[seat]) if seat in fallen else (1, -place) for seat, place in enumerate(ranks)]
    )


def final_outcome(game: Game, fallen: Mapping[int, int]) -> Outcome:
    """The engine's outcome, or the scores as they stand; the ranks with faults counted."""
    outcome = game.outcome or Outcome(game.scores, [1] * game.seats, FAULT)
    return outcome._replace(ranks=rank_with_faults(outcome.ranks, fallen))
