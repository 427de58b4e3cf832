"""Pages about cards, kingdoms and rulings."""

from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from website.games.dominion import kingdoms as kingdom_lists
from website.games.dominion import rulings as ruling_lists
from website.games.dominion import statistics as card_statistics
from website.games.dominion.card_filter import CardFilter
from website.games.dominion.card_view import by_expansion, card_views, set_title
from website.games.statistics import LEAST
from website.games.statistics_order import CARDS, Order, sorted_cards
from website.site.http import Request, live_page, viewer
from website.site.language import reader_language


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    asked = CardFilter(request.GET)
    found = asked.found()
    context = {"form": asked, "expansions": by_expansion(found), "count": len(found)}
    return live_page(
        cast("Request", request), "games/dominion/index.html", context, part="expansions"
    )


@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    card_view = card_views(reader_language()).get(slug)
    if card_view is None:
        raise Http404
    context = {
        "card_view": card_view,
        "both": [card_view, card_view.other],
        "set_title": set_title(card_view.card.expansion),
        "rulings": ruling_lists.rulings_about(card_view.card),
        "kingdoms": kingdom_lists.kingdoms_with(card_view.card),
        "least": LEAST,
        "uses": card_statistics.of_card(card_view.card, viewer(request)),
    }
    return render(request, "games/dominion/detail.html", context)


@require_safe
def kingdoms(request: HttpRequest) -> HttpResponse:
    context = {"kingdoms": kingdom_lists.recommended_kingdoms()}
    return render(request, "games/dominion/kingdoms.html", context)


@require_safe
def rulings(request: HttpRequest) -> HttpResponse:
    return render(request, "games/dominion/rulings.html", {"rulings": ruling_lists.rulings()})


@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    form = card_statistics.SeatsForm(request.GET)
    seats = form.cleaned_data["seats"] if form.is_valid() else None
    order = Order.asked([*CARDS], request.GET.get("sort", ""), seats=str(seats or ""))
    rows = card_statistics.of_all(viewer(request), seats) if form.is_valid() else []
    context = {"form": form, "rows": sorted_cards(rows, order), "order": order, "least": LEAST}
    return render(request, "games/dominion/statistics.html", context)
