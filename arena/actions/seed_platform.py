"""Give an empty platform its first people, its first ladder and its sample bots."""

import hashlib
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from django.contrib.auth import get_user_model
from django.core.files.base import ContentFile
from django.db import transaction
from django.utils import timezone

from arena.actions.enter_ladder import enter_ladder
from arena.actions.submit_bot import free_slug
from arena.models import Bot, Ladder, Version

ADMIN = "admin"
HOUSE = "house"
FIRST_LADDER = "dominion-first-game"


class Sample(Protocol):
    """A bundled bot: its name on the command line, how people call it, and its file."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def path(self) -> Path: ...


@transaction.atomic
def seed_platform(*, samples: Iterable[Sample]) -> str | None:
    """Make what is missing of: the organiser `admin`, the owner of the house bots, a ladder, and
    the house bots with their present files, entered. Any number of times.

    Returns the password of an admin that was made just now, else None: it is kept nowhere.
    """
    password = _admin()
    ladder = _ladder()
    for sample in samples:
        bot = _house_bot(sample)
        _present_version(bot, sample.path, ladder)
        enter_ladder(bot=bot, ladder=ladder)
    return password


def _admin() -> str | None:
    users = get_user_model()
    if users.objects.filter(username__iexact=ADMIN).exists():
        return None
    password = secrets.token_urlsafe(12)
    users.objects.create_superuser(username=ADMIN, email="", password=password)
    return password


def _ladder() -> Ladder:
    ladder, _new = Ladder.objects.get_or_create(
        slug=FIRST_LADDER,
        defaults={
            "name": "Dominion: first game",
            "description": "Two seats, the ten kingdom cards recommended for a first game.",
            "game": "dominion",
            "config": {"kingdom": "First Game"},
            "seats": 2,
            "games_per_match": 2,
        },
    )
    return ladder


def _house_bot(sample: Sample) -> Bot:
    bot = Bot.objects.house().filter(versions__filename=sample.path.name).first()
    if bot is not None:
        return bot
    users = get_user_model()
    owner = users.objects.filter(username=HOUSE).first()
    owner = owner or users.objects.create_user(username=HOUSE, password=None)
    taken = Bot.objects.named(sample.title).exists()
    return Bot.objects.create(
        owner=owner,
        name=f"{sample.title} (house)" if taken else sample.title,
        slug=free_slug(sample.name),
        description=sample.description,
        is_house=True,
    )


def _present_version(bot: Bot, path: Path, ladder: Ladder) -> None:
    """The bundled file as the bot's current version; bundled bots need no check."""
    content = path.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    if bot.current is not None and bot.current.sha256 == digest:
        return
    now = timezone.now()
    version = Version(
        bot=bot,
        number=bot.versions.count() + 1,
        filename=path.name,
        sha256=digest,
        size=len(content),
        state=Version.State.ACCEPTED,
        ladder=ladder,
        checked_at=now,
    )
    version.source.save(path.name, ContentFile(content), save=False)
    version.save()
    bot.current = version
    bot.save(update_fields=["current"])
