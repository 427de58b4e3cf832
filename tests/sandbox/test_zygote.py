"""Forked bots: jailed like a bot started cold, and unable to reach the zygote's next one."""

import json
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from sandbox import canary, seccomp_filters, staging, zygote
from sandbox.conversation import BotFault, Conversation
from sandbox.errors import HostFailure, JailUnavailable
from sandbox.guest.zygote import UNFIT
from sandbox.jail import Jailer
from sandbox.launch import Jail
from sandbox.limits import MIB, Limits
from sandbox.zygote import Zygote, ZygotePool
from tests.bots import bot
from tests.patience import PROMPT
from tests.sandbox.conversations import (
    QUICK,
    decide,
    hello,
    jail_of_bot,
    running_cold,
    talking,
    with_template,
)
from tests.tooling.processes import within

pytestmark = pytest.mark.jail

HONEST = "def decide(request): return 0"
PLAYED = b'{"id":1,"picks":[0]}'
ATTACK = """
import ctypes, fcntl, json, os, random, resource, signal, sys, threading, time
libc = ctypes.CDLL(None, use_errno=True)
def tried(call, *arguments):
    try: return call(*arguments)
    except (OSError, ValueError): pass
def decide(request):
    attack()
    return 0
def attack():
"""
ATTACKS = {
    "signals": """
    harmless = {signal.SIGKILL, signal.SIGSTOP, signal.SIGSYS}
    for which in sorted(signal.valid_signals()):
        if which not in harmless: signal.signal(which, signal.SIG_IGN)
        for target in (0, -1, *range(2, 300), -2, -3): tried(os.kill, target, which)
""",
    "descriptors": """
    tried(fcntl.fcntl, 0, fcntl.F_SETFL, os.O_NONBLOCK | os.O_APPEND)
    for end in (0, *range(5, 1024)): tried(os.write, end, b"ended 0")
""",
    "limits": """
    for which in range(16):
        tried(resource.setrlimit, which, (0, 0))
        for process in range(300): tried(resource.prlimit, process, which, (0, 0))
    tried(os.nice, 10)
    tried(os.sched_setaffinity, 0, {0})
    tried(os.setpriority, os.PRIO_PGRP, 0, 10)
""",
    "timers": """
    signal.signal(signal.SIGALRM, lambda *_: None)
    for which in range(3): signal.setitimer(which, 1000, 0.01)
""",
    "threads": """
    threading.Thread(target=time.sleep, args=(60,)).start()
    import atexit; atexit.register(time.sleep, 60)
""",
    "interpreter": """
    json.loads = os.listdir = random.seed = None
    os.environ["A"] = "B"; sys.path.append("/A"); sys.modules["A"] = sys; sys.argv.append("A")
    sys.setrecursionlimit(5000)
    import gc; gc.set_threshold(1)
""",
    "shared memory": """
    for number in (29, 30, 31, 64, 68, 240, 319): libc.syscall(number, 0, 4096, 0o1777, 0)
    word = ctypes.c_long.from_address(id(12345678901) + 24); word.value ^= 1
    import engine.catalogue; engine.catalogue.resume = None
""",
    "files": """
    for path in ("/bot/left.py", "/bot/bot.py", "/left", "/dev/left", "/dev/shm/left"):
        tried(lambda: open(path, "w"))
        tried(os.unlink, path)
        tried(os.utime, path)
        tried(os.chmod, path, 0)
    tried(fcntl.flock, os.open("/bot/bot.py", os.O_RDONLY), fcntl.LOCK_EX)
""",
    "segmentation fault": """
    ctypes.string_at(0)
""",
    "forbidden call": """
    libc.ptrace(0, 0, 0, 0)
""",
    "exit code": f"""
    os._exit({UNFIT})
""",
    "no end": """
    while True: pass
""",
    "frozen": """
    def burn():
        while True: pass
    threading.Thread(target=burn, daemon=True).start()
""",
}  # fmt: skip


@pytest.fixture
def fresh(jailer: Jailer) -> Iterator[Jailer]:
    """The jailer, without a zygote that has forked before."""
    assert jailer.template.zygotes is not None
    zygotes = ZygotePool(jailer.template.zygotes.program)
    yield with_template(jailer, replace(jailer.template, zygotes=zygotes))
    zygotes.close()


def zygote_of(talk: Conversation) -> Zygote:
    """The zygote that has forked this bot."""
    end = jail_of_bot(talk)._end
    assert isinstance(end, zygote._Copy)
    return end._zygote


def jail_of(talk: Conversation) -> Jail:
    """The jail of the zygote that has forked this bot."""
    return zygote_of(talk)._jail


