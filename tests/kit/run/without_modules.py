"""Run `kingsbench` as on a system without modules: `python FILE MODULE,MODULE WORD...`."""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


class Missing(MetaPathFinder):
    """Finds nothing, loudly."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


if __name__ == "__main__":
    missing = sys.argv[1].split(",")
    sys.meta_path.insert(0, Missing(missing))
    for module in missing:
        sys.modules.pop(module, None)
    from kit.command import main

    main(sys.argv[2:], prog_name="kingsbench")
