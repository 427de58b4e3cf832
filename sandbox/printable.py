"""Text of bots, for terminals and pages."""


def printable(text: str, *, keep: str = "") -> str:
    """Escape what could steer a terminal or text direction."""
    return "".join(c if c.isprintable() or c in keep else ascii(c)[1:-1] for c in text)
