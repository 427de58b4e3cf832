"""The house bots in all kingdoms: legal, sensible and in time."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest

from engine import catalogue
from engine.conformance import random_picks
from engine.dominion import CARDS, position
from engine.dominion.setup import EXPANSION_NAMES
from engine.game import Game
from kit import starters
from kit.bots import house_bots
from kit.sdk import Request
from sandbox.guest.answers import picks
from tests.kit.games import load, play, request

BOTS = house_bots()
SENSIBLE = ["big-money", "big-money-smithy", "militia", "village-market", "pile-rush"]
EVERYTHING = {"kingdom": "random", "sets": list(EXPANSION_NAMES)}
ROUNDS = 60  # games of sensible bots end earlier; the engine's limit is 100


def tables(seats: int, games: int) -> Iterator[tuple[int, list[str]]]:
    """Yield seeds and mixed seatings, in which each bot has each seat in turn."""
    for number in range(games):
        yield seats * 100 + number, [SENSIBLE[(number + i) % len(SENSIBLE)] for i in range(seats)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("colonies", [True, False])
def test_games_of_any_kingdom_end_long_before_the_limit(seats: int, colonies: bool) -> None:
    config = EVERYTHING | {"colonies": colonies}
    for seed, names in tables(seats, 6):
        game = play([BOTS[name].path for name in names], seed, config)
        assert game.outcome
        assert game.outcome.reason != "turn limit"
        assert game.view(None)["turn"] <= ROUNDS, (seed, names)


def test_the_starter_and_random_play_any_kingdom_legally() -> None:
    for seed in range(10):
        paths = [starters.FOLDER / "dominion.py", BOTS["random"].path, BOTS["big-money"].path]
        assert play(paths, seed, EVERYTHING, turns=40).outcome


def test_bots_that_fail_on_purpose_play_any_kingdom_legally(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("random.randint", lambda _least, most: most)  # Stumbler trips too late
    monkeypatch.setattr("time.process_time", count().__next__)  # Slowpoke ponders in no time
    for seed in range(10):
        names = ("stumbler", "slowpoke", "militia")
        assert play([BOTS[name].path for name in names], seed, EVERYTHING, turns=40).outcome


def answer(bot: Any, given: Request) -> list[Any]:
    """Return a bot's answer as values; an illegal one raises."""
    return [given.options[at] for at in picks(bot.decide(given), given)]


def question(game: Game) -> Request:
    """Return the open question."""
    assert game.decision
    return request(game, game.decision)


PRIZES = {card.name for card in CARDS.values() if card.is_prize}


def jumble(card: str, seats: int, chooser: Random) -> Game:
    """Return a random position with this card in every hand."""

    def some(many: int) -> list[str]:
        return chooser.choices(sorted(set(CARDS) - PRIZES), k=many)

    zones = [
        {"hand": [card, card, *some(6)], "deck": some(9), "discard": some(9), "in_play": some(2)}
        for _ in range(seats)
    ]
    if card in PRIZES:
        for zone in zones:
            zone["hand"] = some(6)
        zones[0]["hand"].append(card)
    phase = "action" if CARDS[card].is_action else "buy"
    kingdom = [] if card in PRIZES else [card]
    return position(
        kingdom=kingdom, seats=zones, phase=phase, actions=2, buys=3, coins=9, log=False
    )


def test_whatever_any_card_asks_is_answered_legally() -> None:
    bots = [load(BOTS[name].path) for name in SENSIBLE]
    met: set[str] = set()
    for seed, card in enumerate(CARDS):
        chooser = Random(seed)
        game = jumble(card, 2 + seed % 5, chooser)
        for _ in range(60):
            if (decision := game.decision) is None:
                break
            given = request(game, decision)
            for bot in bots:
                answer(bot, given)
            met |= {decision.kind, str(decision.source)}
            game.choose(random_picks(decision, chooser))
    assert set(catalogue.games()["dominion"].kinds) <= met
    assert len(met & set(CARDS)) > 40


@pytest.mark.parametrize("name", SENSIBLE)
def test_buys_no_curse_and_no_copper(name: str) -> None:
    bot, rest = load(BOTS[name].path), load(BOTS["random"].path)
    for seed in range(5):
        game = catalogue.new("dominion", seats=2, seed=seed, config=EVERYTHING, log=False)
        while (decision := game.decision) is not None:
            given = request(game, decision)
            values = answer(rest if decision.seat else bot, given)
            bought = decision.kind == "buy" and decision.seat == 0
            assert not (bought and {"Curse", "Copper"} & set(values))
            game.choose(picks(values, given))


@pytest.mark.parametrize("name", SENSIBLE)
def test_takes_colonies_and_platinum(name: str) -> None:
    bot = load(BOTS[name].path)
    late = {"Colony": 2, "Province": 2}
    seats: list[dict[str, str]] = [{"hand": "Copper"}, {}]
    game = position(seats=seats, colonies=True, supply=late, phase="buy", coins=11, bought=True)
    assert answer(bot, question(game)) == ["Colony"]
    game = position(seats=seats, colonies=True, phase="buy", coins=10, bought=True)
    assert answer(bot, question(game)) == ["Platinum"]
