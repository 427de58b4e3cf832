"""The house bot that searches: legal everywhere, and in time (its search: test_guide.py)."""

from types import ModuleType
from typing import Any

import pytest

from engine import catalogue
from engine.dominion import CARDS, position
from engine.game import Decision
from kit.bots import house_bots
from kit.sdk import Request
from sandbox.guest.answers import picks
from tests.kit.games import Ticks, answer, load, play_on, request

SETS = catalogue.info("dominion").config["sets"].choices
PATH = house_bots()["rollout"].path
FIRST_GAME = {"kingdom": "First Game"}
STEP = 0.005  # seconds of an imagined game: some 100 for a decision


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return searching(monkeypatch, STEP)


def searching(monkeypatch: pytest.MonkeyPatch, step: float) -> ModuleType:
    module = load(PATH)
    monkeypatch.setattr(module, "time", Ticks(step))
    return module


def planning(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = load(PATH)
    monkeypatch.setattr(module, "decide", module.plan)
    return module


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("kingdom", sorted({*SETS} - {"promo"}))  # which has too few cards
def test_plays_legally_in_any_kingdom_at_tables_of_every_size(
    kingdom: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = [searching(monkeypatch, 0.1), *([planning(monkeypatch)] * (seats - 1))]
    config = {"kingdom": "random", "sets": [kingdom]}
    game = catalogue.new("dominion", seats=seats, seed=seats, config=config, log=False)
    assert play_on(game, bots).outcome


@pytest.mark.parametrize("kind", sorted(catalogue.games()["dominion"].kinds))
def test_answers_every_kind_of_decision(kind: str, bot: ModuleType) -> None:
    game = catalogue.new("dominion", seats=2, seed=1)
    options = ("yes", "no") if kind in ("confirm", "choose") else ("Copper", "Estate", "Gold")
    asked = request(game, Decision(0, kind, options, 1, 1), ("view",))
    assert len(picks(bot.plan(asked), asked)) == 1


@pytest.mark.parametrize(
    ("others", "wins"),
    [
        ({"hand": "5 Gold", "deck": "Duchy"}, True),
        ({"hand": "5 Copper", "deck": "2 Province"}, False),
    ],
)
def test_takes_the_last_province_only_if_that_wins(
    others: dict[str, str], wins: bool, bot: ModuleType
) -> None:
    game = position(
        kingdom=["Smithy"],
        seats=[{"deck": "5 Gold"}, others],
        phase="buy",
        bought=True,
        coins=8,
        supply={"Province": 1},
    )
    decision = game.decision
    assert decision
    picked = answer(bot, game, decision)
    assert ([decision.options[pick] for pick in picked] == ["Province"]) is wins


def asked_with(left: float, decision: float = 2.0) -> Request:
    game = catalogue.new("dominion", seats=2, seed=1, config=FIRST_GAME, log=False)
    while game.decision is not None and game.decision.kind != "buy":
        game.choose(list(range(game.decision.most)))
    assert game.decision
    asked = request(game, game.decision, ("view", "state"))
    asked.clock = {"left": left, "decision": decision}
    return asked


@pytest.mark.parametrize("left", [10.0, 3.0, 1.0, 0.6, 0.4, 0.01])
def test_never_plans_beyond_its_clock(left: float, bot: ModuleType) -> None:
    seconds = bot.seconds(asked_with(left, min(left, 2.0)))
    assert 0 <= seconds <= left / 4


def test_a_game_of_searches_leaves_a_reserve(bot: ModuleType) -> None:
    left = 10.0
    for _ in range(200):
        left -= bot.seconds(asked_with(left, min(left, 2.0)))
    assert left >= bot.RESERVE


def test_on_a_machine_too_slow_for_one_imagined_game_the_plan_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow = searching(monkeypatch, 5.0)
    asked = asked_with(10.0)
    assert slow.decide(asked) == asked.picks(slow.plan(asked))


def test_knows_no_kingdom_opponent_or_seed() -> None:
    source = PATH.read_text(encoding="utf-8")
    kingdom = {card.name for card in CARDS.values() if card.expansion != "basic"}
    assert not [name for name in kingdom if f'"{name}"' in source]
    assert "First Game" not in source
    assert "seed" not in source


@pytest.mark.parametrize(
    ("piles", "best"),
    [
        (("Smithy", "Moat", "Witch"), "Smithy"),
        (("Moat", "Witch", "Village"), "Witch"),
        (("Laboratory", "Village"), ""),
        ((), ""),
    ],
)
def test_the_plan_finds_the_card_that_draws(
    piles: tuple[str, ...], best: str, bot: ModuleType
) -> None:
    assert bot.best_draw(piles) == best


def test_every_answer_worth_trying_is_tried(bot: ModuleType) -> None:
    asked: Any = asked_with(10.0)
    tried = {asked.options[answer[0]] for answer in bot.candidates(asked) if answer}
    assert {"Silver"} <= tried or "Silver" not in asked.options
    assert not tried & {"Curse", "Copper"}
