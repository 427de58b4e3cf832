"""Fields for card names in either language."""

import re
from difflib import get_close_matches
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import flatatt
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from engine.dominion.card import CARDS, Card
from engine.dominion.setup import KINGDOM_SIZE
from website.games.dominion.card_view import by_name, card_views, search_key
from website.site.language import reader_language
from website.site.plain_text import show_invisible

BETWEEN_NAMES = re.compile(r"[,;\n]")


class NameList(forms.TextInput):
    """Names separated by commas."""

    def value_from_datadict(
        self,
        data: Any,
        files: Any,  # noqa: ARG002  Django's signature
        name: str,
    ) -> list[str]:
        parts = BETWEEN_NAMES.split("\n".join(data.getlist(name)))
        return [part.strip() for part in parts if part.strip()]

    def format_value(self, value: Any) -> str:
        return ", ".join(map(str, value or []))


class TenNames(NameList):
    """Ten inputs with suggestions."""

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: Any = None,  # noqa: ARG002  Django's signature
    ) -> SafeString:
        given = list(value or [])
        lines = [(line, _is_wrong(line, given)) for line in given]
        lines += [("", False)] * (KINGDOM_SIZE - len(lines))
        known = [
            card_view.name
            for card_view in card_views(reader_language()).values()
            if card_view.card.expansion != "basic"
        ]
        first = flatatt({**self.attrs, **(attrs or {}), "aria-invalid": None})
        context = {"name": name, "first": first, "lines": lines, "known": sorted(known)}
        return render_to_string("games/dominion/ten_names.html", context)


def _is_wrong(line: str, lines: list[str]) -> bool:
    known = by_name()
    card = known.get(search_key(line))
    return card is None or [known.get(search_key(other)) for other in lines].count(card) > 1


class CardNames(forms.Field):
    """Different card names, English or German; cleans to English ones."""

    widget = NameList

    def clean(self, value: Any) -> list[str]:
        """Return the engine's names; ValidationError names the culprit."""
        names = [_card(str(name)).name for name in value or []]
        for name in names:
            if names.count(name) > 1:
                raise ValidationError(self.twice(CARDS[name].name_in(reader_language())))
        return names

    def twice(self, card: str) -> str:
        return gettext("%(card)s is listed twice.") % {"card": card}


class TenCards(CardNames):
    widget = TenNames

    def clean(self, value: Any) -> list[str]:
        names = super().clean(value)
        if names and len(names) != KINGDOM_SIZE:
            words = gettext("A kingdom needs ten cards, not %(count)d.")
            raise ValidationError(words % {"count": len(names)})
        return names

    def twice(self, card: str) -> str:
        words = gettext("%(card)s is listed twice. A kingdom needs ten different cards.")
        return words % {"card": card}


def _card(name: str) -> Card:
    known = by_name()
    if card := known.get(search_key(name)):
        return card
    words = gettext("There is no card named “%(name)s”.") % {"name": show_invisible(name)}
    near = get_close_matches(search_key(name), known, n=1)
    if near:
        meant = known[near[0]].name_in(reader_language())
        words += " " + gettext("Did you mean “%(card)s”?") % {"card": meant}
    raise ValidationError(words)
