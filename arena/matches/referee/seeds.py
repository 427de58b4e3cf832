"""Seeds made from a match's seed, which they do not reveal."""

from hashlib import sha256


def derived_seed(seed: int, *purpose: str | int) -> int:
    """Return a number below 2**53 that does not reveal the seed."""
    text = ":".join(map(str, ("kingsbench", *purpose, seed)))
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") >> 11


def bot_seed(seed: int, game: int, entrant: int) -> int:
    """Return the seed of a bot's own `random` in that game of a match."""
    return derived_seed(seed, "random", game, entrant)
