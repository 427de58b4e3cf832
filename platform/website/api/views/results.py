"""The export of all results."""

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from arena.models import Match
from website.api.base import Resource
from website.api.export import MOST, START, Cursor, lines

NDJSON = "application/x-ndjson"


class Results(Resource[Match]):
    """Finished matches that everybody may see."""

    paces = {"list": "exports"}
    filter_backends = []
    pagination_class = None
    queryset = Match.objects.none()

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "since",
                str,
                description="The cursor of a line, or a moment; left out: from the first on.",
            )
        ],
        responses={(200, NDJSON): OpenApiTypes.STR},
        summary="Results, one JSON object a line",
    )
    def list(self, request: Request) -> StreamingHttpResponse:
        """In the order in which they could be seen, a minute after that at the latest. Ask again
        with the cursor of the last line until none comes."""
        try:
            since = Cursor.read(request.query_params["since"]) if request.query_params else START
        except (KeyError, ValueError, OverflowError) as problem:
            words = "This is neither the cursor of a line nor a moment such as 2030-01-31T18:00Z."
            raise ValidationError({"since": [words]}) from problem
        answer = StreamingHttpResponse(lines(since), content_type=NDJSON)
        answer["X-Lines-At-Most"] = str(MOST)
        return answer
