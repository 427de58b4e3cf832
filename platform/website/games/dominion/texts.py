"""Dominion's texts. SENTENCES have {placeholders}; PLURALS depend on {n}."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from website.games.contract import Forms, Text

SENTENCES: Mapping[str, Text] = {
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
    "on_piles": _("Tokens of {card} on"),
    "tokens": _("Tokens"),
    "prizes": _("Prizes"),
    "bane": _("Bane"),
    "black_market": _("Black Market deck"),
    "turned_up": _("Turned up"),
    "known_order": _("Black Market order"),
    "own_mat": _("On the mat {card}"),
    "own_tokens": _("Tokens of {card}"),
    "next_turn": _("Acts again next turn"),
    "extra_turn": _("Extra turn: {card}"),
    "you_decide": _("you decide"),
    "possessed_turn": _("Extra turn: {card}, {name} decides"),
    "cost": _("cost {cost}"),
    "no_text": _("No text."),
    "hidden": _("{n} hidden"),
    "text_turn": _("Turn {n}: {name}"),
    "text_counters": _("Actions {actions}, Buys {buys}, Coins {coins}"),
    "text_seat": _("points {score}, turns {turns}"),
    "text_seat_without_score": _("turns {turns}"),
    "text_piles": _("deck {deck}, discard {discard}"),
    "piles": _("Piles"),
}
PLURALS: Mapping[str, Forms] = {
    "actions": (_("{n} Action"), _("{n} Actions")),
    "buys": (_("{n} Buy"), _("{n} Buys")),
    "coins": (_("{n} Coin"), _("{n} Coins")),
    "potions": (_("{n} Potion"), _("{n} Potions")),
    "cards": (_("{n} card"), _("{n} cards")),
    "text_hidden": (_("{n} hidden card"), _("{n} hidden cards")),
    "turns_taken": (_("{n} turn taken"), _("{n} turns taken")),
    "coin_tokens": (_("{n} coin token"), _("{n} coin tokens")),
    "vp_tokens": (_("{n} victory token"), _("{n} victory tokens")),
}
PROMPTS: Mapping[str, Text] = {
    "play_action": _("Play an Action?"),
    "play_treasures": _("Play treasures?"),
    "buy": _("Buy a card?"),
    "discard": _("Discard cards"),
    "trash": _("Trash cards"),
    "gain": _("Gain a card"),
    "put_back": _("Put cards back onto the deck"),
    "reveal": _("Reveal cards"),
    "set_aside": _("Set this card aside?"),
    "take": _("Take cards into your hand"),
    "order": _("In which order do they go back? The first ends on top."),
    "react": _("Reveal a Reaction?"),
    "choose": _("Choose"),
    "confirm": _("Yes or no?"),
    "name": _("Name a card"),
    "amount": _("How many?"),
    "pass": _("Pass a card to the left"),
}
NOTHING: Mapping[str, Text] = {
    "play_action": _("No Action, go to the Buy phase"),
    "play_treasures": _("Play none"),
    "buy": _("Buy nothing"),
    "discard": _("Discard nothing"),
    "trash": _("Trash nothing"),
    "react": _("Reveal none"),
    "set_aside": _("Keep it"),
}
