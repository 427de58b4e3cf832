"""At least half of a host's slots are kept for ladders and tournaments."""

from contextlib import ExitStack

import pytest
from pytest_django import Settings

from arena.matches.claim_match import Orders
from arena.worker.order_slot import order_slot, rest_from_orders

FREE, KEPT = Orders.NOW, Orders.NEVER


@pytest.mark.parametrize(
    ("cores", "orders"),
    [(1, [FREE, KEPT]), (2, [FREE, KEPT]), (3, [FREE, KEPT, KEPT]), (4, [FREE, FREE, KEPT])],
)
def test_half_of_the_slots_may_play_what_people_order(
    settings: Settings, cores: int, orders: list[Orders]
) -> None:
    settings.CORES = cores
    with ExitStack() as held:
        assert [held.enter_context(order_slot()) for _ in orders] == orders


def test_a_single_slot_rests_as_long_as_the_match_took(settings: Settings) -> None:
    settings.CORES = 1
    rest_from_orders(60.0)
    with order_slot() as orders:
        assert orders == Orders.LAST
    rest_from_orders(-1.0)
    with order_slot() as orders:
        assert orders == Orders.NOW


def test_where_slots_are_kept_nothing_rests(settings: Settings) -> None:
    settings.CORES = 2
    rest_from_orders(60.0)
    with order_slot() as orders:
        assert orders == Orders.NOW
