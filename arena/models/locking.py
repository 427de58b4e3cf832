"""Rows that are held while something is decided about them."""

from typing import TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


class LockingQuerySet(models.QuerySet[Row]):
    """Sets of rows that can be held one by one."""

    def locked(self, pk: int) -> Row:
        """The row, held until the transaction ends. Rows that only name it, such as a ladder's new
        match, are written all the same.

        On SQLite the transaction itself is the lock, since it begins as a writer.
        """
        return self.select_for_update(no_key=True).get(pk=pk)
