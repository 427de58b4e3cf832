#!/usr/bin/env python
"""Django's command line, also for the launcher's `up` and `reset`, and as `kingsbench-server`."""

import os
import sys
from pathlib import Path

ADVICE = (
    "Do KINGSBENCH_VAR and DATABASE_URL name the right one? `manage.py migrate` brings it up to "
    "date, --traceback shows where it failed."
)


def main() -> None:
    """Run the command in `sys.argv`; Ctrl-C and wrong settings end it without a traceback."""
    root = Path(__file__).resolve().parent
    for folder in (root / "platform", root):
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "website.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415  # an extra
        from django.core.management import execute_from_command_line  # noqa: PLC0415
        from django.db import OperationalError, ProgrammingError  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        install = 'pip install "kingsbench[server]"'
        print(f"kingsbench: {missing.name} is not installed; run: {install}", file=sys.stderr)
        sys.exit(2)
    try:
        execute_from_command_line(sys.argv)
    except KeyboardInterrupt:
        sys.exit(130)
    except ImproperlyConfigured as error:
        sys.exit(f"kingsbench: {error}")
    except (OperationalError, ProgrammingError) as error:
        if "--traceback" in sys.argv:
            raise
        sys.exit(f"kingsbench: the database cannot be used: {str(error).strip()}\n{ADVICE}")


if __name__ == "__main__":
    main()
