"""The state of a game of Dominion, and the moves of single cards.

A deck's top card stands last. Masks over the seats say who has seen a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine import chance
from engine.dominion import codec
from engine.dominion.card import Card, by_order
from engine.dominion.codec import Entry
from engine.dominion.extra_turns import ORDINARY, TurnOrder
from engine.dominion.player import ALL, Player
from engine.dominion.steps import Frame, Step, new_frame
from engine.dominion.table import Offer, Table, offer
from engine.game import Decision, Outcome, Picks, new_decision
from engine.plain_data import (
    AS_IT_IS,
    DICT,
    LIST,
    LOG,
    PARTS,
    SHARED,
    UNKEYED,
    PlainData,
    Way,
    constructor_field,
    part,
    plain_data,
)

Counters = tuple[str, int, int, int]  # phase, Actions, Buys, coins
LogLine = tuple[str, int, tuple[Card, ...], int, dict[str, Any] | Counters | None]
TURN_BEGINS: Counters = ("action", 1, 1, 0)
LESS = "cards cost less"  # a name in `State.this_turn`
MORE_COINS = "{} gives more"  # for each card name
BOUGHT = "bought {}"  # a name in `State.this_turn`, for each type
TABLE = Way(key="{0}.key()")


@plain_data
class State(PlainData):
    """Zones, counters, the stack of unfinished steps and the open question."""

    table: Table = constructor_field(TABLE)
    seed: int = constructor_field()
    log: list[LogLine] | None = constructor_field(LOG)
    players: list[Player] = part(PARTS)
    supply: dict[Card, int] = part(DICT, known=codec.SUPPLY)
    empty: int = part(UNKEYED, default=0, known=AS_IT_IS)
    trash: list[Card] = part(LIST, known=codec.CARDS, position=codec.IN_WORDS)
    # Prizes that nobody has gained
    prizes: tuple[Card, ...] = part(default=(), known=codec.TUPLE, position=codec.TUPLE_IN_WORDS)
    # the Black Market deck, top first: a card, and who knows that it lies there
    market: tuple[tuple[Card, int], ...] = part(default=(), position=codec.UNSEEN)
    # its cards that are turned up
    on_offer: tuple[Card, ...] = part(default=(), known=codec.TUPLE)
    tokens: dict[str, Any] = part(SHARED, known=codec.TOKENS, position=codec.TOKENS)
    current: int = part(default=0, known=AS_IT_IS)
    phase: str = part(default="action", known=AS_IT_IS)
    actions: int = part(default=1, known=AS_IT_IS, position=AS_IT_IS)
    buys: int = part(default=1, known=AS_IT_IS, position=AS_IT_IS)
    coins: int = part(default=0, known=AS_IT_IS, position=AS_IT_IS)
    potions: int = part(default=0, known=AS_IT_IS, position=AS_IT_IS)
    # what lasts until the turn ends, by name
    this_turn: dict[str, int] = part(SHARED, known=codec.TOKENS, position=codec.COUNTS)
    # cards placed on the table so far: numbers each placing
    play_count: int = part(default=0, known=AS_IT_IS)
    # a card played twice twice
    played_this_turn: list[Card] = part(LIST, known=codec.CARDS)
    # placings of this turn that have left play again
    left_play: tuple[int, ...] = part(default=(), known=codec.STEPS)
    # this turn's gains, by number, and where they landed
    gained_where: tuple[tuple[int, str], ...] = part(default=(), known=codec.STEPS)
    # placing of a card that plays others several times, that card, placing of the other
    multiplied: tuple[tuple[int, Card, int], ...] = part(default=(), known=codec.STEPS)
    turn_order: TurnOrder = part(default=ORDINARY, known=codec.TURN_ORDER)
    # to be done when Clean-up begins
    at_clean_up: tuple[Entry, ...] = part(default=(), known=codec.STEPS)
    # (placing, seat) that it does not affect
    unaffected: tuple[tuple[int, int], ...] = part(default=(), known=codec.STEPS)
    stack: list[Entry] = part(LIST, known=codec.ENTRIES)
    running: Entry | None = part(UNKEYED, default=None)
    asking: Entry | None = part(default=None, known=codec.ENTRY)
    decision: Decision | None = part(UNKEYED, default=None)
    option_cards: Sequence[Any] = part(UNKEYED, default=())
    on_answer: Step | None = part(UNKEYED, default=None)
    outcome: Outcome | None = part(UNKEYED, default=None, known=codec.OUTCOME)
    # coins, Potions -> what they can buy; copies share it: replaced as soon as a pile runs out
    offers: dict[tuple[int, int], Offer] = part(UNKEYED, default=None)
    # the counters as the log has them
    logged_counters: Counters = part(UNKEYED, default=TURN_BEGINS)

    def __post_init__(self) -> None:
        self.players = [Player() for _ in range(self.table.seats)]
        self.current = self.table.start_seat
        self.offers = {}

    # --- the stack of unfinished steps ------------------------------------------------------

    def push(self, frame: Frame, *steps: Step) -> None:
        """Put steps on the stack, the first of them on top."""
        if len(steps) == 1:
            self.stack.append((steps[0], frame))
        else:
            self.stack += [(step, frame) for step in steps[::-1]]

    def run(self) -> None:
        """Do steps until a question is open or the game is over."""
        stack = self.stack
        while stack and self.decision is None:
            self.running = (verb, args), frame = stack.pop()
            if args:
                verb.do(self, frame, *args)
            else:  # unpacking nothing costs as much as the call
                verb.do(self, frame)

    def ask(
        self,
        frame: Frame,
        kind: str,
        cards: Sequence[Any],
        on_answer: Step,
        *,
        options: tuple[str, ...] | tuple[int, ...] | None = None,
        least: int = 1,
        most: int = 1,
        ordered: bool = False,
        about: str | tuple[str, ...] | None = None,
    ) -> None:
        """Ask the frame's seat to pick among cards; `on_answer` is done with those picked as `it`.

        `resume` repeats the step that asks, so that step does nothing else. A question with one
        legal answer is not asked.
        """
        if options is None:
            options = tuple([card.name for card in cards])
        if most > len(options):
            most = len(options)
            least = min(least, most)
        seat, _, card, _, _, _ = frame
        source = card.name if card else None
        decision = new_decision((seat, kind, options, least, most, ordered, source, about, None))
        if self.turn_order.possessor is not None and frame.seat == self.current:
            decision = decision._replace(seat=self.turn_order.possessor, of=frame.seat)
        self.option_cards = cards
        self.on_answer = on_answer
        self.asking = self.running
        if (least < most and options) or decision.is_open:
            if self.log is not None and self.logged_counters != (
                self.phase, self.actions, self.buys, self.coins
            ):  # fmt: skip
                self.tell_counters()
            self.decision = decision
        else:
            self._go_on(frame, decision.default)

    def answer(self, picks: Picks) -> None:
        """Go on after legal picks, in the options' order unless `ordered`."""
        if self.asking is None or self.decision is None:
            raise RuntimeError("nothing was asked")
        if len(picks) > 1 and not self.decision.ordered:
            picks = tuple(sorted(picks))
        self.decision = None
        self._go_on(self.asking[1], picks)
        self.run()

    def _go_on(self, frame: Frame, picks: Picks) -> None:
        cards, step = self.option_cards, self.on_answer
        if step is None:
            raise RuntimeError("nothing was asked")
        self.asking = self.on_answer = None
        seat, by, source, play, _, many = frame
        it = (cards[picks[0]],) if len(picks) == 1 else tuple([cards[pick] for pick in picks])
        answered = new_frame((seat, by, source, play, it, many))
        self.running = step, answered
        verb, args = step
        if args:
            verb.do(self, answered, *args)
        else:
            verb.do(self, answered)

    # --- the turn ---------------------------------------------------------------------------

    def begin_turn(self, seat: int) -> None:
        """Reset phase and counters; free what was forbidden."""
        self.current = seat
        self.logged_counters = TURN_BEGINS
        self.phase, self.actions, self.buys, self.coins = TURN_BEGINS
        if self.this_turn:
            self.this_turn = {}
        if self.potions:
            self.potions = 0
        if self.tokens and self.table.forbidding:
            free = self.table.forbidding
            self.tokens = {name: on for name, on in self.tokens.items() if name not in free}

    # --- the table --------------------------------------------------------------------------

    def others(self, seat: int) -> list[int]:
        """Return the other seats, beginning left of `seat`."""
        seats = self.table.seats
        return [(seat + step) % seats for step in range(1, seats)]

    def possessor_of(self, seat: int) -> int | None:
        """Return the seat that decides for this one now."""
        return self.turn_order.possessor if seat == self.current else None

    def eyes(self, seat: int) -> int:
        """Return the mask of those who see what this seat sees."""
        possessor = self.turn_order.possessor
        if possessor is None or seat != self.current:
            return 1 << seat
        return ALL if self.table.seats == 2 else 1 << seat | 1 << possessor

    def write(
        self,
        kind: str,
        seat: int,
        cards: Iterable[Card] = (),
        mask: int = ALL,
        **more: Any,
    ) -> None:
        """Log an event; seats outside the mask see only how many cards it was."""
        if self.log is not None:
            self.log.append((kind, seat, tuple(cards), mask, more or None))

    def write_from(
        self, origin: str, kind: str, seat: int, cards: Iterable[Card], mask: int = ALL, **more: Any
    ) -> None:
        """Log a move of cards from an unusual zone."""
        self.write(kind, seat, cards, mask, **{"from": origin}, **more)

    def count_this_turn(self, name: str, amount: int) -> None:
        """Add to what lasts until the turn ends."""
        self.this_turn = {**self.this_turn, name: self.this_turn.get(name, 0) + amount}

    def set_tokens(self, name: str, on: Any) -> None:
        """Put what lies on a card's mat, or on piles because of it, in place of what lay there."""
        self.tokens = {**self.tokens, name: on}

    def take_tokens(self, seat: int, name: str, amount: int) -> None:
        """Give a seat tokens; below 0 they go back."""
        player = self.players[seat]
        player.tokens = {**player.tokens, name: player.tokens.get(name, 0) + amount}
        if self.log is not None:
            self.write("tokens", seat, token=name, amount=amount)

    def take_potions(self, amount: int) -> None:
        """Count Potions; below 0 they are paid."""
        self.potions += amount
        self.write("potions", self.current, amount=amount)

    def tell_counters(self) -> None:
        if self.log is not None:
            self.logged_counters = (self.phase, self.actions, self.buys, self.coins)
            self.log.append(("counters", self.current, (), ALL, self.logged_counters))

    # --- moves of cards ---------------------------------------------------------------------

    def shuffle(self, seat: int) -> None:
        """Shuffle the sorted discard pile under what is left of the deck."""
        player = self.players[seat]
        fresh = sorted(player.discard, key=by_order)
        chance.shuffle(fresh, self.seed, seat, player.shuffles)
        player.shuffles += 1
        player.deck[:0] = fresh
        player.discard.clear()
        player.discard_hidden.clear()
        if self.log is not None:
            self.write("shuffle", seat)

    def draw(self, seat: int, count: int) -> int:
        """Draw up to `count` cards; return how many there were."""
        player = self.players[seat]
        if player.hand_open_to:
            self.close_hand(seat)
        if player.deck_seen_by:
            player.hand_shown += player.top_seen_by_all(count)
        taken = self.take_from_deck(seat, count)
        if taken:
            player.hand += taken
            if self.log is not None:
                self.log.append(("draw", seat, tuple(taken), self.eyes(seat), None))
        return len(taken)

    def take_from_deck(self, seat: int, count: int) -> list[Card]:
        """Take up to `count` cards from the top, first drawn first, shuffling if needed."""
        player = self.players[seat]
        deck = player.deck
        if len(deck) < count:
            taken = deck[::-1]
            deck.clear()
            player.deck_seen_by.clear()
            if player.discard:
                self.shuffle(seat)
                taken += self.take_from_deck(seat, min(count - len(taken), len(deck)))
            return taken
        if not count:
            return []
        taken = deck[: -count - 1 : -1]
        del deck[-count:]
        if player.deck_seen_by:
            del player.deck_seen_by[-count:]
        return taken

    def put_on_deck(self, seat: int, card: Card, mask: int) -> None:
        """Put a card that `mask` has seen on top of a deck."""
        player = self.players[seat]
        player.deck.append(card)
        if mask or player.deck_seen_by:
            player.deck_seen_by.append(mask)

    def leave_hand(self, seat: int, cards: Sequence[Card], *, openly: bool) -> None:
        """Take cards out of a hand; a hidden move ends what others knew of it."""
        player = self.players[seat]
        if player.hand_open_to and not openly:
            self.close_hand(seat)
        shown = player.hand_shown
        for card in cards:
            player.hand.remove(card)
            if shown and openly and card in shown:
                shown.remove(card)
        if shown and not openly:
            shown.clear()

    def close_hand(self, seat: int) -> None:
        """Before cards come or go unseen: end what another seat may know of the whole hand."""
        player = self.players[seat]
        if self.possessor_of(seat) is None:
            if self.table.seats == 2:
                player.hand_shown = player.hand[:]
            player.hand_open_to = 0

    def discard_from_hand(self, seat: int, cards: Sequence[Card]) -> None:
        """Discard cards together: the others see only the last."""
        if not cards:
            return
        player = self.players[seat]
        self.leave_hand(seat, cards, openly=len(cards) == 1)
        player.discard += cards
        if self.eyes(seat) != ALL:
            player.discard_hidden += cards[:-1]
        self._write_discard(seat, cards)

    def discard_hand(self, seat: int, *, covered: bool) -> None:
        """Discard the hand, `covered` by cards in play that are discarded after it."""
        player = self.players[seat]
        cards = sorted(player.hand, key=by_order)
        player.hand.clear()
        player.hand_shown.clear()
        player.discard += cards
        eyes = 1 << seat if self.turn_order.possessor is None else self.eyes(seat)
        if eyes == 1 << seat:
            player.hand_open_to = 0
        if eyes != ALL:
            player.discard_hidden += cards if covered else cards[:-1]
        if self.log is None:
            return
        if covered:
            self.write("discard", seat, cards, eyes)
        else:
            self._write_discard(seat, cards)

    def _write_discard(self, seat: int, cards: Sequence[Card]) -> None:
        mask = ALL if len(cards) == 1 else self.eyes(seat)
        self.write("discard", seat, cards, mask, top=cards[-1].name)

    def trash_from_hand(self, seat: int, cards: Sequence[Card]) -> None:
        if cards:
            self.leave_hand(seat, cards, openly=True)
            self.put_into_trash(seat, cards)
            self.write("trash", seat, cards)

    def put_into_trash(self, seat: int, cards: Sequence[Card]) -> None:
        """Trash cards of this seat; those of a possessed one are set aside."""
        if self.possessor_of(seat) is None:
            self.trash += cards
            return
        player, mat = self.players[seat], self.turn_order.extra
        player.mats = (*player.mats, *[(mat, card, ALL) for card in cards])

    def take_from_supply(self, seat: int, card: Card, to: str) -> None:
        """Move a card from its pile to the seat's `discard`, `hand` or `deck`."""
        left = self.supply[card] - 1
        self.supply[card] = left
        if not left:
            self.empty += 1
            self.offers = {}
        if to == "discard":
            self.players[seat].discard.append(card)
        else:
            self.put_into(seat, card, to)

    def return_to_pile(self, seat: int, card: Card, count: int) -> None:
        """Return copies of a card from the hand to its pile, for all to see."""
        if not count:
            return
        self.leave_hand(seat, (card,) * count, openly=True)
        self.empty -= not self.supply[card]
        self.supply[card] += count
        self.offers = {}
        self.write("return", seat, (card,) * count)

    def put_into(self, seat: int, card: Card, to: str) -> None:
        """Put a card that everybody sees into the seat's `discard`, `hand` or `deck`."""
        player = self.players[seat]
        if to == "discard":
            player.discard.append(card)
        elif to == "hand":
            player.hand.append(card)
            player.hand_shown.append(card)
        else:
            self.put_on_deck(seat, card, ALL)

    def cost(self, card: Card) -> int:
        """Return the card's cost now, in coins; never below 0."""
        if not self.table.costs_change:
            return card.cost
        return self.reduced(card, self.reductions())

    def reductions(self) -> list[tuple[int, str]]:
        """By how much cards of which types are cheaper now; all have the type ""."""
        in_play = self.players[self.current].in_play
        reductions = [reduction for card in in_play for reduction in card.reductions]
        if LESS in self.this_turn:
            reductions.append((self.this_turn[LESS], ""))
        return reductions

    def reduced(self, card: Card, reductions: Iterable[tuple[int, str]]) -> int:
        less = 0
        for amount, kind in reductions:
            if kind in card.types:
                less += amount
        if card.discount and self.phase == "buy":
            amount, kind = card.discount.args
            less += amount * sum(
                kind in other.types for other in self.players[self.current].in_play
            )
        return max(0, card.cost - less) if less else card.cost

    def affordable(self, coins: int, potions: int = 0) -> tuple[Card, ...]:
        """Return the non-empty piles up to this cost, by cost, then name."""
        if self.table.costs_change:
            less = self.reductions()
            piles = [c for c in self.table.piles if self.supply[c] and c.potion <= potions]
            return tuple([c for c in piles if self.reduced(c, less) <= coins])
        return self._offer(coins, potions)[0]

    def buyable(self) -> Offer:
        """Return the piles that the current seat can pay for and may buy."""
        table = self.table
        if not (table.costs_change or table.forbids):
            known = self.offers.get((self.coins, self.potions))
            return known or self._offer(self.coins, self.potions)
        return offer(self.permitted(self.affordable(self.coins, self.potions)))

    def permitted(self, cards: Iterable[Card]) -> list[Card]:
        """List the cards of these that the current seat may buy."""
        named = {name for card in self.table.forbidding for name in self.tokens.get(card, ())}
        in_play = {card.name for card in self.players[self.current].in_play}
        return [c for c in cards if c.name not in named and c.not_with not in in_play]

    def _offer(self, coins: int, potions: int) -> Offer:
        known = self.offers.get((coins, potions))
        if known is None:
            piles = [c for c in self.table.piles if self.supply[c] and c.potion <= potions]
            known = self.offers[coins, potions] = offer([c for c in piles if c.cost <= coins])
        return known

    def in_hand(self, seat: int, kind: str | None = None) -> list[Card]:
        """Return a hand's cards of a type, by cost, then name."""
        hand = self.players[seat].hand
        cards = hand[:] if kind is None else [card for card in hand if kind in card.types]
        if len(cards) > 1:
            cards.sort(key=by_order)
        return cards
