"""`kingsbench profile`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kit.hosted.options import access_options
from kit.program import examples
from kit.run.trust import trust_option
from kit.terminal import quantity

if TYPE_CHECKING:
    from kit.check.profiling import Profile
    from kit.hosted.ladder_terms import LadderTerms

ROWS = 15


@click.command("profile", epilog=examples("profile my_bot.py --games 2 --seed 1"))
@click.argument("bot", metavar="BOT")
@click.argument("opponents", nargs=-1, metavar="[OPPONENT...]")
@click.option("--game", help="The game to play.  [default: dominion]")
@click.option(
    "--games", type=click.IntRange(1), default=4, show_default=True, help="Games to be timed."
)
@click.option("--seed", type=int, help="Seed that repeats the games.  [default: random]")
@click.option(
    "--config", "options", multiple=True, metavar="NAME=VALUE", help="Option of the game."
)
@click.option("--kingdom", metavar="CARDS", help="A kingdom, ten cards with commas, or random.")
@click.option("--sets", metavar="SETS", help="Sets for random kingdoms, with commas.")
@click.option("--ladder", metavar="LADDER", help="Game and limits of this ladder of a platform.")
@access_options
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@trust_option
def command(
    bot: str,
    opponents: tuple[str, ...],
    *,
    game: str | None,
    games: int,
    seed: int | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Show where a bot's CPU goes: by kind of decision, and by function.

    Plays in the jail against the opponents, by default a house bot. The times by decision are
    those of ordinary games; then the first round is played again under a profiler (Python only),
    whose times show proportions. Limits are those of the ladder, or the usual ones.
    """
    from kit.check import profiling
    from kit.play import report, series
    from kit.run import bot_arguments
    from sandbox.limits import Limits

    terms: LadderTerms | None = None
    limits = Limits()
    if asked["ladder"]:
        from kit.hosted.ladder_terms import read_terms
        from kit.hosted.options import connect, expect_answers

        platform = connect(asked["site"], asked["token"], insecure=asked["insecure"])
        with expect_answers(platform.site):
            terms, limits = read_terms(platform, asked["ladder"])
    game = game or (terms.game if terms else "dominion")
    series.require_game(game)
    config = series.read_config(game, asked["options"], asked["kingdom"], asked["sets"])
    seats = terms.seats if terms else 2
    others = opponents or [bot_arguments.sparring_partner(game)] * (seats - 1)
    entrants = bot_arguments.entrants([bot, *others], game)
    plans = series.plans(
        game,
        seats=len(entrants),
        games=games,
        seed=series.draw_seed() if seed is None else seed,
        config=(terms.config if terms else {}) | config,
    )
    profile = profiling.profile(entrants, profiling.under(plans, limits))
    report.print_json(profile.to_json()) if as_json else _show(profile)


def _show(profile: Profile) -> None:
    from kit.hosted import tables

    limits, slowest = profile.plan.limits, max(profile.games)
    clock = profile.clocks[profile.games.index(slowest)]
    worst = max((kind.max for kind in profile.kinds), default=0.0)
    games = quantity(len(profile.games), "game")
    tables.say(f"{profile.bot}, {profile.plan.game}: {games}, seed {profile.plan.seed}")
    tables.say(
        f"Slowest game: {slowest:.3f} s CPU of {clock:.1f} s ({slowest / clock:.1%}). Slowest "
        f"decision: {_ms(worst)} of {_ms(limits.decision_cpu)} ({worst / limits.decision_cpu:.1%})."
    )
    rows = (
        (kind.kind, kind.count, _ms(kind.mean), _ms(kind.p95), _ms(kind.max), f"{kind.share:.1%}")
        for kind in profile.kinds
    )
    titles = ("Decision", "Count", "Mean", "95 %", "Max", "Of clock")
    tables.table(titles, rows, "It was asked nothing.")
    costs = []
    for function in profile.functions[:ROWS]:
        place = f"{function.file}:{function.line} " if function.line else ""
        times = _ms(function.own), _ms(function.total)
        costs.append((place + function.name, function.calls, *times))
    tables.table(
        ("Function", "Calls", "Own CPU", "With calls"),
        costs,
        "Functions are profiled in Python bots only.",
    )
    for fault in profile.faults[:1]:
        tables.say(f"It failed: {fault.verdict}: {fault.message}. Try kingsbench lint.")


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.2f} ms"
