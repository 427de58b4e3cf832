"""The search page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from website.search.forms import SearchForm
from website.search.search import search
from website.site.http import viewer


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Search for `q`; `kind` selects one group."""
    form = SearchForm(request.GET if "q" in request.GET else None)
    context = {"form": form, "is_asked": form.is_valid()}
    if context["is_asked"]:
        asked = form.cleaned_data
        context["groups"] = search(asked["q"], viewer(request), only=asked["kind"])
    return render(request, "search/page.html", context)
