"""How much of what a bot prints is stored a day."""

from __future__ import annotations

CUT = "\n[cut: of one bot {limit} KiB of log are stored a day]\n"


def cut(text: str, *, left: int, limit_kib: int) -> str:
    """The beginning of `text`, as far as `left` bytes go, and a line that says why it ends."""
    stored = text.encode()
    if len(stored) <= left:
        return text
    kept = stored[: max(0, left)].decode("utf-8", "ignore")
    return kept + CUT.format(limit=limit_kib)
