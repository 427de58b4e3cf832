"""Tournaments: who takes part, what is played in which round, and what came of it.

What has happened is stored; who meets whom next is worked out by `arena.pairing` from the
entrants' numbers, the pairings so far and the tournament's seed, and can be worked out again.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Sets of tournaments."""

    def public(self) -> TournamentQuerySet:
        """All but drafts, which organisers alone see."""
        return self.exclude(state=Tournament.State.DRAFT)

    def going_on(self) -> TournamentQuerySet:
        """Those whose rounds are being played."""
        return self.filter(state=Tournament.State.RUNNING)

    def locked(self, pk: int) -> Tournament:
        """The tournament, held until the transaction ends: who moves it on holds it."""
        return self.select_for_update().get(pk=pk)


class Tournament(models.Model):
    """A competition with a beginning and an end, under the rules of one game."""

    class Format(models.TextChoices):
        """The values of arena.pairing.Format."""

        ROUND_ROBIN = "round_robin", _("round robin")
        SWISS = "swiss", _("Swiss")
        SINGLE_ELIMINATION = "single_elimination", _("single elimination")
        DOUBLE_ELIMINATION = "double_elimination", _("double elimination")
        GROUPS = "groups", _("groups, then knockout")
        POD_ROTATION = "pod_rotation", _("pods in rotation")
        POD_SWISS = "pod_swiss", _("Swiss in pods")
        POD_KNOCKOUT = "pod_knockout", _("knockout in pods")

    class State(models.TextChoices):
        """Draft: its organisers' alone. Open: it can be entered. Running, paused, finished."""

        DRAFT = "draft", _("draft")
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Admission(models.TextChoices):
        """Where the entrants come from."""

        HAND = "hand", _("chosen by the organisers")
        LADDER = "ladder", _("the best of a ladder")
        SIGN_UP = "sign_up", _("open sign-up")

    name = models.CharField(max_length=80, unique=True)
    slug = models.SlugField(max_length=80, unique=True)
    description = models.TextField(blank=True, default="")
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournaments"
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
    format = models.CharField(max_length=20, choices=Format.choices)
    terms: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True, help_text=_("The choices of arena.pairing.Terms.")
    )
    tie_breaks: models.JSONField[list[str], list[str]] = models.JSONField(default=list, blank=True)
    admission = models.CharField(
        max_length=10, choices=Admission.choices, default=Admission.SIGN_UP
    )
    ladder = models.ForeignKey(
        "arena.Ladder",
        on_delete=models.SET_NULL,
        related_name="tournaments",
        null=True,
        blank=True,
        help_text=_("Whose ratings seed the entrants, and whose best are admitted."),
    )
    most_entrants = models.PositiveIntegerField(default=64)
    entry_deadline = models.DateTimeField(help_text=_("When entries end and versions are frozen."))
    starts_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    trouble = models.TextField(blank=True, default="", help_text=_("Why it was paused."))
    seed = models.BigIntegerField()
    rules = models.CharField(max_length=80, blank=True, default="")
    division = models.ForeignKey(
        "arena.Division",
        on_delete=models.SET_NULL,
        related_name="tournaments",
        null=True,
        blank=True,
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["state", "entry_deadline"], name="tournament_by_state"),
            models.Index(fields=["-starts_at"], name="tournament_by_start"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        """Will nothing change any more?"""
        return self.state in {self.State.FINISHED, self.State.CANCELLED}


class Entrant(models.Model):
    """A bot in a tournament. `number` is its place in the seeding, from 1; None until the draw."""

    class State(models.TextChoices):
        """Waiting: the field was full. Withdrawn: by its owner. Excluded: by an organiser."""

        ENTERED = "entered", _("entered")
        WAITING = "waiting", _("waiting")
        WITHDRAWN = "withdrawn", _("withdrawn")
        EXCLUDED = "excluded", _("excluded")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    bot = models.ForeignKey("arena.Bot", on_delete=models.PROTECT, related_name="entrants")
    version = models.ForeignKey(
        "arena.Version",
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        help_text=_("The version that plays, frozen at the deadline."),
    )
    number = models.PositiveIntegerField(null=True, blank=True)
    rating = models.FloatField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.ENTERED)
    place = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "bot"], name="bot_enters_once"),
            models.UniqueConstraint(
                fields=["tournament", "number"], name="entrant_number_is_given_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bot} in {self.tournament}"


class Round(models.Model):
    """One round; its pairings were all made when it began."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=20, blank=True, default="")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    reveal_at = models.DateTimeField(
        null=True, blank=True, help_text=_("Until then its results are the organisers' alone.")
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_is_made_once"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament}"


class Pairing(models.Model):
    """Entrants who meet in a round, or one who has a bye. `code` is its place in a bracket."""

    class State(models.TextChoices):
        """Playing: its match is ordered. Decided by play, by forfeit, or a bye. Void: re-paired."""

        PLAYING = "playing", _("playing")
        DECIDED = "decided", _("decided")
        FORFEITED = "forfeited", _("forfeited")
        BYE = "bye", _("bye")
        VOID = "void", _("void")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    number = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=20, blank=True, default="")
    group = models.PositiveSmallIntegerField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PLAYING)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="pairing_number_is_unique"),
        ]

    def __str__(self) -> str:
        return f"pairing {self.number} of {self.round}"


class PairingSeat(models.Model):
    """One entrant of a pairing, in seat order, with what it got there."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="seats")
    points = models.FloatField(null=True, blank=True)
    score = models.FloatField(null=True, blank=True)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    has_forfeited = models.BooleanField(default=False)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "position"], name="pairing_seat_is_one"),
            models.UniqueConstraint(fields=["pairing", "entrant"], name="entrant_sits_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant} at {self.pairing}"
