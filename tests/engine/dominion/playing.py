"""Helpers for playing positions: answer by name, read zones."""

from __future__ import annotations

from typing import Any

from engine.dominion import Dominion
from engine.game import Decision

FIRST_GAME = "Cellar, Market, Militia, Mine, Moat, Remodel, Smithy, Village, Woodcutter, Workshop"


def asked(game: Dominion) -> Decision:
    """The open question; fails where there is none."""
    decision = game.decision
    assert decision is not None, f"nothing is asked; the outcome is {game.outcome}"
    return decision


def answer(game: Dominion, *wanted: str) -> None:
    """Pick options by their value, equal ones one after the other; nothing picks none."""
    options = asked(game).options
    picks: list[int] = []
    for value in wanted:
        free = [n for n, option in enumerate(options) if option == value and n not in picks]
        assert free, f"{value!r} is not among {options}"
        picks.append(free[0])
    game.choose(picks)


def answers(game: Dominion, *wanted: str | tuple[str, ...] | None) -> None:
    """Several answers, one after the other: a name, several names, or None for none."""
    for one in wanted:
        if one is None:
            answer(game)
        else:
            answer(game, *([one] if isinstance(one, str) else one))


def seat(game: Dominion, number: int) -> dict[str, Any]:
    """Everything about one seat, its hand sorted by name."""
    found: dict[str, Any] = game.view(None)["seats"][number]
    return found


def hand(game: Dominion, number: int = 0) -> list[str]:
    """A seat's hand, sorted by name."""
    return list(seat(game, number)["hand"])


def counters(game: Dominion) -> tuple[int, int, int]:
    """Actions, buys and coins."""
    table = game.view(None)
    return table["actions"], table["buys"], table["coins"]


def question(game: Dominion) -> tuple[int, str]:
    """Return the decision's seat and kind."""
    decision = asked(game)
    return decision.seat, decision.kind


def typed(game: Dominion, kind: str, viewer: int | None = None) -> list[dict[str, Any]]:
    """The events of one type, as a seat saw them."""
    return [event for event in game.events(viewer) if event["type"] == kind]


def logged_events(game: Dominion, viewer: int | None = None) -> list[dict[str, Any]]:
    """Return the events that the log in words tells, without the bookkeeping between them."""
    silent = ("counters", "clean_up")
    return [event for event in game.events(viewer) if event["type"] not in silent]
