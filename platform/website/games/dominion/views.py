"""Pages about cards, kingdoms and rulings."""

from typing import Any, cast

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from engine.dominion.card import CARDS, EXPANSIONS, GERMAN_TYPES
from website.games.dominion import kingdoms as kingdom_lists
from website.games.dominion import rulings as ruling_lists
from website.games.dominion import statistics as card_statistics
from website.games.dominion.card_view import (
    CardView,
    by_expansion,
    card_views,
    search_key,
    set_title,
)
from website.games.statistics import CARD_KEYS, LEAST, Order, sorted_cards
from website.site.http import Request, live_page, viewer
from website.site.language import reader_language

LONGEST_SEARCH = 60


class CardFilter(forms.Form):
    q = forms.CharField(
        label=_("Search"),
        required=False,
        max_length=LONGEST_SEARCH,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    expansion = forms.ChoiceField(label=_("Set"), required=False)
    kind = forms.ChoiceField(label=_("Type"), required=False)
    cost = forms.TypedChoiceField(label=_("Cost"), required=False, coerce=int, empty_value=None)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        costs = sorted({card.cost for card in CARDS.values()})
        language = reader_language()
        kinds = GERMAN_TYPES if language == "de" else {kind: kind for kind in GERMAN_TYPES}
        self._offer("expansion", [(name, set_title(name)) for name in EXPANSIONS])
        self._offer("kind", list(kinds.items()))
        self._offer("cost", [(str(cost), str(cost)) for cost in costs])

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  for the type checker
        field.choices = [("", _("all")), *choices]

    def cards(self) -> list[CardView]:
        """Return the cards that fit, in order; unknown choices narrow nothing."""
        self.full_clean()
        asked: dict[str, Any] = self.cleaned_data
        sought = search_key(asked.get("q", "")).split()
        return [
            card_view
            for card_view in card_views(reader_language()).values()
            if asked.get("expansion") in (None, "", card_view.card.expansion)
            if asked.get("kind", "") in ("", *card_view.card.types.split())
            if asked.get("cost") in (None, card_view.card.cost)
            if all(word in card_view.search_text for word in sought)
        ]


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    form = CardFilter(request.GET)
    cards = form.cards()
    context = {"form": form, "expansions": by_expansion(cards), "count": len(cards)}
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
    order = Order.from_query([*CARD_KEYS], request.GET.get("sort", ""), seats=str(seats or ""))
    rows = card_statistics.of_all(viewer(request), seats) if form.is_valid() else []
    context = {"form": form, "rows": sorted_cards(rows, order), "order": order, "least": LEAST}
    return render(request, "games/dominion/statistics.html", context)
