"""Read settings from the environment; a bad value stops the start with advice."""

import ipaddress
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import environ
from django.core.exceptions import ImproperlyConfigured

Value = TypeVar("Value")

env = environ.Env()
MOST_DAYS = 36_500
RENAMED = {
    "KINGSBENCH_TABLES": "KINGSBENCH_HUMAN_GAME_WORKERS",
    "KINGSBENCH_PLAYS_A_DAY": "KINGSBENCH_HUMAN_GAMES_PER_DAY",
    "KINGSBENCH_PLAYS_OPEN": "KINGSBENCH_HUMAN_GAMES_OPEN",
    "KINGSBENCH_STAGE": "KINGSBENCH_STAGING_DIR",
    "KINGSBENCH_NOTICE_DAYS": "KINGSBENCH_NOTIFICATION_DAYS",
    "KINGSBENCH_UPLOADS_A_DAY": "KINGSBENCH_UPLOADS_PER_DAY",
    "KINGSBENCH_CHALLENGES_A_DAY": "KINGSBENCH_CHALLENGES_PER_DAY",
}
REMOVED = {
    f"KINGSBENCH_{part}_SECONDS": (
        "the proxy limits the time of clients (docs/operators.md, Slow clients)"
    )
    for part in ("HEADER", "BODY", "RESPONSE")
}


def refuse_old() -> None:
    """Raise ImproperlyConfigured for a variable that is read no more."""
    for old, new in RENAMED.items():
        if os.environ.get(old, "").strip():
            raise ImproperlyConfigured(f"{old} is now called {new}: rename the variable.")
    for old, reason in REMOVED.items():
        if os.environ.get(old, "").strip():
            raise ImproperlyConfigured(f"{old} has no effect: {reason}. Unset it.")


def read(cast: Callable[..., Value], name: str, default: Value, advice: str) -> Value:
    """Return the variable, or the default if unset or empty. Raise ImproperlyConfigured with
    advice."""
    if not os.environ.get(name, "").strip():
        return default
    try:
        return cast(name, default=default)
    except (ValueError, ImproperlyConfigured) as error:
        raise ImproperlyConfigured(
            f"{name}={os.environ.get(name)!r} cannot be read: {advice}"
        ) from error


def yes_or_no(name: str, *, default: bool) -> bool:
    """Return a boolean variable. Raise ValueError."""
    text = str(env.str(name, default=str(default))).strip().lower()
    if text not in {"true", "yes", "on", "1", "false", "no", "off", "0"}:
        raise ValueError(text)
    return text in {"true", "yes", "on", "1"}


def at_least(name: str, value: float, least: float) -> None:
    """Raise ImproperlyConfigured below the minimum."""
    if value < least:
        raise ImproperlyConfigured(f"{name}={value:g} is too small: use {least:g} or more.")


def amount(name: str, default: int, advice: str) -> int:
    """Return a number that may be 0."""
    number = read(env.int, name, default, advice)
    at_least(name, number, 0)
    return number


def kept_days(name: str, default: int) -> int:
    """Return a retention in days; 0: keep for ever."""
    days = amount(name, default, "use a number of days, or 0 to keep everything.")
    if days > MOST_DAYS:
        raise ImproperlyConfigured(f"{name}={days} is too large: use 0 to keep everything.")
    return days


def is_loopback(host: str) -> bool:
    """Return whether only this machine reaches the address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@contextmanager
def advice_about_folder(trouble: str) -> Iterator[None]:
    """Turn an OSError into ImproperlyConfigured, which begins with the trouble."""
    try:
        yield
    except OSError as error:
        raise ImproperlyConfigured(
            f"{trouble} ({error.strerror}): set KINGSBENCH_VAR to a folder the platform's user "
            "can write to, on a disk with room."
        ) from error


def folder(path: Path) -> Path:
    """Make the folder if missing, mode 0700. Raise ImproperlyConfigured."""
    with advice_about_folder(f"{path} cannot be made"):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def kept_secret(path: Path) -> str:
    """Return the file's secret; the first start draws it, in one process only.

    Raises ImproperlyConfigured where it can be neither read nor written.
    """
    with advice_about_folder(f"{path} cannot be kept"):
        if not path.exists():
            draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as file:
                file.write(secrets.token_urlsafe(64))
            try:
                path.hardlink_to(draft)
            except FileExistsError:
                pass  # another process was first
            finally:
                draft.unlink()
        return path.read_text().strip()
