"""The house bot that searches: legal everywhere, and in time (its search: test_guide.py)."""

from types import ModuleType
from typing import Any

import pytest

from engine import catalogue
from engine.dominion import CARDS, position
from engine.game import Game
from kit.bots import house_bots
from kit.sdk import Request, supply
from kit.sdk.plans import ALL, BuyPlan
from kit.sdk.search import Race, play_out, seated
from tests.kit.games import Ticks, answer, load, play_on, request

SETS = catalogue.info("dominion").config["sets"].choices
PATH = house_bots()["rollout"].path
FIRST_GAME = {"kingdom": "First Game"}
STEP = 0.005  # seconds of an imagined game: some 100 for a decision
MONEY = BuyPlan((("Gold", ALL), ("Silver", ALL)))


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return searching(monkeypatch, STEP)


def searching(monkeypatch: pytest.MonkeyPatch, step: float) -> ModuleType:
    module = load(PATH)
    monkeypatch.setattr(module, "time", Ticks(step))
    return module


def planning(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = load(PATH)

    def decide(request: Request) -> list[int]:
        return request.picks(module.usual(tuple(supply(request)))(request))

    monkeypatch.setattr(module, "decide", decide)
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
    bot.races.append(Race([MONEY]))
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


@pytest.mark.parametrize("share", ["RACING", "MONEY", "ENGINE"])
@pytest.mark.parametrize("left", [10.0, 3.0, 1.0, 0.6, 0.4, 0.01])
def test_never_plans_beyond_its_clock(left: float, share: str, bot: ModuleType) -> None:
    seconds = bot.seconds(asked_with(left, min(left, 2.0)), getattr(bot, share))
    assert 0 <= seconds <= left / 4


@pytest.mark.parametrize("share", ["RACING", "MONEY", "ENGINE"])
def test_a_game_of_searches_leaves_a_reserve(share: str, bot: ModuleType) -> None:
    asked = asked_with(10.0)
    for _ in range(200):
        asked.clock["left"] -= bot.seconds(asked, getattr(bot, share))
    assert asked.clock["left"] >= bot.RESERVE


def test_on_a_machine_too_slow_for_one_imagined_game_it_plays_the_usual_plan(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow = searching(monkeypatch, 5.0)
    asked = asked_with(10.0)
    assert slow.decide(asked) == asked.picks(slow.usual(tuple(supply(asked)))(asked))
    assert slow.races[0].is_open


def test_after_the_race_purchases_are_searched(bot: ModuleType) -> None:
    asked = asked_with(10.0)
    bot.races.append(Race([BuyPlan((("Curse", ALL),))]))  # anything else is better
    assert [asked.options[pick] for pick in bot.decide(asked)] != ["Curse"]


def test_plans_race_and_the_next_game_races_anew(
    bot: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = BuyPlan(())
    monkeypatch.setattr(bot, "plans", lambda _piles: [nothing, MONEY, nothing])
    bot.decide(asked_with(10.0))
    assert bot.races[-1].plans == [MONEY]
    bot.start(None)
    assert bot.races == []


def test_knows_no_kingdom_opponent_or_seed() -> None:
    source = PATH.read_text(encoding="utf-8")
    kingdom = {card.name for card in CARDS.values() if card.expansion != "basic"}
    assert not [name for name in kingdom if f'"{name}"' in source]
    assert "First Game" not in source
    assert "seed" not in source


GAMES = 60
FIRST_PILES = ("Province", "Village", "Smithy", "Remodel", "Militia", "Market", "Workshop")


@pytest.mark.parametrize(
    ("piles", "draws"),
    [
        (("Smithy", "Moat", "Village"), {"Smithy"}),
        (("Moat", "Village"), {"Moat"}),
        (("Smithy", "Witch", "Village"), {"Witch"}),  # Curses for others come first
        (("Laboratory", "Village"), set()),
        ((), set()),
    ],
)
def test_the_usual_plan_is_money_with_the_card_that_curses_or_draws_most(
    piles: tuple[str, ...], draws: set[str], bot: ModuleType
) -> None:
    bought = {card for card, _ in bot.usual(piles).steps}
    assert bought == {"Platinum", "Gold", "Silver", *draws}
    assert bot.plans(piles)[0] == bot.usual(piles)


def test_engines_race_where_there_are_villages(bot: ModuleType) -> None:
    def engines(piles: tuple[str, ...]) -> list[set[str]]:
        return [{card for card, _ in one.steps} for one in bot.plans(piles) if one.rich]

    parts = {"Village", "Smithy", "Remodel", "Militia", "Market"}
    assert any(parts <= engine for engine in engines(FIRST_PILES))
    assert not any("Workshop" in engine for engine in engines(FIRST_PILES))
    assert not engines(("Smithy", "Remodel", "Militia", "Market"))


def test_where_curses_are_handed_out_they_come_before_gold_and_race_with_what_helps(
    bot: ModuleType,
) -> None:
    usual, *cursing = bot.plans(("Smithy", "Witch", "Village", "Trader", "Gardens"))
    assert usual == bot.usual(("Witch",))
    assert all(plan.steps[0][0] == "Witch" and not plan.rich for plan in cursing)
    bought = {card for plan in cursing for card, _ in plan.steps}
    assert bought == {"Witch", "Village", "Trader", "Platinum", "Gold", "Silver"}


@pytest.mark.parametrize(
    ("cards", "helps"),
    [
        (("Village", "Laboratory"), True),  # another Action can follow
        (("Chapel", "Jack of All Trades", "Ambassador"), True),  # a better hand
        (("Moat", "Watchtower"), True),  # against what others do
        (("Sea Hag", "Young Witch"), True),
        (("Smithy", "Militia", "Woodcutter"), False),
        (("Familiar", "Golem"), False),  # no plan buys a Potion
        (("Gardens", "Hoard", "Silver"), False),
    ],
)
def test_what_helps_a_card_that_curses(
    cards: tuple[str, ...], helps: bool, bot: ModuleType
) -> None:
    assert [card for card in cards if bot.helps(card) != helps] == []


def test_all_cards_that_hand_out_curses_race(bot: ModuleType) -> None:
    first = {plan.steps[0] for plan in bot.plans(("Witch", "Torturer"))[1:]}
    assert first == {(card, most) for card in ("Witch", "Torturer") for most in (1, 2, 3)}


def with_actions(*steps: tuple[str, int]) -> BuyPlan:
    return BuyPlan((*steps, ("Gold", ALL), ("Silver", ALL)))


def test_the_best_plans_are_crossed(bot: ModuleType) -> None:
    one = with_actions(("Witch", 2), ("Moat", 1))
    other = with_actions(("Witch", 3), ("Chapel", 1))
    assert bot.crossed([one, other]) == [
        one,
        other,
        with_actions(("Witch", 2), ("Moat", 1), ("Chapel", 1)),
        with_actions(("Witch", 2), ("Moat", 2)),
        with_actions(("Witch", 3), ("Chapel", 2)),
    ]
    assert bot.crossed([MONEY, MONEY]) == [MONEY]


def test_engines_are_not_crossed(bot: ModuleType) -> None:
    plans = [bot.engine("Village", "", "", "", "Smithy"), with_actions(("Moat", 1))]
    assert bot.crossed(plans) == plans


def test_a_race_of_few_plans_begins_with_what_they_make(bot: ModuleType) -> None:
    race = bot.race_of(("Witch",))
    assert race is bot.races[1]
    assert bot.races[0].plans == race.plans[:4]
    assert race.is_open


def ended_against(deck: str) -> Game:
    """Seat 0 has bought the last Province, its only points."""
    game = position(
        kingdom=["Smithy"],
        seats=[{"deck": "5 Gold"}, {"deck": deck}],
        phase="buy",
        bought=True,
        coins=8,
        supply={"Province": 1},
    )
    assert game.decision
    game.choose([game.decision.options.index("Province")])
    return game


def test_more_points_of_a_lead_count_early_and_equal_points_by_turns(bot: ModuleType) -> None:
    by_6, by_3 = ended_against("Copper"), ended_against("Duchy")
    early, late = bot.by_lead(17), bot.by_lead(1)
    assert early(by_6, 0) - early(by_3, 0) > 0.1
    assert 0 < late(by_6, 0) - late(by_3, 0) < 0.1
    equal = ended_against("Province")  # which took no turn
    assert early(equal, 0) < 0 < early(equal, 1)


def test_the_best_engine_beats_money(bot: ModuleType) -> None:
    """An equal plan would win as often once in twenty times."""
    plan = bot.engine("Village", "Remodel", "Militia", "Market", "Smithy")
    won = 0
    for deal in range(GAMES):
        game = catalogue.new("dominion", seats=2, seed=deal, config=FIRST_GAME, log=False)
        play_out(game, seated(plan, deal % 2, bot.usual(("Smithy",))))
        assert game.outcome
        won += game.outcome.ranks[deal % 2] == 1
    assert won > 0.6 * GAMES


def test_no_plan_races_twice(bot: ModuleType) -> None:
    every = bot.plans(("Witch", "Laboratory", "Village"))
    assert len(every) == len(set(every))


def test_every_answer_worth_trying_is_tried(bot: ModuleType) -> None:
    asked: Any = asked_with(10.0)
    tried = {asked.options[answer[0]] for answer in bot.candidates(asked) if answer}
    assert {"Silver"} <= tried or "Silver" not in asked.options
    assert not tried & {"Curse", "Copper"}
