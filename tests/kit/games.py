"""Plays bots as plain functions, without a jail: quick, for what a bot decides."""

from collections.abc import Iterator, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace

from engine import catalogue
from engine.game import Decision, Game, JsonObject
from sandbox.guest.request import Request, picks


def load(path: Path, seat: int = 0) -> ModuleType:
    """A bot's module, loaded afresh and started, as in a jail."""
    spec = spec_from_file_location(f"bot_{path.stem}", path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    if hasattr(module, "start"):
        module.start(SimpleNamespace(game="dominion", config={}, seats=2, seat=seat, limits={}))
    return module


def request(game: Game, decision: Decision) -> Request:
    """What the bot is given for a decision."""
    asked = decision.to_json() | {"options": list(decision.options)}
    clock = {"left": 10.0, "decision": 2.0}
    return Request({"decision": asked, "view": game.view(decision.seat), "clock": clock})


def play(
    paths: Sequence[Path], seed: int, config: JsonObject | None = None, turns: int = 100
) -> Game:
    """One game to its end between bots that must all answer legally."""
    bots = [load(path, seat) for seat, path in enumerate(paths)]
    settings = {"turn_limit": turns} | (config or {})
    game = catalogue.new("dominion", seats=len(bots), seed=seed, config=settings, log=False)
    while (decision := game.decision) is not None:
        asked = request(game, decision)
        game.choose(picks(bots[decision.seat].decide(asked), asked))
    return game


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
