"""Leaderboards as CSV and JSON."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from website.ladders.board import LeaderboardRow

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # cells that a spreadsheet would compute
FIELDS = (
    "place", "best_rank", "worst_rank", "bot", "slug", "owner", "is_house", "version", "rating",
    "mu", "sigma", "low", "high", "provisional", "matches", "wins", "draws", "losses",
    "faults", "last_played_at",
)  # fmt: skip


def line(row: LeaderboardRow) -> dict[str, Any]:
    """Return a row's fields; ranks are None if unranked."""
    entry, bot = row.entry, row.entry.bot
    best, worst = row.rank_range or (None, None)
    low, high = row.interval
    played = entry.last_played_at
    return {
        "place": row.place,
        "best_rank": best,
        "worst_rank": worst,
        "bot": bot.name,
        "slug": bot.slug,
        "owner": bot.owner.get_username(),
        "is_house": bot.is_house,
        "version": bot.current.number if bot.current else None,
        "rating": row.rating,
        "mu": row.skill.mu,
        "sigma": row.skill.sigma,
        "low": low,
        "high": high,
        "provisional": row.is_provisional,
        "matches": entry.matches,
        "wins": entry.wins,
        "draws": entry.draws,
        "losses": entry.losses,
        "faults": entry.faults,
        "last_played_at": played.isoformat() if played else None,
    }


class Echo:
    """A file that returns what is written."""

    def write(self, text: str) -> str:
        return text


def csv_lines(rows: Iterable[LeaderboardRow]) -> Iterator[str]:
    """Yield CSV; an apostrophe disarms formulas."""
    writer = csv.writer(Echo())
    yield writer.writerow(FIELDS)
    for row in rows:
        yield writer.writerow([_cell(value) for value in line(row).values()])


def _cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def json_lines(rows: Sequence[LeaderboardRow]) -> Iterator[str]:
    """Yield a JSON array, an object per line."""
    yield "["
    for number, row in enumerate(rows):
        yield (",\n" if number else "\n") + json.dumps(line(row))
    yield "\n]\n"


Writer = Callable[[Sequence[LeaderboardRow]], Iterator[str]]
WRITERS: dict[str, tuple[str, Writer]] = {
    "csv": ("text/csv; charset=utf-8", csv_lines),
    "json": ("application/json", json_lines),
}
