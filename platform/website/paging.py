"""Pages of long lists."""

from __future__ import annotations

from typing import TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


def page_of(found: QuerySet[Row], size: int, asked: str | None) -> Page[Row]:
    """The page that is asked for; the first or the last where there is none such.

    Of a later page the keys are found first, by the index of the order, and then these rows alone
    are read: the rows of the pages before it are stepped over without what is joined to them.
    """
    page = Paginator(found, size).get_page(asked)
    if page.number > 1:
        first = size * (page.number - 1)
        keys = list(found.values_list("pk", flat=True)[first : first + size])
        rows = found.in_bulk(keys)
        page.object_list = [rows[key] for key in keys if key in rows]
    return page
