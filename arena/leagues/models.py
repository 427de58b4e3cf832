from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from arena.leagues.schedule import LINE_MOST, Schedule
from arena.models import rights
from arena.models.bounded import BoundedDateTimeField
from arena.models.competition import Competition, HasProblem, Unpaired
from arena.models.rights import Person
from arena.models.rows import LockingQuerySet
from arena.tournaments.models.tournaments import Entrant, Tournament

MOST_FREEZE_MINUTES = 7 * 24 * 60


class LeagueQuerySet(LockingQuerySet["League"]):
    def seen_by(self, viewer: Person) -> LeagueQuerySet:
        return self.filter(rights.leagues_seen_by(viewer))

    def blocked(self) -> LeagueQuerySet:
        """Select active ones that a problem stops."""
        return self.filter(state=League.State.ACTIVE).exclude(problem="")

    def due(self, now: datetime) -> LeagueQuerySet:
        """Select near starts and clocks set back, by index; `is_due` decides."""
        horizon = now + timedelta(minutes=MOST_FREEZE_MINUTES)
        near = Q(next_run_at__lte=horizon) | Q(planned_at__gt=now)
        return self.filter(near, state=League.State.ACTIVE)


class League(HasProblem, Competition):
    """A competition on a schedule: cron in `time_zone`.

    `next_run_at`, worked out at `planned_at`, is in UTC. `problem`: why the last start was skipped,
    or the next one has to wait.
    """

    class State(models.TextChoices):
        ACTIVE = "active", _("active")
        PAUSED = "paused", _("paused")
        CLOSED = "closed", _("closed")

    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="leagues"
    )
    format = models.CharField(max_length=20)
    terms: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )
    tie_breaks: models.JSONField[list[str], list[str]] = models.JSONField(default=list, blank=True)
    ladder = models.ForeignKey(
        "arena.Ladder",
        on_delete=models.PROTECT,
        related_name="leagues",
        help_text=_("Its bots can take part, and its ratings fill free slots."),
    )
    divisions = models.PositiveSmallIntegerField(default=2)
    division_size = models.PositiveSmallIntegerField(default=8)
    promoted = models.PositiveSmallIntegerField(default=2)
    schedule = models.CharField(max_length=LINE_MOST)
    time_zone = models.CharField(max_length=60, default="UTC")
    freeze_minutes = models.PositiveIntegerField(default=60)
    reveal_minutes = models.PositiveIntegerField(default=0)
    bots_per_owner = models.PositiveSmallIntegerField(default=1)
    if_unpaired = models.CharField(
        max_length=10,
        choices=Unpaired.choices,
        default=Unpaired.REMATCH,
        db_default=Unpaired.PAUSE,
    )
    next_run_at = BoundedDateTimeField(null=True, blank=True)
    planned_at = BoundedDateTimeField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.ACTIVE)
    created_at = BoundedDateTimeField(auto_now_add=True)

    objects = LeagueQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["state", "next_run_at"], name="league_by_next_run")]

    @property
    def calendar(self) -> Schedule:
        """The schedule. Raises BadSchedule."""
        return Schedule(self.schedule, self.time_zone)

    @property
    def freeze(self) -> timedelta:
        return timedelta(minutes=min(self.freeze_minutes, MOST_FREEZE_MINUTES))

    @property
    def freezes_at(self) -> datetime | None:
        """Creation time of the next season."""
        return self.next_run_at and self.next_run_at - self.freeze

    def is_due(self, now: datetime) -> bool:
        freezes_at = self.freezes_at
        return self.state == self.State.ACTIVE and freezes_at is not None and freezes_at <= now

    def plan(self, now: datetime, *, after: datetime | None = None) -> None:
        """Plan the next start without a season; missed ones are dropped.

        The caller has locked the league.
        """
        taken = set(self.seasons.filter(starts_at__gt=now).values_list("starts_at", flat=True))
        starts = self.calendar.starts(after or now)
        self.next_run_at = next(start for start in starts if start not in taken)
        self.planned_at = now
        self.save(update_fields=["next_run_at", "planned_at"])

    def stop(self, state: str) -> None:
        """Set a state that plans no season."""
        self.state, self.next_run_at, self.planned_at = state, None, None
        self.save(update_fields=["state", "next_run_at", "planned_at"])


class SeasonQuerySet(models.QuerySet["Season"]):
    def seen_by(self, viewer: Person) -> SeasonQuerySet:
        return self.filter(rights.leagues_seen_by(viewer, "league__"))

    def unfinished(self) -> SeasonQuerySet:
        return self.filter(finished_at=None)

    def played_out(self) -> SeasonQuerySet:
        """Select unfinished seasons whose divisions are over."""
        live = Tournament.objects.not_over().filter(division__isnull=False)
        return self.unfinished().exclude(pk__in=live.values("division__season"))

    def crowned(self) -> SeasonQuerySet:
        with_champion = self.filter(champion__isnull=False)
        return with_champion.select_related("champion__owner").order_by("-number")


class Season(models.Model):
    """A season with its sizes; unique (league, starts_at) prevents duplicates."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveIntegerField()
    starts_at = BoundedDateTimeField()
    most_divisions = models.PositiveSmallIntegerField(default=2)
    division_size = models.PositiveSmallIntegerField(default=8)
    promoted = models.PositiveSmallIntegerField(default=2)
    champion = models.ForeignKey(
        "arena.Bot", on_delete=models.PROTECT, related_name="titles", null=True, blank=True
    )
    created_at = BoundedDateTimeField(auto_now_add=True)
    finished_at = BoundedDateTimeField(null=True, blank=True)

    objects = SeasonQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="season_number_is_unique"),
            models.UniqueConstraint(fields=["league", "starts_at"], name="season_starts_once"),
        ]

    def __str__(self) -> str:
        return f"season {self.number} of {self.league}"

    def places(self) -> list[list[Entrant]]:
        return [division.places() for division in self.divisions.all()]


class DivisionQuerySet(models.QuerySet["Division"]):
    def seen_by(self, viewer: Person) -> DivisionQuerySet:
        return self.filter(rights.leagues_seen_by(viewer, "season__league__"))


class Division(models.Model):
    """A division, played as a tournament; level 1 is the highest."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    level = models.PositiveSmallIntegerField()

    objects = DivisionQuerySet.as_manager()

    class Meta:
        ordering = ["level"]
        constraints = [
            models.UniqueConstraint(fields=["season", "level"], name="division_level_is_unique"),
        ]

    def __str__(self) -> str:
        return f"division {self.level}, {self.season}"

    @property
    def tournament(self) -> Tournament | None:
        """Its tournament, None once deleted."""
        return self.tournaments.order_by("-pk").first()

    def places(self) -> list[Entrant]:
        """Return entrants by rank, then seed."""
        if (tournament := self.tournament) is None:
            return []
        order = (F("place").asc(nulls_last=True), "number")
        drawn = tournament.entrants.numbered().select_related("bot").order_by(*order)
        return list(drawn) or list(tournament.entrants.entered().select_related("bot"))
