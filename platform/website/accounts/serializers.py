"""The current user, quotas and the audit log."""

from typing import Any

from rest_framework import serializers

from arena.models import Action
from website.accounts.models import Token
from website.api.fields import Freely


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
