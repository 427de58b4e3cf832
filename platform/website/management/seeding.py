"""What a fresh platform holds: an administrator, a ladder, and sample bots that play on it."""

import os
import secrets
from pathlib import Path

from django.contrib.auth import get_user_model

from arena.actions.seed_platform import seed_platform
from kit.bots import house_bots

ADMIN = "admin"


def seed(state: Path) -> str:
    """Seed what is missing, and return how the administrator logs in, in words.

    The password is drawn once and kept, for the operator's eyes only, in `admin_password`.
    """
    seed_platform(samples=house_bots())
    return administrator(state / "admin_password")


def administrator(note: Path) -> str:
    """Make the administrator where there is none; returns name and password in words."""
    users = get_user_model().objects
    admin = users.filter(username=ADMIN).first()
    if admin is None:
        password = secrets.token_urlsafe(12)
        keep(note, password)
        users.create_superuser(username=ADMIN, password=password)
        return f"{ADMIN} / {password}"
    if note.exists() and admin.check_password(kept := note.read_text().strip()):
        return f"{ADMIN} / {kept}"
    return f"{ADMIN}, with the password that you gave it"


def keep(note: Path, password: str) -> None:
    """Write the password where only this system user can read it."""
    descriptor = os.open(note, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(password + "\n")
