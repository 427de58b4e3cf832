"""From a configuration to a table ready to play.

Sources: rules/dominion-base-cards.de.txt, "Spielvorbereitung" (piles by the number of players);
rules/dominion-prosperity.de.txt (Platinum and Colony).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine import chance
from engine.dominion.card import CARDS, EXPANSIONS, Card, Response, by_order, card_named, names
from engine.dominion.cards.basic import (
    COLONY,
    COPPER,
    CURSE,
    DUCHY,
    ESTATE,
    GOLD,
    PLATINUM,
    POTION,
    PROVINCE,
    SILVER,
)
from engine.dominion.cards.cornucopia import PRIZES
from engine.dominion.extra_turns import HAND_SIZE
from engine.dominion.kingdoms import KINGDOMS, find_recommended
from engine.dominion.state import State
from engine.dominion.steps import Frame, Step, Trait
from engine.dominion.table import Table
from engine.dominion.turn import turn
from engine.game import BadConfig, ConfigOption, JsonObject
from engine.messages import gettext_noop as _

SEATS = (2, 3, 4, 5, 6)
KINGDOM_SIZE = 10
TURN_LIMIT = 100
PROSPERITY_CARDS_FOR_COLONIES = 4
BASIC = (COPPER, SILVER, GOLD, ESTATE, DUCHY, PROVINCE, CURSE)
BANE_COSTS = (2, 3)
GAIN_REACTIONS = ("would_gain", "gain", "other_gains")
START = {COPPER: 7, ESTATE: 3}
PROVINCES = {5: 15, 6: 18}
RANDOM = "random"
ALL = "all"
NO_SETS = ("basic", "prizes")  # no cards of a kingdom
EXPANSION_NAMES = tuple(name for name in EXPANSIONS if name not in NO_SETS)
OLDEST_SETS = ("base", "prosperity", "hinterlands")  # of records that do not name theirs

KINGDOM_NAMES = tuple(kingdom.english for kingdom in KINGDOMS)

CONFIG: Mapping[str, ConfigOption] = {
    "kingdom": ConfigOption(
        "First Game",
        'ten card names, the name of a recommended kingdom, or "random"',
        (*KINGDOM_NAMES, RANDOM),
    ),
    "sets": ConfigOption(
        list(OLDEST_SETS), "the expansions a random kingdom is drawn from", EXPANSION_NAMES
    ),
    "colonies": ConfigOption(
        "auto",
        "whether Platinum and Colony are used; auto: with four Prosperity cards or more",
        (True, False, "auto"),
    ),
    "bane": ConfigOption(
        RANDOM, 'with Young Witch: an eleventh kingdom card that costs 2 or 3, or "random"'
    ),
    "black_market": ConfigOption(
        ALL, 'with Black Market: the cards of its deck; "all": each that is not in the supply'
    ),
    "start_seat": ConfigOption(0, "the seat that has the first turn"),
    "turn_limit": ConfigOption(TURN_LIMIT, "turns per seat, then the game is scored as it is"),
}


def deal(seats: int, seed: int, config: JsonObject, *, log: bool) -> State:
    """Return a new game up to its first question. BadConfig names what is wrong with the config."""
    state = laid_out(seats, seed, config, log=log)
    state.offers = state.table.offers
    for seat in range(seats):
        state.shuffle(seat)
        state.draw(seat, HAND_SIZE)
    first = state.table.start_seat
    state.push(Frame(first, first), turn())
    return state


def laid_out(seats: int, seed: int, config: JsonObject, *, log: bool) -> State:
    """Lay the table out before anything happens: all that seats begin with is discarded."""
    state = State(table(seats, seed, config), seed, None)
    fill_supply(state)
    if market := market_cards(state.table):
        chance.shuffle(market, seed, "black market")
        state.market = tuple([(card, 0) for card in market])
    for seat, player in enumerate(state.players):
        player.discard = [card for card, count in START.items() for _ in range(count)]
        for (verb, args), card in starts(state.table):
            verb.do(state, Frame(seat, seat, card), *args)
    state.log = [] if log else None
    return state


def starts(table: Table) -> list[tuple[Step, Card]]:
    """Return what each player begins with besides the ten cards, and because of which card."""
    return [
        (response.step, card)
        for card in table.listening
        for response in card.while_in_supply
        if response.trigger == "start"
    ]


def config_for_record(config: JsonObject, table: Table) -> JsonObject:
    """Return the configuration for a record: new expansions must not change what it means."""
    kept = dict(config)
    if config.get("kingdom") == RANDOM:
        kept.setdefault("sets", list(OLDEST_SETS))
    if "black_market" in table.shows and config.get("black_market", ALL) == ALL:
        kept["black_market"] = names(market_cards(table))
        if table.bane:
            kept["bane"] = table.bane.name
    return kept


def table(seats: int, seed: int, config: JsonObject) -> Table:
    """Resolve the configuration to kingdom, piles and limits."""
    settings = {name: option.default for name, option in CONFIG.items()} | config
    _check_sets(settings["sets"])
    kingdom = _kingdom(settings["kingdom"], settings["sets"], seed)
    colonies = settings["colonies"]
    if colonies == "auto":
        prosperity = [card for card in kingdom if card.expansion == "prosperity"]
        colonies = len(prosperity) >= PROSPERITY_CARDS_FOR_COLONIES
    elif not isinstance(colonies, bool):
        words = _('colonies is true, false or "auto", not %(wanted)r')
        raise BadConfig(words, wanted=colonies)
    extra = (PLATINUM, COLONY) if colonies else ()
    start_seat = _whole(settings, "start_seat", 0, seats - 1)
    turn_limit = _whole(settings, "turn_limit", 1, 1000)
    listed = _black_market_cards(settings["black_market"])
    bane = _bane(settings, kingdom, listed, seed)
    market = _market(settings, (*kingdom, *([bane] if bane else [])), listed)
    return make_table(seats, kingdom, (*BASIC, *extra), start_seat, turn_limit, bane, market)


@lru_cache(maxsize=64)
def make_table(
    seats: int,
    kingdom: tuple[Card, ...],
    others: tuple[Card, ...],
    start_seat: int = 0,
    turn_limit: int = TURN_LIMIT,
    bane: Card | None = None,
    beside: tuple[Card, ...] = (),
) -> Table:
    """Make the table for these piles; find the rarer rules that this game needs."""
    piled = {*kingdom, *others, *([bane] if bane else [])}
    if any(card.potion for card in (*piled, *beside)):
        piled.add(POTION)
    piles = tuple(sorted(piled, key=by_order))
    if _any_has((*piles, *beside), Trait.PRIZES):
        beside = tuple(sorted({*beside, *PRIZES}, key=by_order))
    cards = tuple(sorted((*piles, *beside), key=by_order))
    listening = tuple(card for card in cards if _has_rules(card, in_supply=card in piled))
    triggers = {card.reaction.trigger for card in cards if card.reaction}
    if _any_has(cards, Trait.SHIELDS):
        triggers.add("attack")
    tokens = [card.name for card in cards if Trait.OWN_TOKENS in card.traits]
    if _any_has(cards, Trait.COIN_TOKENS):
        tokens.insert(0, "coin")
    forbidding = tuple(card.name for card in cards if card.forbids)
    return Table(
        seats=seats,
        kingdom=tuple(kingdom),
        piles=piles,
        start_seat=start_seat,
        turn_limit=turn_limit,
        bane=bane,
        beside=beside,
        cards=cards,
        ends_when_empty=tuple(card for card in (PROVINCE, COLONY) if card in piles),
        piles_to_end=3 if seats <= 4 else 4,
        triggers=frozenset(triggers),
        listening=listening,
        forbidding=forbidding,
        gain_triggers=any(listens_to_gains(card) for card in cards),
        forbids=bool(forbidding) or any(card.not_with for card in piles),
        costs_change=any(card.discount or Trait.LOWERS_COSTS in card.traits for card in cards),
        costs={card.name: card.cost for card in piles},
        tokens=tuple(tokens),
        durations=any(card.is_duration for card in cards),
        immunity=_any_has(cards, Trait.SHIELDS),
        returns=any(card.when_discarded for card in cards),
        remembers_gains=_any_has(cards, Trait.REMEMBERS_GAINS),
        extra_turns=_any_has(cards, Trait.EXTRA_TURNS),
        shows=frozenset(key for key, trait in SHOWN_FOR.items() if _any_has(cards, trait)),
    )


SHOWN_FOR = {  # keys of the view, and the traits of cards that need them
    "mats": Trait.OPEN_MAT | Trait.CLOSED_MAT,
    "next_turn": Trait.LATER,
    "potions": Trait.POTIONS,
    "potion_costs": Trait.POTIONS,
    "tokens": Trait.OWN_TOKENS | Trait.COIN_TOKENS,
    "extra": Trait.EXTRA_TURNS,
    "possessor": Trait.POSSESSES,
    "prizes": Trait.PRIZES,
    "bane": Trait.BANE,
    "black_market": Trait.MARKET,
}


def market_cards(table: Table) -> list[Card]:
    """Return the cards that the Black Market deck began with, by cost, then name."""
    return [card for card in table.beside if not card.is_prize]


@lru_cache(maxsize=256)
def _any_has(cards: tuple[Card, ...], trait: Trait) -> bool:
    return any(card.traits & trait for card in cards)


def _has_rules(card: Card, *, in_supply: bool) -> bool:
    return any(
        in_supply or not response.step.has(Trait.GAINS_FROM_PILE)
        for response in card.while_in_supply
    )


def listens_to_gains(card: Card) -> bool:
    """Whether something happens in a game with this card when a card is bought or gained."""
    own = card.when_bought or card.when_overpaid or card.when_gained
    in_play = any(isinstance(response, Response) for response in card.while_in_play)
    reacts = card.reaction is not None and card.reaction.trigger in GAIN_REACTIONS
    in_supply = any(response.trigger != "start" for response in card.while_in_supply)
    remembers = card.traits & (Trait.REMEMBERS_GAINS | Trait.POSSESSES)
    return bool(own or in_play or reacts or in_supply or remembers)


def fill_supply(state: State) -> None:
    """Lay out the piles."""
    state.supply = dict(_pile_sizes(state.table.piles, state.table.seats))
    state.prizes = PRIZES if "prizes" in state.table.shows else ()


@lru_cache(maxsize=64)
def _pile_sizes(piles: tuple[Card, ...], seats: int) -> tuple[tuple[Card, int], ...]:
    return tuple([(card, pile_size(card, seats)) for card in piles])


def pile_size(card: Card, seats: int) -> int:
    """Return the number of a card's copies in the supply at the start."""
    if card is CURSE:
        return 10 * (seats - 1)
    if card is PROVINCE and seats in PROVINCES:
        return PROVINCES[seats]
    if card.is_victory:
        return 8 if seats == 2 else 12
    boxes = 2 if seats > 4 and card in (COPPER, SILVER, GOLD) else 1
    dealt = START.get(card, 0) * seats
    return (card.pile or 0) * boxes - dealt


