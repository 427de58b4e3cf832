"""Code beside a bot, and how an interpreter starts."""

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


def modules(engine: Path | None = None) -> dict[str, Path]:
    """Return our modules as place -> source; the engine's from its compiled build, if given."""
    sources = {}
    for package in PACKAGES:
        folder = engine if engine and package == "engine" else PROJECT_ROOT / package
        for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.so")]):
            sources[f"{package}/{path.relative_to(folder)}"] = path
    return sources
