"""Cursor pagination: pages stay stable while rows arrive."""

from typing import Any

from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.views import APIView

PAGE = 50
MOST = 200
MOST_DIGITS = 8  # of a limit


def read_limit(request: Request, most: int) -> int:
    """Return how many rows are asked for, `most` by default and at most. Raise ValidationError."""
    given = request.query_params.get("limit", str(most))
    is_number = given.isascii() and given.isdecimal() and len(given) <= MOST_DIGITS
    if not is_number or int(given) < 1:
        raise ValidationError({"limit": [f"Use a number from 1 to {most}."]})
    return min(int(given), most)


class Newest(CursorPagination):
    ordering: str | list[str] | tuple[str, ...] = "-pk"
    page_size = PAGE
    page_size_query_param = "limit"
    page_size_query_description = f"Page size, at most {MOST}. Default: {PAGE}."
    max_page_size = MOST
    cursor_query_description = "Cursor of the page; follow `next` and `previous`."

    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        """Raise ValidationError for a bad cursor or limit."""
        read_limit(request, MOST)
        try:
            return super().paginate_queryset(queryset, request, view)
        except (NotFound, ValueError, OverflowError) as problem:
            words = "Invalid cursor. Follow next and previous as they are given."
            raise ValidationError({"cursor": [words]}) from problem


class Oldest(Newest):
    """By primary key."""

    ordering = "pk"


class ByRating(Newest):
    """In leaderboard order."""

    ordering = ("-rating", "-mu", "pk")


class BySerial(Newest):
    """Rating changes, latest first."""

    ordering = "-serial"


class ByNumber(Newest):
    """Seasons, latest first."""

    ordering = "-number"
