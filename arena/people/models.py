from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from arena.bots.models import Bot
from arena.ladders.models.ladders import Ladder
from arena.leagues.models import League
from arena.models import rights
from arena.models.bounded import CreatedAt
from arena.models.rights import Person
from arena.tournaments.models.tournaments import Tournament

TARGETS = ("bot", "person", "ladder", "tournament", "league")


class FollowQuerySet(models.QuerySet["Follow"]):
    def run_by(self, person: Person) -> FollowQuerySet:
        return self.filter(user=person.pk if person else None)

    def visible(self, viewer: Person) -> FollowQuerySet:
        """Select those of what the viewer may see now."""
        visible = Q(ladder__isnull=False) & rights.ladders_seen_by(viewer, "ladder__")
        visible |= Q(bot__isnull=False) & rights.bots_seen_by(viewer, "bot__")
        cups = rights.tournaments_seen_by(viewer, "tournament__")
        visible |= Q(tournament__isnull=False) & cups
        visible |= Q(league__isnull=False) & rights.leagues_seen_by(viewer, "league__")
        return self.filter(visible | Q(person__is_active=True))


def _one_target() -> Q:
    """Filter rows in which exactly one target is set."""
    condition = Q()
    for target in TARGETS:
        others = {f"{name}__isnull": name != target for name in TARGETS}
        condition |= Q(**others)
    return condition


class Follow(models.Model):
    """Something that a person follows. Their feed reads it: nothing is written per follower."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="follows",
        db_index=False,
    )
    bot = models.ForeignKey(
        Bot, on_delete=models.CASCADE, related_name="followers", null=True, blank=True
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="followers",
        null=True,
        blank=True,
    )
    ladder = models.ForeignKey(
        Ladder, on_delete=models.CASCADE, related_name="followers", null=True, blank=True
    )
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="followers", null=True, blank=True
    )
    league = models.ForeignKey(
        League, on_delete=models.CASCADE, related_name="followers", null=True, blank=True
    )
    created_at = CreatedAt()

    objects = FollowQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=_one_target(), name="follow_has_one_target"),
            *(
                models.UniqueConstraint(fields=["user", name], name=f"{name}_is_followed_once")
                for name in TARGETS
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} follows {self.target}"

    @property
    def kind(self) -> str:
        return next(name for name in TARGETS if getattr(self, f"{name}_id") is not None)

    @property
    def target(self) -> models.Model:
        target: models.Model = getattr(self, self.kind)
        return target
