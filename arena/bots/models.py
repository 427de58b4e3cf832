from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from arena.core.database_clock import database_now
from arena.core.names import normalise
from arena.ladders.models.ladders import Ladder
from arena.matches.models.matches import Match, MatchQuerySet, Seat
from arena.models import rights
from arena.models.bounded import BoundedDateTimeField, CreatedAt
from arena.models.message_field import MessageField, ReportField
from arena.models.name_key import NameKeyField, alike, find_named, select_named
from arena.models.rights import Person
from arena.models.rows import LockingQuerySet
from arena.ratings.sprt import PAIR_CELLS

if TYPE_CHECKING:
    from arena.ladders.models.ladder_checks import LadderCheckQuerySet

HOUSE_FOLDER = "house"  # no upload ever lies below it

UNACCEPTED = "unaccepted"  # the state shown of a bot without an accepted version

# Verdicts of a check after which the same file may be uploaded again.
HOST = "host"
SUPERSEDED = "superseded"


class BotQuerySet(LockingQuerySet["Bot"]):
    def house(self) -> BotQuerySet:
        return self.filter(is_house=True)

    def seen_by(self, viewer: Person) -> BotQuerySet:
        return self.filter(rights.bots_seen_by(viewer))

    def run_by(self, person: Person) -> BotQuerySet:
        return self.filter(rights.bots_run_by(person))

    def with_slot(self) -> BotQuerySet:
        """Select bots that count towards their owner's limit."""
        return self.exclude(state=Bot.State.WITHDRAWN).exclude(_is_rejected())

    def rejected(self) -> BotQuerySet:
        """Select bots of which no version has been accepted or is being checked."""
        return self.filter(_is_rejected())

    def in_state(self, shown: str) -> BotQuerySet:
        """Select by `shown_state`."""
        if shown == UNACCEPTED:
            return self.filter(state=Bot.State.ACTIVE, current=None)
        bots = self.filter(state=shown)
        return bots.exclude(current=None) if shown == Bot.State.ACTIVE else bots

    def named(self, name: str) -> BotQuerySet:
        return cast("BotQuerySet", select_named(self, name))

    def called(self, slug_or_name: str) -> Bot | None:
        """Return the bot with this slug, or with this name."""
        slug = normalise(slug_or_name).lower()
        by_slug = self.filter(slug=slug).first() if slug.isprintable() else None
        return by_slug or find_named(self, slug_or_name)

    def alike(self, name: str) -> BotQuerySet:
        """Select bots whose names look like this one."""
        return self.filter(alike(name))


class Bot(models.Model):
    """A competitor; its current version plays."""

    class State(models.TextChoices):
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
    bench_reason = MessageField()
    takes_challenges = models.BooleanField(default=True)
    asks_first = models.BooleanField(
        default=False,
        db_default=False,
        help_text=_("Others' challenges wait until its owner accepts them."),
    )
    source_is_public = models.BooleanField(
        default=False, help_text=_("Anyone can read its accepted versions.")
    )
    faults_in_row = models.PositiveIntegerField(default=0)
    released_at = BoundedDateTimeField(null=True, blank=True, editable=False)
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

    def is_run_by(self, person: Person) -> bool:
        """Return whether this person may act for it."""
        return person is not None and self.owner_id == person.pk

    @property
    def shown_state(self) -> str:
        """Its state; UNACCEPTED while no version has passed its check."""
        is_new = self.current_id is None and self.state == self.State.ACTIVE
        return UNACCEPTED if is_new else self.state

    @property
    def may_play(self) -> bool:
        return self.state == self.State.ACTIVE and self.current_id is not None

    def latest_matches(self, most: int, *, trials: bool = False) -> list[int]:
        """Return ids of its last matches; trials are its versions' own and may be many."""
        seats = Seat.objects.filter(version__bot=self).order_by("-match")
        if not trials:
            seats = seats.filter(match__candidate=None)
        return list(seats.values_list("match", flat=True).distinct()[:most])

    def bench(self, reason: str) -> None:
        """Stop seating it until a passed check or new version."""
        self.state = self.State.BENCHED
        self.bench_reason = reason
        self.save(update_fields=["state", "bench_reason"])
        self.tell_entries()

    def release(self) -> None:
        """Reset faults; end a bench unless withdrawn or its owner suspended."""
        if self.state == self.State.BENCHED and self.owner.is_active:
            self.state = self.State.ACTIVE
            self.bench_reason = ""
            self.released_at = database_now()
        self.faults_in_row = 0
        self.save(update_fields=["state", "bench_reason", "faults_in_row", "released_at"])
        self.tell_entries()

    def withdraw(self) -> None:
        self.state = self.State.WITHDRAWN
        self.save(update_fields=["state"])
        self.tell_entries()

    def promote(self, version: Version) -> None:
        """Make an accepted version current; a new one is placed anew."""
        if self.current_id != version.pk:
            version.begin_to_play()
            self.current = version
            self.save(update_fields=["current"])
            self.entries.all().begin_anew()
        self.release()

    def passed_check(self, ladder: Ladder) -> bool:
        """Return whether its current version may play there."""
        current = self.current
        return current is not None and current.passed_checks().filter(ladder=ladder).exists()

    def tell_entries(self) -> None:
        """Update where it plays, and give its rank elsewhere to its owner's next best."""
        plays: Exists | bool = False
        if self.current is not None and self.may_play:
            plays = Exists(self.current.passed_checks().filter(ladder=OuterRef("ladder")))
        self.entries.update(is_playing=plays)
        Ladder.objects.filter(entries__bot=self).look_again()
        for entry in self.entries.select_related("ladder"):
            entry.ladder.entries.choose_places(entry.ladder, [self.owner_id])


