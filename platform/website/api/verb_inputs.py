"""Inputs of organisers' verbs: serializers that read JSON and a page's form.

A field may have `form_error`: what the page says instead of the API's message.
"""

from typing import Any

from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from arena.core.errors import Refused
from arena.core.guards import REASON_MOST
from arena.models import Bot
from website.site.http import sent_text, viewer


class BadForm(Refused):
    """The form cannot be carried out."""


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
