"""What runs beside a bot: our code, and how an interpreter starts."""

from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Final

PYTHON: Final = Path("/usr/bin/python3.11")
PROJECT_ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGES: Final = ("sandbox/guest", "engine", "kit/sdk")

# No -I: it would ignore the hash seed. -s -S -P and our own environment do the rest.
OPTIONS: Final = ("-s", "-S", "-P", "-B", "-X", "utf8")
# One thread for numpy's arithmetic: a jail has one core, and threads cost memory and limits.
ENVIRONMENT: Final = MappingProxyType(
    {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
)


def sources() -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted((PROJECT_ROOT / package).rglob("*.py"))
