FIT_EVERY = 25  # matches
SHARE = (
    50  # of a long history, a part of so many is waited for: all fits cost as much as 50 last ones
)


def next_fit(last: int, *, every: int = FIT_EVERY) -> int:
    """Return the serial of the fit after `last`, multiples of `every`."""
    return last + every * max(1, last // (SHARE * every))
