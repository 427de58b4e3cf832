"""Supervise two programs that sleep, with logs in this folder."""

import sys
from pathlib import Path

from website.management.supervisor import Program, Supervisor


def main(folder: Path) -> None:
    programs = [Program(name, ("sleep", "60"), folder / name, folder) for name in ("one", "two")]
    Supervisor(programs, print).run(lambda: True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
