"""Conversations: the cost of answers, and faults that end them."""

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from sandbox import cgroups, conversation
from sandbox.channel import Channel
from sandbox.conversation import BotFault, Conversation
from sandbox.errors import HostFailure
from sandbox.jail import Jailer
from sandbox.limits import MIB, Limits
from tests.patience import PROMPT
from tests.sandbox.busy_cpu import busy_host, starve
from tests.sandbox.conversations import QUICK, decide, hello, jail_of_bot, talking, with_template

pytestmark = pytest.mark.jail

HONEST = "def decide(request): return 0"
BURN = """
import time
def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end: pass
"""


def test_a_bot_sees_five_descriptors_and_no_more(jailer: Jailer, tmp_path: Path) -> None:
    source = """
import os, stat
def decide(request):
    for end in range(256):
        try: print(end, stat.filemode(os.fstat(end).st_mode)[0])
        except OSError: pass
    return 0
"""
    leak = os.open("/etc/passwd", os.O_RDONLY)
    os.set_inheritable(leak, True)
    try:
        with talking(jailer, tmp_path, source) as talk:
            talk.ask(hello(), start=True)
            talk.ask(decide())
            assert talk.log.split("\n")[:-1] == ["0 c", "1 p", "2 p", "3 p", "4 p"]
    finally:
        os.close(leak)


def test_a_decision_is_charged_to_the_chess_clock(jailer: Jailer, tmp_path: Path) -> None:
    source = BURN + "def decide(request):\n    burn(0.1)\n    return 0"
    with talking(jailer, tmp_path, source, Limits()) as talk:
        talk.ask(hello(), start=True)
        assert talk.clock == {"left": 10.0, "decision": 2.0}
        talk.ask(decide())
        assert 9.5 < talk.clock["left"] < 9.93  # 10 - 0.1 + 0.02
        assert 0.1 <= talk.cpu < 0.6


def test_starting_is_not_charged_to_the_chess_clock(jailer: Jailer, tmp_path: Path) -> None:
    source = BURN + "burn(0.2)\n" + HONEST
    with talking(jailer, tmp_path, source, Limits()) as talk:
        talk.ask(hello(), start=True)
        assert talk.clock["left"] == 10.0
        talk.ask(decide())
        assert talk.clock["left"] > 10.0


def test_quick_answers_fill_the_clock(jailer: Jailer, tmp_path: Path) -> None:
    with talking(jailer, tmp_path, HONEST, Limits()) as talk:
        talk.ask(hello(), start=True)
        for number in range(50):
            talk.ask(decide(number))
        assert 10.8 < talk.clock["left"] < 11.0


def test_thinking_out_of_turn_is_charged_to_the_next_decision(
    jailer: Jailer, tmp_path: Path
) -> None:
    source = (
        BURN
        + """
import threading
def decide(request):
    threading.Thread(target=burn, args=(5,), daemon=True).start()
    return 0
"""
    )
    with talking(jailer, tmp_path, source, Limits(decision_cpu=0.1)) as talk:
        talk.ask(hello(), start=True)
        with pytest.raises(BotFault) as caught:
            ask_often(talk, 1000)
        assert caught.value.verdict == "timeout"


def test_a_bot_that_thinks_out_of_turn_is_frozen_between_turns(
    jailer: Jailer, tmp_path: Path
) -> None:
    source = (
        BURN
        + """
import threading
threading.Thread(target=burn, args=(30,), daemon=True).start()
def decide(request): return 0
"""
    )
    with talking(jailer, tmp_path, source, Limits(start_cpu=30, decision_cpu=30)) as talk:
        if jail_of_bot(talk).cgroup is None or cgroups.detect().v2 is None:
            pytest.skip("FREEZING NEEDS A V2 MOUNT")
        talk.ask(hello(), start=True)
        time.sleep(0.3)
        talk.ask(decide())
        time.sleep(0.1)  # freezing takes the kernel a moment
        before = talk.cpu
        time.sleep(0.3)
        assert talk.cpu == before
        assert talk.ask(decide(2)) == b'{"id":2,"picks":[0]}'


