"""Dominion, version 1 (docs/bots/learning.md). Seats count from the observer on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import numpy as np

from engine.dominion import setup
from engine.game import BadConfig, JsonObject
from kit.learn.codecs.codec import Codec, Layout, Legal, Numbers

KNOWN = """
Colony, Copper, Curse, Duchy, Estate, Gold, Platinum, Potion, Province, Silver, Adventurer,
Bureaucrat, Cellar, Chancellor, Chapel, Council Room, Feast, Festival, Gardens, Laboratory,
Library, Market, Militia, Mine, Moat, Moneylender, Remodel, Smithy, Spy, Thief, Throne Room,
Village, Witch, Woodcutter, Workshop, Bank, Bishop, City, Contraband, Counting House, Expand,
Forge, Goons, Grand Market, Hoard, King's Court, Loan, Mint, Monument, Mountebank, Peddler,
Quarry, Rabble, Royal Seal, Talisman, Trade Route, Vault, Venture, Watchtower, Worker's Village,
Border Village, Cache, Cartographer, Crossroads, Develop, Duchess, Embassy, Farmland, Fool's Gold,
Haggler, Highway, Ill-Gotten Gains, Inn, Jack of All Trades, Mandarin, Margrave, Noble Brigand,
Nomad Camp, Oasis, Oracle, Scheme, Silk Road, Spice Merchant, Stables, Trader, Tunnel, Baron,
Bridge, Conspirator, Coppersmith, Courtyard, Duke, Great Hall, Harem, Ironworks, Masquerade,
Mining Village, Minion, Nobles, Pawn, Saboteur, Scout, Secret Chamber, Shanty Town, Steward,
Swindler, Torturer, Trading Post, Tribute, Upgrade, Wishing Well, Ambassador, Bazaar, Caravan,
Cutpurse, Embargo, Explorer, Fishing Village, Ghost Ship, Haven, Island, Lighthouse, Lookout,
Merchant Ship, Native Village, Navigator, Outpost, Pearl Diver, Pirate Ship, Salvager, Sea Hag,
Smugglers, Tactician, Treasure Map, Treasury, Warehouse, Wharf, Alchemist, Apothecary, Apprentice,
Familiar, Golem, Herbalist, Philosopher's Stone, Possession, Scrying Pool, Transmute, University,
Vineyard, Fairgrounds, Farming Village, Fortune Teller, Hamlet, Harvest, Horn of Plenty, Horse
Traders, Hunting Party, Jester, Menagerie, Remake, Tournament, Young Witch, Bag of Gold, Diadem,
Followers, Princess, Trusty Steed, Advisor, Baker, Butcher, Candlestick Maker, Doctor, Herald,
Journeyman, Masterpiece, Merchant Guild, Plaza, Soothsayer, Stonemason, Taxman, Black Market,
Envoy, Governor, Walled Village
"""
CARDS = tuple(" ".join(KNOWN.split()).split(", "))
KINDS = (
    "play_action", "play_treasures", "buy", "discard", "trash", "gain", "put_back", "reveal",
    "set_aside", "take", "order", "react", "choose", "confirm", "name", "amount", "pass",
)  # fmt: skip
PHASES = ("action", "buy", "clean-up", "over")
ABOUT = ("coins", "potions", "coin tokens")  # that are no cards
OTHER_OPTIONS = 64
STOP = 0
ZONES = (
    "supply", "cost", "trash", "prizes", "bane", "costs a potion", "tokens on piles",
    "black market", "options", "picked", "source", "about",
)  # fmt: skip
SEAT_ZONES = (
    "cards", "hand", "in play", "set aside", "mats", "next turn", "discard top", "deck top",
    "deck known",
)  # fmt: skip
NUMBERS = (
    "turn", "actions", "buys", "coins", "potions", "black market size", "extra turn", "least",
    "most", "ordered",
)  # fmt: skip
SEAT_NUMBERS = (
    "hand size", "deck size", "discard size", "points in tokens", "turns", "coin tokens",
    "other tokens",
)  # fmt: skip


class DominionV1(Codec):
    game, version = "dominion", 1

    def __init__(self, seats: int, config: JsonObject) -> None:
        self.seats = seats
        self.cards = cards_of(seats, config)
        self.card = {name: number for number, name in enumerate(self.cards)}
        self.action = {name: 1 + number for number, name in enumerate(self.cards)}
        self.others = 1 + len(self.cards)
        self.actions = self.others + OTHER_OPTIONS
        count, layout = len(self.cards), Layout()
        self.zone = {name: layout.add(name, count) for name in ZONES}
        self.own = [
            {name: layout.add(f"seat {n}: {name}", count) for name in SEAT_ZONES}
            for n in range(seats)
        ]
        self.kind = layout.add("kind of decision", len(KINDS))
        self.phase = layout.add("phase", len(PHASES))
        self.about = layout.add("about what is no card", len(ABOUT))
        self.current = layout.add("current seat", seats)
        self.decided_for = layout.add("seat decided for", seats)
        self.possessor = layout.add("possessor", seats)
        self.numbers = layout.add(", ".join(NUMBERS), len(NUMBERS))
        self.own_numbers = [
            layout.add(f"seat {n}: {', '.join(SEAT_NUMBERS)}", len(SEAT_NUMBERS))
            for n in range(seats)
        ]
        self.size, self.fields = layout.size, layout.fields

    def observe(
        self, view: JsonObject, seat: int, question: Any = None, picked: Sequence[int] = ()
    ) -> Numbers:
        writing = Writing(self.card)
        self._write_table(writing, view, seat)
        ordered = view["seats"][seat:] + view["seats"][:seat]
        for zones, shown in zip(self.own, ordered, strict=True):
            self._write_seat(writing, zones, shown)
        if question is not None:
            self._write_question(writing, question, picked, seat)
        seen = np.zeros(self.size, np.int16)
        seen[writing.places] = writing.values
        self._write_numbers(seen, view, ordered, question)
        return seen

    def _write_table(self, writing: Writing, view: JsonObject, seat: int) -> None:
        zone = self.zone
        writing.put(zone["supply"], view["supply"])
        writing.put(zone["cost"], view["costs"])
        writing.count(zone["trash"], view["trash"])
        writing.flag(self.phase + PHASES.index(view["phase"]))
        writing.flag(self.current + (view["current"] - seat) % self.seats)
        if view["tokens"]:
            # Tokens and memories of all cards, which are names or counts by name.
            on_piles: Counter[str] = Counter()
            for piles in view["tokens"].values():
                on_piles.update(piles)
            writing.put(zone["tokens on piles"], on_piles)
        if len(view) <= PLAIN_KEYS:
            return
        writing.count(zone["prizes"], view.get("prizes", ()))
        writing.count(zone["costs a potion"], view.get("potion_costs", ()))
        writing.count(zone["black market"], view.get("black_market", NO_MARKET)["shown"])
        if view.get("bane"):
            writing.count(zone["bane"], (view["bane"],))
        if view.get("possessor") is not None:
            writing.flag(self.possessor + (view["possessor"] - seat) % self.seats)

    @staticmethod
    def _write_seat(writing: Writing, zones: dict[str, int], shown: JsonObject) -> None:
        writing.put(zones["cards"], shown["cards"])
        known = shown["known"]
        hand = shown["hand"] if shown["hand"] is not None else known.get("hand", ())
        writing.count(zones["hand"], hand)
        writing.count(zones["in play"], shown["in_play"])
        if shown["set_aside"]:
            writing.count(zones["set aside"], shown["set_aside"])
        if shown["discard_top"] is not None:
            writing.count(zones["discard top"], (shown["discard_top"],))
        if "deck" in known:
            writing.count(zones["deck top"], known["deck"][:1])
            writing.count(zones["deck known"], known["deck"])
        if "mats" in shown:
            writing.count(zones["mats"], chain.from_iterable(shown["mats"].values()))
        writing.count(zones["next turn"], shown.get("next_turn", ()))

    def _write_question(
        self, writing: Writing, question: Any, picked: Sequence[int], seat: int
    ) -> None:
        zone, options, about = self.zone, question.options, question.about
        writing.flag(self.kind + KINDS.index(question.kind))
        writing.count(zone["options"], options)
        writing.count(zone["picked"], [options[pick] for pick in picked])
        if question.source is not None:
            writing.count(zone["source"], (question.source,))
        if about in ABOUT:
            writing.flag(self.about + ABOUT.index(about))
        elif about is not None:
            writing.count(zone["about"], (about,) if isinstance(about, str) else about)
        if question.of is not None:
            writing.flag(self.decided_for + (question.of - seat) % self.seats)

    def _write_numbers(
        self, seen: Numbers, view: JsonObject, ordered: Sequence[JsonObject], question: Any
    ) -> None:
        asked = (question.least, question.most, question.ordered) if question else (0, 0, 0)
        market = view.get("black_market", NO_MARKET)["size"]
        turn, potions, extra = view["turn"], view.get("potions", 0), bool(view.get("extra"))
        numbers = [turn, view["actions"], view["buys"], view["coins"], potions, market, extra]
        numbers += asked
        for shown in ordered:
            tokens = shown.get("tokens", NOTHING)
            coin = tokens.get("coin", 0)
            numbers += [shown["hand_size"], shown["deck_size"], shown["discard_size"], shown["vp"]]
            numbers += [shown["turns"], coin, sum(tokens.values()) - coin]
        seen[self.numbers :] = numbers

    def legal(self, question: Any, picked: Sequence[int] = ()) -> Legal:
        actions, others = self.action, self.others
        legal: dict[int, int | None] = {}
        if len(picked) >= question.least:
            legal[STOP] = None
        for index, option in enumerate(question.options):
            if index not in picked:
                action = actions.get(option)
                if action is None:
                    action = others + min(index, OTHER_OPTIONS - 1)
                if action not in legal:
                    legal[action] = index
        return legal

    def name(self, action: int) -> str:
        if action == STOP:
            return "no further pick"
        if action < self.others:
            return self.cards[action - 1]
        return f"option {action - self.others}"


NOTHING: dict[str, Any] = {}
NO_MARKET: JsonObject = {"size": 0, "shown": ()}
PLAIN_KEYS = 11  # of a view in a game without rarer cards


class Writing:
    """Places of an observation and their values."""

    def __init__(self, card: dict[str, int]) -> None:
        self.card = card
        self.places: list[int] = []
        self.values: list[int] = []

    def flag(self, place: int) -> None:
        self.places.append(place)
        self.values.append(1)

    def put(self, start: int, counts: dict[str, int]) -> None:
        card = self.card
        self.places += [start + card[name] for name in counts]
        self.values += counts.values()

    def count(self, start: int, names: Iterable[Any]) -> None:
        """Leave out what is hidden (None) or no card."""
        card = self.card
        counts: dict[str, int] = {}
        for name in names:
            if name in card:
                counts[name] = counts.get(name, 0) + 1
        self.put(start, counts)


def cards_of(seats: int, config: JsonObject) -> tuple[str, ...]:
    """List the cards of games with this config, in the order of CARDS; BadConfig if unknown."""
    table = setup.table(seats, 0, config)
    drawn = config.get("kingdom") == setup.RANDOM
    drawn |= table.bane is not None and config.get("bane", setup.RANDOM) == setup.RANDOM
    if drawn:
        return CARDS
    names = {card.name for card in table.cards}
    if unknown := sorted(names - set(CARDS)):
        raise BadConfig(f"version 1 of the codec does not know {', '.join(unknown)}")
    return tuple([name for name in CARDS if name in names])
