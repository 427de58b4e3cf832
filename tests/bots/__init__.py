"""Bots of the tests, uploaded as they are."""

from pathlib import Path


def bot(name: str) -> bytes:
    """The source of this one."""
    return Path(__file__).with_name(f"{name}.py").read_bytes()