@contextmanager
def playing(jailer: Jailer, folder: Path, source: str) -> Iterator[Conversation]:
    """A conversation with a bot that has answered a question."""
    with talking(jailer, folder, source) as talk:
        talk.ask(hello(), start=True)
        assert talk.ask(decide()) == PLAYED
        yield talk


def seen(jailer: Jailer, folder: Path) -> tuple[str, int]:
    """Return the output of the bot `traces` and its zygote's process id."""
    with playing(jailer, folder, bot("traces").decode()) as talk:
        return talk.log, jail_of(talk).process


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_of_a_bot_reaches_the_next_of_its_zygote(
    attack: str, fresh: Jailer, tmp_path: Path
) -> None:
    before, first = seen(fresh, tmp_path)
    assert len(json.loads(before)) == 9
    with talking(fresh, tmp_path, ATTACK + ATTACKS[attack]) as talk:
        assert jail_of(talk).process == first
        talk.ask(hello(), start=True)
        ending = "played"
        try:
            for number in range(3):
                talk.ask(decide(number))
                time.sleep(0.01)
            talk.tell(b'{"type":"finish","outcome":{}}')
        except BotFault as fault:
            ending = fault.detail or fault.verdict
    after, second = seen(fresh, tmp_path)
    assert json.loads(after) == json.loads(before)
    spoils = {"segmentation fault": "SIGSEGV", "forbidden call": "SIGSYS", "exit code": "exit code"}
    assert ending.startswith(spoils.get(attack, "timeout" if attack == "no end" else "played"))
    assert (second == first) == (attack not in spoils)


END = """
import ctypes, os
def decide(request): return 1
def finish(outcome):
    {end}
"""


@pytest.mark.parametrize(
    "end", [f"os._exit({UNFIT})", "ctypes.string_at(0)", "os.abort()", "ctypes.CDLL(None).ptrace()"]
)
def test_how_a_bot_ends_after_its_last_answer_costs_no_zygote(
    end: str, fresh: Jailer, tmp_path: Path
) -> None:
    processes = set()
    for _ in range(3):
        with talking(fresh, tmp_path, END.format(end=end)) as talk:
            processes.add(jail_of(talk).process)
            talk.ask(hello(), start=True)
            talk.ask(decide())
            talk.tell(b'{"type":"finish","outcome":{}}')
    assert len(processes) == 1


KEPT = ("Cap", "Sig", "Shd", "NoNewPrivs", "Seccomp", "Groups", "Umask", "Threads")


def test_a_forked_bot_is_confined_exactly_as_a_started_one(fresh: Jailer, tmp_path: Path) -> None:
    started, forked = (
        confinement(jailer, tmp_path) for jailer in (running_cold(fresh), fresh)
    )  # fmt: skip
    assert forked == started
    assert {forked[name] for name in forked if name.startswith("Cap")} == {"0" * 16}
    assert (forked["NoNewPrivs"], forked["Seccomp_filters"], forked["NSpid"]) == ("1", "2", "1")


def confinement(jailer: Jailer, folder: Path) -> dict[str, object]:
    """Return the kernel's data on a bot's process."""
    with playing(jailer, folder, HONEST) as talk:
        process = Path(f"/proc/{jail_of_bot(talk).process}")
        lines = (process / "status").read_text().splitlines()
        told = dict(line.split(":\t", 1) for line in lines)
        files = ("limits", "mounts", "oom_score_adj", "personality", "timerslack_ns")
        return {
            **{name: value for name, value in told.items() if name.startswith(KEPT)},
            **{name: told[name].split()[-1] for name in ("NSpid", "NSsid", "NSpgid")},
            **{name: (process / name).read_text() for name in files},
            "mounts": (process / "mounts").read_text().replace(" /stage/bot ", " /stage "),
            "ends": sorted(end.name for end in (process / "fd").iterdir()),
        }


def test_each_bot_has_namespaces_of_its_own(fresh: Jailer, tmp_path: Path) -> None:
    found = []
    for _ in range(2):
        with playing(fresh, tmp_path, HONEST) as talk:
            processes = (jail_of_bot(talk).process, jail_of(talk).process)
            for name in ("user", "pid", "ipc"):
                bot, parent = (Path(f"/proc/{one}/ns/{name}").readlink() for one in processes)
                assert bot != parent
            found.append(processes)
    assert found[0][1] == found[1][1]
    assert found[0][0] != found[1][0]


