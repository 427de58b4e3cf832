"""Who asks, and what organisers did."""

from typing import Any

from rest_framework import serializers

from arena.models import Action
from website.accounts.models import Token
from website.api.serializers.fields import Freely


class TokenShown(serializers.ModelSerializer[Token]):
    """The token with which this was asked."""

    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Token.Scope.choices))

    class Meta:
        model = Token
        fields: tuple[str, ...] = ("name", "prefix", "scopes", "created_at", "expires_at")
        read_only_fields: tuple[str, ...] = fields


class Quota(serializers.Serializer[Any]):
    """So many at most, and how many are left: bots at all, the others within 24 hours."""

    most = serializers.IntegerField()
    left = serializers.IntegerField()


class Quotas(serializers.Serializer[Any]):
    """What is left."""

    bots = Quota()
    uploads = Quota()
    challenges = Quota()


class Profile(serializers.Serializer[Any]):
    """Who asks. `is_organiser` is false for a token that may not organise."""

    username = serializers.CharField()
    is_organiser = serializers.BooleanField()
    token = TokenShown(allow_null=True)
    quotas = Quotas()


class ActionLine(serializers.ModelSerializer[Action]):
    """A line of the log; without an actor it was the platform itself."""

    actor = serializers.CharField(source="actor.username", allow_null=True, default=None)
    reason = serializers.CharField(source="told_reason")
    details = Freely(source="told_details")

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