def _kingdom(wanted: Any, sets: Any, seed: int) -> tuple[Card, ...]:
    if wanted == RANDOM:
        pool = [card for card in sorted(CARDS.values(), key=by_order) if card.expansion in sets]
        if len(pool) < KINGDOM_SIZE:
            words = _("the sets %(sets)s have only %(count)d cards; a kingdom needs ten")
            raise BadConfig(words, sets=list(sets), count=len(pool))
        return tuple(chance.sample(pool, KINGDOM_SIZE, seed, "kingdom"))
    if isinstance(wanted, str):
        proposal = find_recommended(wanted)
        if proposal is None:
            known = ", ".join((*KINGDOM_NAMES, RANDOM))
            words = _("unknown kingdom %(name)r; the kingdoms are: %(known)s")
            raise BadConfig(words, name=wanted, known=known)
        wanted = proposal.names
    if not isinstance(wanted, list | tuple):
        words = _("kingdom is a list of ten card names or one name, not %(wanted)r")
        raise BadConfig(words, wanted=wanted)
    kingdom = tuple(card_named(name) for name in wanted)
    if len(kingdom) != KINGDOM_SIZE:
        raise BadConfig(_("a kingdom has ten cards, not %(count)d"), count=len(kingdom))
    _check_kingdom_cards(kingdom)
    for card in kingdom:
        if kingdom.count(card) > 1:
            raise BadConfig(_("%(card)s is in the kingdom twice"), card=card.name)
    return kingdom


