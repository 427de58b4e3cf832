from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from arena.translated import said
from engine.sentences import Sentence


class Competition(models.Model):
    """A name and the rules of its matches."""

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


class Troubled(models.Model):
    """A scheduled item with the problem that stops it, in English and as a `Sentence`."""

    trouble = models.TextField(blank=True, default="", help_text=_("Why it stopped, in English."))
    trouble_parts: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )

    class Meta:
        abstract = True

    @property
    def told_trouble(self) -> str:
        """`trouble` in the active language."""
        try:
            return said(Sentence(**self.trouble_parts)) if self.trouble_parts else self.trouble
        except (TypeError, ValueError, KeyError, AttributeError):  # malformed parts
            return self.trouble

    def save_trouble(self, sentence: Sentence | None, **changed: Any) -> None:
        """Store the problem with other changes."""
        self.trouble = str(sentence or "")
        self.trouble_parts = sentence.data() if sentence else {}
        for name, value in changed.items():
            setattr(self, name, value)
        self.save(update_fields=["trouble", "trouble_parts", *changed])
