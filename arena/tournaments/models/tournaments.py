"""Tournaments store results; pairings follow from these, seed numbers and seed."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from arena.core.translation import translated_later
from arena.models import rights
from arena.models.bounded import BoundedDateTimeField, FiniteField
from arena.models.competition import Competition, HasProblem, Unpaired
from arena.models.rights import Person
from arena.models.rows import LockingQuerySet
from arena.tournaments.format import Places, PlayedPairing, RoundPlan, TournamentPlan
from arena.tournaments.formats import FORMATS, OPTIONS, Format, FormatTerms, MissingFormat
from arena.tournaments.pairing.bracket import Bracket
from arena.tournaments.standings import StandingsRow, TieBreak
from engine import catalogue


def format_choices() -> list[tuple[str, Promise]]:
    """Return all formats, so that a new one needs no migration."""
    return [(key, translated_later(form.name)) for key, form in FORMATS.items()]


class TournamentQuerySet(LockingQuerySet["Tournament"]):
    def seen_by(self, viewer: Person) -> TournamentQuerySet:
        return self.filter(rights.tournaments_seen_by(viewer))

    def going_on(self) -> TournamentQuerySet:
        return self.filter(state=Tournament.State.RUNNING)

    def not_over(self) -> TournamentQuerySet:
        return self.filter(state__in=Tournament.NOT_OVER)

    def to_freeze(self, now: datetime) -> TournamentQuerySet:
        return self.filter(state=Tournament.State.OPEN, entry_deadline__lte=now)

    def to_start(self, now: datetime) -> TournamentQuerySet:
        return self.filter(state=Tournament.State.FROZEN, starts_at__lte=now)

    def blocked(self) -> TournamentQuerySet:
        """Select those that a problem stops."""
        return self.not_over().exclude(problem="")

    def of_other_rules(self) -> TournamentQuerySet:
        """Select running ones under removed rules."""
        return self.going_on().exclude(
            rules__in=[game.engine for game in catalogue.games().values()]
        )


class Tournament(HasProblem, Competition):
    """A competition with a start and an end."""

    class State(models.TextChoices):
        """Draft: for organisers. Frozen: field complete. Paused: even before the start."""

        DRAFT = "draft", _("draft")
        OPEN = "open", _("open")
        FROZEN = "frozen", _("frozen")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    NOT_OVER = (State.DRAFT, State.OPEN, State.FROZEN, State.RUNNING, State.PAUSED)

    class Admission(models.TextChoices):
        HAND = "hand", _("chosen by organisers")
        LADDER = "ladder", _("top of a ladder")
        SIGN_UP = "sign_up", _("open sign-up")

    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournaments"
    )
    format = models.CharField(max_length=20, choices=format_choices)
    terms: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True, help_text=_("Options of the format.")
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
        help_text=_("Its ratings seed the entrants, and its best bots are admitted."),
    )
    most_entrants = models.PositiveIntegerField(default=64)
    bots_per_owner = models.PositiveSmallIntegerField(default=1)
    entry_deadline = BoundedDateTimeField(help_text=_("When entries end and versions are frozen."))
    starts_at = BoundedDateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    allows_rematches = models.BooleanField(
        default=False, help_text=_("In a Swiss tournament, if no other pairing is left.")
    )
    reveal_minutes = models.PositiveIntegerField(
        default=0,
        help_text=_("Delay before a round's results are revealed."),
    )
    if_unpaired = models.CharField(
        max_length=10,
        choices=Unpaired.choices,
        default=Unpaired.REMATCH,
        db_default=Unpaired.PAUSE,
        help_text=_("What happens if a round cannot be paired."),
    )
    is_cancelled_draft = models.BooleanField(
        default=False,
        db_default=False,
        help_text=_("Cancelled before it was opened: only organisers can see it."),
    )
    seed = models.BigIntegerField()
    rules = models.CharField(max_length=80, blank=True, default="")
    division = models.ForeignKey(
        "arena.Division",
        on_delete=models.SET_NULL,
        related_name="tournaments",
        null=True,
        blank=True,
    )
    created_at = BoundedDateTimeField(auto_now_add=True)
    started_at = BoundedDateTimeField(null=True, blank=True)
    finished_at = BoundedDateTimeField(null=True, blank=True)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["state", "entry_deadline"], name="tournament_by_state"),
            models.Index(fields=["-starts_at"], name="tournament_by_start"),
        ]

    @property
    def is_over(self) -> bool:
        return self.state not in self.NOT_OVER

    @property
    def was_never_public(self) -> bool:
        """Whether only organisers have seen it: a draft, or cancelled as one."""
        return self.state == self.State.DRAFT or self.is_cancelled_draft

    @property
    def has_begun(self) -> bool:
        return self.started_at is not None

    @property
    def is_frozen(self) -> bool:
        """Whether the field is complete, nothing drawn."""
        closed = {self.State.FROZEN, self.State.PAUSED}
        return self.state in closed and not self.has_begun

    @property
    def is_mirrored(self) -> bool:
        """Whether seats rotate within a match."""
        return self.games_per_match > 1

    @property
    def chosen_tie_breaks(self) -> tuple[TieBreak, ...]:
        """Its own tie-breaks, without unknown ones; empty: the usual ones of the format."""
        known = list(TieBreak)
        return tuple(TieBreak(stored) for stored in self.tie_breaks if stored in known)

    @property
    def format_rules(self) -> Format:
        return FORMATS.get(self.format) or MissingFormat()

    @property
    def pairing_terms(self) -> FormatTerms:
        """Its format and options, without unknown ones."""
        chosen = {
            name: value
            for name, value in self.terms.items()
            if name in OPTIONS and OPTIONS[name].allows(value)
        }
        return FormatTerms(self.format_rules, seats=self.seats, **chosen)

    @property
    def present_rules(self) -> str:
        return catalogue.info(self.game).engine

    def is_knockout(self, stage: str) -> bool:
        """Return whether this stage needs winners."""
        return self.format_rules.eliminates(stage)

    # --- the plan, from the rows alone ----------------------------------------------------------

    def plan(self) -> TournamentPlan:
        """Return its plan; entrants are numbers."""
        numbers = self.entrants.numbered().values_list("number", flat=True)
        return TournamentPlan(
            self.pairing_terms,
            tuple(number for number in numbers if number is not None),
            self.seed,
            mirrored=self.is_mirrored,
            rematches=self.allows_rematches,
            tie_breaks=self.chosen_tie_breaks or None,
        )

    def history(self, until: int | None = None) -> list[PlayedPairing]:
        """Return results up to round `until`."""
        rounds = self.rounds.prefetch_related("pairings__seats__entrant")
        if until is not None:
            rounds = rounds.filter(number__lte=until)
        pairings = [pairing for played in rounds for pairing in played.pairings.all()]
        return [pairing.as_played() for pairing in pairings if pairing.is_over]

    def withdrawn(self, until: int | None = None) -> frozenset[int]:
        """Return withdrawn numbers, up to round `until`."""
        left = self.entrants.numbered().filter(last_round__isnull=False)
        if until is not None:
            left = left.filter(last_round__lte=until)
        return frozenset(number for number in left.values_list("number", flat=True) if number)

    def round_plan(self, until: int | None = None) -> RoundPlan | None:
        """Return the round after `until` or the last one; None: over. Raises CannotPair.

        Depends on the rows alone.
        """
        return self.plan().next(self.history(until), self.withdrawn(until))

    def places(self, until: int | None = None) -> Places:
        """Return rank and number, best first."""
        return self.plan().places(self.history(until), self.withdrawn(until))

    def standings(self, until: int | None = None) -> list[list[StandingsRow]]:
        return self.plan().standings(self.history(until), self.withdrawn(until))

    def bracket(self, until: int | None = None) -> Bracket | None:
        """Return the bracket, if drawn."""
        return self.plan().bracket(self.history(until), self.withdrawn(until))

    def revealed_until(self, now: datetime) -> int | None:
        """Return the last public round, None: all."""
        if not self.reveal_minutes:
            return None
        hidden = [late.number for late in self.rounds.all() if not late.is_revealed(now)]
        return min(hidden) - 1 if hidden else None


class EntrantQuerySet(models.QuerySet["Entrant"]):
    def seen_by(self, viewer: Person) -> EntrantQuerySet:
        return self.filter(rights.tournaments_seen_by(viewer, "tournament__"))

    def entered(self) -> EntrantQuerySet:
        return self.filter(state=Entrant.State.ENTERED).order_by("pk")

    def waiting(self) -> EntrantQuerySet:
        return self.filter(state=Entrant.State.WAITING).order_by("pk")

    def still_in(self) -> EntrantQuerySet:
        """Select those who have a place or wait for one."""
        return self.filter(state__in=[Entrant.State.ENTERED, Entrant.State.WAITING])

    def numbered(self) -> EntrantQuerySet:
        return self.filter(number__isnull=False).order_by("number")


class Entrant(models.Model):
    """A bot in a tournament; `number`: seed from 1, None until the draw."""

    class State(models.TextChoices):
        """Withdrawn: by its owner. Excluded: by an organiser. Unfit: unable at the deadline."""

        ENTERED = "entered", _("entered")
        WAITING = "waiting", _("waiting")
        WITHDRAWN = "withdrawn", _("withdrawn")
        EXCLUDED = "excluded", _("excluded")
        UNFIT = "unfit", _("not able to play")

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
    rating = FiniteField(null=True, blank=True)
    seed = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text=_("Seed number set by hand; if empty, seeded after those by rating and lot."),
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.ENTERED)
    last_round = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("The last round paired before the entrant left.")
    )
    place = models.PositiveIntegerField(null=True, blank=True)
    created_at = BoundedDateTimeField(auto_now_add=True)

    objects = EntrantQuerySet.as_manager()

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
