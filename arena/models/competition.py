"""What ladders, tournaments and leagues have in common."""

from __future__ import annotations

from typing import Any

from django.db import models


class Competition(models.Model):
    """A name, and the rules of its matches: a game with its options, seats, games and limits."""

    name = models.CharField(max_length=80, unique=True)
    slug = models.SlugField(max_length=80, unique=True)
    description = models.TextField(blank=True, default="")
    game = models.CharField(max_length=40)
    config: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )
    seats = models.PositiveSmallIntegerField(default=2)
    games_per_match = models.PositiveSmallIntegerField(default=2)
    limits: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name
