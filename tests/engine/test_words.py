"""Games are told in every language, completely and without words of another."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from engine import catalogue, conformance
from engine.dominion import position
from engine.dominion import words as dominion
from engine.dominion.card import CARDS
from engine.event_texts import LANGUAGES, Texts, count_phrase
from engine.game import Game
from engine.kingdomino import words as kingdomino
from tests.engine import golden

Event = dict[str, Any]
Sentences = Mapping[str, Texts]
NAMES = ["Zoë", "Yan", "Xi", "Wu"]
KINGDOM_CARDS = sorted(
    card.name for card in CARDS.values() if card.expansion not in ("basic", "prizes")
)

EXTRA_TURNS = (
    "Outpost, Haven, Lighthouse, Caravan, Wharf, Island, Embargo, Ambassador, Smugglers, Tactician"
)


def games_of_dominion() -> Iterator[Game]:
    """Yield games whose kingdoms cover every card of every expansion."""
    for first in range(0, len(KINGDOM_CARDS), 5):
        kingdom = (KINGDOM_CARDS * 2)[first : first + 10]
        config = {"kingdom": kingdom, "turn_limit": 50}
        yield dabble(catalogue.new("dominion", seats=2 + first % 2, seed=first, config=config))
    config = {"kingdom": EXTRA_TURNS.split(", "), "turn_limit": 60}
    yield dabble(catalogue.new("dominion", seats=2, seed=0, config=config))
    possessing = {"hand": "Possession", "deck": "9 Copper"}
    yield dabble(position(seats=[possessing, possessing], kingdom="Possession"))
    trading = {"hand": "Black Market", "deck": "9 Copper"}
    yield dabble(position(seats=[trading, trading], market="Smithy, Moat, Village, Feast, Spy"))


def dabble(game: Game) -> Game:
    """Pick at random, at least one option if allowed, so every card is bought and played."""
    dice = random.Random(game.record()["seed"])
    while (decision := game.decision) is not None:
        least = max(decision.least, min(1, decision.most))
        count = dice.randint(least, decision.most)
        game.choose(dice.sample(range(len(decision.options)), count))
    return game


def games_of_kingdomino() -> Iterator[Game]:
    for seats in (2, 3, 4):
        config = {"variants": ["dynasty", "harmony"], "must_place": seats == 3}
        game = catalogue.new("kingdomino", seats=seats, seed=seats, config=config)
        yield dabble(game)


def kinds_met(game: Game) -> Iterator[tuple[str, Event]]:
    """Return every event, as all and as one seat saw it, with the kind of its sentence."""
    for event in (*game.events(None), *game.events(1)):
        yield kind_of(game.name, event), event


def kind_of(name: str, event: Event) -> str:
    if name == "dominion":
        return dominion.sentence_of(event)
    return "discard forced" if event.get("forced") else str(event["type"])


GAMES: list[tuple[str, Sentences, Callable[[], Iterator[Game]]]] = [
    ("dominion", dominion.SENTENCES, games_of_dominion),
    ("kingdomino", kingdomino.SENTENCES, games_of_kingdomino),
]


@pytest.mark.parametrize(("name", "sentences", "games"), GAMES)
def test_every_event_is_told_in_german_without_an_english_word(
    name: str, sentences: Sentences, games: Callable[[], Iterator[Game]]
) -> None:
    english = words_of(sentences, "en") - words_of(sentences, "de")
    english |= {"card", "cards", "tokens", "empty", "crown", "crowns", "with"}
    met = set()
    for game in games():
        for kind, event in kinds_met(game):
            told = [catalogue.tell(name, event, NAMES[: game.seats], code) for code in LANGUAGES]
            assert bool(told[0]) == bool(told[1]) == bool(sentences[kind]["en"]), event
            assert not english & tokens(told[1]), told
            assert not english_cards(event, told[1]), told
            met.add(kind)
    assert met == set(sentences), "the games bring up every kind of sentence"


def words_of(sentences: Sentences, language: str) -> set[str]:
    return set().union(*(tokens(re.sub(r"{\w+}", "", one[language])) for one in sentences.values()))


def tokens(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def english_cards(event: Event, told: str) -> set[str]:
    """English names of cards of the event, where the German one is another."""
    names = {*event.get("cards", ()), str(event.get("about", ""))} & CARDS.keys()
    differing = {name for name in names if CARDS[name].german != name}
    return {name for name in differing if re.search(rf"\b{name}\b", told)}


COPPERS, MOAT = ["Copper", "Gold", "Copper"], ["Moat"]
DOMINION_EVENTS: list[Event] = [
    {"type": "turn", "turn": 3},
    {"type": "turn", "turn": 3, "extra": "Outpost"},
    {"type": "turn", "turn": 3, "extra": "Possession", "by": 1},
    {"type": "tokens", "token": "Pirate Ship", "amount": 1},
    {"type": "potions", "amount": 1},
    {"type": "token_on_pile", "cards": ["Estate"], "about": "Embargo"},
    {"type": "mat", "cards": ["Estate"], "about": "Island"},
    {"type": "react", "cards": ["Tunnel"], "about": "Tunnel"},
    {"type": "react", "cards": MOAT, "about": "Militia"},
    {"type": "gain", "cards": MOAT, "to": "discard", "bought": True},
    {"type": "gain", "cards": MOAT, "to": "discard", "bought": False},
    {"type": "gain", "cards": MOAT, "to": "hand", "bought": False},
    {"type": "gain", "cards": MOAT, "to": "deck", "bought": False},
    {"type": "tokens", "vp": 1},
    {"type": "tokens", "vp": 2},
    {"type": "tokens", "token": "coin", "amount": 1},
    {"type": "tokens", "token": "coin", "amount": -2},
    {"type": "cheaper", "amount": 1},
    {"type": "pass", "cards": MOAT},
    {"type": "pile_token", "cards": ["Estate"], "about": "Trade Route"},
    {"type": "end", "scores": [6, -1], "reason": "Province pile empty"},
    *({"type": kind, "cards": COPPERS} for kind in
      ("shuffle", "draw", "play", "play_again", "buy", "take", "reveal", "look", "put_back",
       "shuffle_in", "set_aside", "discard_deck", "name", "discard", "trash", "counters",
       "clean_up", "next_turn", "return", "turn_up", "put_under")),
]  # fmt: skip
KINGDOMINO_EVENTS: list[Event] = [
    {"type": "dynasty_game", "dynasty_game": 2},
    {"type": "row", "numbers": [7, 21, 44, 47]},
    {"type": "turn", "turn": 1},
    {"type": "pick", "number": 44},
    {"type": "place", "number": 19, "at": [0, 1, 0, -1]},
    {"type": "discard", "number": 7, "forced": False},
    {"type": "discard", "number": 48, "forced": True},
    {"type": "score", "dynasty_game": 2, "scores": [6, 1]},
    {"type": "end", "scores": [6, 1], "reason": "all dominoes are placed"},
]


@pytest.mark.parametrize(
    ("name", "events", "sentences"),
    [
        ("dominion", DOMINION_EVENTS, dominion.SENTENCES),
        ("kingdomino", KINGDOMINO_EVENTS, kingdomino.SENTENCES),
    ],
)
def test_each_kind_of_event_in_both_languages(
    name: str, events: list[Event], sentences: Sentences
) -> None:
    seated = [{"seat": 0, **event} for event in events]
    assert {kind_of(name, event) for event in seated} == set(sentences)
    told = [
        " | ".join(catalogue.tell(name, event, NAMES[:2], code) for code in LANGUAGES)
        for event in seated
    ]
    golden.compare(f"told_{name}.txt", told)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ({"type": "draw", "count": 1}, "Zoë zieht 1 Karte."),
        ({"type": "draw", "count": 5}, "Zoë zieht 5 Karten."),
        ({"type": "discard", "cards": ["Copper", "Gold", "Copper", "Moat"]},
         "Zoë legt 2\N{MULTIPLICATION SIGN} Kupfer, Gold und Burggraben ab."),
        ({"type": "play", "cards": ["Lost", "Village"]}, "Zoë spielt Lost und Dorf aus."),
        ({"type": "reveal", "cards": []}, "Zoë deckt nichts auf."),
    ],
)  # fmt: skip
def test_cards_stand_in_german_sentences_by_name_and_number(event: Event, sentence: str) -> None:
    assert catalogue.tell("dominion", {"seat": 0, **event}, NAMES[:2], "de") == sentence


@pytest.mark.parametrize(
    ("name", "reason", "german"),
    [
        ("dominion", "turn limit", "Zuggrenze"),
        ("dominion", "3 piles empty", "3 leere Stapel"),
        ("dominion", "Colony pile empty", "leerer Stapel Kolonie"),
        ("dominion", "a dog ate it", "a dog ate it"),
        ("kingdomino", "all dominoes are placed", "alle Dominosteine sind gelegt"),
    ],
)
def test_why_a_game_ended_is_said_in_german(name: str, reason: str, german: str) -> None:
    assert catalogue.ending(name, reason, "de") == german
    assert catalogue.ending(name, reason, "en") == reason


def test_the_conformance_check_breaks_where_a_language_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for texts in ({"en": "{who}!", "de": ""}, {"en": "{who}!", "de": "{who}!"}):
        monkeypatch.setitem(kingdomino.SENTENCES, "turn", texts)
        with pytest.raises(AssertionError, match="turn is not told in each of en, de"):
            conformance.check("kingdomino", seats=2, seed=1, every=1000)


def test_one_is_counted_in_the_singular() -> None:
    assert [count_phrase(n, ("card", "cards")) for n in (0, 1, 2)] == [
        "0 cards",
        "1 card",
        "2 cards",
    ]
