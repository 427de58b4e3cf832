"""Dominion's implementation of SiteGame."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.models import BotTally, Game, Match
from engine.dominion.card import CARDS, Card
from engine.dominion.setup import BASIC
from engine.dominion.words import options
from engine.game import Decision
from website.games.contract import (
    BROKEN,
    Config,
    Event,
    Fact,
    PlayerResult,
    Position,
    PositionRow,
    SiteGame,
    Subject,
    TemplatePart,
)
from website.games.dominion import kingdoms, position_text, texts
from website.games.dominion.card_view import card_title, card_view_of, card_views, price
from website.games.dominion.form import KingdomFields
from website.games.dominion.kingdoms import OWN_OPTIONS
from website.games.dominion.stored_game import final_decks, gained_cards
from website.site.language import reader_language

FROM_SUPPLY = {"buy", "gain", "name"}  # kinds of decisions
ZONES = ("hand", "set_aside", "in_play")  # of a seat, on the board
LABELS = {"start_seat": _("Seat that takes the first turn"), "turn_limit": _("Turn limit")}


def is_from_supply(decision: Decision) -> bool:
    """Return whether the options are piles. Thief's gains are several, from the trash."""
    return decision.kind in FROM_SUPPLY and decision.most == 1


class Dominion(SiteGame):
    fields = KingdomFields
    board = "js/games/dominion.js"
    tie_break = _("fewer turns")
    prompts, nothing = texts.PROMPTS, texts.NOTHING
    sentences, plurals = texts.SENTENCES, texts.PLURALS
    length_unit = _("Turns")
    opening_about = _("What a player bought in the first two turns, in any order.")
    opening_head = _("First two turns")
    common_cards = frozenset(card.name for card in BASIC)
    usually_all = frozenset({"play_treasures"})

    @property
    def phrases(self) -> Mapping[str, str]:
        return options(reader_language())

    @property
    def about(self) -> str:
        return gettext("Build a deck from the cards of a kingdom and collect victory points.")

    def facts(self, seats: int, config: Config) -> list[Fact]:
        shown = OWN_OPTIONS if self.of_ladder(seats, config) else ()
        rest = {name: value for name, value in config.items() if name not in shown}
        return [
            Fact(str(LABELS.get(fact_name, fact.label)), fact.words)
            for fact_name, fact in zip(rest, super().facts(seats, rest), strict=True)
        ]

    def of_ladder(self, seats: int, config: Config) -> TemplatePart | None:
        return _part(kingdoms.of_ladder(self.name, seats, config))

    def of_match(self, match: Match) -> TemplatePart | None:
        """Return a random kingdom once the seed is public."""
        finished = match.status == Match.Status.FINISHED
        seed = match.published_seed if finished else None
        return _part(
            kingdoms.of_match(
                self.name, match.seats_count, match.config, seed=seed, rules=match.engine
            )
        )

    def of_game(
        self, game: Game, events: list[Event], names: Sequence[str], order: Sequence[int]
    ) -> TemplatePart | None:
        try:
            decks = final_decks(game.record, events, names)
            shown = [decks[seat] for seat in order]
        except BROKEN:
            return None
        return TemplatePart("games/dominion/decks.html", shown)

    def summary(
        self, events: Iterable[Event], players: Sequence[PlayerResult], _config: Config
    ) -> TemplatePart | None:
        try:
            gained = gained_cards(events, players)
        except BROKEN:
            return None
        return TemplatePart("games/dominion/summary.html", gained)

    def position_rows(
        self, position: Position, names: Sequence[str], scores: Sequence[int | None]
    ) -> Iterable[PositionRow]:
        return position_text.rows(self.say, position, names, scores)

    def option_text(self, value: Any, _position: Position, _seat: int) -> str:
        return str(self.phrases.get(value) or card_title(str(value)))

    def zone(self, decision: Decision, view: Position) -> str | None:
        """Return `market`, `supply`, or the zone of the cards' owner that holds all options."""
        market = view.get("black_market", {}).get("shown")
        if market and set(decision.options) <= set(market):
            return "market"
        if is_from_supply(decision):
            return "supply"
        names = Counter(value for value in decision.options if isinstance(value, str))
        own = view["seats"][decision.seat if decision.of is None else decision.of]
        if not names:
            return None
        return next((zone for zone in ZONES if not names - Counter(own[zone] or ())), None)

    def cost(self, decision: Decision, value: Any, view: Position) -> str | None:
        cost = view.get("costs", {}).get(value)
        if cost is None or not is_from_supply(decision):
            return None
        return price(cost, value in view.get("potion_costs", ()))

    def things(self) -> dict[str, Any]:
        return {"cards": _board_cards(reader_language())}

    def statistic(self, dimension: str, key: str) -> Subject | None:
        known = dimension == BotTally.Dimension.CARD and key in CARDS
        return _subject(CARDS[key]) if known else None

    def opening(self, parts: Sequence[str]) -> list[Subject]:
        subjects = [_subject(CARDS[part]) if part in CARDS else Subject(part) for part in parts]
        return subjects or [Subject(gettext("nothing"))]


def _subject(card: Card) -> Subject:
    card_view = card_view_of(card)
    return Subject(card_view.name, reverse("cards:detail", args=[card_view.slug]))


def _part(kingdom: kingdoms.Kingdom | None) -> TemplatePart | None:
    return TemplatePart("games/dominion/kingdom.html", kingdom) if kingdom else None


@cache
def _board_cards(language: str) -> dict[str, Any]:
    return {
        view.card.name: {
            "name": view.name,
            "cost": view.cost,
            "kinds": [kind.colour for kind in view.kinds],
            "types": " · ".join(kind.word for kind in view.kinds),
            "text": view.card.text_in(view.language),
        }
        for view in card_views(language).values()
    }


SITE_GAME = Dominion("dominion")
