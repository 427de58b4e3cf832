"""Filters of lists, the same for pages and API; `label` is for pages, `help_text` for the API."""

from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_filters import FilterSet, ModelChoiceFilter

from arena.models import Ladder
from website.accounts.models import User
from website.site.http import viewer

PAGING = {"page", "before", "cursor", "limit"}


class Filters(FilterSet):  # type: ignore[misc]  # the library has no types
    """Query parameters of a list."""

    @property
    def viewer(self) -> User | None:
        return viewer(self.request) if self.request else None  # none: for the schema


def ladder_choice(**more: Any) -> ModelChoiceFilter:
    """Return a filter that offers the ladders that the viewer sees."""

    def seen(request: HttpRequest) -> QuerySet[Ladder]:
        return Ladder.objects.seen_by(viewer(request)).order_by("name")

    return ModelChoiceFilter(queryset=seen, to_field_name="slug", label=_("Ladder"), **more)


def unknown_bot(named: str) -> str:
    words = gettext("There is no bot named “%(name)s”. Enter the name as shown on its page.")
    return words % {"name": named}


class PageFilters:
    """A list's filters on a page: form, rows, and the address without pages.

    Raise Http404 for a ladder that the viewer does not see.
    """

    def __init__(self, filters: type[Filters], request: HttpRequest, rows: QuerySet[Any]) -> None:
        self._filters = filters(request.GET, queryset=rows, request=request)
        self.form = self._filters.form
        for field in self.form.fields.values():
            field.help_text = ""  # it is the API's
        is_valid = self._filters.is_valid()
        if "ladder" in self.form.errors:
            raise Http404
        self.rows = self._filters.qs if is_valid else rows.none()
        self.query = urlencode(
            [(key, value) for key, value in request.GET.items() if value and key not in PAGING]
        )

    @property
    def chosen(self) -> int:
        """Return how many filters are set, right or wrong."""
        return sum(bool(self.form[name].value()) for name in self.form.fields)
