"""Ranks with faults counted."""

from collections.abc import Mapping, Sequence

from engine.game import Game, Outcome, rank

FAULT = "fault"  # the reason of a game that ended with one live seat


def is_contested(seats: int, faulted_at: Mapping[int, int]) -> bool:
    """Return whether two live seats are left."""
    return len(faulted_at) + 1 < seats


def rank_with_faults(ranks: Sequence[int], faulted_at: Mapping[int, int]) -> list[int]:
    """Return ranks with faulted seats last, the earliest worst; `faulted_at`: moments by seat."""
    return rank(
        [
            (0, faulted_at[seat]) if seat in faulted_at else (1, -place)
            for seat, place in enumerate(ranks)
        ]
    )


def final_outcome(game: Game, faulted_at: Mapping[int, int]) -> Outcome:
    """Return the outcome or present scores, ranked by faults."""
    outcome = game.outcome or Outcome(game.scores, [1] * game.seats, FAULT)
    return outcome._replace(ranks=rank_with_faults(outcome.ranks, faulted_at))
