"""The database that this platform uses, whichever of both it is."""

from types import ModuleType

from django.db import connection

from website.backup import postgres, sqlite
from website.backup.errors import BackupError

KNOWN: dict[str, ModuleType] = {"sqlite": sqlite, "postgresql": postgres}


def vendor() -> str:
    """Return the kind of the database. Raises BackupError for one that has no backup here."""
    if connection.vendor not in KNOWN:
        raise BackupError(f"{connection.vendor} has no backup here: use its own tools.")
    return str(connection.vendor)