def _is_rejected() -> models.Q:
    """Filter bots that were never accepted and have no check under way."""
    checking = Version.objects.filter(bot=OuterRef("pk"), state=Version.State.CHECKING)
    return models.Q(current__isnull=True) & ~models.Q(Exists(checking))


def source_path(version: Version, filename: str) -> str:
    """Return a path without the uploader's names."""
    suffix = ".zip" if filename.lower().endswith(".zip") else ".py"
    folder = HOUSE_FOLDER if version.bot.is_house else "bots"
    return f"{folder}/{version.bot_id}/{version.number}-{version.sha256[:16]}{suffix}"


class VersionQuerySet(models.QuerySet["Version"]):
    def seen_by(self, viewer: Person) -> VersionQuerySet:
        return self.filter(rights.versions_seen_by(viewer))

    def run_by(self, person: Person) -> VersionQuerySet:
        return self.filter(rights.bots_run_by(person, "bot__"))

    def accepted(self) -> VersionQuerySet:
        return self.filter(state=Version.State.ACCEPTED)


class Version(models.Model):
    """An immutable upload."""

    class State(models.TextChoices):
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
        blank=True, default="", help_text=_("What changed, in the uploader's words.")
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.CHECKING)
    failure: models.JSONField[dict[str, Any] | None, dict[str, Any] | None] = ReportField(
        null=True, blank=True, default=None
    )
    activates = models.BooleanField(
        default=True,
        help_text=_("If accepted, it plays immediately instead of waiting for its owner."),
    )
    ladder = models.ForeignKey(
        "arena.Ladder", on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    created_at = CreatedAt()
    checked_at = BoundedDateTimeField(null=True, blank=True)
    plays_since = BoundedDateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text=_("When it first was the version that plays; its trials are private before."),
    )

    objects = VersionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bot", "number"], name="version_number_is_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.bot} v{self.number}"

    def may_be_read_by(self, person: Person) -> bool:
        """Return whether this person may read the source.

        Owners may; others only accepted versions that are public or the house's.
        """
        if self.bot.is_run_by(person):
            return True
        is_public = self.bot.source_is_public or self.bot.is_house
        return is_public and self.state == self.State.ACCEPTED

    def begin_to_play(self) -> None:
        """Note the first time, which makes its trials public."""
        if self.plays_since is None:
            self.plays_since = database_now()
            self.save(update_fields=["plays_since"])

    def trial_against(self, other: Version) -> MatchQuerySet:
        """Select trials against that version."""
        met = Match.objects.filter(candidate=self, seats__version=self)
        return met.filter(seats__version=other)

    def trial_counts(self, other: Version) -> list[int]:
        """Count matches by points, from 0 to 2, as ordered.

        Short games end first, so those after one that is still to be played wait.
        """
        own = Seat.objects.filter(match__candidate=self, version=self)
        met = own.filter(match__seats__version=other).exclude(match__status=Match.Status.VOID)
        counts = [0] * PAIR_CELLS
        for status, points in met.order_by("match_id").values_list("match__status", "points"):
            if status != Match.Status.FINISHED:
                break
            counts[round(2 * (points or 0))] += 1
        return counts

    def gauntlet(self) -> MatchQuerySet:
        """Select its gauntlet's matches, for both versions compared."""
        others = Seat.objects.filter(match__candidate=self).exclude(version__bot=self.bot_id)
        return Match.objects.filter(candidate=self, pk__in=others.values("match"))

    def passed_checks(self) -> LadderCheckQuerySet:
        """Select its checks on ladders where it may play."""
        return self.ladder_checks.passed()
