"""Show uploaded sources as text; never compile, import or unpack them."""

from dataclasses import dataclass

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from arena.models import Version
from website.site.http import viewer
from website.site.plain_text import show_invisible

MOST_LINES = 4000
MOST_BYTES = 512 * 1024


@dataclass(frozen=True)
class Listing:
    lines: list[str]
    is_cut: bool


def _readable(request: HttpRequest, slug: str, number: int) -> Version:
    """Raise Http404 if the viewer may not read it."""
    sees = viewer(request)
    versions = Version.objects.seen_by(sees).select_related("bot__owner", "bot__current")
    version = get_object_or_404(versions, bot__slug=slug, number=number)
    if not version.may_be_read_by(sees):
        raise Http404
    return version


def _suffix(version: Version) -> str:
    return ".zip" if str(version.source.name).endswith(".zip") else ".py"


def listing(version: Version) -> Listing | None:
    """Return a file's text; None for a zip or a missing file."""
    if _suffix(version) == ".zip":
        return None
    try:
        with version.source.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return None
    lines = content[:MOST_BYTES].decode("utf-8", "replace").splitlines()
    is_cut = len(content) > MOST_BYTES or len(lines) > MOST_LINES
    return Listing([show_invisible(line) for line in lines[:MOST_LINES]], is_cut)


@require_safe
def source(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    version = _readable(request, slug, number)
    sees = viewer(request)
    context = {
        "version": version,
        "bot": version.bot,
        "is_owner": version.bot.is_run_by(sees),
        "is_zip": _suffix(version) == ".zip",
        "listing": listing(version),
    }
    response = render(request, "bots/source.html", context)
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_safe
def download(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Send the file as uploaded, always as an attachment."""
    version = _readable(request, slug, number)
    try:
        file = version.source.open("rb")
    except FileNotFoundError as error:
        raise Http404 from error
    name = f"{version.bot.slug}-v{version.number}{_suffix(version)}"
    kind = "application/octet-stream"
    response = FileResponse(file, as_attachment=True, filename=name, content_type=kind)
    patch_cache_control(response, private=True, no_store=True)
    return response
