"""Who won, in words."""

import pytest

from website.matches.result import Place, game_result, match_result

ALICE, BOB, CYD = "Alcuin", "Bede", "Caedmon"


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ([(ALICE, 1, "34"), (BOB, 2, "27")], "Alcuin wins 34 : 27."),
        ([(ALICE, 2, "27"), (BOB, 1, "34")], "Bede wins 34 : 27."),
        (
            [(ALICE, 2, "27"), (BOB, 1, "27")],
            "Bede wins 27 : 27, ahead of Alcuin by fewer turns.",
        ),
        ([(ALICE, 1, "27"), (BOB, 1, "27")], "A tie, 27 : 27."),
        ([(ALICE, 3, "5"), (BOB, 1, "9"), (CYD, 2, "7")], "Bede wins 9 · 7 · 5."),
        (
            [(ALICE, 3, "5"), (BOB, 1, "9"), (CYD, 2, "9")],
            "Bede wins 9 · 9 · 5, ahead of Caedmon by fewer turns.",
        ),
        (
            [(ALICE, 1, "9"), (BOB, 1, "9"), (CYD, 3, "5")],
            "Alcuin and Bede share first place, 9 · 9 · 5.",
        ),
    ],
)
def test_a_game_is_won_by_rank(places: list[tuple[str, int, str]], words: str) -> None:
    found = [Place(*place) for place in places]
    assert game_result(found, tie_break="fewer turns", by_fault=False) == words


def test_a_fault_decides_whatever_the_points() -> None:
    places = [Place(ALICE, 2, "40"), Place(BOB, 1, "3")]
    told = game_result(places, tie_break="fewer turns", by_fault=True)
    assert told == "Bede wins 3 : 40, because of a fault."


def test_a_match_of_several_games_is_told_by_its_points() -> None:
    places = [Place(ALICE, 1, "1.5"), Place(BOB, 2, "0.5")]
    assert match_result(places) == "Alcuin wins the match 1.5 : 0.5."
    assert match_result([Place(ALICE, 1, "1"), Place(BOB, 1, "1")]) == "A tie, 1 : 1."
