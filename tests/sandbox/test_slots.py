"""No two jails share a slot, even from different processes."""

import subprocess
import sys
from pathlib import Path

from sandbox import slots
from tests.sandbox.scripts import code


def test_a_claimed_slot_is_nobody_elses(tmp_path: Path) -> None:
    claimed = [slots.claim(tmp_path) for _ in range(20)]
    assert len({slot.uid for slot in claimed}) == 20
    for slot in claimed:
        slot.release()


def test_a_released_slot_is_free_again(tmp_path: Path) -> None:
    first = slots.claim(tmp_path)
    first.release()
    first.release()
    second = slots.claim(tmp_path)
    assert second.number == first.number
    second.release()


def test_a_dead_process_keeps_no_slot(tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-c", code("claim_and_die"), tmp_path],
        capture_output=True,
        text=True,
        check=False,
    )
    taken = [slots.claim(tmp_path) for _ in range(slots.COUNT)]
    assert int(told.stdout) in {slot.number for slot in taken}
    for slot in taken:
        slot.release()
