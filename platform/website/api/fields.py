"""Fields and small serializers used by several modules, and the inputs of organisers' verbs.

A verb's serializer reads JSON and a page's form; a field of it may have `form_error`: what the page
says instead of the API's message.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import Any, cast

from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from arena.core.clocks import CLOCKS
from arena.core.errors import Refused
from arena.core.guards import REASON_MOST
from arena.models import Bot, Ladder
from website.accounts.models import User
from website.site.http import sent_text, viewer

MOST_NUMBER = 10_000


def serialize(shape: type[serializers.BaseSerializer[Any]], thing: Any, **context: Any) -> Any:
    """Return the serialized object or list."""
    return shape(thing, many=isinstance(thing, list), context=context).data


def viewer_of(serializer: serializers.BaseSerializer[Any]) -> User | None:
    """Return the user of the request; None if anonymous."""
    user = serializer.context["request"].user
    return user if isinstance(user, User) else None


@extend_schema_field(OpenApiTypes.NUMBER)
class Share(serializers.Field[Fraction, Any, float, Any]):
    """A fraction as a number."""

    def to_representation(self, value: Fraction) -> float:
        return float(value)


@extend_schema_field({"type": "object", "additionalProperties": True})
class Freely(serializers.JSONField):
    """An object with keys that depend on the game or event."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Raise ValidationError unless it is an object."""
        if not isinstance(data, dict):
            raise serializers.ValidationError("Must be an object with names and values.")
        value: Any = super().to_internal_value(data)
        return dict(value)


class Known(serializers.SlugRelatedField[Any]):
    """An object by its slug."""

    default_error_messages = {
        "does_not_exist": "Not found: {value}.",
        "invalid": "Use the slug from its address.",
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(slug_field="slug", **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        """Refuse values that cannot be a slug before the query."""
        if not isinstance(data, str) or not data.isprintable() or len(data) > 100:
            self.fail("invalid")
        return super().to_internal_value(data)


class KnownBot(Known):
    """A bot visible to the user."""

    form_error = _("Choose a bot.")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(queryset=Bot.objects.none(), **kwargs)

    def get_queryset(self) -> QuerySet[Bot]:
        return Bot.objects.seen_by(viewer(self.context["request"]))


class KnownLadder(Known):
    """A ladder visible to the user."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(queryset=Ladder.objects.none(), **kwargs)

    def get_queryset(self) -> QuerySet[Ladder]:
        return Ladder.objects.seen_by(self.context["view"].viewer)


class PlainFields:
    """Read fields that all rows have at once: half the time of a long list."""

    def to_representation(self, row: Any) -> dict[str, Any]:
        values = [(name, read(row), show) for name, read, show in self._plain]
        return {name: None if value is None else show(value) for name, value, show in values}

    @cached_property
    def _plain(self) -> list[tuple[str, Callable[[Any], Any], Callable[[Any], Any]]]:
        fields = cast("serializers.Serializer[Any]", self).fields
        return [(name, _reader(field), field.to_representation) for name, field in fields.items()]


def _reader(field: serializers.Field[Any, Any, Any, Any]) -> Callable[[Any], Any]:
    """Return what reads a field's value of a row; None if a part of its path is missing."""
    if field.source == "*":
        return lambda row: row
    read = attrgetter(field.source or "")

    def read_or_none(row: Any) -> Any:
        try:
            return read(row)
        except AttributeError:
            return None

    return read_or_none if field.allow_null else read


class BotRef(PlainFields, serializers.ModelSerializer[Bot]):
    """A bot, in brief."""

    owner = serializers.CharField(source="owner.username", read_only=True)

    class Meta:
        model = Bot
        fields: tuple[str, ...] = ("slug", "name", "owner", "is_house")
        read_only_fields: tuple[str, ...] = fields


class LadderRef(serializers.ModelSerializer[Ladder]):
    """A ladder, in brief."""

    class Meta:
        model = Ladder
        fields: tuple[str, ...] = ("slug", "name")
        read_only_fields: tuple[str, ...] = fields


class BotNamed(serializers.Serializer[Any]):
    """A bot's slug."""

    bot = KnownBot()


class Limits(serializers.Serializer[Any]):
    """Time limits in CPU seconds that differ from the defaults."""

    def get_fields(self) -> dict[str, Any]:
        return {
            name: serializers.FloatField(
                required=False,
                min_value=clock.least,
                max_value=clock.most,
                help_text=f"Default: {clock.usual:g}.",
            )
            for name, clock in CLOCKS.items()
        }


class BadForm(Refused):
    """The form cannot be carried out."""


class ReasonInput(serializers.Serializer[Any]):
    """A reason for the audit log."""

    reason = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=REASON_MOST
    )

    @classmethod
    def from_form(cls, sent: QueryDict, competition: Any) -> dict[str, Any]:  # noqa: ARG003
        """Return a form's values as JSON would have them. Raises BadForm."""
        values = {name: sent_text(sent, name) for name in map(str, cls().fields) if name in sent}
        return values | {"reason": sent_text(sent, "reason")}


class BotWhy(ReasonInput):
    """A bot and a reason."""

    bot = KnownBot()
