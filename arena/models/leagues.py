"""Leagues: seasons that begin by the calendar, divisions, promotion and relegation."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from arena.models.bounded import MomentField
from arena.models.competition import Competition, Troubled
from arena.models.locking import LockingQuerySet
from arena.models.tournaments import Entrant, Tournament
from arena.tournaments.schedule import Schedule

MOST_FREEZE_MINUTES = 7 * 24 * 60


class LeagueQuerySet(LockingQuerySet["League"]):
    """Sets of leagues."""

    def due(self, now: datetime) -> LeagueQuerySet:
        """Those to look at now: a season may have to be made, or the clock has been set back since
        the next one was planned. A few rows by index; `is_due` tells which."""
        horizon = now + timedelta(minutes=MOST_FREEZE_MINUTES)
        near = Q(next_run_at__lte=horizon) | Q(planned_at__gt=now)
        return self.filter(near, state=League.State.ACTIVE)


class League(Troubled, Competition):
    """A competition that is played again and again. Its seasons start when `schedule` says.

    `schedule` is a cron expression in `time_zone`; `next_run_at` the next season's start in UTC,
    which is all that the beat looks at. The season is made `freeze_minutes` before, from what its
    bots are then. `planned_at` is what the clock said when `next_run_at` was worked out, and
    `trouble` is why the last start was left out.
    """

    class State(models.TextChoices):
        """Active: seasons are made. Paused: none for now. Closed: no more."""

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
        help_text=_("Whose bots may take part, and whose ratings fill free places."),
    )
    divisions = models.PositiveSmallIntegerField(default=2)
    division_size = models.PositiveSmallIntegerField(default=8)
    promoted = models.PositiveSmallIntegerField(default=2)
    schedule = models.CharField(max_length=100)
    time_zone = models.CharField(max_length=60, default="UTC")
    freeze_minutes = models.PositiveIntegerField(default=60)
    reveal_minutes = models.PositiveIntegerField(default=0)
    bots_per_owner = models.PositiveSmallIntegerField(default=1)
    next_run_at = MomentField(null=True, blank=True)
    planned_at = MomentField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.ACTIVE)
    created_at = MomentField(auto_now_add=True)

    objects = LeagueQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["state", "next_run_at"], name="league_by_next_run")]

    @property
    def calendar(self) -> Schedule:
        """When it starts. Raises BadSchedule where this machine does not know the time zone."""
        return Schedule(self.schedule, self.time_zone)

    @property
    def freeze(self) -> timedelta:
        """So long before its start a season is made."""
        return timedelta(minutes=min(self.freeze_minutes, MOST_FREEZE_MINUTES))

    @property
    def freezes_at(self) -> datetime | None:
        """When the next season is made; None: none is planned."""
        return self.next_run_at and self.next_run_at - self.freeze

    def is_due(self, now: datetime) -> bool:
        """Is the next season to be made now?"""
        at = self.freezes_at
        return self.state == self.State.ACTIVE and at is not None and at <= now

    def plan(self, now: datetime, *, after: datetime | None = None) -> None:
        """Set `next_run_at` to the first start that is still to come, or later than `after`, and
        has no season yet; the caller holds the league. What was missed is not made up for."""
        made = set(self.seasons.filter(starts_at__gt=now).values_list("starts_at", flat=True))
        starts = self.calendar.starts(after or now)
        self.next_run_at = next(start for start in starts if start not in made)
        self.planned_at = now
        self.save(update_fields=["next_run_at", "planned_at"])

    def stop(self, state: str) -> None:
        """Be paused or closed: no season is planned."""
        self.state, self.next_run_at, self.planned_at = state, None, None
        self.save(update_fields=["state", "next_run_at", "planned_at"])


class SeasonQuerySet(models.QuerySet["Season"]):
    """Sets of seasons."""

    def unfinished(self) -> SeasonQuerySet:
        """Those made and not over."""
        return self.filter(finished_at=None)

    def played_out(self) -> SeasonQuerySet:
        """Those not over of which every division is."""
        live = Tournament.objects.not_over().filter(division__isnull=False)
        return self.unfinished().exclude(pk__in=live.values("division__season"))

    def crowned(self) -> SeasonQuerySet:
        """Those with a champion, the latest first."""
        found = self.filter(champion__isnull=False).select_related("champion__owner")
        return found.order_by("-number")


class Season(models.Model):
    """One season. That (league, starts_at) is unique is why no start can be made twice.

    It keeps the sizes and the promotion that it was made with: the league may change its own.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveIntegerField()
    starts_at = MomentField()
    most_divisions = models.PositiveSmallIntegerField(default=2)
    division_size = models.PositiveSmallIntegerField(default=8)
    promoted = models.PositiveSmallIntegerField(default=2)
    champion = models.ForeignKey(
        "arena.Bot", on_delete=models.PROTECT, related_name="titles", null=True, blank=True
    )
    created_at = MomentField(auto_now_add=True)
    finished_at = MomentField(null=True, blank=True)

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
        """Who stood in each division, the best first."""
        return [division.places() for division in self.divisions.all()]


class Division(models.Model):
    """One division of a season; level 1 is the highest. It is played as a tournament."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    level = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["level"]
        constraints = [
            models.UniqueConstraint(fields=["season", "level"], name="division_level_is_unique"),
        ]

    def __str__(self) -> str:
        return f"division {self.level}, {self.season}"

    @property
    def tournament(self) -> Tournament | None:
        """As which it is played; None once that is deleted."""
        return self.tournaments.order_by("-pk").first()

    def places(self) -> list[Entrant]:
        """Who stood in its draw by their places, by their seeds where they share one or have none;
        without a draw who was entered."""
        if (tournament := self.tournament) is None:
            return []
        order = (F("place").asc(nulls_last=True), "number")
        drawn = tournament.entrants.numbered().select_related("bot").order_by(*order)
        return list(drawn) or list(tournament.entrants.entered().select_related("bot"))
