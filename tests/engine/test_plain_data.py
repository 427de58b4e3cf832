"""Fields are declared once: copies, keys and knowledge follow from the declaration."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from engine.dominion import position
from engine.dominion.player import Player
from engine.dominion.state import State
from engine.plain_data import (
    AS_IT_IS,
    DICT,
    LIST,
    UNKEYED,
    Codec,
    PlainData,
    constructor_field,
    part,
    plain_data,
    position_codecs,
)


@plain_data
class Toy(PlainData):
    """A bit of everything."""

    name: str = constructor_field()
    cards: list[str] = part(LIST, known=Codec(list, list), position=AS_IT_IS)
    mats: dict[str, Any] = part(DICT)
    coins: int = part(default=3, known=AS_IT_IS)
    cache: int = part(UNKEYED, default=0)


def test_a_copy_shares_nothing_that_changes() -> None:
    toy = Toy("a")
    toy.cards.append("Gold")
    toy.mats["Island"] = ["Duchy"]
    other = toy.copy()
    assert other == toy
    assert hash(other) == hash(toy)
    other.cards.append("Silver")
    other.mats["Haven"] = []
    other.coins += 1
    assert (toy.cards, toy.mats, toy.coins) == (["Gold"], {"Island": ["Duchy"]}, 3)


@pytest.mark.parametrize("change", [{"cards": ["x"]}, {"mats": {"x": 1}}, {"coins": 4}])
def test_every_declared_field_counts_but_what_follows_from_the_others(
    change: dict[str, Any],
) -> None:
    toy, other = Toy("a"), Toy("a")
    other.cache = 7
    assert toy == other
    for name, value in change.items():
        setattr(other, name, value)
    assert toy != other


def test_what_is_known_is_written_and_restored() -> None:
    toy = Toy("a")
    toy.cards, toy.coins = ["Gold"], 5
    known = toy.known()
    assert known == {"cards": ["Gold"], "coins": 5}
    other = Toy("b")
    other.restore(known)
    assert (other.cards, other.coins) == (["Gold"], 5)
    with pytest.raises(KeyError, match="coins"):
        other.restore({"cards": []})
    assert list(position_codecs(Toy)) == ["cards"]


def test_knowledge_and_position_tell_all_that_dominion_declares_for_them() -> None:
    game = position(seats=[{"hand": "Gold", "vp": 2}, {}])
    known, written = game.knowledge(0), game.position()
    for one in fields(State):
        assert one.metadata["known"] is None or one.name in known, one.name
        assert one.metadata["position"] is None or one.name in written, one.name
    untold = {"shuffles"}  # its number begins anew in every imagined world
    split = {"deck": "deck_size"}
    for one in fields(Player):
        told = split.get(one.name, one.name)
        assert one.name in untold or told in known["players"][0], one.name
        assert one.metadata["position"] is None or one.name in written["seats"][0], one.name
