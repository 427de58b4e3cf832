"""Tournaments in front of the pages."""

import pytest

from arena.models import Bot, Ladder, Tournament
from tests.arena.tournament_steps import bots, opened, started

OTHERS = ["as_alice", "as_bob", "as_charlie", "visitor"]


@pytest.fixture
def house_bots(ladder: Ladder) -> list[Bot]:
    return bots(4, ladder)


@pytest.fixture
def cup(house_bots: list[Bot], alices_bot: Bot) -> Tournament:
    """A running round robin of four house bots and Alice's."""
    return started([*house_bots, alices_bot])


@pytest.fixture
def sign_up(ladder: Ladder, alices_bot: Bot, bobs_bot: Bot) -> Tournament:
    """An open Swiss for two that owners may enter."""
    return opened(format="swiss", admission="sign_up", most_entrants=2)