def test_the_zygote_keeps_nothing_of_its_bots(fresh: Jailer, tmp_path: Path) -> None:
    with playing(fresh, tmp_path, HONEST) as talk:
        one, process = zygote_of(talk), Path(f"/proc/{jail_of(talk).process}")

        def ends() -> list[str]:
            return [str(end.readlink()) for end in (process / "fd").iterdir()]

        assert within(PROMPT, lambda: len(ends()) == 4), ends()  # it has let go of the handle
        assert sum(end.startswith("socket:") for end in ends()) == 1
        assert [path.name for path in (one.stage / "bot").iterdir()] == ["bot.py"]
    assert not (one.stage / "bot").exists()
    assert (process / "task" / process.name / "children").read_text() == ""
    assert len(list((process / "task").iterdir())) == 1
    shared = [line.split() for line in (process / "maps").read_text().splitlines()]
    assert [words for words in shared if words[1][1] == "w" and words[1][3] == "s"] == []


LISTS = """
import ctypes, os, struct
libc = ctypes.CDLL(None, use_errno=True)
def listing(folder):
    end, data = os.open(folder, os.O_RDONLY), ctypes.create_string_buffer(4096)
    size = libc.syscall({number}, end, data, len(data))
    found, at = [], 0
    while at < size:
        _, place, length, _ = struct.unpack_from("=QqHB", data, at)
        found.append((data.raw[at + 19 : at + length].split(b"\\0")[0], place))
        at += length
    return found
def decide(request):
    print(listing("/bot"), os.stat("/stage").st_size, os.stat("/stage").st_nlink)
    for folder in ("/stage", "/bot/.."):
        try:
            print("LISTED", os.listdir(folder))
        except PermissionError:
            pass
    return 0
"""
GETDENTS = {"x86_64": 217, "aarch64": 61}[os.uname().machine]


def test_a_folder_does_not_tell_how_many_bots_were_in_it(
    fresh: Jailer, tmp_path: Path, zipped: Callable[[dict[str, str]], Path]
) -> None:
    many = zipped({"bot.py": HONEST, **{f"file_{number}.py": "" for number in range(50)}})
    lists = LISTS.format(number=GETDENTS)
    told = []
    for _ in range(3):
        with playing(fresh, tmp_path, lists) as talk:
            told.append((talk.log, jail_of(talk).process))
        with fresh.prepare(many) as bot, Conversation(fresh, bot, QUICK) as talk:
            talk.ask(hello(), start=True)
            assert jail_of(talk).process == told[0][1]
    assert "(b'bot.py', " in told[0][0]
    assert "LISTED" not in told[0][0]
    assert told[1:] == told[:1] * 2


def test_a_bots_cgroup_holds_the_bot_and_not_its_zygote(fresh: Jailer, tmp_path: Path) -> None:
    if fresh.template.backend is None:
        pytest.skip("NO WRITABLE CGROUPS, SO NONE WERE TESTED")
    with playing(fresh, tmp_path, HONEST) as talk:
        name = jail_of(talk).slot.name
        for folder in fresh.template.backend.v1.values():
            members = (folder / name / "cgroup.procs").read_text().split()
            assert members == [str(jail_of_bot(talk).process)]
        assert name not in Path(f"/proc/{jail_of(talk).process}/cgroup").read_text()


def test_a_bot_does_not_pay_for_the_memory_and_the_time_of_the_one_before(
    fresh: Jailer, tmp_path: Path
) -> None:
    limits = Limits(memory=64 * MIB)
    eats = """
import time
def decide(request):
    while time.process_time() < 0.5: pass
    kept = []
    while True: kept.append(b"x" * (1 << 20))
"""
    with talking(fresh, tmp_path, eats, limits) as talk:
        process = jail_of(talk).process
        talk.ask(hello(), start=True)
        with pytest.raises(BotFault) as caught:
            talk.ask(decide())
        assert caught.value.verdict == "memory"
    with talking(fresh, tmp_path, "kept = bytes(40 << 20)\n" + HONEST, limits) as talk:
        assert jail_of(talk).process == process
        talk.ask(hello(), start=True)
        assert talk.ask(decide()) == PLAYED
        assert 0 < talk.cpu < 0.4


def test_a_zygote_forks_so_many_bots_and_no_more(
    fresh: Jailer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zygote, "BOTS", 2)
    numbers = [seen(fresh, tmp_path)[1] for _ in range(5)]
    assert numbers[0] == numbers[1] != numbers[2] == numbers[3] != numbers[4]


