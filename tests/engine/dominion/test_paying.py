"""Coin tokens, overpaying, and what lasts until the turn ends."""

from __future__ import annotations

import pytest

from engine.dominion import position
from engine.dominion.state import LESS
from engine.game import BadConfig
from tests.engine.dominion.playing import answer, answers, asked, counters, question, seat, typed


def test_coin_tokens_are_spent_once_before_the_first_purchase() -> None:
    game = position(seats=[{"hand": "2 Copper", "tokens": {"coin": 3}}, {}], buys=2)
    answers(game, ("Copper", "Copper"))
    decision = asked(game)
    assert (decision.kind, decision.options, decision.least, decision.most) == (
        "amount", (0, 1, 2, 3), 1, 1,
    )  # fmt: skip
    assert (decision.source, decision.about, decision.default) == (None, "coin tokens", (0,))
    game.choose([2])
    assert counters(game)[2] == 4
    assert seat(game, 0)["tokens"] == {"coin": 1}
    assert question(game) == (0, "buy")
    answer(game, "Copper")
    assert question(game) == (0, "buy")
    assert typed(game, "tokens", 1)[0] == {
        "type": "tokens", "seat": 0, "token": "coin", "amount": -2,
    }  # fmt: skip


def test_coin_tokens_not_spent_are_kept_and_others_see_them() -> None:
    game = position(seats=[{"tokens": {"coin": 1}}, {"hand": "Gold"}], phase="buy")
    game.choose([0])
    answer(game)
    assert question(game) == (1, "play_treasures")
    assert game.view(1)["seats"][0]["tokens"] == {"coin": 1}


def test_without_coin_tokens_nothing_is_asked_nor_shown() -> None:
    game = position(seats=[{}, {}], phase="buy")
    assert question(game) == (0, "buy")
    assert "tokens" not in seat(game, 0)


@pytest.mark.parametrize("tokens", [{"coin": -1}, {"coin": "2"}, {"coin": True}])
def test_tokens_that_cannot_be_are_refused_by_name(tokens: dict[str, int]) -> None:
    with pytest.raises(BadConfig, match="coin"):
        position(seats=[{"tokens": tokens}, {}])


def test_what_lasts_for_a_turn_is_part_of_a_position_and_ends_with_the_turn() -> None:
    game = position(
        kingdom="Highway", seats=[{"hand": "Gold"}, {"hand": "Gold"}], this_turn={LESS: 2}
    )
    assert game.view(0)["costs"]["Province"] == 6
    again = position(**game.position())
    assert again.view(None) == game.view(None)
    answers(again, "Gold", None)
    assert again.view(0)["costs"]["Province"] == 8
    assert question(again) == (1, "play_treasures")
