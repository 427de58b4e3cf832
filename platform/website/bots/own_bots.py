"""A person's bots with ranks, last matches and open failures."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count

from arena.models import Bot, Entry, Failure
from website.accounts.models import User
from website.ladders import board
from website.ladders.board import LeaderboardRow


@dataclass
class OwnBot:
    bot: Bot
    rows: list[LeaderboardRow] = field(default_factory=list)
    failures: int = 0

    @property
    def last_played_at(self) -> datetime | None:
        played = [row.entry.last_played_at for row in self.rows if row.entry.last_played_at]
        return max(played, default=None)


def own_bots(bots: Sequence[Bot], owner: User | None) -> list[OwnBot]:
    """Return them in this order, in one query a ladder and two more."""
    found = {bot.pk: OwnBot(bot) for bot in bots}
    entries = Entry.objects.seen_by(owner).filter(bot__in=bots, is_active=True)
    by_ladder = defaultdict[int, list[Entry]](list)
    for entry in entries.select_related("ladder", "bot").order_by("ladder"):
        by_ladder[entry.ladder_id].append(entry)
    for on_ladder in by_ladder.values():
        for row in board.scattered(on_ladder[0].ladder, on_ladder):
            found[row.entry.bot_id].rows.append(row)
    unfixed = Failure.objects.filter(bot__in=bots, is_done=False).order_by()
    for bot, count in unfixed.values("bot").annotate(n=Count("pk")).values_list("bot", "n"):
        found[bot].failures = count
    return list(found.values())
