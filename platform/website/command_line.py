"""Django's command line: `manage.py`, and `kingsbench-server` where the package is installed."""

import os
import sys


def main() -> None:
    """Run the command in `sys.argv`; Ctrl-C and wrong settings end it without a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "website.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415  # an extra
        from django.core.management import execute_from_command_line  # noqa: PLC0415
    except ImportError as missing:
        install = 'pip install "kingsbench[server]"'
        raise SystemExit(f"kingsbench: {missing.name} is not installed; run: {install}") from None
    try:
        execute_from_command_line(sys.argv)
    except KeyboardInterrupt:
        sys.exit(130)
    except ImproperlyConfigured as error:
        sys.exit(f"kingsbench: {error}")
