"""The current user, quotas and the audit log."""

from typing import Any

import django_filters
from django.conf import settings
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from arena.bots.manage_bot import DELETED_UPLOAD
from arena.core.guards import used_today
from arena.models import Action, Bot, Challenge, Match, Version
from website.accounts.models import Token
from website.api.base import Resource
from website.api.fields import Freely
from website.site.filters import Filters


class TokenShown(serializers.ModelSerializer[Token]):
    """The token of this request."""

    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Token.Scope.choices))

    class Meta:
        model = Token
        fields: tuple[str, ...] = ("name", "prefix", "scopes", "created_at", "expires_at")
        read_only_fields: tuple[str, ...] = fields


class Quota(serializers.Serializer[Any]):
    """A limit and what is left of it: of all bots, or of the last 24 hours."""

    most = serializers.IntegerField()
    left = serializers.IntegerField()


class Quotas(serializers.Serializer[Any]):
    """The user's quotas."""

    bots = Quota()
    uploads = Quota()
    challenges = Quota()


class Profile(serializers.Serializer[Any]):
    """The user of this request. `is_organiser` is false for a token without that scope."""

    username = serializers.CharField()
    is_organiser = serializers.BooleanField()
    token = TokenShown(allow_null=True)
    quotas = Quotas()


class ActionLine(serializers.ModelSerializer[Action]):
    """A line of the audit log; `actor` is null for the platform itself."""

    actor = serializers.CharField(source="actor.username", allow_null=True, default=None)
    reason = serializers.CharField()
    details = Freely()

    class Meta:
        model = Action
        fields: tuple[str, ...] = (
            "id",
            "created_at",
            "actor",
            "verb",
            "target",
            "reason",
            "details",
        )
        read_only_fields: tuple[str, ...] = fields


class Me(Resource[Token]):
    """The user of this request."""

    personal = True
    serializer_class = Profile
    queryset = Token.objects.none()

    @extend_schema(responses=Profile, summary="The current user and remaining quotas")
    def retrieve(self, request: Request) -> Response:
        """`token` is null in a browser session."""
        user = self.user
        own = Bot.objects.run_by(user).with_slot()
        uploads = used_today(Version.objects.run_by(user)) + used_today(
            user.actions.filter(verb=DELETED_UPLOAD)
        )
        challenges = used_today(user.challenges.filter(purpose=Match.Purpose.CHALLENGE))
        challenges += used_today(Challenge.objects.run_by(user).without_matches())
        left = {
            "bots": _remaining(settings.BOTS_PER_OWNER, own.count()),
            "uploads": _remaining(settings.UPLOADS_PER_DAY, uploads),
            "challenges": _remaining(settings.CHALLENGES_PER_DAY, challenges),
        }
        about = {
            "username": user.username,
            "is_organiser": user.is_organiser,
            "token": request.auth,
            "quotas": left,
        }
        return self.respond(Profile, about)


def _remaining(most: int, used: int) -> dict[str, int]:
    return {"most": most, "left": max(0, most - used)}


class ActionFilter(Filters):
    """Filter the audit log."""

    verb = django_filters.CharFilter(max_length=40, label="Action, for example void_result.")
    target = django_filters.CharFilter(max_length=80, label="Target, for example match 7.")


class Audit(Resource[Action]):
    """The audit log of organisers' actions."""

    personal = True
    read_scope = Token.Scope.ORGANISE
    filterset_class = ActionFilter
    serializer_class = ActionLine

    def get_queryset(self) -> QuerySet[Action]:
        return Action.objects.select_related("actor")

    @extend_schema(summary="Actions of organisers, latest first")
    def list(self, _request: Request) -> Response:
        """For organisers only."""
        return self.page(ActionLine, self.filter_queryset(self.get_queryset()))
