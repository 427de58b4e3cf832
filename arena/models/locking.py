"""Row locks."""

from typing import TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


class LockingQuerySet(models.QuerySet[Row]):
    def locked(self, pk: int) -> Row:
        """Lock and return a row. New rows may still refer to it (no key lock).

        On SQLite the transaction, begun as a writer, is the lock.
        """
        return self.select_for_update(no_key=True).get(pk=pk)
