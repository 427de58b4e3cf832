#!/usr/bin/env python
"""Django's command line, also for the launcher's `up` and `reset`."""

import sys
from pathlib import Path


def add_roots() -> None:
    root = Path(__file__).resolve().parent
    for folder in (root / "platform", root):
        if str(folder) not in sys.path:
            sys.path.append(str(folder))


if __name__ == "__main__":
    add_roots()

    from website.command_line import main

    main()
