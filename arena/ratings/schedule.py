FIT_EVERY = 25  # matches
SHARE = 50  # fits wait for 1/50 of a long history: all cost as much as 50 of the last


def next_fit(last: int, *, every: int = FIT_EVERY) -> int:
    """Return the serial of the fit after `last`, multiples of `every`."""
    return last + every * max(1, last // (SHARE * every))