def _check_kingdom_cards(cards: Sequence[Card]) -> None:
    for card in cards:
        if card.expansion == "basic":
            words = _("%(card)s is a basic card and cannot be in a kingdom")
            raise BadConfig(words, card=card.name)
        if card.is_prize:
            words = _("%(card)s is a Prize and cannot be in a kingdom")
            raise BadConfig(words, card=card.name)


def _black_market_cards(wanted: Any) -> list[Card]:
    """Return the cards that the configuration names for the Black Market deck."""
    if wanted == ALL:
        return []
    if not isinstance(wanted, list | tuple):
        words = _('black_market is "all" or a list of card names, not %(wanted)r')
        raise BadConfig(words, wanted=wanted)
    listed = [card_named(name) for name in wanted]
    check_market(listed)
    return listed


def check_market(cards: Sequence[Card], supply: Collection[Card] = ()) -> None:
    """Raise BadConfig unless these cards may be a Black Market deck beside this supply."""
    _check_kingdom_cards(cards)
    for card in cards:
        if cards.count(card) > 1:
            raise BadConfig(_("%(card)s is in the Black Market deck twice"), card=card.name)
        if card in supply:
            words = _("%(card)s is in the supply and cannot be in the Black Market deck")
            raise BadConfig(words, card=card.name)


