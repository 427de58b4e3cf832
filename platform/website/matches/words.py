"""What the boards in the browser say (static/js/board), in the reader's language.

Sentences have {places}. Those that depend on a number have one form for one and one for several.
"""

from functools import cache
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.dominion.card import CARDS
from engine.dominion.words import options
from engine.kingdomino.dominoes import TERRAINS
from website.cards.faces import Face, faces, reader
from website.dominoes.words import land

Sentence = str | Promise

SHARED: dict[str, Sentence] = {
    "turn_and_counters": _("Current position"),
    "seat": _("{name}"),
    "seat_on_turn": _("{name}, on turn"),
    "you": _("you"),
    "marked": _("chosen"),
    "nothing": _("nothing"),
}
DOMINION: dict[str, Sentence] = {
    "turn_n": _("Turn {n}"),
    "phase action": _("Action phase"),
    "phase buy": _("Buy phase"),
    "phase clean-up": _("Clean-up"),
    "phase over": _("The game is over"),
    "supply": _("Supply"),
    "hand": _("Hand"),
    "in_play": _("In play"),
    "set_aside": _("Set aside"),
    "deck": _("Deck"),
    "discard": _("Discard"),
    "trash": _("Trash"),
    "mat": _("On {card}"),
    "cost": _("cost {cost}"),
    "no_text": _("No text."),
    "hidden": _("{n} hidden"),
}
KINGDOMINO: dict[str, Sentence] = {
    "round_n": _("Round {n}"),
    "leg_n": _("Game {n}"),
    "draft": _("First draft"),
    "row": _("This row"),
    "next_row": _("Next row"),
    "bag": _("{n} in the bag"),
    "domino": _("Domino {n}"),
    "king_of": _("king of {name}"),
    "kingdom_of": _("The kingdom of {name}"),
    "area": _("{land}: {squares} squares, {crowns} crowns, {points} points"),
}
PLAYER: dict[str, Sentence] = {
    "start": _("The game is set up"),
    "of": _("Event {n} of {last}"),
    "play": pgettext_lazy("player", "Play"),
    "pause": _("Pause"),
    "everything": _("everything"),
    "public": _("what everyone saw"),
    "seen": _("what {name} saw"),
    "for": _("for {card}"),
    "about": _("about {what}"),
    "pick_exactly": _("pick {least}"),
    "pick_range": _("pick {least} to {most}"),
    "picked": _("Picked"),
    "not_picked": _("Not chosen"),
    "unanswered": _("No answer. The game was stopped here."),
    "no_question": _("No question here."),
    "took": _("{ms} ms of CPU"),
    "no_bot": _("default answer, without a bot"),
    "put_away": _("discard"),
    "secret": _("Only {name} saw the options."),
    "set_up": _("Set-up"),
    "curve": _("Points over the game: {points}"),
    "not_json": _("This file is not JSON. Choose the file written by “--replay”."),
    "no_film": _("This file is not a replay. Choose the file written by “--replay”."),
    "newer": _("This replay was made by a newer version. Reload the page and try again."),
    "unknown_game": _("The game of this replay is not known here."),
    "too_large": _("This file is too large for a replay (limit: {most} MB)."),
    "broken": _("This replay is damaged and cannot be shown from event {n} on."),
    "text_turn": _("Turn {n}: {name}"),
    "text_round": _("Round {n}, {name}"),
    "text_counters": _("Actions {actions}, Buys {buys}, Coins {coins}"),
    "text_seat": _("points {score}, turns {turns}"),
    "text_score": _("points {score}"),
    "text_piles": _("deck {deck}, discard {discard}"),
    "text_hidden": _("{n} hidden cards"),
    "piles": _("Piles"),
    "castle_alone": _("only the castle"),
}
KINDS: dict[str, Sentence] = {
    "play_action": _("which Action to play, if any"),
    "play_treasures": _("which treasures to play, in which order"),
    "buy": _("which card to buy, if any"),
    "discard": _("which cards to discard"),
    "trash": _("which cards to trash"),
    "gain": _("which card to gain"),
    "put_back": _("which cards to put back onto the deck"),
    "reveal": _("which cards to reveal"),
    "set_aside": _("which cards to set aside"),
    "take": _("which cards to take into the hand"),
    "order": _("in which order to put cards back"),
    "react": _("which Reaction to reveal, if any"),
    "choose": _("which of these"),
    "confirm": _("yes or no"),
    "name": _("which card to name"),
    "place": _("where to place the domino"),
    "pick": _("which domino to take"),
}
PLURALS: dict[str, tuple[Sentence, Sentence]] = {
    "actions": (_("{n} Action"), _("{n} Actions")),
    "buys": (_("{n} Buy"), _("{n} Buys")),
    "coins": (_("{n} Coin"), _("{n} Coins")),
    "cards": (_("{n} card"), _("{n} cards")),
    "points": (_("{n} point"), _("{n} points")),
    "turns_taken": (_("{n} turn taken"), _("{n} turns taken")),
    "vp_tokens": (_("{n} victory token"), _("{n} victory tokens")),
    "land_crowns": (_("{land} with {n} crown"), _("{land} with {n} crowns")),
}
OF_GAME = {"dominion": DOMINION, "kingdomino": KINGDOMINO}


def words_of(game: str) -> dict[str, Any]:
    """All that a board of this game says: `words`, `plurals`, and the game's things by name."""
    language = reader()
    return {
        "language": language,
        "words": {key: str(text) for key, text in _sentences(game).items()},
        "plurals": {key: [str(form) for form in forms] for key, forms in PLURALS.items()},
        "cards": _cards(language) if game == "dominion" else {},
        "lands": {terrain: land(terrain) for terrain in TERRAINS},
        "phrases": options(language),
    }


def _sentences(game: str) -> dict[str, Sentence]:
    asked = {f"kind {kind}": text for kind, text in KINDS.items()}
    return SHARED | PLAYER | asked | OF_GAME.get(game, {})


@cache
def _cards(language: str) -> dict[str, Any]:
    return {face.card.name: _card(face) for face in faces(language).values()}


def _card(face: Face) -> dict[str, Any]:
    card = CARDS[face.card.name]
    return {
        "name": face.name,
        "cost": card.cost,
        "kinds": [kind.colour for kind in face.kinds],
        "types": " · ".join(kind.word for kind in face.kinds),
        "text": card.text_in(face.language),
    }
