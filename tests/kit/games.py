"""Play bots as plain functions without a jail, to test what they decide."""

from collections.abc import Iterator, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from engine import catalogue
from engine.game import Decision, Game, JsonObject
from kit.sdk import Request
from sandbox.guest.answers import picks

CLOCK = {"left": 10.0, "decision": 2.0}


class Ticks:
    """A clock that moves on whenever it is read: a search gets as far on any machine."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def process_time(self) -> float:
        self.now += self.step
        return self.now


def load(
    path: Path, seat: int = 0, *, game: str = "dominion", seats: int = 2, **config: Any
) -> ModuleType:
    """A bot's module, loaded afresh and started, as in a jail."""
    spec = spec_from_file_location(f"bot_{path.stem}", path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    if hasattr(module, "start"):
        setup = {"game": game, "config": config, "seats": seats, "seat": seat, "limits": {}}
        module.start(SimpleNamespace(**setup))
    return module


def request(game: Game, decision: Decision, wants: Sequence[str] = ("view",)) -> Request:
    """Return a decision's request, with the view or what the bot wants."""
    message: JsonObject = {
        "decision": decision.to_json() | {"options": list(decision.options)},
        "clock": dict(CLOCK),
    }
    if "view" in wants:
        message["view"] = game.view(decision.seat)
    if "state" in wants:
        message["state"] = game.knowledge(decision.seat)
    return Request(message)


def answer(bot: ModuleType, game: Game, decision: Decision) -> list[int]:
    """The picks of a bot; an illegal answer raises."""
    asked = request(game, decision, getattr(bot, "wants", ("view",)))
    return picks(bot.decide(asked), asked)


def play_on(game: Game, bots: Sequence[ModuleType]) -> Game:
    """Play a game to its end; every answer must be legal."""
    while (decision := game.decision) is not None:
        game.choose(answer(bots[decision.seat], game, decision))
    return game


def play(
    paths: Sequence[Path],
    seed: int,
    config: JsonObject | None = None,
    turns: int = 100,
    game: str = "dominion",
) -> Game:
    """Play one game to its end; every answer must be legal."""
    settings = {"turn_limit": turns} if game == "dominion" else {}
    settings |= config or {}
    seats = len(paths)
    bots = [load(path, seat, game=game, seats=seats, **settings) for seat, path in enumerate(paths)]
    return play_on(catalogue.new(game, seats=seats, seed=seed, config=settings, log=False), bots)


def wins(one: Path, other: Path, games: int) -> float:
    """The share of games that `one` wins, both on both sides of each deal; a tie is half."""
    return sum(_won(one, other, seed) for seed in range(games // 2)) / games


def _won(one: Path, other: Path, seed: int) -> float:
    return sum(_points(play(paths, seed), seat) for seat, paths in _sides(one, other))


def _sides(one: Path, other: Path) -> Iterator[tuple[int, list[Path]]]:
    yield 0, [one, other]
    yield 1, [other, one]


def _points(game: Game, seat: int) -> float:
    assert game.outcome
    ranks = game.outcome.ranks
    return 0.5 if ranks[0] == ranks[1] else float(ranks[seat] == 1)
