"""A match in the jail, watched while it is played."""

from collections import Counter
from collections.abc import Sequence

import pytest

from arena.match import referee
from arena.match.referee import Fault, play
from engine.game import Game
from sandbox.jail import Jailer
from tests.arena.match.test_referee_jailed import CRASH_FIRST, MONEY, Write, bots, plan

__all__ = ["bots"]

pytestmark = pytest.mark.jail


def test_the_game_is_shown_while_an_answer_is_waited_for(
    jailer: Jailer, bots: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(referee, "PROGRESS_SECONDS", 0.0)
    seen: list[int] = []

    def watch(_number: int, _seating: Sequence[int], game: Game, _faults: object) -> None:
        seen.append(len(game.record()["choices"]))

    nap = MONEY.replace("def decide(request):", "import time\ndef decide(request):\n    nap()", 1)
    nap += "\nnaps = [1.0]\ndef nap():\n    if naps: time.sleep(naps.pop())\n"
    play(plan(games=1), bots(nap, MONEY), jailer, progress=lambda _: None, watch=watch)
    assert max(Counter(seen).values()) >= 3


def test_who_watches_learns_of_faults_as_they_happen(
    jailer: Jailer, bots: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(referee, "PROGRESS_SECONDS", 0.0)
    seen: list[tuple[int, list[tuple[int, int, str]]]] = []

    def watch(number: int, _seating: object, _game: Game, faults: Sequence[Fault]) -> None:
        seen.append((number, [(one.game, one.entrant, one.verdict) for one in faults]))

    play(plan(games=3, seats=3), bots(CRASH_FIRST, MONEY, MONEY), jailer, watch=watch)
    first = (0, 0, "crash")
    assert (0, [first]) in seen
    assert seen[-1] == (2, [first, (1, 0, "crash")]), "forfeited: no third fault"


def test_progress_counts_the_games(
    jailer: Jailer, bots: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    monkeypatch.setattr(referee, "PROGRESS_SECONDS", 1_000.0)
    play(plan(), bots(MONEY, MONEY), jailer, progress=seen.append)
    assert seen == [1, 2]
    seen.clear()
    monkeypatch.setattr(referee, "PROGRESS_SECONDS", 0.0)
    play(plan(), bots(MONEY, MONEY), jailer, progress=seen.append)
    assert seen == sorted(seen)
    assert len(seen) > 20
