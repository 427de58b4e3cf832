"""The jail's probes: they detect holes, and their messages are clear."""

import re
import struct
from dataclasses import replace

import pytest

from sandbox import canary, staging
from sandbox.guest.canary import DEATHS, PROBES
from sandbox.jail import Jailer

pytestmark = pytest.mark.jail

ALLOW_ALL = struct.pack("<HBBI", 0x06, 0, 0, 0x7FFF0000)
HELD_BY_THE_FILTERS = {
    "start a process", "see another process", "open a TCP socket", "open a UDP socket",
    "open a unix socket", "open a netlink socket", "lock a file", "make a file in memory",
    "share memory", "leave a message", "make a semaphore", "watch files", "change its personality",
    *DEATHS,
}  # fmt: skip


def test_every_probe_is_tried_and_held(jailer: Jailer) -> None:
    probes = canary.run_probes(jailer.template)
    names = [probe.name for probe in probes]
    assert len(set(names)) == len(names) >= 50
    assert {name for group in PROBES.values() for name in group} < set(names)
    assert {probe.group for probe in probes} == {*PROBES, "surroundings"}
    assert all(probe.held for probe in probes)


def test_forked_bots_are_probed_as_well(jailer: Jailer) -> None:
    if jailer.template.zygotes is None:
        pytest.skip("NO ZYGOTE STARTS HERE, SO NOTHING WAS TESTED")
    cold = {probe.name for probe in canary.run_probes(jailer.template)}
    forked = {
        probe.name
        for probe in canary.run_probes(jailer.template, jailer.template.zygotes)
        if probe.held
    }
    assert cold - forked == set(list(DEATHS)[1:])


def test_probes_are_held_by_the_filters_and_not_by_chance(jailer: Jailer) -> None:
    weak = replace(
        jailer.template, outer=ALLOW_ALL, root=staging.jail_root(ALLOW_ALL), zygotes=None
    )
    opened = {probe.name for probe in canary.run_probes(weak) if not probe.held}
    assert opened >= HELD_BY_THE_FILTERS


def test_a_probe_completes_what_a_bot_could_do(jailer: Jailer) -> None:
    for probe in canary.run_probes(jailer.template):
        assert re.fullmatch(r"[a-z]+ [^.,]+", probe.name), probe.name
