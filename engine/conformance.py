"""The random-play check that every game must pass: one call in a game's tests runs all of it.

conformance.check("dominion", seats=3, seed=7, config={...})
"""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Callable
from typing import Any

from engine import catalogue, record
from engine.event_texts import LANGUAGES
from engine.game import Decision, Game, IllegalChoice, JsonObject, Picks

LIMIT = 20_000  # decisions; a game that asks more is not going to end


class Broken(AssertionError):
    """A game that does not keep its promises; the message says which, where, and how to repeat."""


def check(
    name: str, *, seats: int, seed: int, config: JsonObject | None = None, every: int = 7
) -> Game:
    """Play one random game and check all promises; the costly ones at every `every`-th decision.

    A `config` of {"position": arguments} begins there. Returns the finished game. Raises Broken
    with the seed and the number of the decision.
    """
    if config and "position" in config:
        game = catalogue.info(name).restart({"config": config, "seats": seats, "seed": seed})
    else:
        game = catalogue.new(name, seats=seats, seed=seed, config=config)
    chooser = random.Random(f"conformance {seed}")  # noqa: S311 (dice of a test)
    kinds = catalogue.info(name).kinds
    number = 0
    while (decision := game.decision) is not None:
        try:
            demand(decision.kind in kinds, f"kind {decision.kind!r} is not documented")
            demand(decision.is_open, "a decision with only one legal answer was asked")
            bounds = 0 <= decision.least <= decision.most <= len(decision.options)
            demand(bounds, "impossible bounds")
            if number % every == 0:
                _check_answers(game, decision)
                _check_copies(game, chooser.random())
                _check_knowledge(game, seed + number)
        except AssertionError as error:
            where = f"{name}, {seats} seats, seed {seed}, config {config}, decision {number}"
            raise Broken(f"{where} ({decision}): {error}") from error
        game.choose(random_picks(decision, chooser))
        number += 1
        if number > LIMIT:
            raise Broken(f"{name}, seed {seed}: no end after {LIMIT} decisions")
    _check_end(game)
    return game


def random_picks(decision: Decision, chooser: random.Random) -> Picks:
    """Legal picks, uniformly random in number, then in which and in what order."""
    count = chooser.randint(decision.least, decision.most)
    return tuple(chooser.sample(range(len(decision.options)), count))


def play_on(game: Game, seed: float, steps: int = 40) -> list[Any]:
    """Play some random decisions on; what was asked and what is visible at the end."""
    chooser = random.Random(seed)  # noqa: S311 (dice of a test)
    trail: list[Any] = []
    while (decision := game.decision) is not None and len(trail) < steps:
        trail.append(decision)
        game.choose(random_picks(decision, chooser))
    return [*trail, game.view(None), game.outcome]


def demand(holds: bool, message: str) -> None:
    """Raise AssertionError with the message unless it holds."""
    if not holds:
        raise AssertionError(message)


def _check_answers(game: Game, decision: Decision) -> None:
    _check_json(decision.to_json())
    for seat in (*range(game.seats), None):
        _check_json(game.view(seat))
    size = len(decision.options)
    wrong: list[Any] = [(size,), (-1,), (True,), ("x",), (0.0,), None, "0", (0, 0)]
    wrong.append((*range(size), 0))
    before = game.view(None)
    for picks in wrong:
        try:
            game.choose(picks)
        except IllegalChoice:
            continue
        raise AssertionError(f"the picks {picks!r} were accepted")
    demand(game.view(None) == before, "illegal picks have changed the game")
    demand(game.decision == decision, "illegal picks have changed the decision")


def _check_copies(game: Game, seed: float) -> None:
    before = game.view(None), game.decision
    twins: list[Callable[[], Game]] = [game.copy, lambda: pickle.loads(pickle.dumps(game))]  # noqa: S301
    first, second = (make() for make in twins)
    demand(first == game == second, "a copy differs from its original")
    demand(hash(first) == hash(game) == hash(second), "equal games have different hashes")
    demand(play_on(first, seed) == play_on(second, seed), "copy and pickle go on differently")
    demand((game.view(None), game.decision) == before, "playing a copy has changed the original")


def _check_knowledge(game: Game, seed: int) -> None:
    for seat in range(game.seats):
        known = game.knowledge(seat)
        _check_json(known)
        world = game.imagine(seat, seed)
        resumed = catalogue.resume(json.loads(json.dumps(known)), seed)
        demand(world.view(seat) == game.view(seat), f"the view of seat {seat} leaks")
        demand(world.knowledge(seat) == known, f"the knowledge of seat {seat} leaks")
        asked, imagined = game.decision, world.decision
        if asked is None or imagined is None:
            raise AssertionError("the imagined world asks nothing")
        demand(asked.seat == imagined.seat, "the imagined world asks another seat")
        demand(asked.kind == imagined.kind, "the imagined world asks something else")
        if asked.seat == seat:
            demand(asked == imagined, "a seat's own question differs in the imagined world")
        demand(world.view(None) == resumed.view(None), f"seat {seat}: imagine and resume differ")
        demand(world.decision == resumed.decision, f"seat {seat}: resume asks something else")
        trails = play_on(world, seed), play_on(resumed, seed)
        demand(trails[0] == trails[1], f"seat {seat}: imagine and resume go on differently")


def _check_end(game: Game) -> None:
    if game.outcome is None:
        raise Broken("the game asks nothing and has no outcome")
    demand(len(game.outcome.scores) == len(game.outcome.ranks) == game.seats, "a seat is missing")
    demand(min(game.outcome.ranks) == 1, "nobody has won")
    data = game.record()
    _check_json(data)
    again = record.replay(json.loads(json.dumps(data)))
    for seat in (*range(game.seats), None):
        events = game.events(seat)
        _check_json(events)
        demand(again.events(seat) == events, "the record replays to other events")
        demand(len(events) == len(game.events(None)), "a seat's log has other events")
        demand(game.events(seat, since=3) == events[3:], "`since` cuts the log elsewhere")
    names = [f"seat {seat}" for seat in range(game.seats)]
    for event in game.events(None):
        texts = [catalogue.tell(game.name, event, names, language) for language in LANGUAGES]
        wanted = len(LANGUAGES) if texts[0] else 1
        is_told = len(set(texts)) == wanted and all(texts) == bool(texts[0])
        languages = ", ".join(LANGUAGES)
        demand(is_told, f"{event['type']} is not told in each of {languages}: {texts}")


def _check_json(value: Any) -> None:
    text = json.dumps(value, allow_nan=False)
    demand(json.loads(text) == json.loads(json.dumps(json.loads(text))), "not JSON")
