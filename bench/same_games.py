"""Print one hash of many games: two builds or versions that play alike print the same.

`python -m bench.same_games [GAMES]`. Kingdoms are drawn from all cards, seats pick at random; the
hash has records, logs, views, knowledge, and imagined games played on.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from bench.arguments import read_arguments
from engine import catalogue, record
from engine.game import Decision, Game, Picks

GAMES = 100
LOOK_EVERY = 25  # decisions
VARIANTS: tuple[list[str], ...] = (
    [],
    ["harmony"],
    ["dynasty"],
    ["middle_kingdom", "harmony"],
    ["mighty_duel"],
)


def games_hash(games: int) -> str:
    """Play half of the games in each game of the catalogue."""
    digest = sha256()
    for seed in range(games):
        for part in told(seed):
            digest.update(json.dumps(part, sort_keys=True).encode())
    return digest.hexdigest()


def told(seed: int) -> Iterator[Any]:
    dice = random.Random(seed)
    game = new(seed)
    decisions = 0
    while (decision := game.decision) is not None:
        if decisions % LOOK_EVERY == 0:
            yield from looked_at(game, decision.seat, dice)
        yield decision.to_json()
        game.choose(some_picks(decision, dice))
        decisions += 1
    yield game.events(0), game.events(None), game.view(None), game.outcome
    kept = game.record()
    yield kept, record.replay(kept).events(None) == game.events(None)


def new(seed: int) -> Game:
    """Deal Dominion to 2-6 seats, and each fourth time Kingdomino."""
    if seed % 4 == 3:
        variants = VARIANTS[seed // 4 % len(VARIANTS)]
        config: dict[str, Any] = {"variants": variants, "must_place": seed % 8 == 3}
        seats = 2 if "mighty_duel" in variants else 2 + seed // 4 % 3
        return catalogue.new("kingdomino", seats=seats, seed=seed, config=config)
    config = {"kingdom": "random", "turn_limit": 30}
    return catalogue.new("dominion", seats=2 + seed % 5, seed=seed, config=config)


def looked_at(game: Game, seat: int, dice: random.Random) -> Iterator[Any]:
    yield game.view(seat), game.knowledge(seat)
    dealt = game.imagine(seat, dice.randrange(1000))
    for _ in range(10):
        if dealt.decision is not None:
            dealt.choose(some_picks(dealt.decision, dice))
    yield dealt.view(None), dealt.copy() == dealt


def some_picks(decision: Decision, dice: random.Random) -> Picks:
    """Pick at random; play and buy whatever can be, so that games go on."""
    least = max(decision.least, min(decision.most, decision.kind in ("play_action", "buy")))
    count = (
        decision.most if decision.kind == "play_treasures" else dice.randint(least, decision.most)
    )
    return tuple(dice.sample(range(len(decision.options)), count))


def main() -> None:
    print(games_hash(read_arguments(__doc__, games=GAMES).games))


if __name__ == "__main__":
    main()
