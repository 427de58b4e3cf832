"""Dominion: counters, every seat's cards, the supply, the trash."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from rich.text import Text

from engine.dominion.card import CARDS
from kit.play.report import plain
from kit.terminal import quantity

PILE = 19  # columns of a pile
TOP = 6  # cards of a deck that are named
STYLES = {  # by the first type that fits
    "Curse": "magenta",
    "Attack": "red",
    "Reaction": "blue",
    "Treasure": "yellow",
    "Victory": "green",
}


def lines(
    position: dict[str, Any], names: Sequence[str], scores: Sequence[int], width: int
) -> list[Text]:
    shown = [_counters(position, names)]
    for seat, (name, score) in enumerate(zip(names, scores, strict=True)):
        shown += _seat(position, seat, f"{name} {score}")
    shown += _supply(position, max(1, width // PILE))
    if position["trash"]:
        shown.append(_zone("Trash", position["trash"]))
    for token, piles in position["tokens"].items():
        shown.append(plain(f"{token}: {_words(piles)}"))
    return shown


def _words(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {item}" for key, item in value.items())
    return str(value)


def _counters(position: dict[str, Any], names: Sequence[str]) -> Text:
    counters = [f"{key} {position[key]}" for key in ("actions", "buys", "coins")]
    counters += [f"potions {position['potions']}"] if position.get("potions") else []
    by = position.get("possessor")
    extra = [f"extra turn by {position['extra']}"] if position.get("extra") else []
    extra += [f"{names[by]} decides"] if by is not None else []
    return plain(f"{position['phase']}: {', '.join([*counters, *extra])}", style="bold")


def _seat(position: dict[str, Any], number: int, head: str) -> list[Text]:
    seat = position["seats"][number]
    is_current = number == position["current"] and position["phase"] != "over"
    tokens = [f"{_words(seat[key])} {key}" for key in ("tokens", "mats") if seat.get(key)]
    tokens += [quantity(seat["vp"], "VP token")] if seat["vp"] else []
    piles = [f"deck {seat['deck_size']}", f"discard {seat['discard_size']}", *tokens]
    mark = "▶ " if is_current else "  "
    title = plain(f"{mark}{head}", style="bold reverse" if is_current else "bold")
    shown = [title.append(f"  {', '.join(piles)}", style="not bold not reverse")]
    hidden = quantity(seat["hand_size"], "card") if seat["hand"] is None else None
    shown.append(_zone("  Hand", seat["hand"] or (), hidden))
    zones = [zone for zone in ("in_play", "next_turn", "set_aside") if seat.get(zone)]
    shown += [_zone(f"  {zone.replace('_', ' ').capitalize()}", seat[zone]) for zone in zones]
    if seat.get("deck") and is_current:
        shown.append(_zone("  Deck top", seat["deck"][:TOP], in_order=True))
    return shown


def _zone(
    title: str, cards: Iterable[Any], instead: str | None = None, *, in_order: bool = False
) -> Text:
    line = plain(f"{title}: ", style="dim")
    if instead:
        return line.append(instead)
    names = [name if isinstance(name, str) else "?" for name in cards]
    counted = [(name, 1) for name in names] if in_order else list(Counter(names).items())
    for number, (name, count) in enumerate(counted):
        line.append(", " * bool(number), style="not dim")
        line.append_text(_card(f"{count} {name}" if count > 1 else name, name))
    return line if counted else line.append("nothing")


def _card(words: str, name: str) -> Text:
    types = CARDS[name].types.split() if name in CARDS else []
    style = next((style for kind, style in STYLES.items() if kind in types), "default")
    return plain(words, style=f"not dim {style}")


def _supply(position: dict[str, Any], columns: int) -> list[Text]:
    costs = position["costs"]
    piles = sorted(position["supply"].items(), key=lambda pile: (costs.get(pile[0], 0), pile[0]))
    cells = []
    for name, left in piles:
        words = f"{costs.get(name, '?')}¢ {name} {left}"
        cell = _card(words[: PILE - 1].ljust(PILE), name)
        if not left:
            cell.stylize("dim strike")
        cells.append(cell)
    rows = -(-len(cells) // columns)  # filled column by column, by cost
    return [Text().join(cells[row::rows]) for row in range(rows)]
