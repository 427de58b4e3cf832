"""What those who watch a match learn of its faults."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from arena.matches.referee import referee
from arena.matches.referee.referee import Entrant, Fault, play
from engine.game import Game
from sandbox.jail import Jailer
from tests.arena.matches.referee.test_referee_jailed import CRASH_FIRST, MONEY, plan

pytestmark = pytest.mark.jail


def test_who_watches_learns_of_faults_as_they_happen(
    jailer: Jailer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(referee, "PROGRESS_SECONDS", 0.0)
    crasher, money = tmp_path / "crasher.py", tmp_path / "money.py"
    crasher.write_text(CRASH_FIRST)
    money.write_text(MONEY)
    entrants = [Entrant(path.stem, path) for path in (crasher, money, money)]
    seen: list[tuple[int, list[tuple[int, int, str]]]] = []

    def watch(number: int, _seating: object, _game: Game, faults: Sequence[Fault]) -> None:
        seen.append((number, [(one.game, one.entrant, one.verdict) for one in faults]))

    play(plan(games=3, seats=3), entrants, jailer, watch=watch)
    first = (0, 0, "crash")
    assert (0, [first]) in seen
    assert seen[-1] == (2, [first, (1, 0, "crash")]), "forfeited: no third fault"
