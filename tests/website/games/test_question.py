"""Questions to people: their words, and the zone of their options."""

import random
from collections import Counter

import pytest

from engine import catalogue
from engine.dominion.card import CARDS
from engine.game import Decision, Game
from website.games.question import DecisionText
from website.games.registry import site_game

KINGDOMS = [
    ["Develop", "Spice Merchant", "Duchess", "Oracle", "Jack of All Trades"],
    ["Chancellor", "Loan", "Watchtower", "Thief", "Spy"],
    ["Vault", "Contraband", "Inn", "Scheme", "Cartographer"],
]
REST = ["Village", "Smithy", "Market", "Festival", "Laboratory"]
OWN_ZONES = ("hand", "set_aside", "in_play")


def asked(game: Game, seed: int) -> list[tuple[Decision, DecisionText]]:
    """Return every decision of a game with random answers."""
    dice, found = random.Random(seed), []
    while (decision := game.decision) is not None:
        found.append(
            (decision, DecisionText(site_game(game.name), decision, game.view(decision.seat)))
        )
        everything = decision.kind == "play_treasures"
        least = decision.most if everything else max(decision.least, min(1, decision.most))
        count = dice.randint(least, decision.most)
        game.choose(dice.sample(range(len(decision.options)), count))
    return found


@pytest.mark.parametrize("kingdom", KINGDOMS)
def test_every_question_of_dominion_has_its_words(kingdom: list[str]) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(3):
        config = {"kingdom": [*kingdom, *REST], "turn_limit": 25}
        game = catalogue.new("dominion", seats=2, seed=seed, config=config)
        for decision, question in asked(game, seed):
            kinds[decision.kind] += 1
            assert decision.kind in question.game.prompts
            if decision.kind in ("choose", "confirm"):
                known = CARDS.keys() | question.game.phrases.keys()
                assert set(decision.options) <= known, decision
            assert len(question.options) == len(decision.options)
            check_zone(decision, question)
    assert kinds["choose"] + kinds["confirm"]


def check_zone(decision: Decision, question: DecisionText) -> None:
    """Check that the zone holds all options."""
    zone = question.data()["zone"]
    own = question.view["seats"][decision.seat]
    if zone in OWN_ZONES:
        assert not Counter(decision.options) - Counter(own[zone])
    elif zone == "supply":
        assert set(decision.options) <= question.view["supply"].keys()
    else:
        assert zone is None


def test_places_and_dominoes_are_told() -> None:
    game = catalogue.new("kingdomino", seats=2, seed=1, config={})
    for decision, question in asked(game, 1):
        told = [option.label for option in question.options]
        assert len(set(told)) == len(told)
        assert question.data()["zone"] == decision.kind
    kingdomino, position = site_game("kingdomino"), {"seats": [{"domino": 48}]}
    place = kingdomino.option_text((1, 0, 0, -1), position, 0)
    assert place == "wheat at 1, 0; mine with 3 crowns below it"
    domino = kingdomino.option_text(48, position, 0)
    assert domino == "48: wheat \N{MIDDLE DOT} mine with 3 crowns"
