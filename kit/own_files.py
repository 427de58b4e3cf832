"""What the command keeps for this person, as `XDG_CONFIG_HOME` says where."""

import os
from pathlib import Path


def own_file(name: str) -> Path:
    """Return where a file of this name is kept."""
    place = os.environ.get("XDG_CONFIG_HOME")
    base = Path(place) if place else Path.home() / ".config"
    return base / "kingsbench" / name
