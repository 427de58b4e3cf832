"""Search."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from arena.models import Bot
from website.api.base import Resource
from website.search.search import search
from website.search.serializers import SearchAnswer, SearchQuery


class Search(Resource[Bot]):
    """Search of the whole site."""

    pagination_class = None
    filter_backends = []
    serializer_class = SearchAnswer
    queryset = Bot.objects.none()

    @extend_schema(parameters=[SearchQuery], responses=SearchAnswer, summary="Search the site")
    def retrieve(self, request: Request) -> Response:
        """Bots, people, competitions, cards and handbook sections, ten of each. Signs that are no
        letters or digits only separate words."""
        asked = SearchQuery(data=request.query_params)
        asked.is_valid(raise_exception=True)
        sent = asked.validated_data
        return self.shown(
            SearchAnswer, {"groups": search(sent["q"], self.viewer, only=sent["kind"])}
        )
