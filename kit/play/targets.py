"""Files that a command is asked to write: another's is never replaced."""

from pathlib import Path

from kit.errors import BadInput

HEAD = 1 << 16  # bytes in which a file's mark stands


def check_target(path: Path, option: str, mark: str) -> None:
    """Refuse a file without this mark, which an earlier result has. Raises BadInput."""
    if not path.resolve().parent.is_dir():
        raise BadInput(f"{option} {path}: there is no folder {path.resolve().parent}")
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
    except FileNotFoundError:
        return
    except OSError as error:
        raise BadInput(f"{option} {path}: cannot be read: {error.strerror}") from error
    if head and mark.encode() not in head:
        raise BadInput(
            f"{option} {path}: it already exists and is no earlier result; choose another name"
        )
