"""Export a user's data as a zip, written while it is sent."""

import json
from collections.abc import Iterable, Iterator
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q, QuerySet
from django.utils import timezone

from arena.models import (
    Action,
    Bot,
    Challenge,
    Follow,
    HumanGame,
    Notification,
    NotificationPreferences,
    Pairing,
    Seat,
    Version,
)
from arena.models.rights import bots_run_by
from website.accounts.models import User

CHUNK = 64 * 1024
ROWS = 500
PROFILE = (
    "username", "email", "first_name", "last_name", "date_joined", "last_login",
    "about", "affiliation", "web", "language", "time_zone", "is_staff", "is_superuser",
)  # fmt: skip
BOT = (
    "name",
    "slug",
    "description",
    "state",
    "bench_reason",
    "takes_challenges",
    "asks_first",
    "created_at",
)
VERSION = (
    "bot__slug", "number", "filename", "sha256", "size", "state", "failure", "created_at",
    "checked_at",
)  # fmt: skip
SEAT = (
    "match", "match__purpose", "match__status", "match__game", "match__ladder__slug",
    "match__created_at", "match__finished_at", "version__bot__slug", "version__number", "rank",
    "points", "faults",
)  # fmt: skip
PLAYED = ("game", "config", "human_seat", "status", "choices", "scores", "ranks", "created_at")
NOTICE = ("kind", "about", "params", "created_at", "visible_at", "read_at", "mailed_at")
CHALLENGE = (
    "challenger__username", "bot__slug", "opponent__slug", "ladder__slug", "config",
    "matches_planned", "seed", "state", "created_at", "expires_at", "answered_at",
)  # fmt: skip
FOLLOW = (
    "bot__slug", "person__username", "ladder__slug", "tournament__slug", "league__slug",
    "created_at",
)  # fmt: skip
TOKEN = ("name", "prefix", "scopes", "created_at", "last_used_at", "expires_at", "revoked_at")
HOOK = ("kind", "url", "events", "is_active", "created_at")
LINKED = ("provider", "uid", "extra_data", "date_joined", "last_login")
SESSION = ("user_agent", "ip", "created_at", "last_seen_at")
ACTION = ("verb", "target", "reason", "details", "created_at")


class _Pipe:
    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing; zipfile calls it."""

    def taken(self) -> bytes:
        """Return the bytes written since the last call."""
        data, self._parts = b"".join(self._parts), []
        return data


def archive(user: User) -> Iterator[bytes]:
    """Yield the zip in pieces: JSON-lines tables and uploads.

    Memory stays bounded; uploads missing from the storage are skipped.
    """
    pipe = _Pipe()
    with ZipFile(pipe, "w", ZIP_DEFLATED) as zipped:  # type: ignore[call-overload]  # only writes
        for name, rows in tables(user):
            lines = (
                json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False).encode() + b"\n"
                for row in rows
            )
            yield from _file(zipped, pipe, name, lines)
        for version in (
            Version.objects.run_by(user)
            .exclude(source="")
            .select_related("bot")
            .order_by("bot", "number")
        ):
            folder = f"sources/{version.bot.slug}"
            name = f"{folder}/{version.number}-{version.filename.replace('/', '_')}"
            if not version.source.storage.exists(str(version.source.name)):
                continue
            with version.source.open("rb") as source:
                yield from _file(zipped, pipe, name, source.chunks(CHUNK))
    yield pipe.taken()


def tables(user: User) -> Iterator[tuple[str, Iterable[dict[str, Any]]]]:
    """Yield (file name, rows), without results that are not revealed yet."""
    now = timezone.now()
    known = Q(match__pairing=None) | Q(match__pairing__in=Pairing.objects.revealed(now))
    seats = Seat.objects.filter(bots_run_by(user, "version__bot__"))
    about = Q(actor=user) | Q(target=f"user {user.pk}")
    challenges = Challenge.objects.run_by(user) | Challenge.objects.received_by(user)
    queries: list[tuple[str, QuerySet[Any], tuple[str, ...]]] = [
        ("profile", User.objects.filter(pk=user.pk), PROFILE),
        ("addresses", EmailAddress.objects.filter(user=user), ("email", "verified", "primary")),
        ("linked_accounts", SocialAccount.objects.filter(user=user), LINKED),
        ("bots", Bot.objects.run_by(user).order_by("pk"), BOT),
        ("versions", Version.objects.run_by(user).order_by("pk"), VERSION),
        ("matches", seats.filter(known).order_by("pk"), SEAT),
        ("human_games", HumanGame.objects.seen_by(user).order_by("pk"), PLAYED),
        ("challenges", challenges.order_by("pk"), CHALLENGE),
        ("blocks", user.blocks.order_by("pk"), ("blocked__username", "created_at")),
        ("following", Follow.objects.run_by(user).order_by("pk"), FOLLOW),
        (
            "notifications",
            Notification.objects.filter(user=user, visible_at__lte=now).order_by("pk"),
            NOTICE,
        ),
        ("notification_choices", NotificationPreferences.objects.filter(user=user), ("channels",)),
        ("tokens", user.tokens.order_by("pk"), TOKEN),
        ("webhooks", user.webhooks.order_by("pk"), HOOK),
        ("sessions", UserSession.objects.filter(user=user), SESSION),
        ("log", Action.objects.filter(about).order_by("pk"), ACTION),
    ]
    for name, query, fields in queries:
        yield f"{name}.jsonl", query.values(*fields).iterator(ROWS)


def _file(zipped: ZipFile, pipe: _Pipe, name: str, parts: Iterable[bytes]) -> Iterator[bytes]:
    with zipped.open(name, "w") as file:
        for part in parts:
            file.write(part)
            if data := pipe.taken():
                yield data
