"""A first bot: money, two cards that draw, and points when it can.

Try it: kingsbench play this_file.py big-money --seed 1

Guide: docs/bots/first-steps.md. Your log has what you print.
"""

from kit.sdk import Answer, Request, Setup, count, default_answer, points


def start(setup: Setup) -> None:
    """Optional; called before each game."""
    print(f"{setup.game}, seat {setup.seat} of {setup.seats}")


def decide(request: Request) -> Answer:
    """Called for every decision; returns an option, an index, or a list."""
    if request.kind == "buy":
        return buy(request)
    return default_answer(request)  # sensible for every other kind: plays, discards, trashes, ...


def buy(request: Request) -> list[str]:
    # the first of these on offer, or nothing
    draws = [card for card in ("Smithy", "Council Room") if count(request, card) < 2]
    for card in (*points(request), "Platinum", "Gold", *draws, "Silver"):
        if card in request.options:
            return [card]
    return []
