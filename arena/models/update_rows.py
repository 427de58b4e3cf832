from collections.abc import Sequence

from django.db import models


def update_rows(rows: Sequence[models.Model], fields: Sequence[str]) -> None:
    """Store these fields of known rows, in one statement that is short to compile."""
    if rows:
        manager = type(rows[0])._default_manager
        manager.bulk_create(rows, update_conflicts=True, unique_fields=["id"], update_fields=fields)
