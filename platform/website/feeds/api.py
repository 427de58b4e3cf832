"""Following, and the feed of what is followed."""

from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from arena.models import Follow
from website.accounts.models import Token
from website.api.base import Resource
from website.feeds.feed import LABELS, FeedItem, own_feed
from website.feeds.following import KINDS, Followed, follow_named, followed_by, unfollow_named

KIND = OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=list(KINDS))


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


class Following(Resource[Follow]):
    """What the user follows."""

    personal = True
    write_scope = Token.Scope.FOLLOWING
    filter_backends = []
    pagination_class = None
    serializer_class = FollowingList
    queryset = Follow.objects.none()

    @extend_schema(responses=FollowingList, summary="What you follow")
    def retrieve(self, _request: Request) -> Response:
        """By kind and name."""
        return self.respond(FollowingList, {"results": followed_by(self.user)})

    @extend_schema(
        parameters=[KIND], request=None, responses={204: None}, summary="Follow something"
    )
    def update(self, _request: Request, kind: str, name: str) -> Response:
        """By its slug, a person by user name. Repeatable."""
        follow_named(self.user, kind, name)
        return Response(status=HTTPStatus.NO_CONTENT)

    @extend_schema(
        parameters=[KIND], request=None, responses={204: None}, summary="Unfollow something"
    )
    def destroy(self, _request: Request, kind: str, name: str) -> Response:
        """Repeatable, as long as it exists."""
        unfollow_named(self.user, kind, name)
        return Response(status=HTTPStatus.NO_CONTENT)


class OwnFeed(Resource[Follow]):
    """The user's feed."""

    personal = True
    filter_backends = []
    pagination_class = None
    serializer_class = FeedShown
    queryset = Follow.objects.none()

    @extend_schema(
        parameters=[OpenApiParameter("before", str, description="As given in `next`.")],
        responses=FeedShown,
        summary="Results of what you follow, newest first",
    )
    def retrieve(self, request: Request) -> Response:
        """Only what you may see; pages are stable while results arrive."""
        page = own_feed(self.user, request.query_params.get("before", ""))
        older = urlencode({"before": page.older})
        following = request.build_absolute_uri(f"{request.path}?{older}") if page.older else None
        return self.respond(FeedShown, {"next": following, "results": page.items})
