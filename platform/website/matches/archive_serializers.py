"""The archive of public matches."""

from rest_framework import serializers

from arena.models import ArchivedDay
from website.api.fields import PlainFields


class ArchivedDayShown(PlainFields, serializers.ModelSerializer[ArchivedDay]):
    """A day's file, /archive/DAY.ndjson.gz; `left_out`: matches that are not in it."""

    class Meta:
        model = ArchivedDay
        fields = ("day", "sha256", "size", "matches", "decisions", "left_out", "made_at")
        read_only_fields = fields
