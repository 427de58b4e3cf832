"""Kingdomino's house bots: legal in every variant, in time, and as strong as they claim."""

import random
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine import catalogue
from engine.game import Decision, Game
from engine.kingdomino import position
from kit import starters
from kit.bots import house_bots
from tests.kit.games import Ticks, answer, load, play, request

BOTS = {name: bot.path for name, bot in house_bots("kingdomino").items()}
BOTS["starter"] = starters.FOLDER / "kingdomino.py"
STANDARD = {"variants": ["harmony", "middle_kingdom"]}
DUEL = {"variants": ["mighty_duel", "harmony", "middle_kingdom"]}
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, STANDARD | {"must_place": True}),
    (2, DUEL),
    (3, {"variants": ["dynasty"]}),
    (4, STANDARD),
]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advance time with each read of the clock, so Monte Carlo tries as often on every machine."""
    ticks = iter(range(10**9))
    monkeypatch.setattr("time.process_time", lambda: next(ticks) / 2000)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advance time so fast that searches try a few games only."""
    ticks = iter(range(10**9))
    monkeypatch.setattr("time.process_time", lambda: next(ticks) / 100)


@pytest.mark.parametrize(("seats", "config"), TABLES)
@pytest.mark.parametrize("name", BOTS)
@pytest.mark.usefixtures("hurried")
def test_plays_legally_at_every_table(name: str, seats: int, config: dict[str, Any]) -> None:
    others = [path for other, path in BOTS.items() if other not in (name, "monte-carlo", "uct")]
    paths = [BOTS[name], *others[: seats - 1]]
    assert play(paths, seats, config, game="kingdomino").outcome


def shares(names: Sequence[str], games: int, config: dict[str, Any] = STANDARD) -> float:
    """Return the share of games that the first bot wins, each deal played from both sides;
    reproducible."""
    random.seed(1)  # here: the random state is reset when a test's fixtures are ready
    won = 0.0
    for deal in range(games // 2):
        for side in (0, 1):
            order = names if side == 0 else names[::-1]
            paths = [BOTS[name] for name in order]
            ended = play(paths, deal, config, game="kingdomino").outcome
            assert ended
            won += 0.5 if ended.ranks[0] == ended.ranks[1] else float(ended.ranks[side] == 1)
    return won / (games // 2 * 2)


@pytest.mark.parametrize("name", ["starter", "greedy", "look-ahead"])
@pytest.mark.parametrize("config", [STANDARD, DUEL])
def test_beats_random_play(name: str, config: dict[str, Any]) -> None:
    assert shares((name, "random"), 10, config) >= 0.9


@pytest.mark.long(3)
def test_looking_ahead_beats_greed() -> None:
    assert shares(("look-ahead", "greedy"), 60) > 0.6


def test_learning_beats_greed() -> None:
    assert shares(("learnt", "greedy"), 40) > 0.75


@pytest.mark.long(8)
@pytest.mark.usefixtures("counted")
def test_searching_beats_looking_ahead() -> None:
    assert shares(("monte-carlo", "look-ahead"), 8) > 0.6


def asked(game: Game, name: str) -> Any:
    """Return the option that a bot picks when its seat is asked."""
    assert game.decision
    (picked,) = answer(load(BOTS[name], game="kingdomino"), game, game.decision)
    return game.decision.options[picked]


@pytest.mark.parametrize(
    "name", ["greedy", "look-ahead", "monte-carlo", "uct", "learnt", "starter"]
)
def test_joins_crowns_to_their_land(name: str) -> None:
    """Domino 48, wheat and a mine of three crowns, beside mines: the mine belongs beside them."""
    tiles = [[1, 0, "mine", 0], [2, 0, "mine", 0]]
    game = position(seats=[{"tiles": tiles, "domino": 48}, {}], next_row=[1, 2])
    x, y, dx, dy = asked(game, name)
    assert (x + dx, y + dy) in {(1, 1), (2, 1), (1, -1), (2, -1)}


@pytest.mark.parametrize("name", ["greedy", "look-ahead", "monte-carlo", "uct", "learnt"])
def test_takes_the_domino_that_fits(name: str) -> None:
    tiles = [[1, 0, "water", 1], [2, 0, "water", 1], [0, 1, "water", 0], [1, 1, "water", 0]]
    game = position(seats=[{"tiles": tiles}, {}], next_row=[3, 7, 12], current=0, phase="pick")
    assert asked(game, name) == 7


def test_the_starter_takes_crowns() -> None:
    game = position(seats=[{}, {}], next_row=[3, 44, 48], current=0, phase="pick")
    assert asked(game, "starter") == 48


def test_looking_ahead_keeps_the_castle_in_the_middle_where_that_counts() -> None:
    tiles = [[1, 0, "forest", 0], [2, 0, "forest", 1]]
    for variants, outside in ((["middle_kingdom"], False), ([], True)):
        game = position(
            seats=[{"tiles": tiles, "domino": 24}, {}],  # forest with a crown, and wheat
            next_row=[1, 2],
            config={"variants": variants},
        )
        x, _, dx, _ = asked(game, "look-ahead")
        assert (max(x, x + dx) > 2) <= outside


def monte_carlo(left: float) -> tuple[Any, Any]:
    """Return the bot, and a first decision with this much time left."""
    game = catalogue.new("kingdomino", seats=4, seed=1, config=STANDARD)
    decision = game.decision
    assert isinstance(decision, Decision)
    given = request(game, decision, ("state",))
    given.clock = {"left": left, "decision": 2.0}
    return load(BOTS["monte-carlo"], game="kingdomino"), given


@pytest.mark.parametrize("left", [10.0, 0.2, 0.01, 0.0])
@pytest.mark.usefixtures("counted")
def test_monte_carlo_keeps_to_its_budget_and_to_its_clock(left: float) -> None:
    bot, given = monte_carlo(left)
    bot.decide(given)  # the first one loads the engine's tables
    began = time.process_time()
    assert 0 <= bot.decide(given) < len(given.options)
    assert time.process_time() - began < min(bot.PONDER, left / 20) + 0.02


def test_the_tree_keeps_to_its_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    _, given = monte_carlo(0.2)
    bot, ticks = load(BOTS["uct"], game="kingdomino"), Ticks(0.001)
    monkeypatch.setattr(bot, "time", ticks)
    assert 0 <= bot.decide(given) < len(given.options)
    assert ticks.now < 0.02


def test_monte_carlo_tries_every_option_and_more_often_the_better() -> None:
    bot, _ = monte_carlo(1.0)
    assert bot.most_promising([5.0, 0.0, 0.0], [1, 0, 0]) == 1
    assert bot.most_promising([500.0, 100.0], [10, 10]) == 0
    assert bot.most_promising([500.0, 40.0], [100, 1]) == 1


def test_the_search_beyond_a_game_of_a_dynasty_is_left_out() -> None:
    bot, _ = monte_carlo(1.0)
    game = catalogue.new("kingdomino", seats=2, seed=1, config={"variants": ["dynasty"]}, log=False)
    bot.play_on(game, 0)
    assert game.view(0)["dynasty_game"] == 2


def test_each_is_short_enough_to_read() -> None:
    for path in map(Path, BOTS.values()):
        code = re.sub(r"(?s)WEIGHTS = \(.*?\n\)", "", path.read_text(encoding="utf-8"))
        assert len(code.splitlines()) < (130 if path.stem == "learnt" else 100)
