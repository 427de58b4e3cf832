"""The answers that bots need not write themselves (card by card: tests/kit/test_rules.py)."""

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import catalogue
from engine.dominion import CARDS, position
from engine.game import Game
from kit.sdk import Request, answers, coins, count, default_answer, my_cards
from sandbox.guest.answers import picks

ROOT = Path(__file__).parents[3]
Plan = Callable[[Request], Any]


def play(game: Game, plans: list[Plan]) -> Game:
    """To the end; every answer must be legal."""
    while game.decision is not None:
        asked = Request.from_game(game)
        game.choose(picks(plans[asked.seat](asked), asked))
    return game


def guess(request: Request) -> list[int]:
    amount = random.randint(request.least, request.most)
    return random.sample(range(len(request.options)), amount)


@pytest.mark.parametrize("name", catalogue.games())
def test_every_kind_of_decision_of_every_game_has_an_answer(name: str) -> None:
    assert set(catalogue.info(name).kinds) <= set(answers.RULES)


@pytest.mark.parametrize(
    ("name", "config"),
    [
        ("dominion", {"kingdom": "random", "sets": ["base"]}),
        ("dominion", {"kingdom": "random", "sets": ["prosperity"]}),
        ("dominion", {"kingdom": "random", "sets": ["hinterlands"]}),
        ("dominion", {"kingdom": "random", "sets": ["intrigue", "guilds"]}),
        ("dominion", {"kingdom": "random", "sets": ["seaside"]}),
        ("dominion", {"kingdom": "random", "sets": ["alchemy", "cornucopia"]}),
        ("kingdomino", {}),
        ("kingdomino", {"variants": ["mighty_duel", "harmony"]}),
        ("kingdomino", {"variants": ["dynasty"], "must_place": True}),
    ],
)
def test_default_answers_beat_guesses(name: str, config: dict[str, Any]) -> None:
    won = 0
    for seed in range(8):
        random.seed(seed)
        game = catalogue.new(name, seats=2, seed=seed, config=config, log=False)
        plans: list[Plan] = [guess, guess]
        plans[seed % 2] = default_answer
        ended = play(game, plans).outcome
        assert ended
        won += ended.ranks[seed % 2] == 1
    assert won >= 7


def test_wishes_are_bought_gained_and_played_in_their_order() -> None:
    game = position(
        kingdom=["Village", "Workshop", "Smithy"],
        seats=[{"hand": "Village, Workshop, Smithy", "deck": "9 Copper"}, {"hand": "Copper"}],
    )
    asked = Request.from_game(game)
    assert default_answer(asked) == ["Smithy"]
    assert default_answer(asked, ("Witch", "Workshop", "Smithy")) == ["Workshop"]
    assert default_answer(asked, ()) == []
    game.choose([asked.pick("Workshop")])
    gaining = Request.from_game(game)
    assert gaining.kind == "gain"
    assert default_answer(gaining) == ["Silver"]
    assert default_answer(gaining, ("Gold", "Village")) == ["Village"]


def test_a_pile_is_spoilt_that_others_may_want() -> None:
    game = position(
        kingdom=["Embargo", "Village", "Laboratory"],
        seats=[{"hand": "Embargo", "deck": "5 Copper"}, {"hand": "Copper"}],
    )
    game.choose([0])
    asked = Request.from_game(game)
    assert default_answer(asked) == ["Laboratory"]
    assert default_answer(asked, ["Laboratory"]) == ["Village"]


@pytest.mark.parametrize(("tokens", "mode"), [(0, 0), (2, 0), (3, 1)])
def test_tokens_are_collected_before_they_are_used(tokens: int, mode: int) -> None:
    game = position(
        kingdom=["Pirate Ship"],
        seats=[{"hand": "Pirate Ship", "tokens": {"Pirate Ship": tokens}}, {"deck": "5 Copper"}],
    )
    game.choose([0])
    asked = Request.from_game(game)
    assert asked.picks(default_answer(asked)) == [mode]


