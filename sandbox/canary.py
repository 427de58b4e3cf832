"""Canaries: a probe of the jail itself, before any stranger's code is let in."""

from sandbox.launch import Cell


def prove(cell: Cell) -> None:
    """Nothing yet."""
