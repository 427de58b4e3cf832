"""The cards browser: all cards with filters, one card, the recommended kingdoms, the rulings."""

from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from website.cards import kingdoms as kingdom_lists
from website.cards import rulings as ruling_lists
from website.cards import statistics as card_statistics
from website.cards.faces import faces, reader, set_title, shelved
from website.cards.filters import CardFilter
from website.http import Request, live_page


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All cards by expansion, as far as the filters let them through."""
    asked = CardFilter(request.GET)
    found = asked.found()
    context = {"form": asked, "shelves": shelved(found), "count": len(found)}
    return live_page(cast("Request", request), "cards/index.html", context, part="shelves")


@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    """One card: its text in both languages, its rulings, and the kingdoms that recommend it."""
    face = faces(reader()).get(slug)
    if face is None:
        raise Http404
    context = {
        "face": face,
        "both": [face, face.other],
        "set_title": set_title(face.card.expansion),
        "rulings": ruling_lists.rulings_about(face.card),
        "kingdoms": kingdom_lists.advised_with(face.card),
        "uses": card_statistics.of_card(face),
    }
    return render(request, "cards/detail.html", context)


@require_safe
def kingdoms(request: HttpRequest) -> HttpResponse:
    """The recommended kingdoms with their cards, and those that wait for their expansions."""
    context = {"kingdoms": kingdom_lists.advised(), "waiting": kingdom_lists.waiting()}
    return render(request, "cards/kingdoms.html", context)


@require_safe
def rulings(request: HttpRequest) -> HttpResponse:
    """What the engine does where the rulebooks are silent, and why."""
    return render(request, "cards/rulings.html", {"rulings": ruling_lists.rulings()})


@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """How often each card is gained in rated games, and how those fare who gain most of it."""
    return render(request, "cards/statistics.html", {"uses": card_statistics.of_all()})
