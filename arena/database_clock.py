"""The database's clock, shared by all machines; use it for all stored times that are compared."""

from datetime import datetime

from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone


def database_now() -> datetime:
    """Return the database's time; embedded, this machine's."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        row = cursor.fetchone()
    now: datetime = row[0]
    return now


def query_now() -> datetime | Now:
    """Return the database's time as an expression for a query.

    On SQLite a value: its clock has milliseconds only, so newer rows would lie in the future.
    """
    return Now() if connection.vendor == "postgresql" else timezone.now()
