"""The backup module of the configured database."""

from types import ModuleType

from django.db import connection

from website.backup import postgres, sqlite
from website.backup.errors import BackupError

KNOWN: dict[str, ModuleType] = {"sqlite": sqlite, "postgresql": postgres}


def vendor() -> str:
    """Return `sqlite` or `postgresql`. Raise BackupError for others."""
    if connection.vendor not in KNOWN:
        raise BackupError(f"{connection.vendor} is not supported: use its own backup tools.")
    return str(connection.vendor)
