"""Paying: coin tokens, and more than a card costs."""

from __future__ import annotations

from engine.dominion.state import State
from engine.dominion.steps import Frame, Step


def ask_amount(state: State, at: Frame, most: int, then: Step, about: str) -> None:
    """Ask for a number up to `most`; it is then the frame's `it`."""
    numbers = tuple(range(most + 1))
    state.ask(at, "amount", numbers, then, options=numbers, about=about)
