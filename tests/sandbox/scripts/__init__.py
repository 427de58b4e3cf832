"""Programs of the tests. `-c` runs their code where a jail's user cannot read this folder."""

from pathlib import Path


def code(name: str) -> str:
    return Path(__file__).with_name(f"{name}.py").read_text("utf-8")
