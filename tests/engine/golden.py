"""Golden files: the engine's stored output, under tests/golden/.

A failing comparison shows the change. If it is right, renew the files and read the diff:

    KINGSBENCH_RENEW_GOLDEN=1 .venv/bin/python -m pytest tests/engine/test_golden.py
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "golden"
RENEW = "KINGSBENCH_RENEW_GOLDEN"


def compare(name: str, lines: Sequence[str]) -> None:
    """Fail with a diff if the lines differ from the golden file; renew it if asked to."""
    path = FOLDER / name
    if os.environ.get(RENEW):
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    kept = path.read_text(encoding="utf-8").splitlines()
    moved = list(unified_diff(kept, list(lines), "kept", "now", n=1, lineterm=""))
    shown = "\n".join(moved[:60])
    assert not moved, f"{name} has moved; if that is right, run with {RENEW}=1:\n{shown}"
