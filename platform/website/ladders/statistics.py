"""Pages of a ladder's statistics: games, cards and openings."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, cast
from urllib.parse import urlencode

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from arena.models import Ladder, LadderStatistic, StatisticsProgress
from website.games.contract import SiteGame
from website.games.registry import site_game
from website.games.statistics import (
    CARD_KEYS,
    LEAST,
    OPENING_KEYS,
    CardRow,
    OpeningRow,
    Order,
    Statistics,
    card_subject,
    cards_given,
    sorted_cards,
    sorted_openings,
)
from website.site.http import viewer
from website.site.page_cache import cached_page

PAGE = 50
FIRST = 5  # on the page of all


class CardForm(forms.Form):
    """A card that must be in the kingdom, where each match draws its own."""

    card = forms.ChoiceField(
        label=_("With this card in the kingdom"),
        required=False,
        error_messages={"invalid_choice": _("No games here are counted by this card.")},
    )

    def __init__(self, data: Mapping[str, Any], game: SiteGame, cards: Sequence[str]) -> None:
        super().__init__(data)
        titles = [(card, card_subject(game, card).title) for card in cards]
        by_title = sorted(titles, key=lambda choice: choice[1])
        cast("forms.ChoiceField", self.fields["card"]).choices = [("", _("any")), *by_title]


class LadderStatistics(Statistics):
    """A ladder's statistics for its pages; nothing if the form has errors."""

    def __init__(self, ladder: Ladder, asked: Mapping[str, Any]) -> None:
        game, rows = site_game(ladder.game), LadderStatistic.objects.filter(ladder=ladder)
        self.ladder, self.cards_given = ladder, cards_given(rows)
        self.form = CardForm(asked, game, self.cards_given)
        is_valid = self.form.is_valid()
        card = str(self.form.cleaned_data["card"]) if is_valid else ""
        super().__init__(game, rows if is_valid else rows.none(), card)

    @cached_property
    def progress(self) -> StatisticsProgress:
        found = StatisticsProgress.objects.filter(ladder=self.ladder).first()
        return found or StatisticsProgress(ladder=self.ladder)

    @property
    def counted(self) -> int:
        """Return how many of the ladder's rated matches are looked at."""
        return min(self.progress.last_serial, self.ladder.recorded)

    @property
    def query(self) -> str:
        return f"?{urlencode({'card': self.card})}" if self.card else ""

    @property
    def card_title(self) -> str:
        return card_subject(self.game, self.card).title

    @cached_property
    def best_cards(self) -> list[CardRow]:
        """Return those that surely go with wins, without those of every game."""
        found = [
            row
            for row in self.cards
            if row.is_sure
            and (row.difference or 0.0) > 0
            and row.card not in self.game.common_cards
        ]
        return sorted_cards(found, Order.from_query([*CARD_KEYS]))[:FIRST]

    @property
    def usual_openings(self) -> list[OpeningRow]:
        return self.openings[:FIRST]


@require_safe
@cached_page()
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, _statistics(request, slug), "overview")


@require_safe
@cached_page()
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    found = _statistics(request, slug)
    order = _order(request, found, CARD_KEYS)
    return _list_page(request, found, "cards", order, sorted_cards(found.cards, order))


@require_safe
@cached_page()
def openings(request: HttpRequest, slug: str) -> HttpResponse:
    found = _statistics(request, slug)
    order = _order(request, found, OPENING_KEYS)
    return _list_page(request, found, "openings", order, sorted_openings(found.openings, order))


def _statistics(request: HttpRequest, slug: str) -> LadderStatistics:
    ladder = get_object_or_404(Ladder.objects.seen_by(viewer(request)), slug=slug)
    return LadderStatistics(ladder, request.GET)


def _order(request: HttpRequest, found: LadderStatistics, columns: Iterable[str]) -> Order:
    return Order.from_query([*columns], request.GET.get("sort", ""), card=found.card)


def _list_page(
    request: HttpRequest, found: LadderStatistics, here: str, order: Order, rows: Sequence[object]
) -> HttpResponse:
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    return _page(request, found, here, order=order, page=page, rows=list(page))


def _page(request: HttpRequest, found: LadderStatistics, here: str, **more: object) -> HttpResponse:
    context = {"ladder": found.ladder, "statistics": found, "here": here, "least": LEAST, **more}
    return render(request, f"ladders/statistics/{here}.html", context)
