"""The same attacks with the jail off: they must succeed, or the suite would prove nothing.

Only attacks that harm nothing are tried.
"""

from pathlib import Path

import pytest

from sandbox.conversation import Breach
from sandbox.jail import Jailer
from tests.hostile.cases import load
from tests.hostile.conftest import Decoys
from tests.sandbox.talks import decide, hello, talking

HARMLESS = (
    "process_fork", "process_spawn_shell", "process_exec", "process_clone3",
    "network_tcp", "network_unix", "network_abstract", "network_netlink", "network_bare_socketpair",
    "file_secrets", "file_write_canary", "file_lock_covert_channel", "kernel_memfd",
    "kernel_personality", "resource_pipes_full",
)  # fmt: skip
CASES = {case.name: case for case in load()}


@pytest.mark.parametrize("name", HARMLESS)
def test_without_a_jail_the_attack_succeeds(name: str, tmp_path: Path, decoys: Decoys) -> None:
    jailer = Jailer("bundled-only", bundled=tmp_path)
    with talking(jailer, tmp_path, CASES[name].source) as talk:
        try:
            talk.ask(hello(config=decoys.config), start=True)
            talk.ask(decide())
        except Breach:  # those that replace the interpreter print their success and are gone
            pass
    assert "ESCAPED" in talk.log or decoys.canary.exists()
