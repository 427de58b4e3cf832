import secrets

SEED_BITS = 63  # what a signed 64-bit column holds


def draw_seed() -> int:
    """Return an unguessable seed."""
    return secrets.randbits(SEED_BITS)