def test_the_clock_runs_out_over_many_decisions(jailer: Jailer, tmp_path: Path) -> None:
    source = BURN + "def decide(request):\n    burn(0.1)\n    return 0"
    limits = Limits(game_cpu=0.25, increment_cpu=0.0)
    with talking(jailer, tmp_path, source, limits) as talk:
        talk.ask(hello(), start=True)
        ask_often(talk, 2)
        with pytest.raises(BotFault, match="CPU") as caught:
            talk.ask(decide())
        assert caught.value.verdict == "timeout"


def test_a_fault_kills_the_bot_at_once(jailer: Jailer, tmp_path: Path) -> None:
    with talking(jailer, tmp_path, BURN + "def decide(r): burn(9)") as talk:
        talk.ask(hello(), start=True)
        process = Path(f"/proc/{jail_of_bot(talk).process}")
        with pytest.raises(BotFault):
            talk.ask(decide())
        assert not process.exists()


def test_an_end_from_outside_is_nobodys_fault(jailer: Jailer, tmp_path: Path) -> None:
    with talking(jailer, tmp_path, HONEST) as talk:
        talk.ask(hello(), start=True)
        os.kill(jail_of_bot(talk).process, signal.SIGKILL)
        with pytest.raises(HostFailure, match="outside"):
            talk.ask(decide())


def test_a_bot_cannot_fake_an_end_from_outside(jailer: Jailer, tmp_path: Path) -> None:
    source = """
import os, signal
def decide(request):
    os.kill(os.getpid(), signal.SIGKILL)
    os._exit(137)
"""
    with talking(jailer, tmp_path, source) as talk:
        talk.ask(hello(), start=True)
        with pytest.raises(BotFault) as caught:
            talk.ask(decide())
        assert (caught.value.verdict, caught.value.detail) == ("crash", "SIGSYS")


