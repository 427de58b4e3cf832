"""The viewer's own bots in a ranking, with those above and below."""

from typing import NamedTuple

from arena.models import Entry, Ladder
from arena.models.rights import bots_run_by
from website.accounts.models import User
from website.ladders import board

MOST = 3


class OwnPlace(NamedTuple):
    """A ranked entry; `page` is the leaderboard's page with its row."""

    row: board.LeaderboardRow
    above: Entry | None
    below: Entry | None

    @property
    def page(self) -> int:
        return 1 + ((self.row.place or 1) - 1) // board.PAGE


def own_places(ladder: Ladder, viewer: User | None) -> list[OwnPlace]:
    """Return the viewer's best."""
    if viewer is None:
        return []
    ranked = board.ranked(ladder).filter(bots_run_by(viewer, "bot__"), bot__is_house=False)
    rows = board.scattered(ladder, list(ranked[:MOST]))
    return [OwnPlace(row, *board.neighbours(row.entry)) for row in rows]
