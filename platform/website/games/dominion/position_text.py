"""A position as text; `asText` of dominion.js agrees."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.dominion.card import CARDS
from website.games.contract import Position, PositionRow, Say
from website.games.dominion.card_view import card_title

MOST_IN_ORDER = 9  # cards of a deck that are named


def rows(
    say: Say, position: Position, names: Sequence[str], scores: Sequence[int | None]
) -> Iterator[PositionRow]:
    """Yield the table, then every seat."""
    extra = position.get("extra")
    phase = [say("phase " + position["phase"])]
    if extra:
        possessor = position.get("possessor")
        if possessor is None:
            phase.append(say("extra_turn", card=card_title(extra)))
        else:
            phase.append(say("possessed_turn", card=card_title(extra), name=names[possessor]))
    counters = say("text_counters", **{key: position[key] for key in ("actions", "buys", "coins")})
    if position.get("potions"):
        counters += ", " + say("potions", n=position["potions"])
    yield PositionRow(
        say("text_turn", n=position["turn"], name=names[position["current"]]),
        f"{'. '.join(phase)}. {counters}",
    )
    piles = (f"{left} {card_title(name)}" for name, left in position["supply"].items())
    yield PositionRow(say("supply"), ", ".join(piles))
    yield PositionRow(say("trash"), _cards(say, position["trash"]))
    yield from _beside_supply(say, position)
    for name, on in position["tokens"].items():
        key = "on_piles" if isinstance(on, dict) else "mat"
        yield PositionRow(say(key, card=card_title(name)), _cards(say, on))
    for name, seat, score in zip(names, position["seats"], scores, strict=True):
        yield from _seat(say, name, seat, score)


def _beside_supply(say: Say, position: Position) -> Iterator[PositionRow]:
    market = position.get("black_market")
    if market:
        yield PositionRow(say("black_market"), say("cards", n=market["size"]))
        yield PositionRow(say("turned_up"), _cards(say, market["shown"]))
    if "prizes" in position:
        yield PositionRow(say("prizes"), _cards(say, position["prizes"]))
    if position.get("bane"):
        yield PositionRow(say("bane"), card_title(position["bane"]))
    if market and market["known"]:  # the uppermost of its deck
        uppermost = [card_title(name) for name in market["known"][:MOST_IN_ORDER]]
        more = ["…"] if len(market["known"]) > MOST_IN_ORDER else []
        yield PositionRow(say("known_order"), ", ".join([*uppermost, *more]))


def _seat(say: Say, name: str, seat: dict[str, Any], score: int | None) -> Iterator[PositionRow]:
    key = "text_seat_without_score" if score is None else "text_seat"
    yield PositionRow(name, say(key, score=score, turns=seat["turns"]))
    coin_tokens = seat.get("tokens", {}).get("coin")
    if coin_tokens:
        yield PositionRow(say("tokens"), say("coin_tokens", n=coin_tokens))
    hand = seat["hand"] if seat["hand"] is not None else seat.get("known", {}).get("hand", [])
    unseen = [None] * (seat["hand_size"] - len(hand))
    yield PositionRow(say("hand"), _cards(say, [*hand, *unseen]))
    yield PositionRow(say("in_play"), _cards(say, seat["in_play"]))
    if seat["set_aside"]:
        yield PositionRow(say("set_aside"), _cards(say, seat["set_aside"]))
    if seat.get("next_turn"):
        yield PositionRow(say("next_turn"), _cards(say, seat["next_turn"]))
    for name_of_mat, on in seat.get("mats", {}).items():
        yield PositionRow(say("own_mat", card=card_title(name_of_mat)), _cards(say, on))
    for name_of_token, count in seat.get("tokens", {}).items():
        if name_of_token in CARDS:
            yield PositionRow(say("own_tokens", card=card_title(name_of_token)), str(count))
    top = seat["discard_top"]
    piles = say("text_piles", deck=seat["deck_size"], discard=seat["discard_size"])
    yield PositionRow(say("piles"), piles + (f" ({card_title(top)})" if top else ""))


def _cards(say: Say, names: Iterable[str | None]) -> str:
    counted = Counter(names)
    hidden = counted.pop(None, 0)
    parts = [
        f"{n} {card_title(str(name))}" if n > 1 else card_title(str(name))
        for name, n in counted.items()
    ]
    if hidden:
        parts.append(say("text_hidden", n=hidden))
    return ", ".join(parts) or say("nothing")
