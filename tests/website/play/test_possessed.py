"""A person who decides in a possessed turn sees whose turn and cards they are."""

import json

import pytest
from django.test import Client
from django.utils import timezone

from arena.models import BotSeat, HumanGame
from engine import catalogue
from engine.dominion import position
from tests.cast import a_house_bot, a_ladder, charlie
from tests.website.page import visit

POSITION = {
    "kingdom": ["Possession", "Cellar", "Village"],
    "seats": [
        {"hand": "Possession, Gold", "deck": "5 Copper"},
        {"hand": "Cellar, Estate, 2 Gold, Silver", "deck": "5 Copper"},
    ],
}


def possessing() -> HumanGame:
    """A game in which Charlie plays the turn of Big Money: Possession, Gold, nothing bought."""
    choices = [[0], [0], []]
    dealt = position(**POSITION)
    for picks in choices:
        dealt.choose(picks)
    assert dealt.decision
    assert (dealt.decision.seat, dealt.decision.of) == (0, 1)
    bot = a_house_bot("big-money", a_ladder())
    assert bot.current
    game = HumanGame.objects.create(
        user=charlie(),
        game="dominion",
        engine=catalogue.info("dominion").engine,
        config={"position": POSITION},
        seed=1,
        seats_count=2,
        human_seat=0,
        status=HumanGame.Status.ASKING,
        choices=choices,
        choices_count=len(choices),
        moved_at=timezone.now(),
    )
    BotSeat.objects.create(game=game, seat=1, version=bot.current)
    return game


@pytest.fixture
def game(db: None) -> HumanGame:
    return possessing()


def test_the_question_names_the_possessed_and_offers_their_cards(
    as_charlie: Client, game: HumanGame
) -> None:
    page = visit(as_charlie, f"/play/{game.pk}/")
    assert page.part("#whose").text == "In the turn of big-money, with the cards of big-money."
    assert page.part("fieldset.picks")["aria-describedby"] == "prompt whose"
    question = json.loads(page.part("#table")["data-table"])["question"]
    assert (question["of"], question["zone"], question["options"]) == (1, "hand", ["Cellar"])
    assert "Extra turn: Possession, charlie decides" in page.part(".position-rows").text


def test_it_is_said_in_german_as_well(as_charlie: Client, game: HumanGame) -> None:
    as_charlie.post("/language/", {"language": "de", "next": "/"})
    page = visit(as_charlie, f"/play/{game.pk}/")
    assert page.part("#whose").text == "Im Zug von big-money, mit den Karten von big-money."


def test_an_own_question_names_nobody(as_charlie: Client, game: HumanGame) -> None:
    HumanGame.objects.update(choices=[], choices_count=0)
    page = visit(as_charlie, f"/play/{game.pk}/")
    assert not page.has("#whose")
    assert page.part("fieldset.picks")["aria-describedby"] == "prompt"