def test_the_possessed_do_not_attack_who_decides_for_them() -> None:
    game = position(
        kingdom=["Possession", "Pirate Ship"],
        seats=[{"hand": "Possession", "deck": "9 Copper"}, {"hand": "Pirate Ship, Gold"}],
    )
    while game.decision and game.decision.kind != "choose":
        asked = Request.from_game(game)
        game.choose(asked.picks(default_answer(asked)))
    assert game.decision
    assert game.decision.of == 1
    assert default_answer(Request.from_game(game)) == ["+1 Coin for each of your tokens"]


def test_the_hand_of_the_possessed_is_played_and_cleared() -> None:
    game = position(
        kingdom=["Possession", "Cellar"],
        seats=[
            {"hand": "Possession, 4 Gold", "deck": "9 Copper"},
            {"hand": "Cellar, Estate, Duchy, 2 Gold", "deck": "9 Copper"},
        ],
    )
    while game.decision and game.decision.of is None:
        asked = Request.from_game(game)
        game.choose(asked.picks(default_answer(asked, ["Possession"])))
    asked = Request.from_game(game)
    assert (asked.seat, asked.of) == (0, 1)
    assert default_answer(asked) == ["Cellar"]
    game.choose([0])
    asked = Request.from_game(game)
    assert [asked.options[at] for at in asked.picks(default_answer(asked))] == ["Estate", "Duchy"]


@pytest.mark.parametrize(
    ("wanted", "bought"),
    [
        (["Smithy", "Silver"], ["Smithy"]),
        (["Province", "Village", "Smithy"], ["Village"]),
        (["Silver", "Smithy"], []),
        (["Estate", "Smithy"], ["Smithy"]),
        (None, []),
    ],
)
def test_a_card_turned_up_is_bought_if_the_supply_has_nothing_better(
    wanted: list[str] | None, bought: list[str]
) -> None:
    game = position(
        seats=[{"hand": "Black Market, 2 Copper"}, {}],
        supply={"Estate": 0},
        kingdom="Black Market",
        market="Smithy, Village, Duke",
    )
    game.choose([0])
    asked = Request.from_game(game)
    assert default_answer(asked) == [0, 1]
    game.choose([0, 1])
    assert default_answer(Request.from_game(game), wanted) == bought


def test_what_may_not_be_bought_is_passed_over() -> None:
    tokens = {"Contraband": ["Province"]}
    game = position(
        seats=[{}, {}], kingdom="Contraband", phase="buy", bought=True, coins=9, tokens=tokens
    )
    assert default_answer(Request.from_game(game)) == ["Gold"]


def test_own_cards_and_coins_are_looked_up() -> None:
    game = position(
        kingdom=["Village"],
        phase="buy",
        bought=True,
        coins=5,
        seats=[{"hand": "Gold", "deck": "Village", "in_play": "Village"}, {"hand": "Copper"}],
    )
    asked = Request.from_game(game)
    assert my_cards(asked) == {"Gold": 1, "Village": 2}
    assert (count(asked, "Village"), count(asked, "Copper"), coins(asked)) == (2, 0, 5)


def test_cards_are_known_for_what_they_are() -> None:
    idle = {card.name for card in CARDS.values() if not (card.is_action or card.is_treasure)}
    assert set(answers.BLANK) == idle
    assert set(answers.TREASURES) == {card.name for card in CARDS.values() if card.is_treasure}


def test_importing_it_does_not_load_the_engine() -> None:
    """It would double the start of every bot."""
    words = "import sys, kit.sdk; print(*(name for name in sys.modules if name[:6] == 'engine'))"
    done = subprocess.run(
        [sys.executable, "-c", words], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""


def test_a_wrong_name_is_an_import_error() -> None:
    with pytest.raises(ImportError, match="my_card"):
        exec("from kit.sdk import my_card")
