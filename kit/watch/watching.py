"""Play one game to be watched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.matches.referee.referee import play
from kit.errors import report_host_failures
from kit.play import kingdoms, series
from kit.run import bot_arguments
from kit.watch import replays
from kit.watch.replays import Replay


def config(
    game: str, options: Sequence[str], kingdom: str | None, sets: str | None
) -> dict[str, Any]:
    """Raises BadInput."""
    return kingdoms.apply_options(series.read_config(game, options), kingdom, sets)


def played(words: Sequence[str], game: str, options: dict[str, Any], seed: int | None) -> Replay:
    """One game, the first bot in the first seat or by the seed. Raises BadInput."""
    entrants = bot_arguments.entrants(words, game)
    drawn = series.draw_seed() if seed is None else seed
    plan = series.plans(game, seats=len(entrants), games=1, seed=drawn, config=options)[0]
    with report_host_failures():
        jailer = bot_arguments.jailer(entrants)
        bot_arguments.check(entrants, jailer)
        result = play(plan, entrants, jailer)
    return replays.of_game(result.games[0], entrants)
