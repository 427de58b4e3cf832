"""The archive of public matches."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from arena.models import ArchivedDay
from website.api.base import Resource
from website.api.pagination import Newest
from website.matches.archive_serializers import ArchivedDayShown


class Archive(Resource[ArchivedDay]):
    """Days with a file."""

    filter_backends = []
    pagination_class = Newest
    serializer_class = ArchivedDayShown
    queryset = ArchivedDay.objects.none()

    @extend_schema(summary="Archive of public matches, newest day first")
    def list(self, _request: Request) -> Response:
        """Each file has the decisions of a day's matches as gzipped JSON lines."""
        return self.page(ArchivedDayShown, ArchivedDay.objects.all())
