"""What a rated match does to the accounts of those who sat in it, at once or in a recomputation."""

from collections.abc import Sequence
from datetime import datetime

from arena.models import Account, Ladder, RatingChange, Seat
from arena.ratings.trueskill import Rating, rate, widened


def move_ratings(
    *,
    accounts: Sequence[Account],
    seats: Sequence[Seat],
    ladder: Ladder,
    at: datetime,
    before: datetime | None,
) -> list[tuple[Rating, Rating]]:
    """One TrueSkill update from the ranks of the seats: beliefs before and after, by seat.

    `at` is when the match was finished, `before` when the rated match before it was: who has played
    none for long until then has become less certain. The accounts are changed and not saved.
    Depends on nothing else, to the last bit: this is all the arithmetic that ratings are made of.
    """
    ranks = [seat.rank or len(seats) for seat in seats]
    beliefs = [
        _belief(account, seat, ladder, before)
        for account, seat in zip(accounts, seats, strict=True)
    ]
    after = rate(beliefs, ranks, draw_probability=ladder.draw_probability)
    for account, seat, skill in zip(accounts, seats, after, strict=True):
        account.played(skill=skill, outcome=_outcome(seat, ranks), faulted=bool(seat.faults), at=at)
        if account.version is None or account.version.number < seat.version.number:
            account.version = seat.version
    return list(zip(beliefs, after, strict=True))


def change_of(
    *, entry: int, seat: Seat, epoch: int, serial: int, move: tuple[Rating, Rating], at: datetime
) -> RatingChange:
    """The line in the history of that entry, not saved yet."""
    old, new = move
    return RatingChange(
        entry_id=entry,
        seat=seat,
        epoch=epoch,
        serial=serial,
        mu_before=old.mu,
        sigma_before=old.sigma,
        mu_after=new.mu,
        sigma_after=new.sigma,
        played_at=at,
    )


def _belief(account: Account, seat: Seat, ladder: Ladder, before: datetime | None) -> Rating:
    """Less certain after idle weeks, and where the rating has not heard of this version."""
    skill = account.skill_at(before)
    known = account.version.number if account.version else None
    is_newer = known is not None and known < seat.version.number
    return widened(skill, ladder.version_sigma) if is_newer else skill


def _outcome(seat: Seat, ranks: list[int]) -> str:
    """A win is the first place alone, a draw a shared first place, anything else a loss."""
    if seat.rank != 1:
        return "losses"
    return "wins" if ranks.count(1) == 1 else "draws"
