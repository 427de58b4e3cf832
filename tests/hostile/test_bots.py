"""Every attacking bot ends as it must, and leaves nothing behind."""

from collections import Counter
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest

from sandbox import host_pressure
from sandbox.conversation import Conversation
from sandbox.jail import HostFailure, Jailer
from sandbox.runner import Prepared
from tests.hostile.cases import Case, load
from tests.hostile.conftest import Decoys
from tests.hostile.play import QUICK, is_plain, limits_of, played, watched
from tests.sandbox.conversations import decide, hello, jail_of_bot, talking

pytestmark = pytest.mark.jail
CASES = load()
KINDS = {
    "process", "kernel", "network", "file", "resource", "time", "protocol", "death", "host",
    "guest", "start",
}  # fmt: skip
TOO_BUSY = host_pressure.TOO_BUSY


def test_the_suite_has_every_kind_of_attack_and_many_of_each() -> None:
    kinds = Counter(case.kind for case in CASES)
    assert set(kinds) == KINDS
    assert [kind for kind, count in kinds.items() if count < 5] == []
    assert kinds.total() >= 150


def test_every_attack_says_why_it_matters() -> None:
    assert [case.name for case in CASES if not case.why] == []


@pytest.fixture(scope="module")
def neighbour(jailer: Jailer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prepared]:
    """An honest bot, prepared once."""
    path = tmp_path_factory.mktemp("neighbour") / "bot.py"
    path.write_text("def decide(request): return 1")
    with jailer.prepare(path) as prepared:
        yield prepared


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_attacking_bot_gets_nowhere(
    case: Case, jailer: Jailer, neighbour: Prepared, tmp_path: Path, decoys: Decoys
) -> None:
    with Conversation(jailer, neighbour, QUICK) as honest:
        honest.ask(hello(), start=True)
        config = decoys.config | {
            "neighbour": jail_of_bot(honest).process, "source": str(neighbour.folder / "bot.py"),
        }  # fmt: skip
        with (
            talking(jailer, tmp_path, case.source, limits_of(case)) as talk,
            watched(talk),
        ):
            ending = played(talk, case, config)
            assert honest.ask(decide(1)) == b'{"id":1,"picks":[1]}'
            talk.close()
        assert ending.startswith(case.expect), talk.log
        assert "ESCAPED" not in talk.log
        assert is_plain(talk.log)
        assert honest.ask(decide(2)) == b'{"id":2,"picks":[1]}'
    assert not decoys.canary.exists()
    assert decoys.visits == []


CROWDED = [case for case in CASES if case.kind in ("process", "resource", "start")]


@pytest.mark.parametrize("case", CROWDED, ids=lambda case: case.name)
def test_without_cgroups_the_other_layers_hold(
    case: Case, jailer: Jailer, tmp_path: Path, decoys: Decoys
) -> None:
    bare = copy(jailer)
    bare.template = replace(jailer.template, backend=None)
    with talking(bare, tmp_path, case.source, limits_of(case)) as talk, watched(talk):
        ending = played(talk, case, decoys.config)
        talk.close()
    full = any("memory" in expected for expected in case.expect)
    expect = ("memory", "error memory", "timeout", "held") if full else case.expect
    assert ending.startswith(expect), talk.log
    assert "ESCAPED" not in talk.log
    assert not decoys.canary.exists()


FAKERS = [case for case in CASES if case.name.startswith("time_fakes_")]


@pytest.mark.parametrize("case", FAKERS, ids=lambda case: case.name)
def test_no_bot_can_make_the_host_look_busy(
    case: Case, jailer: Jailer, tmp_path: Path, decoys: Decoys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Uses the real threshold. The machine may really be busy, so one fault in three is enough."""
    monkeypatch.setattr(host_pressure, "TOO_BUSY", TOO_BUSY)
    endings: list[str] = []
    while len(endings) < 3 and "timeout" not in endings:
        with talking(jailer, tmp_path, case.source, QUICK) as talk:
            try:
                endings.append(played(talk, case, decoys.config).strip())
            except HostFailure as excuse:
                endings.append(str(excuse))
    assert "timeout" in endings
