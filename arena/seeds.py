"""The seeds of deals and draws."""

import secrets

SEED_BITS = 63  # what a signed 64-bit column holds


def draw_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(SEED_BITS)
