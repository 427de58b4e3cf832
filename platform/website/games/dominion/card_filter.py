"""A reader's choice of cards."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.dominion.card import CARDS, EXPANSIONS, GERMAN_TYPES
from website.games.dominion.card_view import CardView, card_views, search_key, set_title
from website.site.language import reader_language

MOST = 60


class CardFilter(forms.Form):
    q = forms.CharField(
        label=_("Search"),
        required=False,
        max_length=MOST,
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

    def found(self) -> list[CardView]:
        """Return the cards that fit, in order; unknown choices narrow nothing."""
        self.full_clean()
        return [
            card_view
            for card_view in card_views(reader_language()).values()
            if self._fits(card_view)
        ]

    def _fits(self, card_view: CardView) -> bool:
        asked: dict[str, Any] = self.cleaned_data
        card, cost = card_view.card, asked.get("cost")
        return (
            asked.get("expansion") in (None, "", card.expansion)
            and asked.get("kind", "") in ("", *card.types.split())
            and cost in (None, card.cost)
            and all(
                word in card_view.search_text for word in search_key(asked.get("q", "")).split()
            )
        )
