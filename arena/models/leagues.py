"""Leagues: seasons that begin by the calendar, divisions, promotion and relegation."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class LeagueQuerySet(models.QuerySet["League"]):
    """Sets of leagues."""

    def due(self, now: datetime) -> LeagueQuerySet:
        """Those whose next season is to be made now."""
        return self.filter(state=League.State.ACTIVE, next_run_at__lte=now)

    def locked(self, pk: int) -> League:
        """The league, held until the transaction ends: who makes its seasons holds it."""
        return self.select_for_update().get(pk=pk)


class League(models.Model):
    """A competition that is played again and again. Its seasons start when `schedule` says.

    `schedule` is a cron expression in `time_zone`; `next_run_at` the next season's start in UTC,
    which is all that the beat looks at.
    """

    class State(models.TextChoices):
        """Active: seasons are made. Paused: none for now. Closed: no more."""

        ACTIVE = "active", _("active")
        PAUSED = "paused", _("paused")
        CLOSED = "closed", _("closed")

    name = models.CharField(max_length=80, unique=True)
    slug = models.SlugField(max_length=80, unique=True)
    description = models.TextField(blank=True, default="")
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="leagues"
    )
    game = models.CharField(max_length=40)
    config: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )
    seats = models.PositiveSmallIntegerField(default=2)
    limits: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )
    games_per_match = models.PositiveSmallIntegerField(default=2)
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
    next_run_at = models.DateTimeField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.ACTIVE)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = LeagueQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["state", "next_run_at"], name="league_by_next_run")]

    def __str__(self) -> str:
        return self.name


class Season(models.Model):
    """One season. That (league, starts_at) is unique is why no start can be made twice."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveIntegerField()
    starts_at = models.DateTimeField()
    champion = models.ForeignKey(
        "arena.Bot", on_delete=models.PROTECT, related_name="titles", null=True, blank=True
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="season_number_is_unique"),
            models.UniqueConstraint(fields=["league", "starts_at"], name="season_starts_once"),
        ]

    def __str__(self) -> str:
        return f"season {self.number} of {self.league}"


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
