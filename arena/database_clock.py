"""The database's clock: the one that all machines share, however wrong their own are.

What one machine stores and another compares with the present (leases, deadlines, quotas) is read
from it: `database_now` as a value, `query_now` inside a query.
"""

from datetime import datetime

from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone


def database_now() -> datetime:
    """Return the time by the database's clock. An embedded database has this machine's."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        row = cursor.fetchone()
    now: datetime = row[0]
    return now


def query_now() -> datetime | Now:
    """Return the time of the query that uses it, by the database's clock: no query of its own.

    Not `Now()` for an embedded database: SQLite's has milliseconds only, so what was stored in this
    very millisecond would lie in the future.
    """
    return Now() if connection.vendor == "postgresql" else timezone.now()
