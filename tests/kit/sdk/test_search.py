"""Search: the plan's answer stands unless another is clearly better."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from engine import catalogue
from engine.dominion import position
from kit.sdk import Request, default_answer
from kit.sdk.search import (
    FEW,
    MANY,
    Lead,
    Race,
    lead,
    play_out,
    search,
    seated,
    single_answers,
)


def at_most(deals: int) -> Callable[[int], bool]:
    return lambda tried: tried < deals


def measured(differences: Sequence[float]) -> Lead:
    found = Lead()
    for difference in differences:
        found.add(difference)
    return found


@pytest.mark.parametrize(
    ("differences", "certain"),
    [
        ([1.0] * MANY, True),
        ([1.0] * (MANY - 1), False),
        ([0.0] * MANY, False),
        ([3.0, -1.0] * MANY, True),
        ([10.0, -9.0] * MANY, False),  # half a point, by chance
        ([-1.0] * MANY, False),
    ],
)
def test_a_lead_is_certain_beyond_some_standard_errors(
    differences: list[float], certain: bool
) -> None:
    assert measured(differences).is_certain is certain


def test_the_standard_error_is_that_of_the_mean() -> None:
    found = measured([1.0, 2.0, 3.0, 4.0])
    assert found.mean == 2.5
    assert found.error == pytest.approx((5 / 3 / 4) ** 0.5)


def test_an_answer_has_hope_until_it_falls_behind() -> None:
    assert measured([-5.0, -6.0]).hope == float("inf")
    assert measured([-5.0, -6.0] * FEW).hope < 0
    assert measured([-9.0, 8.0] * FEW).hope > 0


def test_equal_answers_are_given_up() -> None:
    assert measured([0.0] * FEW).hope == 0


def last_turn() -> Request:
    """Seat 0 has 8 coins in its last turn, and is 3 points behind."""
    game = position(
        kingdom=["Village"],
        seats=[{"deck": "5 Copper"}, {"deck": "Duchy, 4 Copper"}],
        phase="buy",
        bought=True,
        coins=8,
        supply={"Province": 1},
    )
    return Request.from_game(game)


def take_gold(request: Request) -> Any:
    return "Gold" if "Gold" in request.options else request.default


def test_a_win_is_found() -> None:
    request = last_turn()
    answers = single_answers(request)
    found = search(request, take_gold, answers, more=at_most(20))
    assert request.options[found[0]] == "Province"


def test_without_deals_the_plan_stands() -> None:
    request = last_turn()
    planned = request.picks(take_gold(request))
    for deals in (0, 1, MANY - 1):
        found = search(request, take_gold, single_answers(request), more=at_most(deals))
        assert found == planned


def test_no_game_is_played_after_the_time_is_up() -> None:
    asked = []

    def more(deals: int) -> bool:
        asked.append(deals)
        return len(asked) < 10

    request = last_turn()
    played = []

    def worth(game: Any, seat: int) -> float:
        played.append(seat)
        return lead(game, seat)

    search(request, take_gold, single_answers(request), more=more, worth=worth)
    assert len(asked) <= 11
    assert len(played) <= 11


def test_an_answer_alone_and_nothing_where_allowed() -> None:
    request = last_turn()
    count = len(request.options)
    assert single_answers(request) == [[], *([pick] for pick in range(count))]
    forced = Request.from_game(catalogue.new("kingdomino", seats=2, seed=1))
    assert single_answers(forced) == [[0], [1], [2], [3]]
    forced.asked = forced.asked._replace(least=2)
    assert single_answers(forced) == []


@pytest.mark.parametrize("name", catalogue.games())
def test_games_are_played_to_their_end(name: str) -> None:
    game = catalogue.new(name, seats=3, seed=1, log=False)
    play_out(game, default_answer)
    assert game.outcome
    scores = game.outcome.scores
    assert lead(game, 1) == scores[1] - max(scores[0], scores[2])


@pytest.mark.long(2)
def test_it_serves_any_game() -> None:
    """With a plan that picks the first domino, whatever it is, others are clearly better."""
    overruled = 0
    for seed in range(4):
        game = catalogue.new("kingdomino", seats=2, seed=seed, log=False)
        game.choose([0])
        request = Request.from_game(game)

        def plan(asked: Request) -> Any:
            return [0] if asked.kind == "pick" else default_answer(asked)

        found = search(request, plan, single_answers(request), more=at_most(40))
        overruled += found != [0]
    assert overruled


def nothing(request: Request) -> Any:
    return request.default


def take_province(request: Request) -> Any:
    return "Province" if "Province" in request.options else request.default


def raced(deals: int, *plans: Any) -> Race[Any]:
    request = last_turn()
    race = Race(plans)
    assert request.game
    race.run(request.game, request.seat, nothing, more=at_most(deals))
    return race


def test_a_race_keeps_the_best_plan() -> None:
    race = raced(10 * MANY, nothing, take_gold, take_province, nothing)
    assert race.best is take_province
    assert not race.is_open
    assert race.deals == 2 * MANY  # half of four, then half of two


def test_the_worse_half_drops_out_when_the_deals_have_doubled() -> None:
    three = nothing, take_province, take_gold
    assert len(raced(MANY - 1, *three).plans) == 3
    assert len(raced(MANY, *three).plans) == 2
    assert len(raced(2 * MANY - 1, *three).plans) == 2
    assert raced(2 * MANY, *three).plans == [take_province]


def test_a_race_ends_with_as_many_plans_as_are_to_be_kept_best_first() -> None:
    request = last_turn()
    assert request.game
    race = Race([nothing, take_gold, take_province, nothing], keep=2)
    race.run(request.game, request.seat, nothing, more=at_most(10 * MANY))
    assert not race.is_open
    assert race.plans[0] is race.best is take_province
    assert (len(race.plans), race.deals) == (2, MANY)


def test_without_deals_the_first_plan_is_best() -> None:
    race = raced(0, take_gold, take_province)
    assert race.best is take_gold
    assert race.is_open


def test_a_deal_that_not_all_could_play_does_not_count() -> None:
    asked = []

    def more(deals: int) -> bool:
        asked.append(deals)
        return len(asked) < 2

    request = last_turn()
    race = Race([take_gold, take_province])
    assert request.game
    race.run(request.game, request.seat, nothing, more=more)
    assert race.totals == [0, 0]
    assert race.deals == 0


def test_a_race_goes_on_where_it_stopped() -> None:
    request = last_turn()
    assert request.game
    race = Race([nothing, take_province])
    for deals in range(1, MANY + 1):
        race.run(request.game, request.seat, nothing, more=at_most(deals))
    assert race.plans == [take_province]


def test_seats_play_their_own_plans() -> None:
    plan = seated(take_province, 0, take_gold)
    request = last_turn()
    assert plan(request) == "Province"
    request.seat = 1
    assert plan(request) == "Gold"
