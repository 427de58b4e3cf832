from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from arena.models import Match, RatingChange, Seat, VersionRating
from arena.ratings.parameters import Parameters
from arena.ratings.trueskill import Rating, of_new_version, rate


class Ratings:
    """Ratings in memory, updated by matches in serial order.

    Depends only on `stored` (as of `rated_at`) and matches, to the last bit, so runs repeat it.
    """

    def __init__(
        self,
        *,
        rating_run: int,
        parameters: Parameters,
        rated_at: datetime | None,
        stored: Iterable[VersionRating] = (),
    ) -> None:
        self.rating_run, self.parameters, self.rated_at = rating_run, parameters, rated_at
        ordered = sorted(stored, key=lambda row: row.last_serial)
        self.by_version = {row.version_id: row for row in ordered}
        self.latest = {row.entry_id: row for row in ordered}

    def play(
        self, *, match: Match, entries: Sequence[int], seats: Sequence[Seat]
    ) -> list[RatingChange]:
        """Update by a match's ranks, after decay; return history rows by seat."""
        played_at, serial = match.finished_at or match.created_at, match.serial or 0
        rows = [
            self._rating(entry, seat.version_id, serial)
            for entry, seat in zip(entries, seats, strict=True)
        ]
        beliefs = [row.skill_at(self.rated_at) for row in rows]
        ranks = [seat.rank or len(seats) for seat in seats]
        after = rate(beliefs, ranks, draw_probability=self.parameters.draw_probability)
        for row, seat, skill in zip(rows, seats, after, strict=True):
            row.played(skill=skill, outcome=outcome_of(seat, seats), seat=seat, at=played_at)
            row.last_serial = serial
            self.latest[row.entry_id] = row
        self.rated_at = played_at
        return [
            RatingChange(
                entry_id=row.entry_id,
                seat=seat,
                rating_run=row.rating_run,
                serial=serial,
                mu_before=belief.mu,
                sigma_before=belief.sigma,
                mu_after=row.mu,
                sigma_after=row.sigma,
                played_at=played_at,
            )
            for row, seat, belief in zip(rows, seats, beliefs, strict=True)
        ]

    def use_fit(self, skills: Mapping[int, Rating], parameters: Parameters) -> None:
        """Take over a fit."""
        self.parameters = parameters
        for version, skill in skills.items():
            if version in self.by_version:
                row = self.by_version[version]
                row.mu, row.sigma = skill

    def shown(self, entry: int, version: int | None) -> Rating:
        """Return the rating of an entry playing this version."""
        if version in self.by_version:
            return self.by_version[version].skill
        before = self.latest.get(entry)
        return of_new_version(before.skill, self.parameters.drift) if before else Rating()

    def _rating(self, entry: int, version: int, serial: int) -> VersionRating:
        """Return the version's rating, begun at the one before."""
        if version in self.by_version:
            return self.by_version[version]
        row = VersionRating(
            entry_id=entry, version_id=version, rating_run=self.rating_run, first_serial=serial
        )
        if before := self.latest.get(entry):
            row.before_id = before.version_id
            row.mu, row.sigma = of_new_version(
                before.skill_at(self.rated_at), self.parameters.drift
            )
        self.by_version[version] = row
        return row


def outcome_of(seat: Seat, seats: Sequence[Seat]) -> str:
    """Return "wins" for a sole first rank, "draws" for a shared one, else "losses"."""
    if seat.rank != 1:
        return "losses"
    return "wins" if sum(other.rank == 1 for other in seats) == 1 else "draws"
