"""The command's name, and the examples in its help."""

from typing import Final

from sandbox.guest_code import PROJECT_ROOT

IS_CHECKOUT: Final = (PROJECT_ROOT / "manage.py").is_file()
PROGRAM: Final = "./kingsbench" if IS_CHECKOUT else "kingsbench"
VARIABLE: Final = "_KINGSBENCH_COMPLETE"  # by which shells ask for completions
INDENT: Final = "  "


def examples(*lines: str) -> str:
    """End a command's help; a test runs each line."""
    return "\n".join(["\b", "Examples:", *(f"{INDENT}{PROGRAM} {line}" for line in lines)])


def read_examples(help_end: str | None) -> list[str]:
    """Return the lines that `examples` was given."""
    start = f"{INDENT}{PROGRAM} "
    lines = (help_end or "").splitlines()
    return [line.removeprefix(start) for line in lines if line.startswith(start)]
