from typing import TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


class LockingQuerySet(models.QuerySet[Row]):
    def locked(self, pk: int) -> Row:
        """Lock a row, but not its key: new rows may refer to it.

        On SQLite the transaction, begun as a writer, is the lock.
        """
        # A joined row would be as it was before the wait for the lock.
        rows = self.select_related(None)
        return rows.select_for_update(no_key=True, of=("self",)).get(pk=pk)
