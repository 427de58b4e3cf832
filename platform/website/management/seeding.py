"""Seed a platform: administrator, ladders, house bots, first competitions."""

import os
from pathlib import Path

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db.models import Exists, OuterRef

from arena.core.bot_runtime import bot_runtime
from arena.seeding.seed_platform import ADMIN, seed_platform
from kit.bots import house_bots


def seed(state: Path, *, to_terminal: bool = False, with_password: bool = True) -> str:
    """Seed what is missing; return how the administrator logs in.

    House bots that lack a package are left out.
    A new password is kept in `admin_password` (0600) and returned only `to_terminal`, as other
    output may be logged. Without `with_password` the administrator cannot log in yet.
    """
    note, runtime = state / "admin_password", bot_runtime()
    password = seed_platform(
        samples=[bot for bot in house_bots().values() if not bot.missing(runtime)],
        with_password=with_password,
        with_competitions=settings.FIRST_COMPETITIONS,
    )
    if password is not None:
        keep(note, password)
    elif note.exists() and is_the_administrators(kept := note.read_text().strip()):
        password = kept
    if password is not None:
        return f"{ADMIN} / {password}" if to_terminal else f"{ADMIN}, with the password in {note}"
    admin = get_user_model().objects.filter(username__iexact=ADMIN).first()
    if admin is not None and admin.has_usable_password():
        return f"{ADMIN}, with the password set since then"
    return f"{ADMIN}, without a password; set one with `python manage.py changepassword {ADMIN}`"


def who_will_be_asked() -> str:
    """Return a line about accounts that need an email address to log in, or "".

    They are asked for one after their password.
    """
    if not settings.EMAIL_URL:
        return ""
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    people = get_user_model().objects.filter(is_active=True).exclude(Exists(confirmed))
    people = people.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    count = people.count()
    if not count:
        return ""
    among = f", {ADMIN} among them," if people.filter(username__iexact=ADMIN).exists() else ""
    return (
        f"accounts without a confirmed email address: {count}{among} are asked for one when they "
        "log in, and get in once they have opened the link that is sent there"
    )


def is_the_administrators(password: str) -> bool:
    admin = get_user_model().objects.filter(username=ADMIN).first()
    return admin is not None and admin.check_password(password)


def keep(note: Path, password: str) -> None:
    """Write the password with mode 0600."""
    descriptor = os.open(note, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(password + "\n")
