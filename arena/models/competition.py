from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from arena.models.message_field import MessageField
from arena.models.rights import Person, is_organiser


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
    revision = models.PositiveIntegerField(
        default=1, db_default=1, help_text=_("Counts the changes of its settings, from 1.")
    )

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name

    def is_run_by(self, person: Person) -> bool:
        """Return whether this person may manage it."""
        return is_organiser(person)


class Unpaired(models.TextChoices):
    """What happens if a round cannot be paired, say after withdrawals."""

    REMATCH = "rematch", _("pair opponents again, as rarely as possible")
    END = "end", _("end with the standings so far")
    PAUSE = "pause", _("pause and notify the organiser")


class HasProblem(models.Model):
    """A scheduled item with the problem that stops it."""

    problem = MessageField(help_text=_("Why it stopped, in English."))

    class Meta:
        abstract = True

    def save_problem(self, message: str | None, **changed: Any) -> None:
        """Store the problem with other changes."""
        self.problem = message or ""
        for name, value in changed.items():
            setattr(self, name, value)
        self.save(update_fields=["problem", *changed])
