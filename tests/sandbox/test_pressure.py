"""The host is blamed only on evidence from outside the bot."""

import subprocess
import time

from sandbox.pressure import HostWatch


def test_a_quiet_host_is_not_blamed() -> None:
    watch = HostWatch(None)
    time.sleep(0.01)
    assert not watch.busy()


def test_late_wake_ups_are_the_hosts() -> None:
    watch = HostWatch(None)
    time.sleep(0.01)
    watch.woken(60.0)
    assert watch.busy()
    assert watch.waited() <= 0.5  # never more than has passed


def test_early_wake_ups_prove_nothing() -> None:
    watch = HostWatch(None)
    watch.woken(-60.0)
    watch.woken(0.0001)
    time.sleep(0.01)
    assert watch.waited() < 0.01


def test_pressure_outside_the_bots_group_counts_from_the_first_look() -> None:
    watch = HostWatch(None)
    watch.look()
    burners = [subprocess.Popen(["python3", "-c", "while True: pass"]) for _ in range(6)]
    try:
        time.sleep(1.0)
        assert watch.waited() > 0.2
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()
