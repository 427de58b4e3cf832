"""The database's clock, for all times that machines compare."""

from datetime import datetime

from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone


def database_now() -> datetime:
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        row = cursor.fetchone()
    now: datetime = row[0]
    return now


def query_now() -> datetime | Now:
    """Return the database's time for use in a query."""
    # SQLite's has milliseconds only: what was stored in this millisecond would lie in the future.
    return Now() if connection.vendor == "postgresql" else timezone.now()
