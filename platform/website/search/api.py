"""Search."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from arena.models import Bot
from website.api.base import Resource
from website.search.results import LONGEST
from website.search.search import TITLES, search


class SearchQuery(serializers.Serializer[Any]):
    """A search: its words and the group of results."""

    q = serializers.CharField(max_length=LONGEST, help_text="Words, or beginnings of words.")
    kind = serializers.ChoiceField(
        choices=list(TITLES), required=False, default="", help_text="One group alone, in full."
    )


class SearchResult(serializers.Serializer[Any]):
    """A page that was found."""

    kind = serializers.CharField()
    title = serializers.CharField()
    url = serializers.CharField()
    excerpt = serializers.CharField()


class SearchGroup(serializers.Serializer[Any]):
    """Results of one kind, the best first; `count` ends at 100."""

    name = serializers.ChoiceField(choices=list(TITLES))
    count = serializers.IntegerField()
    results = SearchResult(many=True)


class SearchAnswer(serializers.Serializer[Any]):
    """Groups with results, the one with the best result first."""

    groups = SearchGroup(many=True)


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
        return self.respond(
            SearchAnswer, {"groups": search(sent["q"], self.viewer, only=sent["kind"])}
        )
