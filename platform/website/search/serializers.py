"""Searches."""

from typing import Any

from rest_framework import serializers

from website.search.forms import LONGEST
from website.search.search import TITLES


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
