"""A drawn bracket: no card covers another, and every line leads from a winner to the next match."""

from itertools import combinations

import pytest

from arena.tournaments.pairing.bracket import (
    Bracket,
    Origin,
    Stage,
    double_elimination,
    single_elimination,
)
from website.tournaments.bracket_layout import HEIGHT, WIDTH, Drawing


def drawn(bracket: Bracket, *, seeds_win: bool = False) -> Drawing:
    """Draw the bracket before its first match, or after its last if the better seeds win all."""
    winners: dict[int, int] = {}
    standing = bracket.after(winners)
    while seeds_win and standing.ready:
        for one in standing.ready:
            winners[one.match.number] = min(int(who) for who in one.entrants if who is not None)
        standing = bracket.after(winners)
    return Drawing(bracket, standing, {}, {})


BRACKETS = [
    *(single_elimination(range(1, count + 1)) for count in range(2, 20)),
    *(single_elimination(range(1, count + 1), third_place=True) for count in range(4, 18)),
    *(double_elimination(range(1, count + 1)) for count in range(3, 20)),
]


@pytest.mark.parametrize("bracket", BRACKETS)
def test_no_card_covers_another_and_all_stand_on_the_sheet(bracket: Bracket) -> None:
    drawing = drawn(bracket)
    cards = drawing.cards
    assert len(cards) == len(bracket.matches)
    for card in cards:
        assert 0 <= card.x <= drawing.width - WIDTH
        assert 0 <= card.top <= drawing.height - HEIGHT
    for one, other in combinations(cards, 2):
        assert abs(one.x - other.x) >= WIDTH or abs(one.y - other.y) >= HEIGHT


@pytest.mark.parametrize("bracket", BRACKETS)
def test_every_winner_who_plays_on_has_a_way_there(bracket: Bracket) -> None:
    sources = [source for match in bracket.matches for source in match.sources]
    assert len(drawn(bracket).lines) == sum(source.origin == Origin.WINNER for source in sources)


def test_a_deciding_final_that_is_not_needed_is_not_drawn() -> None:
    bracket = double_elimination(range(1, 5))
    stages = {card.fixture.match.stage for card in drawn(bracket, seeds_win=True).cards}
    assert Stage.FINAL in stages
    assert Stage.RESET not in stages


def test_the_last_rounds_of_a_single_elimination_are_known_by_their_distance() -> None:
    heads = drawn(single_elimination(range(1, 17))).heads
    assert [(head.stage.value, head.to_final) for head in heads] == [
        ("winners", 3),
        ("winners", 2),
        ("winners", 1),
        ("final", 0),
    ]
