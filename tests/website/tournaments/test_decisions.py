"""A tied knockout says by what it was decided, on every page and in the API."""

from collections.abc import Sequence

import pytest
from django.test import Client

from arena.models import Match, Tournament
from tests.arena.tournament_steps import bots, play_out, started
from tests.website.feeds.test_atom import SPACE, read
from tests.website.page import visit


def ties_first(match: Match) -> Sequence[float]:
    """Tie the first match of a pairing; then let the worse seed win."""
    assert match.pairing is not None
    seeds = {seat.entrant.version_id: seat.number for seat in match.pairing.seats.all()}
    is_extra = match.pairing.matches.count() > 1
    return [float(seeds[seat.version_id]) if is_extra else 1.0 for seat in match.seats.all()]


def always_ties(match: Match) -> Sequence[float]:
    return [1.0 for _seat in match.seats.all()]


CASES = {
    "extra_match": (ties_first, "decided by an extra match"),
    "seed": (always_ties, "decided by the better seed"),
}


@pytest.mark.parametrize("decision", CASES)
def test_a_tied_knockout_says_by_what_it_was_decided(
    decision: str, visitor: Client, db: None
) -> None:
    points, words = CASES[decision]
    cup = play_out(started(bots(2), format="single_elimination"), points)
    assert cup.state == "finished"
    page = visit(visitor, f"/tournaments/{cup.slug}/?round=1")
    assert page.text.count(words) >= 3  # in the round, below the bracket and in its list
    assert decisions(visitor, cup) == [decision]
    feed = read(visitor, f"/tournaments/{cup.slug}/news.atom")
    summaries = [entry.findtext(f"{SPACE}summary") for entry in feed.findall(f"{SPACE}entry")]
    winner = cup.entrants.get(place=1).bot.name
    assert len(summaries) == 1
    assert summaries[0]
    assert summaries[0].endswith(f": tied, then {words}. Winner: {winner}.")


@pytest.mark.parametrize("decision", CASES)
def test_pods_say_it_too(decision: str, visitor: Client, db: None) -> None:
    points, words = CASES[decision]
    terms = {"advance": 1}
    cup = started(bots(3), format="pod_knockout", seats=3, games_per_match=3, terms=terms)
    cup = play_out(cup, points)
    assert words in visit(visitor, f"/tournaments/{cup.slug}/?round=1")
    assert decisions(visitor, cup) == [decision]
    if decision == "seed":
        assert cup.entrants.get(place=1).number == 1


def test_an_untied_knockout_says_nothing_of_it(visitor: Client, db: None) -> None:
    cup = play_out(started(bots(2), format="single_elimination"))
    assert "then decided by" not in visit(visitor, f"/tournaments/{cup.slug}/?round=1")
    assert read(visitor, f"/tournaments/{cup.slug}/news.atom").find(f".//{SPACE}summary") is None
    assert decisions(visitor, cup) == ["match"]


def decisions(visitor: Client, cup: Tournament) -> list[str]:
    answer = visitor.get(f"/api/v1/tournaments/{cup.slug}/results/").json()
    return [pairing["decided_by"] for pairing in answer["pairings"]]
