"""The archive of public matches: a file a day."""

from datetime import date

from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from arena.matches.archive_day import KEPT
from arena.models import ArchivedDay
from website.site.page_cache import cached_page
from website.site.rate_limits import rate_limited

GZIP = "application/gzip"


class DayConverter:
    """A date such as 2030-01-31."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


@require_safe
@cached_page()
def index(request: HttpRequest) -> HttpResponse:
    context = {"days": ArchivedDay.objects.all(), "kept": KEPT.days}
    return render(request, "matches/archive.html", context)


@require_safe
@rate_limited("exports", anonymous="anonymous_exports", reading=True)
def download(_request: HttpRequest, day: date) -> FileResponse:
    """Send a day's file. Raise Http404 where it is not there."""
    found = get_object_or_404(ArchivedDay, day=day)
    try:
        file = default_storage.open(found.name)
    except FileNotFoundError as error:
        raise Http404 from error
    return FileResponse(file, as_attachment=True, filename=found.file, content_type=GZIP)
