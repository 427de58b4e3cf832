"""The same attacks with the jail off: they must succeed, or the suite would prove nothing.

Only attacks that harm nothing are tried.
"""

import subprocess
import zipfile
from pathlib import Path

import pytest

from sandbox.conversation import BotFault
from sandbox.jail import Jailer
from tests.hostile.cases import load
from tests.hostile.conftest import Decoys
from tests.hostile.programs import attacker
from tests.patience import PROMPT
from tests.sandbox.conversations import decide, hello, talking

HARMLESS = (
    "process_clone3", "process_clone_odd_flags", "process_exec", "process_exec_by_the_loader",
    "process_exec_in_a_thread", "process_execveat", "process_execveat_of_a_descriptor",
    "process_fork", "process_posix_spawn", "process_spawn_shell", "process_subreaper",
    "process_system", "process_terminal",
    "kernel_arch_prctl", "kernel_futex_of_priorities", "kernel_inotify", "kernel_kcmp",
    "kernel_memfd", "kernel_modify_ldt", "kernel_mount_numbers", "kernel_newer_calls",
    "kernel_numa", "kernel_page_cache", "kernel_personality", "kernel_pidfd_open",
    "kernel_pipe_numbers", "kernel_prctl_tricks", "kernel_signalfd", "kernel_splice",
    "kernel_sysinfo",
    "network_abstract_redis", "network_bare_calls", "network_bare_socketpair",
    "network_every_family", "network_interfaces", "network_listens", "network_netlink",
    "network_passes_descriptors", "network_postgres", "network_postgres_unix", "network_redis",
    "network_redis_unix", "network_udp",
    "file_dotdot", "file_futex_covert_channel", "file_hosts_packages", "file_lock_covert_channel",
    "file_locks_on_devices", "file_magic_links", "file_neighbours_source", "file_openat2",
    "file_other_users",
    "file_proc_of_others", "file_secrets", "file_sys", "file_write_canary",
    "resource_affinity", "resource_new_cpu_limit", "resource_pipes_full",
    "start_has_a_parent", "start_leftovers_in_files",
    "time_death_with_the_parent", "time_timer_with_sigkill",
)  # fmt: skip
CASES = {case.name: case for case in load()}


def test_enough_attacks_are_shown_to_work() -> None:
    assert len(HARMLESS) >= 25
    assert len({CASES[name].kind for name in HARMLESS}) >= 6


@pytest.mark.parametrize("name", HARMLESS)
def test_without_a_jail_the_attack_succeeds(name: str, tmp_path: Path, decoys: Decoys) -> None:
    jailer = Jailer("bundled-only", bundled=tmp_path)
    with talking(jailer, tmp_path, CASES[name].source) as talk:
        try:
            talk.ask(hello(config=decoys.config), start=True)
            talk.ask(decide())
        except BotFault:  # attacks that replace the interpreter print their success and exit
            pass
    assert "ESCAPED" in talk.log or decoys.canary.exists()


PROGRAMS = {
    "node": ["process_spawn", "network_tcp", "network_unix", "file_read"],
    "binary": ["process_fork", "process_memfd_exec", "network_sockets", "file_read",
               "file_write", "resource_uncounted"],
}  # fmt: skip


@pytest.mark.parametrize("language", PROGRAMS)
def test_without_a_jail_the_attacks_of_a_program_succeed(
    language: str, tmp_path: Path, decoys: Decoys
) -> None:
    with zipfile.ZipFile(attacker(language, tmp_path)) as archive:
        archive.extractall(tmp_path)
    command = {"node": ["node", "bot.js"], "binary": ["./bot"]}[language]
    (tmp_path / command[-1]).chmod(0o755)
    for name in PROGRAMS[language]:
        asked = hello(config=decoys.config | {"attack": name}) + b"\n" + decide() + b"\n"
        told = subprocess.run(
            command, cwd=tmp_path, input=asked, capture_output=True, timeout=PROMPT, check=False
        )
        assert b"ESCAPED" in told.stderr, name