def test_a_jail_that_does_not_start_is_nobodys_fault(jailer: Jailer, tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(HONEST)
    with jailer.prepare(path) as prepared:
        pass  # the staged folder is gone, so bubblewrap cannot mount it
    with pytest.raises(HostFailure), Conversation(jailer, prepared, QUICK) as talk:
        talk.ask(hello(), start=True)


def test_the_log_is_cut_and_its_escapes_are_harmless(jailer: Jailer, tmp_path: Path) -> None:
    source = "def decide(request):\n    print('\\x1b[31mred\\u202e' + 'x' * 200_000)\n    return 0"
    with talking(jailer, tmp_path, source) as talk:
        talk.ask(hello(), start=True)
        talk.ask(decide())
        assert talk.log.startswith("\\x1b[31mred\\u202exxx")
        assert 60_000 < len(talk.log) <= 66_000
    assert talk.log.startswith("\\x1b")


def test_a_long_question_arrives_whole(jailer: Jailer, tmp_path: Path) -> None:
    source = "def decide(request): return len(request.options[-1]) - 900_000"
    with talking(jailer, tmp_path, source) as talk:
        talk.ask(hello(), start=True)
        answer = talk.ask(decide(options=["a", "b", "c" * 900_001]))
        assert json.loads(answer)["picks"] == [1]


@pytest.mark.parametrize("line", [b"two\nlines", b"x" * (1 << 20) + b"x"])
def test_only_one_line_of_bounded_length_is_sent(
    jailer: Jailer, tmp_path: Path, line: bytes
) -> None:
    with talking(jailer, tmp_path, HONEST) as talk, pytest.raises(ValueError, match="one line"):
        talk.ask(line)


def test_a_bot_that_ignores_the_end_delays_nobody(jailer: Jailer, tmp_path: Path) -> None:
    source = HONEST + "\ndef finish(outcome):\n    while True: pass"
    with talking(jailer, tmp_path, source) as talk:
        talk.ask(hello(), start=True)
        began = time.monotonic()
        talk.tell(b'{"type":"finish","outcome":{}}')
    assert time.monotonic() - began < PROMPT


def test_two_bots_talk_side_by_side(jailer: Jailer, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with talking(jailer, tmp_path, HONEST) as one, talking(jailer, tmp_path / "a", HONEST) as two:
        for talk in (one, two):
            talk.ask(hello(), start=True)
        assert jail_of_bot(one).process != jail_of_bot(two).process
        for number in range(5):
            assert one.ask(decide(number)) == two.ask(decide(number))


def ask_often(talk: Conversation, times: int) -> None:
    for number in range(times):
        talk.ask(decide(number))


def test_short_naps_add_up_to_the_budget_of_a_game(
    jailer: Jailer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "wall_budget", lambda allowance: 1.0)
    source = "import time\ndef decide(request):\n    time.sleep(0.4)\n    return 0"
    with talking(jailer, tmp_path, source) as talk:
        talk.ask(hello(), start=True)
        with pytest.raises(BotFault, match="no answer") as caught:
            ask_often(talk, 100)
        assert caught.value.verdict == "timeout"


def test_a_smaller_share_of_the_budget_is_used_up_sooner(jailer: Jailer, tmp_path: Path) -> None:
    source = "import time\ndef decide(request):\n    time.sleep(0.4)\n    return 0"
    with talking(jailer, tmp_path, source) as talk:
        talk.ask(hello(), start=True)
        talk._wall_share = 1 / 60
        with pytest.raises(BotFault, match="a game may take 1 s"):
            ask_often(talk, 100)


def test_a_machine_that_stood_still_is_not_the_bots_fault(
    jailer: Jailer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A referee that wakes ten seconds late must know that the bot did not run either."""
    pump, clock, slept = Channel.pump, time.monotonic, [0.0]

    def late(channel: Channel, timeout: float) -> None:
        slept[0] += 10.0
        pump(channel, 0.0)

    with talking(jailer, tmp_path, "import time\ndef decide(r): time.sleep(60)") as talk:
        talk.ask(hello(), start=True)
        monkeypatch.setattr(time, "monotonic", lambda: clock() + slept[0])
        monkeypatch.setattr(Channel, "pump", late)
        with pytest.raises(HostFailure, match="too busy"):
            talk.ask(decide())


def test_a_conversation_that_is_over_takes_no_questions(jailer: Jailer, tmp_path: Path) -> None:
    with talking(jailer, tmp_path, HONEST) as talk:
        talk.ask(hello(), start=True)
    with pytest.raises(ValueError, match="over"):
        talk.ask(decide())


# --- who is to blame for a late answer -----------------------------------------------------------
SOON = Limits(decision_cpu=0.1)
SLEEPER = "import time\ndef decide(request): time.sleep(600)"
KINDS = pytest.mark.parametrize("is_grouped", [True, False], ids=["a group", "no group"])


@pytest.fixture
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait a second for a decision, and three on a busy host."""
    monkeypatch.setattr(conversation, "wall_guard", lambda _cpu: 1.0)


def jailer_of(jailer: Jailer, *, is_grouped: bool) -> Jailer:
    """The jailer, with control groups or without."""
    if is_grouped and not jailer.template.backend:
        pytest.skip("NO WRITABLE CGROUPS, SO NONE WERE TESTED")
    return jailer if is_grouped else with_template(jailer, replace(jailer.template, backend=None))


@KINDS
@pytest.mark.usefixtures("impatience")
def test_a_sleeper_is_blamed_on_a_busy_host(
    jailer: Jailer, tmp_path: Path, is_grouped: bool
) -> None:
    jailer = jailer_of(jailer, is_grouped=is_grouped)
    with talking(jailer, tmp_path, SLEEPER, SOON) as talk:
        talk.ask(hello(), start=True)
        busy = busy_host(jail_of_bot(talk).process)
        with busy, pytest.raises(BotFault, match="slept or waited") as caught:
            talk.ask(decide())
        assert caught.value.verdict == "timeout"


@KINDS
@pytest.mark.usefixtures("impatience")
def test_a_starved_bot_is_not_blamed(jailer: Jailer, tmp_path: Path, is_grouped: bool) -> None:
    source = BURN + "def decide(request):\n    burn(0.09)\n    return 0"
    jailer = jailer_of(jailer, is_grouped=is_grouped)
    with talking(jailer, tmp_path, source, SOON) as talk:
        talk.ask(hello(), start=True)
        process = jail_of_bot(talk).process
        with busy_host(process):
            starve(process, jail_of_bot(talk).cgroup)
            try:
                assert json.loads(talk.ask(decide()))["picks"] == [0]
            except HostFailure as failure:
                assert "too busy" in str(failure)  # noqa: PT017  # either is well


# --- calling back --------------------------------------------------------------------------------
NAP = "import time\ndef decide(request):\n    time.sleep(1)\n    return 0"


def test_the_caller_is_called_back_while_an_answer_is_waited_for(
    jailer: Jailer, tmp_path: Path
) -> None:
    beats: list[float] = []
    with talking(jailer, tmp_path, NAP, beat=lambda: beats.append(1.0)) as talk:
        talk.ask(hello(), start=True)
        beats.clear()
        talk.ask(decide())
    assert len(beats) >= 3


def test_what_the_caller_raises_ends_the_wait(jailer: Jailer, tmp_path: Path) -> None:
    def stop() -> None:
        if talk.meter.get("clock") == "decision":
            raise InterruptedError

    with talking(jailer, tmp_path, SLEEPER, beat=stop) as talk:
        talk.ask(hello(), start=True)
        with pytest.raises(InterruptedError):
            talk.ask(decide())


def test_the_time_that_the_caller_takes_is_not_the_bots(
    jailer: Jailer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, taken = time.monotonic, [0.0]

    def renew() -> None:
        taken[0] += 60.0

    with talking(jailer, tmp_path, NAP, beat=renew) as talk:
        talk.ask(hello(), start=True)
        before = talk.wall
        monkeypatch.setattr(time, "monotonic", lambda: clock() + taken[0])
        talk.ask(decide())
        assert taken[0] >= 180.0
        assert talk.wall - before < 60.0


def test_the_wall_time_of_start_and_answers_is_told(jailer: Jailer, tmp_path: Path) -> None:
    with talking(jailer, tmp_path, NAP) as talk:
        talk.ask(hello(), start=True)
        started = talk.wall
        assert started > 0
        talk.ask(decide())
        assert talk.wall - started >= 1.0
        assert talk.cpu < 1.0


def test_an_increment_that_is_not_due_is_not_added(jailer: Jailer, tmp_path: Path) -> None:
    with talking(jailer, tmp_path, HONEST, Limits(increment_cpu=5.0)) as talk:
        talk.ask(hello(), start=True)
        talk.ask(decide(1))
        assert 14.0 < talk.clock["left"] <= 15.0
        talk.ask(decide(2), increment=False)
        assert 14.0 < talk.clock["left"] <= 15.0


# --- memory --------------------------------------------------------------------------------------
EATER = "def decide(request):\n    kept = []\n    while True: kept.append(bytes([1]) * (1 << 20))"


@contextmanager
def memory_parent(jailer: Jailer, limit: int) -> Iterator[Jailer]:
    """The jailer, making its groups below one that has a memory limit of its own."""
    backend = jailer.template.backend
    found = backend and (backend.v1.get("memory") or backend.v2)
    if not backend or not found or "memory" not in backend.controllers:
        pytest.skip("NO GROUP OF THIS MACHINE COUNTS MEMORY")
    parent = found / f"kingsbench-test-parent-{os.getpid()}"
    parent.mkdir()
    try:
        if "memory" in backend.v1:
            (parent / "memory.limit_in_bytes").write_text(str(limit))
            within = replace(backend, v1={**backend.v1, "memory": parent})
        else:
            (parent / "memory.max").write_text(str(limit))
            controllers = " ".join(f"+{name}" for name in backend.v2_controllers)
            (parent / "cgroup.subtree_control").write_text(controllers)
            within = replace(backend, v2=parent)
        yield with_template(jailer, replace(jailer.template, backend=within))
    finally:
        parent.rmdir()


def test_memory_is_the_bots_fault_where_its_own_limit_was_reached(
    jailer: Jailer, tmp_path: Path
) -> None:
    with memory_parent(jailer, 512 * MIB) as jailer:  # noqa: SIM117
        with talking(jailer, tmp_path, EATER, Limits(memory=64 * MIB)) as talk:
            talk.ask(hello(), start=True)
            with pytest.raises(BotFault) as caught:
                talk.ask(decide())
            assert caught.value.verdict == "memory"


def test_a_limit_around_the_bot_is_nobodys_fault(jailer: Jailer, tmp_path: Path) -> None:
    with memory_parent(jailer, 48 * MIB) as jailer:  # noqa: SIM117
        with talking(jailer, tmp_path, EATER, Limits(memory=256 * MIB)) as talk:
            talk.ask(hello(), start=True)
            with pytest.raises(HostFailure, match="ran out of memory"):
                talk.ask(decide())
