"""An older database is brought up to date: what plays goes on, checks under way are decided."""

from tests.arena.processes import Platform
from tests.arena.scripts.older_checks import upgrade


def test_rows_of_before_get_their_checks(platform: Platform) -> None:
    rows, matches = platform.call(upgrade)
    first = "dominion-first-game"
    assert rows == [
        ["Alcuin", 1, first, "passed", True],
        ["Alcuin", 2, first, "passed", True],
        ["Alcuin", 2, "other", "passed", True],
        ["Alfred", 1, first, "checking", True],
    ]
    assert matches == 1, "against itself, as there is no house bot"
