"""Every game of the catalogue passes the conformance check in random play."""

import random
from collections import Counter

import pytest

from engine import catalogue, chance, conformance
from engine.dominion import view
from engine.dominion.card import of_expansion
from engine.dominion.setup import EXPANSION_NAMES
from engine.game import Game


@pytest.mark.long(7)
@pytest.mark.parametrize("name", catalogue.games())
@pytest.mark.parametrize("seed", range(2))
def test_every_game_conforms_for_every_number_of_seats(name: str, seed: int) -> None:
    for seats in catalogue.info(name).seats:
        game = conformance.check(name, seats=seats, seed=seed * 100 + seats, every=19)
        assert game.outcome is not None


@pytest.mark.long(2)
@pytest.mark.parametrize("seed", range(8))
def test_dominion_conforms_in_random_kingdoms_of_all_cards(seed: int) -> None:
    """Copies, knowledge, imagined and resumed worlds, records: in the middle of cards too."""
    sets = list(EXPANSION_NAMES)
    config = {"kingdom": "random", "sets": sets, "colonies": bool(seed % 2), "turn_limit": 25}
    conformance.check("dominion", seats=2 + seed % 5, seed=1000 + seed, config=config, every=13)


RESPONDING = ("Throne Room", "Moat", "Watchtower", "Trader", "Tunnel")


def kingdoms_of(*expansions: str) -> list[list[str]]:
    """Kingdoms with five cards each of these expansions, beside cards that respond to them."""
    found = [card.name for one in expansions for card in of_expansion(one)]
    chance.shuffle(found, 5, "conformance")
    fives = [found[start : start + 5] for start in range(0, len(found), 5)]
    return [(five + found)[:5] + list(RESPONDING) for five in fives]


@pytest.mark.parametrize(
    ("number", "kingdom"), [*enumerate(kingdoms_of("intrigue", "guilds", "promo"))]
)
def test_dominion_conforms_with_every_card_and_those_that_respond_to_it(
    number: int, kingdom: list[str]
) -> None:
    config = {"kingdom": kingdom, "turn_limit": 20}
    conformance.check("dominion", seats=2 + number % 3, seed=number, config=config, every=11)


@pytest.mark.parametrize("seed", range(12))
def test_no_card_is_lost_or_doubled(seed: int) -> None:
    config = {"kingdom": "random", "sets": list(EXPANSION_NAMES)}
    game = catalogue.new("dominion", seats=3, seed=seed, config=config)
    start = all_cards(game)
    chooser = random.Random(seed)
    for _ in range(600):
        if game.decision is None:
            break
        game.choose(conformance.random_picks(game.decision, chooser))
        assert all_cards(game) == start


def all_cards(game: Game) -> Counter[str]:
    """Every card in the supply, the trash and the seats' zones."""
    view = game.view(None)
    found: Counter[str] = Counter(view["supply"]) + Counter(view["trash"])
    found += Counter(view.get("prizes", ()))
    deck = view.get("black_market", {"known": (), "shown": ()})
    found += Counter(deck["known"]) + Counter(deck["shown"])
    for seat in view["seats"]:
        found += Counter(seat["cards"])
    return found


def test_conformance_sees_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = view.view

    def leaking(state: object, seat: int | None) -> object:
        seen = honest(state, seat)  # type: ignore[arg-type]
        shown = honest(state, None)  # type: ignore[arg-type]
        seen["seats"][-1]["top"] = shown["seats"][-1]["deck"][:1]
        return seen

    monkeypatch.setattr(view, "view", leaking)
    with pytest.raises(conformance.Broken, match="leaks"):
        conformance.check("dominion", seats=2, seed=4)
