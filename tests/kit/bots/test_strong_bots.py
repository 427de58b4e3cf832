"""House bots by rules of thumb and imagined games: they do what their names say, and it helps."""

import pytest

from engine import catalogue
from engine.dominion import CARDS, position
from engine.dominion.setup import EXPANSION_NAMES
from kit.bots import house_bots
from kit.sdk import plans
from tests.kit.games import Ticks, answer, load, play_on, request

BOTS = {name: bot.path for name, bot in house_bots("dominion").items()}
WITCHES = [
    "Familiar", "Followers", "Jester", "Mountebank", "Sea Hag", "Soothsayer", "Torturer", "Witch",
    "Young Witch",
]  # fmt: skip
KINGDOM = [
    "Cellar", "Chapel", "Moat", "Village", "Workshop", "Smithy", "Festival", "Laboratory", "Market",
    "Witch",
]  # fmt: skip
COLONIES = {"kingdom": "random", "sets": ["prosperity"], "colonies": True}


def share(name: str, opponent: str, games: int, **config: object) -> float:
    """The share of games won, each deal played from both sides."""
    won = 0.0
    for number in range(games):
        names = (name, opponent) if number % 2 == 0 else (opponent, name)
        bots = [load(BOTS[one]) for one in names]
        game = catalogue.new("dominion", seats=2, seed=number // 2, config=config, log=False)
        outcome = play_on(game, bots).outcome
        assert outcome
        ranks = outcome.ranks
        won += 0.5 if ranks[0] == ranks[1] else float(ranks[number % 2] == 1)
    return won / games


def test_cards_that_hand_out_curses_are_known_by_their_text() -> None:
    assert sorted(filter(plans.curses, CARDS)) == WITCHES


def test_double_witch_buys_two_witches_and_beats_money() -> None:
    game = catalogue.new("dominion", seats=2, seed=1, config={"kingdom": KINGDOM}, log=False)
    ended = play_on(game, [load(BOTS["double-witch"]), load(BOTS["big-money"])])
    assert ended.view(None)["seats"][0]["cards"]["Witch"] in (1, 2)
    assert share("double-witch", "big-money", 20, kingdom=KINGDOM) > 0.7


def test_colony_money_outruns_money_without_actions() -> None:
    assert share("colony-money", "big-money", 30, **COLONIES) > 0.7


@pytest.mark.parametrize(
    ("hand", "trashed"),
    [
        ("Chapel, Curse, 2 Estate, Copper", ["Curse", "Estate", "Estate", "Copper"]),
        ("Chapel, Copper, 2 Silver, Gold", None),
    ],
)
def test_chapel_engine_trashes_what_is_weak(hand: str, trashed: list[str] | None) -> None:
    seats = [{"hand": hand, "deck": "5 Copper, Silver"}, {}]
    game = position(kingdom=["Chapel", "Smithy"], seats=seats)
    bot = load(BOTS["chapel-engine"])
    assert game.decision
    picked = answer(bot, game, game.decision)
    assert bool(picked) is (trashed is not None)
    if trashed:
        game.choose(picked)
        assert game.decision
        options = game.decision.options
        found = [str(options[at]) for at in answer(bot, game, game.decision)]
        assert sorted(found) == sorted(trashed)


def test_chapel_engine_keeps_coins_to_buy_with() -> None:
    seats = [{"hand": "Chapel, 4 Copper", "deck": "3 Copper"}, {}]
    game = position(kingdom=["Chapel", "Smithy"], seats=seats)
    game.choose([0])
    assert game.decision
    assert len(answer(load(BOTS["chapel-engine"]), game, game.decision)) == 1


def test_chapel_engine_beats_money() -> None:
    assert share("chapel-engine", "big-money", 30, kingdom=KINGDOM) > 0.6


def test_tuned_money_finds_the_card_that_goes_with_money(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = load(BOTS["tuned-money"])
    monkeypatch.setattr(bot, "time", Ticks(0.005))  # some 300 imagined games
    game = catalogue.new("dominion", seats=2, seed=2, config={"kingdom": KINGDOM}, log=False)
    assert game.decision
    bot.decide(request(game, game.decision, bot.wants))
    assert "Witch" in dict(bot.races[0].best.steps)


@pytest.mark.parametrize("kingdom", EXPANSION_NAMES)
def test_tuned_money_plays_legally_in_any_kingdom(
    kingdom: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = load(BOTS["tuned-money"])
    monkeypatch.setattr(bot, "time", Ticks(0.1))
    sets = [kingdom] if kingdom != "promo" else [kingdom, "base"]
    config = {"kingdom": "random", "sets": sets}
    game = catalogue.new("dominion", seats=2, seed=1, config=config, log=False)
    assert play_on(game, [bot, load(BOTS["big-money"])]).outcome


@pytest.mark.parametrize(("left", "decision"), [(10.0, 2.0), (0.5, 0.5), (0.0, 0.0)])
def test_tuned_money_keeps_to_its_clock(
    left: float, decision: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, ticks = load(BOTS["tuned-money"]), Ticks(0.005)
    monkeypatch.setattr(bot, "time", ticks)
    game = catalogue.new("dominion", seats=2, seed=2, config={"kingdom": "First Game"}, log=False)
    assert game.decision
    asked = request(game, game.decision, bot.wants)
    asked.clock = {"left": left, "decision": decision}
    bot.decide(asked)
    assert ticks.now <= decision + 0.01
