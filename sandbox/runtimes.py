"""Python runtimes: folders of modules, such as numpy, that bots may import."""

from importlib.metadata import distributions
from pathlib import Path
from typing import Final

from sandbox import staging
from sandbox.errors import JailUnavailable
from sandbox.errors import gettext_noop as _

BUILD: Final = "./kingsbench runtime build python --with numpy"
LEFT_OUT: Final = frozenset({"__pycache__", "bin"})


def layer(folder: Path) -> staging.Layer:
    """Return a runtime's files and linked system libraries. Raises JailUnavailable."""
    files = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not LEFT_OUT & set(path.parts)
    ]
    if not files:
        raise JailUnavailable(
            _("there is no Python runtime in %(folder)s; run: %(command)s"),
            folder=str(folder),
            command=BUILD,
        )
    placed = {f"{staging.PACKAGES}/{path.relative_to(folder)}": path for path in files}
    compiled = [path for path in files if ".so" in path.suffixes]
    libraries = staging.linked_libraries(compiled) if compiled else set()
    placed |= {
        staging.path_in_root(path): path for path in libraries if not path.is_relative_to(folder)
    }
    return staging.Layer("packages", placed, modules=staging.PACKAGES)


def packages(folder: Path) -> str:
    """List a runtime's packages, such as `numpy 2.1.3`, with commas."""
    versions = sorted(
        (distribution.name, distribution.version)
        for distribution in distributions(path=[str(folder)])
    )
    return ", ".join(f"{name} {version}" for name, version in versions)
