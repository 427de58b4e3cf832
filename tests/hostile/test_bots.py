"""Every attacking bot ends as it must, and leaves nothing behind."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest

from sandbox.conversation import Breach, Conversation
from sandbox.jail import Jailer
from sandbox.launch import Jail
from sandbox.limits import Limits
from sandbox.staging import Prepared
from tests.hostile.cases import Case, load
from tests.hostile.conftest import Decoys
from tests.sandbox.talks import decide, hello, talking

pytestmark = pytest.mark.jail
CASES = load()
QUICK = Limits(start_cpu=0.25, decision_cpu=0.1, game_cpu=2.0)
ROOMY = Limits(start_cpu=0.25, decision_cpu=1.0)


def test_the_suite_has_every_kind_of_attack() -> None:
    kinds = {case.kind for case in CASES}
    assert kinds == {
        "process", "kernel", "network", "file", "resource", "time", "protocol", "death", "host",
    }  # fmt: skip
    assert len(CASES) >= 40


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
    limits = ROOMY if case.kind == "resource" else QUICK
    with Conversation(jailer, neighbour, QUICK) as honest:
        honest.ask(hello(), start=True)
        with talking(jailer, tmp_path, case.source, limits) as talk, watched(talk._jail):
            ending = played(talk, decoys)
            assert honest.ask(decide(1)) == b'{"id":1,"picks":[1]}'
            talk.close()
        assert ending.startswith(case.expect), talk.log
        assert "ESCAPED" not in talk.log
        assert "\x1b" not in talk.log
        assert honest.ask(decide(2)) == b'{"id":2,"picks":[1]}'
    assert not decoys.canary.exists()
    assert decoys.visits == []


CROWDED = [case for case in CASES if case.kind in ("process", "resource")]


@pytest.mark.parametrize("case", CROWDED, ids=lambda case: case.name)
def test_without_cgroups_the_other_layers_hold(
    case: Case, jailer: Jailer, tmp_path: Path, decoys: Decoys
) -> None:
    bare = copy(jailer)
    bare.cell = replace(jailer.cell, backend=None)
    with talking(bare, tmp_path, case.source, ROOMY) as talk, watched(talk._jail):
        ending = played(talk, decoys)
        talk.close()
    expect = ("memory", "error memory", "timeout") if "memory" in case.expect else case.expect
    assert ending.startswith(expect), talk.log
    assert "ESCAPED" not in talk.log
    assert not decoys.canary.exists()


def played(talk: Conversation, decoys: Decoys) -> str:
    """How a game of a greeting and three questions ends."""
    try:
        ending = ending_of(talk.ask(hello(config=decoys.config), start=True), None)
        for number in (1, 2, 3):
            if ending == "held":
                ending = ending_of(talk.ask(decide(number)), number)
        if ending == "held":
            talk.tell(b'{"type":"finish","outcome":{}}')
    except Breach as breach:
        safe = breach.message.isprintable()
        return f"{breach.verdict} {breach.detail}" if safe else "unprintable"
    return ending


def ending_of(line: bytes, number: int | None) -> str:
    """What a line means, as the referee will see it."""
    try:
        answer = json.loads(line)
    except ValueError:
        return "line"
    if answer.get("type") == "error":
        return f"error {answer['error']}"
    return "held" if answer.get("id") == number else "protocol"


@contextmanager
def watched(jail: Jail) -> Iterator[None]:
    """Hold on to the jail's slot, and see that nothing of it survives: no process, no cgroup."""
    slot = os.dup(jail._slot.lock)
    inside = whereabouts(Path(f"/proc/{jail.process}"))
    assert inside is not None
    try:
        yield
        assert inside not in {whereabouts(path) for path in Path("/proc").iterdir()}
        assert jail.cgroup is None or not any(path.exists() for path in jail.cgroup._paths)
    finally:
        os.close(slot)


def whereabouts(process: Path) -> tuple[int, str] | None:
    """A process's uid and pid namespace: together they are one jail's. None: no process."""
    try:
        return process.stat().st_uid, str((process / "ns/pid").readlink())
    except OSError:
        return None
