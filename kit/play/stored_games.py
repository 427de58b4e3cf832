"""Read replays and records from files."""

import json
from pathlib import Path
from typing import Any

from kit.errors import BadInput
from kit.files import read_text


def read(path: Path, option: str = "") -> dict[str, Any]:
    """Return the JSON of a replay or a record; `option` names the file. Raises BadInput."""
    named = f"{option} {path}".strip()
    try:
        data = json.loads(read_text(path))
    except FileNotFoundError:
        raise BadInput(f"{option}: there is no file {path}".removeprefix(": ")) from None
    except OSError as error:
        raise BadInput(f"{named}: cannot be read: {error}") from error
    except (ValueError, RecursionError) as error:
        raise BadInput(
            f"{named}: not valid JSON, or cut ({error}). Download or write it again."
        ) from error
    if not isinstance(data, dict) or not ("replay" in data or "choices" in data):
        raise BadInput(f"{named}: neither a replay (play --replay FILE) nor a record")
    return data
