"""Export of all public results."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from arena.models import Match
from website.api.base import Resource
from website.api.pagination import read_limit
from website.matches.results_export import MOST, START, Cursor, page

NDJSON = "application/x-ndjson"


class Results(Resource[Match]):
    """Finished, public matches."""

    paces = {"list": "exports"}
    anonymous_paces = {"list": "anonymous_exports"}
    filter_backends = []
    pagination_class = None
    queryset = Match.objects.none()

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "since",
                str,
                description="Cursor of a line, or a time. Default: from the beginning.",
            ),
            OpenApiParameter(
                "limit", int, description=f"Number of lines, at most {MOST} (default)."
            ),
        ],
        responses={(200, NDJSON): OpenApiTypes.STR},
        summary="Results as JSON lines",
    )
    def list(self, request: Request) -> HttpResponse:
        """In the order in which they became visible, at most a minute late. `Link` has the next
        page."""
        since, most = read_since(request), read_limit(request, MOST)
        lines = page(since, most)
        answer = HttpResponse(b"".join(line for _, line in lines), content_type=NDJSON)
        answer["X-Lines-At-Most"] = str(MOST)
        if len(lines) == most:
            last, _ = lines[-1]
            address = replace_query_param(request.build_absolute_uri(), "since", str(last))
            answer["Link"] = f'<{address}>; rel="next"'
        return answer


def read_since(request: Request) -> Cursor:
    """Return where the page begins. Raise ValidationError."""
    given = request.query_params.get("since")
    if given is None:
        return START
    try:
        return Cursor.read(given)
    except (ValueError, OverflowError) as problem:
        words = "Use the cursor of a line or a time such as 2030-01-31T18:00Z."
        raise ValidationError({"since": [words]}) from problem
