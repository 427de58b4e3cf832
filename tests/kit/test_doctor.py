"""`kingsbench doctor`: output and exit code."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from sandbox.guest.canary import PROBES

pytestmark = pytest.mark.jail
Run = Callable[..., Result]


def test_where_strangers_bots_may_run_the_exit_code_is_0(run: Run) -> None:
    told = run("doctor")
    assert told.exit_code == 0, told.output
    for words in ("bubblewrap", "Landlock", "staging folder", "cgroup: memory", "holds"):
        assert words in told.output
    for group, probes in PROBES.items():
        assert f"    {group}: " in told.output
        assert probes
    assert "uploaded bots can run here" in told.output


def test_where_no_bot_may_run_the_exit_code_is_1_and_the_line_can_be_copied(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    told = run("doctor")
    assert told.exit_code == 1
    assert "\n    sudo apt-get install -y bubblewrap libseccomp2 util-linux python3.11\n" in (
        told.output
    )
    assert "No level works" in told.output
    assert "Tried from inside" not in told.output


def test_json_says_the_same(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    well = run("doctor", "--json")
    assert well.exit_code == 0
    found = json.loads(well.output)
    assert found["level"] in ("required", "rootless")
    assert all(probe["held"] for probe in found["probes"])
    monkeypatch.setenv("PATH", str(tmp_path))
    ill = run("doctor", "--json")
    assert ill.exit_code == 1
    assert json.loads(ill.output)["level"] == "none"
