"""The feed and what is followed."""

from typing import Any

from rest_framework import serializers

from website.feeds.following import KINDS, Followed
from website.feeds.items import LABELS, FeedItem


class FollowedShown(serializers.Serializer[Followed]):
    """What is followed: its kind, its slug or user name, and its page."""

    kind = serializers.ChoiceField(choices=list(KINDS))
    name = serializers.CharField()
    title = serializers.CharField()
    url = serializers.CharField(source="path")


class FollowingList(serializers.Serializer[Any]):
    """All that the user follows and can see."""

    results = FollowedShown(many=True)


class FeedItemShown(serializers.Serializer[FeedItem]):
    """Something that happened; `id` is that of the match, or of another row of this kind."""

    kind = serializers.ChoiceField(choices=list(LABELS))
    id = serializers.IntegerField(source="pk")
    at = serializers.DateTimeField()
    title = serializers.CharField()
    url = serializers.CharField(source="path")


class FeedShown(serializers.Serializer[Any]):
    """A page of the feed; `next` is the address of older items."""

    next = serializers.CharField(allow_null=True)
    results = FeedItemShown(many=True)
