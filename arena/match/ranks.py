"""Ranks with faults counted."""

from collections.abc import Mapping, Sequence

from engine.game import Game, Outcome, rank

FAULT = "fault"  # the reason of a game that ended with one live seat


def is_contested(seats: int, fallen: Mapping[int, int]) -> bool:
    """Return whether two live seats are left."""
    return len(fallen) + 1 < seats


def rank_with_faults(ranks: Sequence[int], fallen: Mapping[int, int]) -> list[int]:
    """Return ranks with faulted seats last, the earliest worst; `fallen` maps seats to moments."""
    return rank(
        [(0, fallen[seat]) if seat in fallen else (1, -place) for seat, place in enumerate(ranks)]
    )


def final_outcome(game: Game, fallen: Mapping[int, int]) -> Outcome:
    """Return the outcome or present scores, ranked by faults."""
    outcome = game.outcome or Outcome(game.scores, [1] * game.seats, FAULT)
    return outcome._replace(ranks=rank_with_faults(outcome.ranks, fallen))
