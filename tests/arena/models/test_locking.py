"""Rows that are locked are read as they are once the lock is got."""

import pytest
from django.db import transaction

from arena.models import Ladder


@pytest.mark.django_db
def test_no_row_is_joined_to_a_locked_one(ladder: Ladder) -> None:
    """PostgreSQL would join what it saw before it waited: an old fit, or none."""
    with transaction.atomic():
        held = Ladder.objects.select_related("fit").locked(ladder.pk)
        assert held._state.fields_cache == {}