def _market(
    settings: JsonObject, supply: Sequence[Card], listed: Sequence[Card]
) -> tuple[Card, ...]:
    """Return the Black Market deck; a random kingdom leaves out those listed that it was dealt."""
    is_random, takes_all = settings["kingdom"] == RANDOM, settings["black_market"] == ALL
    if not _any_has(supply, Trait.MARKET):
        if not (is_random or takes_all):
            raise BadConfig(_("black_market is only for a kingdom with Black Market"))
        return ()
    if takes_all:
        listed = [card for card in CARDS.values() if card.expansion in EXPANSION_NAMES]
    if is_random or takes_all:
        listed = [card for card in listed if card not in supply]
    check_market(listed, supply)
    return tuple(sorted(listed, key=by_order))


def _bane(
    settings: JsonObject, kingdom: Sequence[Card], listed: Sequence[Card], seed: int
) -> Card | None:
    """Return the bane, if needed; a random kingdom that was dealt the named one draws another."""
    wanted, sets, is_random = settings["bane"], settings["sets"], settings["kingdom"] == RANDOM
    taken = (*kingdom, *listed)
    if _any_has(kingdom, Trait.MARKET):
        needed = settings["black_market"] == ALL or _any_has(taken, Trait.BANE)
    else:
        needed = _any_has(kingdom, Trait.BANE)
    if wanted == RANDOM:
        return _draw_bane(sets, taken, seed) if needed else None
    bane = card_named(wanted)
    of_sets = tuple([card for card in CARDS.values() if card.expansion in sets])
    if not (needed or (is_random and _any_has(of_sets, Trait.BANE | Trait.MARKET))):
        words = _("a bane is only for a kingdom with Young Witch, not %(bane)r")
        raise BadConfig(words, bane=wanted)
    check_bane(bane, () if is_random else kingdom)
    if needed and bane in kingdom:
        return _draw_bane(sets, taken, seed)
    return bane if needed else None


def _draw_bane(sets: Sequence[str], taken: Sequence[Card], seed: int) -> Card:
    pool = _banes(sets, taken) or _banes(OLDEST_SETS, taken)
    if not pool:
        raise BadConfig(_("black_market leaves no card for the bane of Young Witch; name a bane"))
    drawn: Card = chance.sample(pool, 1, seed, "bane")[0]
    return drawn


def _banes(sets: Sequence[str], kingdom: Sequence[Card]) -> list[Card]:
    others = [card for card in CARDS.values() if card.expansion in sets and card not in kingdom]
    return sorted([card for card in others if may_be_bane(card)], key=by_order)


def may_be_bane(card: Card) -> bool:
    """Whether the card may be the bane of a kingdom without it."""
    if card.expansion == "basic" or card.is_prize:
        return False
    return card.cost in BANE_COSTS and not card.potion


def check_bane(bane: Card, kingdom: Sequence[Card]) -> None:
    """Raise BadConfig unless the card may be the bane of this kingdom."""
    if not may_be_bane(bane):
        words = _("the bane is a kingdom card that costs 2 or 3, not %(card)s")
        raise BadConfig(words, card=bane.name)
    if bane in kingdom:
        words = _("%(card)s is in the kingdom and cannot be the bane as well")
        raise BadConfig(words, card=bane.name)


def _check_sets(sets: Any) -> None:
    if not isinstance(sets, list | tuple) or not sets:
        raise BadConfig(_("sets is a list of expansions, not %(sets)r"), sets=sets)
    for name in sets:
        if name not in EXPANSION_NAMES:
            known = ", ".join(EXPANSION_NAMES)
            words = _("unknown expansion %(name)r; the expansions are: %(known)s")
            raise BadConfig(words, name=name, known=known)
        if sets.count(name) > 1:
            raise BadConfig(_("the expansion %(name)r is named twice"), name=name)


def _whole(settings: JsonObject, name: str, least: int, most: int) -> int:
    value = settings[name]
    if type(value) is not int or not least <= value <= most:
        words = _("%(name)s is a whole number from %(least)d to %(most)d, not %(value)r")
        raise BadConfig(words, name=name, least=least, most=most, value=value)
    return value
