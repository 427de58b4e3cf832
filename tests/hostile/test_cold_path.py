"""The main attacks on bots started without a zygote."""

import os
from itertools import groupby
from pathlib import Path

import pytest

from sandbox.jail import Jailer
from sandbox.zygote import ZygotePool
from tests.hostile.cases import Case, load
from tests.hostile.conftest import Decoys
from tests.hostile.play import limits_of, played, watched
from tests.sandbox.conversations import running_cold, talking

pytestmark = pytest.mark.jail
EACH = 2  # one of each kind: the restrictions equal those of the whole suite, which forks its bots
CASES = [
    case for _, cases in groupby(load(), key=lambda case: case.kind) for case in [*cases][:EACH]
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_attacking_bot_that_was_started_cold_gets_nowhere(
    case: Case, jailer: Jailer, tmp_path: Path, decoys: Decoys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ZygotePool, "fork", lambda *_: pytest.fail("this is not the cold path"))
    cold = running_cold(jailer)
    config = decoys.config | {"neighbour": os.getpid(), "source": str(tmp_path / "bot.py")}
    with talking(cold, tmp_path, case.source, limits_of(case)) as talk, watched(talk):
        ending = played(talk, case, config)
        talk.close()
    assert ending.startswith(case.expect), talk.log
    assert "ESCAPED" not in talk.log
    assert not decoys.canary.exists()
    assert decoys.visits == []
