"""A match of more than two seats with cards of all sets, from the record to the page."""

import random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.models import Game, Ladder, Match, Seat
from engine import catalogue
from engine.dominion.words import SENTENCES
from tests.cast import a_ladder
from tests.website.page import visit
from tests.website.rows import make_bot
from website.accounts.models import User

NAMES = ["Alcuin", "Bede", "Charlemagne", "Dunstan", "Einhard", "Fulrad"]
RANDOM = {"kingdom": "random", "sets": ["base", "prosperity", "hinterlands"]}
CALM = ("buy", "play_treasures", "action")


def play(ladder: Ladder, seed: int) -> Any:
    """A finished game between bots that choose at random, and play on for some turns."""
    game = catalogue.new("dominion", seats=ladder.seats, seed=seed, config=ladder.config)
    dice = random.Random(seed)
    while (decision := game.decision) is not None:
        most = decision.most if decision.kind in CALM else max(decision.least, 1)
        count = min(most, decision.most)
        game.choose(dice.sample(range(len(decision.options)), count))
    return game


def a_match(ladder: Ladder, owner: User, seed: int) -> tuple[Match, Any]:
    """Make a finished match with one such game per seat, recorded as the arena does."""
    game, seats = play(ladder, seed), ladder.seats
    match = Match.objects.create(
        ladder=ladder,
        purpose="ladder",
        status="finished",
        seed=seed,
        game="dominion",
        config=ladder.config,
        seats_count=seats,
        games_planned=seats,
        engine=game.engine,
        protocol="1",
        finished_at=timezone.now(),
    )
    for position, name in enumerate(NAMES[:seats]):
        version = make_bot(owner, name, ladder).current
        assert version
        Seat.objects.create(
            match=match, position=position, version=version, points=1.0, rank=position + 1
        )
    for number in range(seats):
        Game.objects.create(
            match=match,
            number=number,
            seating=[(seat + number) % seats for seat in range(seats)],
            scores=game.outcome.scores,
            ranks=game.outcome.ranks,
            reason=game.outcome.reason,
            record=game.record(),
            packed_events=Game.pack(game.events(None)),
            cpu=[0.5] * seats,
            decisions=[100] * seats,
        )
    return match, game


@pytest.mark.parametrize("seats", [3, 6])
def test_every_seat_of_a_long_table_has_its_place_in_the_log(
    seats: int, visitor: Client, alice: User
) -> None:
    ladder = a_ladder(config=RANDOM, seats=seats, games_per_match=seats)
    match, game = a_match(ladder, alice, seed=11)
    page = visit(visitor, f"/matches/{match.pk}/games/2/")
    assert page.heading == " · ".join(NAMES[:seats])
    second = [*NAMES[1:seats], NAMES[0]]
    assert page.part("#turn-1").texts("summary > bdi:first-child") == second
    lines = page.table(page.part("#game-title").text)
    scores = [str(score).replace("-", "\N{MINUS SIGN}") for score in game.outcome.scores]
    in_order = [scores[-1], *scores[:-1]]
    assert lines.texts("td.strong") == in_order
    assert " · ".join(in_order) in page


def test_the_kingdom_that_was_drawn_is_shown_once_the_match_is_over(
    visitor: Client, alice: User
) -> None:
    ladder = a_ladder(config=RANDOM, seats=3, games_per_match=3)
    match, _game = a_match(ladder, alice, seed=12)
    page = f"/matches/{match.pk}/"
    shown = visit(visitor, page)
    assert len(shown.parts("a.chip")) == 10
    assert "<dt>Sets</dt>" not in shown.html
    Match.objects.update(status="running")
    shown = visit(visitor, page)
    assert not shown.has("a.chip")
    assert "Random: ten new cards" in shown


def test_every_kind_of_event_is_told(visitor: Client, alice: User) -> None:
    """Some games with all cards cover the events of the expansions; each is one line or none."""
    ladder = a_ladder(config=RANDOM, seats=3, games_per_match=3)
    met = set()
    for seed in range(12):
        for event in play(ladder, seed).events(None):
            met.add(event["type"])
            told = catalogue.tell("dominion", event, NAMES[:3])
            assert told == "" or told[0].isupper()
            assert "{" not in told
    assert met <= set(SENTENCES)
    assert {"reveal", "put_back", "gain", "trash", "react"} <= met


def test_a_long_table_costs_no_more_queries(
    visitor: Client, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ladder = a_ladder(config=RANDOM, seats=6, games_per_match=6)
    match, _game = a_match(ladder, alice, seed=13)
    with django_assert_num_queries(8):  # jail, match, seats, changes, notes, games, faults, deal
        visitor.get(f"/matches/{match.pk}/")
    with django_assert_num_queries(9):
        # jail, ladder, count, rows, 2 x ranges, divisions, matches, their seats
        visitor.get(f"/ladders/{ladder.slug}/")


def test_the_final_decks_add_up_to_the_scores_in_the_order_of_the_heading(
    visitor: Client, alice: User
) -> None:
    ladder = a_ladder(config=RANDOM, seats=3, games_per_match=3)
    match, game = a_match(ladder, alice, seed=14)
    page = visit(visitor, f"/matches/{match.pk}/")
    decks = page.parts(".final-seat")
    assert [deck.texts("h4 bdi")[0] for deck in decks] == list(NAMES[:3])
    sums = [deck.texts("tfoot td")[0].replace("\N{MINUS SIGN}", "-") for deck in decks]
    assert sums == [str(score) for score in game.outcome.scores]


def test_a_deal_that_fits_no_rules_still_has_its_page(visitor: Client, alice: User) -> None:
    ladder = a_ladder(config=RANDOM, seats=3, games_per_match=3)
    match, _game = a_match(ladder, alice, seed=15)
    Game.objects.update(record={"seats": "three"})
    page = visit(visitor, f"/matches/{match.pk}/")
    assert page.parts(".final-seat") == []
    assert "The game ends" in page
