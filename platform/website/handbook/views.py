"""The handbook's pages."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from kit.handbook import read_page
from website.handbook.examples import games
from website.handbook.library import DOCS, SECTIONS, around
from website.handbook.moved import SPLIT, moved_from


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "handbook/index.html", {"sections": SECTIONS})


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a document, in the reader's language if possible; an old address leads to the new."""
    doc = DOCS.get(slug)
    if doc is None and slug in SPLIT:  # browsers keep the anchor
        return redirect("handbook:page", SPLIT[slug].page, permanent=True)
    if doc is None:
        raise Http404
    previous, following = around(doc)
    context = {
        "doc": doc,
        "sections": SECTIONS,
        "is_translated": doc.is_in(get_language()),
        "previous": previous,
        "following": following,
        "moved": moved_from(slug),
    }
    return render(request, "handbook/page.html", context)


@require_safe
def source(_request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with a document as Markdown, in English, for coding assistants."""
    if slug not in DOCS:
        raise Http404
    return HttpResponse(read_page(settings.ROOT, slug), content_type="text/markdown; charset=utf-8")


@require_safe
def decisions(request: HttpRequest) -> HttpResponse:
    return render(request, "handbook/decisions.html", {"games": games(), "sections": SECTIONS})
