"""Kingdoms as pages show them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.text import slugify

from engine.dominion import GAME
from engine.dominion.card import CARDS, EXPANSIONS, Card, by_order
from engine.dominion.kingdoms import KINGDOMS, Recommended, find_recommended
from engine.dominion.setup import CONFIG, market_cards, table
from engine.game import BadConfig
from website.games.dominion.card_view import CardView, card_view_of, set_title
from website.site.language import other_language, reader_language

RANDOM = "random"
# of a configuration: what a kingdom tells
OWN_OPTIONS = ("kingdom", "sets", "colonies", "bane", "black_market")


@dataclass(frozen=True)
class Kingdom:
    """Ten cards, or the sets from which every match draws its ten.

    `colonies` is None where it depends on the cards; a bane that `is_drawn` is another one for
    every match; `market` lists the Black Market deck, and is empty where that takes every card.
    """

    name: str
    card_views: list[CardView]
    sets: list[str]
    colonies: bool | None
    bane: CardView | None = None
    is_bane_drawn: bool = False
    has_market: bool = False
    market: list[CardView] = field(default_factory=list)

    @property
    def is_random(self) -> bool:
        return not self.card_views

    @property
    def set_titles(self) -> list[str]:
        return [set_title(name) for name in self.sets]


@dataclass(frozen=True)
class RecommendedKingdom:
    """A recommended kingdom; `key` is its name in a configuration."""

    key: str
    name: str
    other: str
    other_language: str
    card_views: list[CardView]

    @property
    def slug(self) -> str:
        return slugify(self.key)

    @property
    def set_titles(self) -> list[str]:
        return [
            set_title(name) for name in _sets([card_view.card for card_view in self.card_views])
        ]


def recommended_kingdoms() -> list[RecommendedKingdom]:
    return [_recommended_kingdom(kingdom) for kingdom in KINGDOMS]


def kingdoms_with(card: Card) -> list[RecommendedKingdom]:
    """Return the recommended kingdoms with this card."""
    return [_recommended_kingdom(kingdom) for kingdom in KINGDOMS if card.name in kingdom.names]


def _recommended_kingdom(kingdom: Recommended) -> RecommendedKingdom:
    language = reader_language()
    name, other = kingdom.english, kingdom.german
    if language == "de":
        name, other = other, name
    shown = _faces([CARDS[card] for card in kingdom.names])
    return RecommendedKingdom(kingdom.english, name, other, other_language(language), shown)


def of_ladder(game: str, seats: int, config: dict[str, Any]) -> Kingdom | None:
    """Return a ladder's kingdom; None for another game."""
    if game != GAME.name:
        return None
    if config.get("kingdom") != RANDOM:
        return _kingdom_of_deal(seats, None, config)
    colonies = config.get("colonies", "auto")
    sets = [name for name in EXPANSIONS if name in config.get("sets", CONFIG["sets"].default)]
    bane, market = CARDS.get(config.get("bane", RANDOM)), _black_market_deck(config)
    return Kingdom(
        "",
        [],
        sets,
        None if colonies == "auto" else colonies,
        bane=card_view_of(bane) if bane else None,
        has_market=bool(market),
        market=market,
    )


def of_match(
    game: str, seats: int, config: dict[str, Any], *, seed: int | None, rules: str
) -> Kingdom | None:
    """Return a match's kingdom; a random one only by its published seed and present rules."""
    if game == GAME.name and seed is not None and rules == GAME.engine:
        return _kingdom_of_deal(seats, seed, config)
    return of_ladder(game, seats, config)


def _kingdom_of_deal(seats: int, seed: int | None, config: dict[str, Any]) -> Kingdom | None:
    """Return the kingdom of this deal, or without a seed what all deals have in common."""
    try:
        laid = table(seats, seed or 0, config)
    except BadConfig:
        return None
    named = find_recommended(str(config.get("kingdom", "First Game")))
    is_drawn = seed is None and config.get("bane", RANDOM) == RANDOM
    return Kingdom(
        _recommended_kingdom(named).name if named else "",
        _faces(laid.kingdom),
        _sets(laid.kingdom),
        CARDS["Colony"] in laid.piles,
        bane=card_view_of(laid.bane) if laid.bane and not is_drawn else None,
        is_bane_drawn=laid.bane is not None and is_drawn,
        has_market="black_market" in laid.shows,
        market=_faces(market_cards(laid)) if _black_market_deck(config) else [],
    )


def _black_market_deck(config: dict[str, Any]) -> list[CardView]:
    """Return the Black Market deck that the configuration lists, if any."""
    names = config.get("black_market")
    known = [CARDS[name] for name in names if name in CARDS] if isinstance(names, list) else []
    return _faces(known)


def _faces(cards: Sequence[Card]) -> list[CardView]:
    return [card_view_of(card) for card in sorted(cards, key=by_order)]


def _sets(cards: Sequence[Card]) -> list[str]:
    here = {card.expansion for card in cards}
    return [name for name in EXPANSIONS if name in here]
