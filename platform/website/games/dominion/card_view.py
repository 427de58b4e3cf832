"""Dominion's cards in one language, taken from the engine."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby
from typing import NamedTuple

from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from engine.dominion.card import CARDS, EXPANSIONS, Card, of_expansion
from website.site.language import other_language, reader_language

BONUS = re.compile(r"\+\d+ \w+\.")
SETS = {
    "basic": _("Basic cards"),
    "base": _("Base game"),
    "prosperity": _("Prosperity"),
    "hinterlands": _("Hinterlands"),
    "intrigue": _("Intrigue"),
    "seaside": _("Seaside"),
    "alchemy": _("Alchemy"),
    "cornucopia": _("Cornucopia"),
    "prizes": _("Prizes"),
    "guilds": _("Guilds"),
    "promo": _("Promotional cards"),
}


class Kind(NamedTuple):
    """A card type: its word, and its colour's name."""

    word: str
    colour: str


class Paragraph(NamedTuple):
    """Sentences of a card's text; a bonus is like "+1 Card"."""

    words: str
    is_bonus: bool


def price(coins: int, potions: int) -> str:
    """Return "3", "P", "3P"."""
    return f"{coins or ''}{'P' * potions}" or "0"


@dataclass(frozen=True)
class CardView:
    card: Card
    language: str

    @property
    def slug(self) -> str:
        """Its English part of addresses."""
        return slugify(self.card.name)

    @property
    def name(self) -> str:
        return self.card.name_in(self.language)

    @property
    def cost(self) -> str:
        return price(self.card.cost, self.card.potion)

    @property
    def other(self) -> "CardView":
        """The same card in the other language."""
        return CardView(self.card, other_language(self.language))

    @cached_property
    def kinds(self) -> list[Kind]:
        words = self.card.types_in(self.language).split(" - ")
        names = self.card.types.lower().split()
        return [Kind(word, name) for word, name in zip(words, names, strict=True)]

    @cached_property
    def paragraphs(self) -> list[Paragraph]:
        """The rendered text, each run of bonuses as one paragraph."""
        lines = self.card.text_in(self.language).splitlines()
        runs = groupby(lines, key=lambda line: BONUS.fullmatch(line) is not None)
        paragraphs = []
        for is_bonus, run in runs:
            texts = [" ".join(run)] if is_bonus else list(run)
            paragraphs += [Paragraph(text, is_bonus) for text in texts]
        return paragraphs

    @cached_property
    def search_text(self) -> str:
        """Both names, types and text, folded."""
        card = self.card
        words = (card.name, card.german, card.types_in(self.language), card.text_in(self.language))
        return search_key("\n".join(words))


@dataclass(frozen=True)
class ExpansionCards:
    expansion: str
    card_views: list[CardView]

    @property
    def title(self) -> str:
        return set_title(self.expansion)


def set_title(expansion: str) -> str:
    """Return an expansion's title; an unknown one as it is."""
    return str(SETS.get(expansion, expansion))


def search_key(text: str) -> str:
    """Return the text without accents and capitals, for comparing."""
    plain = unicodedata.normalize("NFKD", text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()


@cache
def card_views(language: str) -> dict[str, CardView]:
    """Return every card by slug, in order of expansion, cost, name."""
    cards = (card for expansion in EXPANSIONS for card in of_expansion(expansion))
    return {card_view.slug: card_view for card_view in (CardView(card, language) for card in cards)}


def card_view_of(card: Card) -> CardView:
    return card_views(reader_language())[slugify(card.name)]


def by_expansion(cards: Iterable[CardView]) -> list[ExpansionCards]:
    groups = groupby(cards, key=lambda card_view: card_view.card.expansion)
    return [ExpansionCards(expansion, list(group)) for expansion, group in groups]


@cache
def by_name() -> dict[str, Card]:
    """Return every card by its folded English and German names."""
    return {search_key(name): card for card in CARDS.values() for name in (card.german, card.name)}


def card_title(name: str) -> str:
    """Return a card's name for the reader; no card as it is."""
    return CARDS[name].name_in(reader_language()) if name in CARDS else name
