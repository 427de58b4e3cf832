"""`kingsbench watch`."""

from __future__ import annotations

from pathlib import Path

import click

from kit.errors import BadInput
from kit.program import examples
from kit.run.trust import trust_option

FILES = (".json",)


@click.command("watch", epilog=examples("watch my_bot.py big-money --seed 1", "watch game.json"))
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT [BOT...] | FILE.json")
@click.option("--game", default="dominion", show_default=True, help="The game to play.")
@click.option("--seed", type=int, help="Seed of the game.  [default: random]")
@click.option(
    "--config", "options", multiple=True, metavar="NAME=VALUE", help="Option of the game."
)
@click.option(
    "--kingdom", metavar="CARDS", help="A kingdom's name, ten cards with commas, or random."
)
@click.option("--sets", metavar="SETS", help="Sets for random kingdoms, separated by commas.")
@trust_option
def command(
    bots: tuple[str, ...],
    game: str,
    seed: int | None,
    options: tuple[str, ...],
    kingdom: str | None,
    sets: str | None,
) -> None:
    """Watch a game in the terminal, step by step.

    It is played by two or more bots, or read from a replay or record. Keys: n next, b back, t next
    turn, T previous turn, j jump to a turn, space play, v through a seat's eyes, q quit. Without a
    terminal the log is printed.
    """
    from kit.play import series
    from kit.watch import replays, viewing

    if len(bots) == 1:
        if Path(bots[0]).suffix not in FILES:
            raise BadInput("name two or more bots, or the .json file of a replay or record")
        viewing.show(replays.load(Path(bots[0])))
        return
    config = series.read_config(game, options, kingdom, sets)
    viewing.show(replays.play_game(bots, game, config, seed))
