from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from arena.core.database_clock import database_now, query_now
from arena.matches.referee.seeds import derived_seed
from arena.models import rights
from arena.models.bounded import BoundedDateTimeField, CreatedAt
from arena.models.rights import Person


class ChallengeQuerySet(models.QuerySet["Challenge"]):
    def seen_by(self, viewer: Person) -> ChallengeQuerySet:
        """Select accepted ones, and for both sides all of theirs."""
        shown = Q(state=Challenge.State.ACCEPTED) & rights.ladders_seen_by(viewer, "ladder__")
        if viewer is not None:
            shown |= Q(challenger=viewer.pk) | rights.bots_run_by(viewer, "opponent__")
        return self.filter(shown)

    def run_by(self, person: Person) -> ChallengeQuerySet:
        """Select those that this person sent."""
        return self.filter(challenger=person.pk if person else None)

    def received_by(self, person: Person) -> ChallengeQuerySet:
        """Select those to this person's bots, except between own ones."""
        received = self.filter(rights.bots_run_by(person, "opponent__"))
        return received.exclude(challenger=person.pk if person else None)

    def waiting(self) -> ChallengeQuerySet:
        """Select those that can be answered."""
        return self.filter(state=Challenge.State.ASKED, expires_at__gt=query_now())

    def without_matches(self) -> ChallengeQuerySet:
        """Select unaccepted ones, each with the `weight` that it has in quotas."""
        others = self.filter(state__in=UNACCEPTED)
        return others.annotate(weight=F("matches_planned"))


class Challenge(models.Model):
    """A person's bot against another's: so many matches, once its owner has accepted."""

    class State(models.TextChoices):
        """Expired is what is asked after `expires_at`; it is not stored."""

        ASKED = "asked", _("waiting for an answer")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")
        EXPIRED = "expired", _("expired")

    challenger = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="challenges_sent",
        db_index=False,
    )
    bot = models.ForeignKey("arena.Bot", on_delete=models.CASCADE, related_name="+")
    opponent = models.ForeignKey(
        "arena.Bot",
        on_delete=models.CASCADE,
        related_name="challenges_received",
        db_index=False,
    )
    ladder = models.ForeignKey("arena.Ladder", on_delete=models.CASCADE, related_name="+")
    config: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )
    matches_planned = models.PositiveSmallIntegerField()
    seed = models.BigIntegerField(
        null=True, blank=True, help_text=_("Chosen by the challenger; the deals follow from it.")
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.ASKED)
    created_at = CreatedAt()
    expires_at = BoundedDateTimeField()
    answered_at = BoundedDateTimeField(null=True, blank=True)

    objects = ChallengeQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["challenger", "-id"], name="challenge_by_sender"),
            models.Index(fields=["challenger", "-created_at"], name="challenge_by_time"),
            models.Index(fields=["opponent", "-id"], name="challenge_by_opponent"),
            models.Index(
                fields=["opponent", "-id"], name="challenge_asked", condition=Q(state="asked")
            ),
        ]

    def __str__(self) -> str:
        return f"challenge {self.pk}"

    def is_run_by(self, person: Person) -> bool:
        """Return whether this person sent it."""
        return person is not None and self.challenger_id == person.pk

    def is_answered_by(self, person: Person) -> bool:
        """Return whether this person may accept or refuse it."""
        return self.opponent.is_run_by(person)

    def match_seed(self, number: int) -> int | None:
        """Return the seed of a match; None: a secret one.

        It is derived, so that no chosen seed gives the deals of other matches.
        """
        return None if self.seed is None else derived_seed(self.seed, "challenge", number)

    @property
    def present_state(self) -> str:
        """The state now, expired ones as such."""
        if self.state == self.State.ASKED and self.expires_at <= database_now():
            return self.State.EXPIRED.value
        return self.state

    @property
    def state_words(self) -> str | Promise:
        return dict(self.State.choices).get(self.present_state, self.state)

    @property
    def is_waiting(self) -> bool:
        return self.present_state == self.State.ASKED

    @property
    def has_begun(self) -> bool:
        return self.state == self.State.ACCEPTED

    @property
    def has_own_rules(self) -> bool:
        """Whether it is not played with the ladder's kingdom."""
        return self.config != self.ladder.config


UNACCEPTED = [state for state in Challenge.State if state != Challenge.State.ACCEPTED]


class Block(models.Model):
    """A person whose challenges another takes no more."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="blocks",
        db_index=False,
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by"
    )
    created_at = CreatedAt()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "blocked"], name="person_is_blocked_once"),
        ]

    def __str__(self) -> str:
        return f"{self.owner} blocks {self.blocked}"
