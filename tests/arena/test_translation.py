"""Stored messages are translated into their reader's language."""

import json

from django.utils import translation

from arena.actions.errors import BadTerms, NameTaken, Refused
from arena.tournaments.formats import FORMATS, FormatTerms, estimate
from arena.tournaments.pairing import CannotPair
from arena.translation import translate
from engine.messages import Message

TAKEN = "A league named “%(name)s” already exists. Choose another name."


def test_a_refusal_is_said_in_the_language_of_its_reader() -> None:
    refused = NameTaken(TAKEN, name="Royal 100%")
    with translation.override("de"):
        german, text = refused.message, str(refused)
    assert german.startswith("Eine Liga namens „Royal 100%“ gibt es schon")
    assert text == german
    assert refused.message.startswith("A league named “Royal 100%”")


def test_words_without_parts_may_hold_any_sign() -> None:
    assert str(Message("100 % of %(them)s")) == "100 % of %(them)s"
    assert Refused("half of 100%").message == "half of 100%"
    assert translate(Message("")) == "", "and nothing is said of nothing"


def test_a_sentence_is_stored_in_parts() -> None:
    message = Message(TAKEN, {"name": "Royal"})
    assert Message(**json.loads(json.dumps(message.data()))) == message


def test_one_error_says_what_another_said() -> None:
    try:
        estimate(FormatTerms(FORMATS["swiss"]), 1)
    except CannotPair as problem:
        told = BadTerms.like(problem)
    assert str(told) == "A tournament needs at least two entrants, not 1. Admit more."
    assert told.problem.params == {"entrants": 1}