def test_a_zygote_that_dies_takes_its_bot_along_and_nobody_is_blamed(
    fresh: Jailer, tmp_path: Path
) -> None:
    with playing(fresh, tmp_path, HONEST) as talk:
        bot, dead = Path(f"/proc/{jail_of_bot(talk).process}"), jail_of(talk).process
        os.kill(dead, signal.SIGKILL)
        while bot.exists():
            time.sleep(0.01)
        with pytest.raises(HostFailure, match="outside"):
            talk.ask(decide())
    assert seen(fresh, tmp_path)[1] != dead


def test_an_idle_zygote_that_died_is_replaced(fresh: Jailer, tmp_path: Path) -> None:
    dead = seen(fresh, tmp_path)[1]
    os.kill(dead, signal.SIGKILL)
    while Path(f"/proc/{dead}").exists():
        time.sleep(0.01)
    assert seen(fresh, tmp_path)[1] != dead


def test_a_zygote_that_gives_no_answer_is_ended_and_the_bot_starts_cold(
    fresh: Jailer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hung = seen(fresh, tmp_path)[1]
    os.kill(hung, signal.SIGSTOP)
    with monkeypatch.context() as patience:
        patience.setattr(zygote, "START_GUARD", 0.3)
        with playing(fresh, tmp_path, HONEST) as talk:
            assert not isinstance(jail_of_bot(talk)._end, zygote._Copy)
    assert not Path(f"/proc/{hung}").exists()
    assert seen(fresh, tmp_path)[1] != hung


@pytest.mark.parametrize("said", [b"started", b"ended", b"ended soon", b"ended 200", b"", b"ready"])
def test_a_zygote_that_says_anything_else_is_thrown_away(
    fresh: Jailer, tmp_path: Path, said: bytes
) -> None:
    with playing(fresh, tmp_path, HONEST) as talk:
        one, spoiled = zygote_of(talk), jail_of(talk).process
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            one._control.close()
            one._control = ours
            if said:
                theirs.send(said)
        assert jail_of_bot(talk).wait(PROMPT) == -signal.SIGKILL
    assert seen(fresh, tmp_path)[1] != spoiled


def test_where_no_zygote_starts_bots_start_cold(jailer: Jailer, tmp_path: Path) -> None:
    mute = replace(
        jailer.template, zygotes=ZygotePool(seccomp_filters.load().outer)
    )  # may not fork nor talk
    with playing(with_template(jailer, mute), tmp_path, HONEST) as talk:
        assert not isinstance(jail_of_bot(talk)._end, zygote._Copy)
    assert canary.prove(mute).zygotes is None


def test_zygotes_whose_bots_would_have_a_hole_are_not_used(jailer: Jailer) -> None:
    allow_all = b"\x06\0\0\0\0\0\xff\x7f"
    weak = replace(
        jailer.template, root=staging.jail_root(allow_all), zygotes=ZygotePool(allow_all)
    )
    with pytest.raises(JailUnavailable, match=r"holes.*start a process \(forked\), .*TCP.*forked"):
        canary.prove(weak)


def test_a_cell_gets_no_zygote_that_another_kind_of_cell_has_made(
    fresh: Jailer, tmp_path: Path
) -> None:
    first = seen(fresh, tmp_path)[1]
    other = with_template(fresh, replace(fresh.template, outer=seccomp_filters.load().inner))
    assert fresh.template.zygotes is not None
    assert [one.suits(other.template) for one in fresh.template.zygotes._idle] == [False]
    assert seen(fresh, tmp_path)[1] == first


def test_a_forked_child_of_the_worker_leaves_its_zygotes_alone(
    fresh: Jailer, tmp_path: Path
) -> None:
    first = seen(fresh, tmp_path)[1]
    child = os.fork()
    if child == 0:
        with playing(fresh, tmp_path, HONEST) as talk:
            cold = not isinstance(jail_of_bot(talk)._end, zygote._Copy)
        os._exit(0 if cold else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert seen(fresh, tmp_path)[1] == first


@pytest.mark.parametrize("name", ["engine", "statistics", "json"])
def test_a_module_of_the_bots_own_comes_before_what_the_zygote_has_imported(
    fresh: Jailer, tmp_path: Path, name: str
) -> None:
    source = f"import {name}\ndef decide(request): return {name}.OWN"
    files = {"bot.py": source, f"{name}.py": "OWN = 2\n"}
    for jailer in (running_cold(fresh), fresh):
        with (
            staging.stage({path: text.encode() for path, text in files.items()}) as prepared,
            Conversation(jailer, prepared, QUICK) as talk,
        ):
            talk.ask(hello(), start=True)
            assert talk.ask(decide()) == b'{"id":1,"picks":[2]}'
