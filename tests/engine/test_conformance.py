"""Every game of the catalogue keeps its promises in random play."""

import pytest

from engine import catalogue, conformance
from engine.dominion import view


@pytest.mark.parametrize("name", catalogue.games())
@pytest.mark.parametrize("seed", range(2))
def test_every_game_conforms_for_every_number_of_seats(name: str, seed: int) -> None:
    for seats in catalogue.info(name).seats:
        game = conformance.check(name, seats=seats, seed=seed * 100 + seats, every=19)
        assert game.outcome is not None


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
