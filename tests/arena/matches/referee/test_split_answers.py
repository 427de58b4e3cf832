"""Questions that ask for the rest of the previous answer."""

import pytest

from arena.matches.referee.player import SplitAnswers
from engine.game import Decision, Picks

TREASURES = ("Copper", "Copper", "Loan", "Silver")


def asked(
    options: tuple[str, ...], kind: str = "play_treasures", source: str | None = None, most: int = 9
) -> Decision:
    return Decision(0, kind, options, least=0, most=min(most, len(options)), source=source)


@pytest.mark.parametrize(
    ("first", "picks", "second", "expected"),
    [
        pytest.param(asked(TREASURES), (0,), asked(TREASURES[1:]), True, id="one by one"),
        pytest.param(asked(TREASURES), (0, 2), asked(("Copper", "Silver")), True, id="two by two"),
        pytest.param(
            asked(TREASURES), (2,), asked(("Copper",)), True, id="some of the rest is gone"
        ),
        pytest.param(
            asked(TREASURES), (0, 1, 2, 3), asked(("Gold",)), False, id="all were played, one came"
        ),
        pytest.param(asked(TREASURES), (3,), asked(("Copper",) * 3), False, id="a new one came"),
        pytest.param(asked(TREASURES), (), asked(("Copper",)), False, id="none was wanted"),
        pytest.param(asked(TREASURES), (0,), asked(TREASURES[1:], "trash"), False, id="other kind"),
        pytest.param(
            asked(TREASURES), (0,), asked(TREASURES[1:], source="Mint"), False, id="other card"
        ),
        pytest.param(
            asked(("Copper", "Silver"), "buy", most=1),
            (1,),
            asked(("Copper",), "buy", most=1),
            False,
            id="one purchase after the other",
        ),
    ],
)
def test_what_was_left_over_is_part_of_one_answer(
    first: Decision, picks: Picks, second: Decision, expected: bool
) -> None:
    split = SplitAnswers()
    assert not split.goes_on(first)
    split.note(first, picks)
    assert split.goes_on(second) is expected


def test_a_run_ends_with_the_answer_that_leaves_nothing() -> None:
    split = SplitAnswers()
    for taken in range(4):
        assert split.goes_on(asked(TREASURES[taken:])) is (taken > 0)
        split.note(asked(TREASURES[taken:]), (0,))
    assert not split.goes_on(asked(("Copper",)))
