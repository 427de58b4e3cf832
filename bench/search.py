"""Measure the searching house bot against another: `python -m bench.search [--jailed]`.

Games come in pairs on one deal with the seats exchanged. The deals repeat, the result does not
quite: how far a search gets depends on the machine. Bots run as plain functions here, by the clocks
of a ladder; `--jailed` plays under the platform's referee, in the jail. `--write` renews this row
of docs/bots/house-bots.md.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from statistics import fmean
from types import ModuleType
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from arena.matches.referee.referee import Entrant, play
from arena.ratings.intervals import Mean
from bench.pages import write_row
from engine import catalogue, chance
from engine.dominion import CARDS
from engine.dominion.setup import EXPANSION_NAMES, KINGDOM_SIZE
from kit.bots import house_bots
from kit.play import series
from kit.run import bot_arguments
from sandbox.guest.answers import picks
from sandbox.limits import Limits
from tests.kit.games import load, request

BOT, OPPONENT, KINGDOM = "rollout", "big-money-smithy", "First Game"
PAGE, TABLE = "bots/house-bots.md", "Dominion: bots that search"
HEADS = "games", "points, %", "95 % interval", "CPU s a game", "faults"
EVERY = 10  # games between two lines
KINGDOM_CARDS = sorted(name for name, one in CARDS.items() if one.expansion in EXPANSION_NAMES)
Kingdoms = Callable[[int], dict[str, Any]]  # by deal


class Played(NamedTuple):
    """A game from the bot's side: seat, points (a tie is half), CPU seconds, own fault."""

    seat: int
    points: float
    cpu: float
    fault: bool = False


def points(ranks: list[int], seat: int) -> float:
    return 0.5 if ranks[0] == ranks[1] else float(ranks[seat] == 1)


class Clock:
    """A seat's chess clock, by the process's CPU time."""

    def __init__(self) -> None:
        self.limits = Limits()
        self.left = self.limits.game_cpu
        self.used = 0.0

    def asked(self) -> dict[str, float]:
        return {"left": self.left, "decision": min(self.limits.decision_cpu, self.left)}

    def charge(self, cpu: float) -> bool:
        """Whether the answer came in time."""
        in_time = cpu <= min(self.limits.decision_cpu, self.left)
        self.left += self.limits.increment_cpu - cpu
        self.used += cpu
        return in_time


def with_cards(cards: tuple[str, ...], seed: int) -> dict[str, Any]:
    """Return a kingdom of these cards and of others from all sets."""
    others = [name for name in KINGDOM_CARDS if name not in cards]
    return {"kingdom": [*cards, *chance.sample(others, KINGDOM_SIZE - len(cards), seed, "with")]}


def in_process(games: int, seed: int, names: list[str], kingdoms: Kingdoms) -> Iterator[Played]:
    paths = [house_bots()[name].path for name in names]
    for number in range(games):
        seat, deal = number % 2, seed + number // 2
        seated = paths if seat == 0 else paths[::-1]
        random.seed(number)
        config = kingdoms(deal)
        bots = [load(path, at, **config) for at, path in enumerate(seated)]
        yield one_game(bots, seat, deal, config)


def one_game(bots: list[ModuleType], seat: int, seed: int, config: dict[str, Any]) -> Played:
    """Exceeding the clock loses the game at once."""
    game = catalogue.new("dominion", seats=2, seed=seed, config=config, log=False)
    clocks = [Clock(), Clock()]
    while (decision := game.decision) is not None:
        asking, clock = bots[decision.seat], clocks[decision.seat]
        asked = request(game, decision, getattr(asking, "wants", ("view",)))
        asked.clock = clock.asked()
        began = time.process_time()
        chosen = picks(asking.decide(asked), asked)
        if not clock.charge(time.process_time() - began):
            won = float(decision.seat != seat)
            return Played(seat, won, clocks[seat].used, fault=not won)
        game.choose(chosen)
    assert game.outcome
    return Played(seat, points(game.outcome.ranks, seat), clocks[seat].used)


def jailed(games: int, seed: int, names: list[str], kingdoms: Kingdoms) -> Iterator[Played]:
    entrants: list[Entrant] = bot_arguments.entrants(names, "dominion")
    jailer = bot_arguments.jailer(entrants)
    for deal in range(seed, seed + games // 2):
        config = kingdoms(deal)
        for plan in series.plans("dominion", seats=2, games=2, seed=deal, config=config):
            for game in play(plan, entrants, jailer).games:
                seat = game.seating.index(0)
                faulted = any(fault.entrant == 0 for fault in game.faults)
                yield Played(seat, points(list(game.ranks), seat), game.cpu[0], faulted)


def row(title: str, found: list[Played]) -> tuple[str, ...]:
    if not found:
        return title, "0"
    share = sum(one.points for one in found) / len(found)
    deals = [fmean(game.points for game in found[at : at + 2]) for at in range(0, len(found), 2)]
    low, high = Mean.of(deals).interval
    cpu = sum(one.cpu for one in found) / len(found)
    faults = sum(one.fault for one in found)
    interval = f"{100 * low:.1f} to {100 * high:.1f}"
    return title, f"{len(found)}", f"{100 * share:.1f}", interval, f"{cpu:.1f}", f"{faults}"


def kingdom_card(name: str) -> str:
    if name not in KINGDOM_CARDS:
        raise argparse.ArgumentTypeError(f"no card of a kingdom is called {name!r}")
    return name


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", default=BOT)
    parser.add_argument("--opponent", default=OPPONENT)
    parser.add_argument("--kingdom", default=KINGDOM)
    parser.add_argument(
        "--with",
        dest="cards",
        action="append",
        type=kingdom_card,
        metavar="CARD",
        help="another random kingdom of all sets on each deal, always with this card (repeatable)",
    )
    parser.add_argument("--jailed", action="store_true")
    parser.add_argument("--write", action="store_true", help=f"renew the row of docs/{PAGE}")
    given = parser.parse_args()
    if given.cards and len(set(given.cards)) > KINGDOM_SIZE:
        parser.error(f"a kingdom has {KINGDOM_SIZE} cards, not {len(set(given.cards))}")
    return given


def kingdoms_of(given: argparse.Namespace) -> tuple[str, Kingdoms]:
    """Return the name of the kingdoms, and each deal's kingdom."""
    if not given.cards:
        return given.kingdom, lambda _deal: {"kingdom": given.kingdom}
    cards = tuple(dict.fromkeys(given.cards))
    return f"kingdoms with {', '.join(cards)}", lambda deal: with_cards(cards, deal)


def main() -> None:
    given = arguments()
    console = Console()
    found: list[Played] = []
    way = jailed if given.jailed else in_process
    names = [given.bot, given.opponent]
    called, kingdoms = kingdoms_of(given)
    for one in way(given.games, given.seed, names, kingdoms):
        found.append(one)
        if len(found) % EVERY == 0:
            console.print(*row("", found))
    where = "in the jail" if given.jailed else "as functions"
    pairing = f"{given.bot} against {given.opponent}, {called}"
    title = f"{pairing}, seed {given.seed}, {where}"
    table = Table("Seat", title=title, title_justify="left")
    for column in HEADS:
        table.add_column(column, justify="right")
    table.add_row(*row("both", found))
    for seat in (0, 1):
        table.add_row(*row(str(seat), [one for one in found if one.seat == seat]))
    console.print(table)
    if given.write:
        write_row(PAGE, TABLE, ("Bots", *HEADS), row(pairing, found))


if __name__ == "__main__":
    main()
