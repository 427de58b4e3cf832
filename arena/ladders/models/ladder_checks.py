from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from arena.bots.models import Bot, Version
from arena.ladders.models.ladders import Ladder
from arena.matches.models.matches import Match, MatchQuerySet
from arena.models import rights
from arena.models.bounded import BoundedDateTimeField
from arena.models.message_field import ReportField
from arena.models.rights import Person


class LadderCheckQuerySet(models.QuerySet["LadderCheck"]):
    def seen_by(self, viewer: Person) -> LadderCheckQuerySet:
        on_ladder = rights.ladders_seen_by(viewer, "ladder__")
        return self.filter(on_ladder & rights.bots_seen_by(viewer, "version__bot__"))

    def checking(self) -> LadderCheckQuerySet:
        return self.filter(state=LadderCheck.State.CHECKING)

    def passed(self) -> LadderCheckQuerySet:
        return self.filter(state=LadderCheck.State.PASSED)

    def standing(self) -> LadderCheckQuerySet:
        return self.exclude(state=LadderCheck.State.DROPPED)

    def of_current(self, bot: Bot) -> LadderCheckQuerySet:
        return self.standing().filter(version=bot.current_id)


class LadderCheck(models.Model):
    """A version's check by a ladder's rules; it plays there only once it has passed."""

    class State(models.TextChoices):
        CHECKING = "checking", _("checking")
        PASSED = "passed", _("passed")
        FAILED = "failed", _("failed")
        DROPPED = "dropped", _("dropped")  # ended without a decision

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="ladder_checks")
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="checks")
    state = models.CharField(max_length=10, choices=State.choices, default=State.CHECKING)
    failure: models.JSONField[dict[str, Any] | None, dict[str, Any] | None] = ReportField(
        null=True, blank=True, default=None
    )
    enters = models.BooleanField(
        default=True, help_text=_("Once passed, the bot enters the ladder.")
    )
    only_defaults = models.BooleanField(
        default=False, help_text=_("It gave the default answer to every question.")
    )
    ordered_at = BoundedDateTimeField()
    checked_at = BoundedDateTimeField(null=True, blank=True)

    objects = LadderCheckQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "ladder"], name="one_check_a_ladder"),
        ]

    def __str__(self) -> str:
        return f"check of {self.version} for {self.ladder}"

    @property
    def decides_version(self) -> bool:
        """Whether the version is accepted or rejected by it."""
        version = self.version
        return version.state == Version.State.CHECKING and version.ladder_id == self.ladder_id

    def matches(self) -> MatchQuerySet:
        """Select the matches of its latest order."""
        ordered = Match.objects.checks().filter(
            ladder=self.ladder_id, seats__version=self.version_id, created_at__gte=self.ordered_at
        )
        return Match.objects.filter(pk__in=list(ordered.values_list("pk", flat=True)))
