"""Bots, and the versions of them that their owners uploaded."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from arena.database_clock import database_now
from arena.models.bounded import MomentField
from arena.models.created_at import CreatedAt
from arena.models.locking import LockingQuerySet
from arena.models.matches import Match, MatchQuerySet, Seat
from arena.models.name_key import NameKeyField, alike

HOUSE_FOLDER = "house"  # no upload ever lies below it

# Verdicts of a check that say nothing against the file: it may be uploaded again.
HOST = "host"
SUPERSEDED = "superseded"


class BotQuerySet(LockingQuerySet["Bot"]):
    """Sets of bots."""

    def house(self) -> BotQuerySet:
        """The bots that came with the platform."""
        return self.filter(is_house=True)

    def seen_by(self, person: AbstractBaseUser | None) -> BotQuerySet:
        """Those that this person, or a visitor, may know of, on every page and in every answer.

        A bot of which no version has passed its check is for its owner and organisers alone: to
        others its address is that of no bot.
        """
        if getattr(person, "is_organiser", False):
            return self.all()
        own = models.Q(owner=person.pk) if person else models.Q()
        return self.filter(models.Q(current__isnull=False) | own)

    def named(self, name: str) -> BotQuerySet:
        """The bot of this name in any case, or none."""
        return self.filter(name__iexact=name)

    def alike(self, name: str) -> BotQuerySet:
        """The bots whose name is, or looks like, this one."""
        return self.filter(alike(name))


class Bot(models.Model):
    """A competitor: a name with an owner. What plays is one of its versions."""

    class State(models.TextChoices):
        """May it play?"""

        ACTIVE = "active", _("active")
        BENCHED = "benched", _("benched")
        WITHDRAWN = "withdrawn", _("withdrawn")

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="bots"
    )
    name = models.CharField(max_length=40)
    name_key = NameKeyField(source="name")
    slug = models.SlugField(max_length=50, unique=True)
    description = models.TextField(blank=True, default="")
    is_house = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=State.choices, default=State.ACTIVE)
    bench_reason = models.TextField(blank=True, default="")
    takes_challenges = models.BooleanField(default=True)
    source_is_public = models.BooleanField(
        default=False, help_text=_("Everybody may read its accepted versions.")
    )
    faults_in_row = models.PositiveIntegerField(default=0)
    released_at = MomentField(null=True, blank=True, editable=False)
    current = models.ForeignKey(
        "arena.Version", on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    created_at = CreatedAt()

    objects = BotQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("name"), name="bot_name_is_unique_in_any_case"),
        ]
        indexes = [
            models.Index(fields=["name"], name="bot_by_name"),
            models.Index(fields=["is_house"], name="bot_house", condition=models.Q(is_house=True)),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def may_play(self) -> bool:
        """Is there a version to play with, and nothing against it?"""
        return self.state == self.State.ACTIVE and self.current_id is not None

    def latest_matches(self, most: int) -> list[int]:
        """The ids of the last matches of any kind in which a version of it sat."""
        seats = Seat.objects.filter(version__bot=self).order_by("-match")
        return list(seats.values_list("match", flat=True).distinct()[:most])

    def bench(self, reason: str) -> None:
        """Stop seating it and tell its owner why; a passed check or a new version frees it."""
        self.state = self.State.BENCHED
        self.bench_reason = reason
        self.save(update_fields=["state", "bench_reason"])
        self._tell_entries()

    def release(self) -> None:
        """Forget the faults and, unless its owner withdrew it, let it play again. While the owner's
        account is suspended it sits out all the same."""
        if self.state == self.State.BENCHED and self.owner.is_active:
            self.state = self.State.ACTIVE
            self.bench_reason = ""
            self.released_at = database_now()
        self.faults_in_row = 0
        self.save(update_fields=["state", "bench_reason", "faults_in_row", "released_at"])
        self._tell_entries()

    def withdraw(self) -> None:
        """Stop seating it, as its owner wishes."""
        self.state = self.State.WITHDRAWN
        self.save(update_fields=["state"])
        self._tell_entries()

    def promote(self, version: Version) -> None:
        """Play with this accepted version from now on; a new one is placed anew on its ladders."""
        if self.current_id != version.pk:
            self.current = version
            self.save(update_fields=["current"])
            self.entries.update(turn=0.0, version_matches=0)
        self.release()

    def _tell_entries(self) -> None:
        """The indexes that find opponents hold those entries alone whose bot may play. Where it
        may not, the next best of its owner has the place."""
        self.entries.update(is_playing=self.may_play)
        for entry in self.entries.select_related("ladder"):
            entry.ladder.entries.choose_places(entry.ladder, [self.owner_id])


def source_path(version: Version, filename: str) -> str:
    """Where an upload is kept: by bot, number and content, under none of the uploader's names."""
    suffix = ".zip" if filename.lower().endswith(".zip") else ".py"
    folder = HOUSE_FOLDER if version.bot.is_house else "bots"
    return f"{folder}/{version.bot_id}/{version.number}-{version.sha256[:16]}{suffix}"


class VersionQuerySet(models.QuerySet["Version"]):
    """Sets of versions."""

    def accepted(self) -> VersionQuerySet:
        """Those that passed their check."""
        return self.filter(state=Version.State.ACCEPTED)


class Version(models.Model):
    """One upload of a bot, never changed afterwards: every match names the versions it seated."""

    class State(models.TextChoices):
        """What became of its check."""

        CHECKING = "checking", _("checking")
        ACCEPTED = "accepted", _("accepted")
        REJECTED = "rejected", _("rejected")

    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    source = models.FileField(upload_to=source_path, max_length=200)
    filename = models.CharField(max_length=100)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    note = models.TextField(
        blank=True, default="", help_text=_("What the uploader says has changed.")
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.CHECKING)
    failure: models.JSONField[dict[str, Any] | None, dict[str, Any] | None] = models.JSONField(
        null=True, blank=True, default=None
    )
    activates = models.BooleanField(
        default=True, help_text=_("Accepted, it plays at once, and not when its owner says so.")
    )
    ladder = models.ForeignKey(
        "arena.Ladder", on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    created_at = CreatedAt()
    checked_at = MomentField(null=True, blank=True)

    objects = VersionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bot", "number"], name="version_number_is_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.bot} v{self.number}"

    def may_be_read_by(self, person: AbstractBaseUser | None) -> bool:
        """Its owner alone may see the source, unless they publish what was accepted. That of bots
        which came with the platform is no secret."""
        if person is not None and person.pk == self.bot.owner_id:
            return True
        is_public = self.bot.source_is_public or self.bot.is_house
        return is_public and self.state == self.State.ACCEPTED

    def trial_against(self, other: Version) -> MatchQuerySet:
        """The unrated matches in which it was tried against that version of the same bot."""
        met = Match.objects.filter(candidate=self, seats__version=self)
        return met.filter(seats__version=other)

    def gauntlet(self) -> MatchQuerySet:
        """The unrated matches in which it, or the version that played then, met other bots."""
        others = Seat.objects.filter(match__candidate=self).exclude(version__bot=self.bot_id)
        return Match.objects.filter(candidate=self, pk__in=others.values("match"))

    def check_matches(self) -> MatchQuerySet:
        """The matches of its latest check: those ordered since it was last decided about."""
        since = self.checked_at or self.created_at
        seated = Match.objects.checks().filter(seats__version=self, created_at__gte=since)
        return Match.objects.filter(pk__in=list(seated.values_list("pk", flat=True)))
