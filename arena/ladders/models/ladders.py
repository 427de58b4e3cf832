from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import (
    Exists,
    ExpressionWrapper,
    F,
    FilteredRelation,
    Max,
    OuterRef,
    Q,
    Subquery,
    Value,
)
from django.db.models.functions import Coalesce, Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arena.core.database_clock import database_now
from arena.ladders.opponents import (
    PLACEMENT_HASTE,
    PLACEMENT_MATCHES,
    PLACEMENT_WAIT,
    SETTLED_MATCHES,
    SPARED,
)
from arena.matches.models.matches import Match, Seat
from arena.models import rights
from arena.models.bounded import BoundedDateTimeField, FiniteField
from arena.models.competition import Competition
from arena.models.rights import Person
from arena.models.rows import LockingQuerySet
from arena.ratings.parameters import FIT_EVERY, Fixed, Parameters, next_fit
from arena.ratings.trueskill import (
    CAUTION,
    IDLE_GRACE,
    MU,
    SIGMA,
    Rating,
    after_idle_days,
    interval,
)

if TYPE_CHECKING:
    from arena.bots.models import Bot
    from arena.ratings.models.fits import RatingFit

BENCH_AFTER = 3  # own faults in a row, counted in rated matches
DAY = 24 * 60 * 60.0
NEXT = 1e-9  # a virtual finish: only versions that have not played are earlier, with 0
CHECKED_TERMS = ("game", "seats", "config", "limits")
TAKING = ("open", "paused")  # states in which it takes entries
SEATED = Q(is_active=True, is_playing=True)  # the entries that matchmaking looks at
FIRST_WAIT = "waits_since"  # annotated; the class declares its type


class LadderQuerySet(LockingQuerySet["Ladder"]):
    def seen_by(self, viewer: Person) -> LadderQuerySet:
        return self.filter(rights.ladders_seen_by(viewer))

    def open(self) -> LadderQuerySet:
        return self.filter(state=Ladder.State.OPEN)

    def to_matchmake(self, now: datetime) -> LadderQuerySet:
        """Select open ladders whose queue ran empty, by index: results refill the others."""
        live = Match.objects.live().of_platform()
        live = live.filter(purpose=Match.Purpose.LADDER, ladder=OuterRef("pk"))
        due = self.open().filter(matchmake_at__lte=now).order_by("matchmake_at")
        return due.exclude(Exists(live))

    def look_again(self) -> int:
        """Have the tick look at them, as a bot may play there now, or a match is void."""
        return self.update(matchmake_at=database_now())

    def with_first_wait(self) -> LadderQuerySet:
        """Add `waits_since`: when the longest waiting bot played last."""
        first = Entry.objects.seatable().filter(ladder=OuterRef("pk")).order_by("waiting_since")
        return self.annotate(**{FIRST_WAIT: Subquery(first.values("waiting_since")[:1])})

    def taking(self) -> LadderQuerySet:
        """Select ladders that bots can enter."""
        return self.filter(state__in=TAKING)

    def for_challenge(self, bot: Bot, opponent: Bot) -> LadderQuerySet:
        """Select ladders of a game both play."""
        games = [
            set(each.entries.values_list("ladder__game", flat=True)) for each in (bot, opponent)
        ]
        known = self.filter(game__in=set.intersection(*games))
        return known.exclude(state=Ladder.State.CLOSED).order_by("pk")

    def uncounted(self, progress: str, mark: str) -> LadderQuerySet:
        """Select ladders with matches beyond `progress`, or voided ones without `mark`."""
        unmarked = Match.objects.annulled().filter(**{f"{mark}__isnull": True})
        voided = set(unmarked.values_list("ladder", flat=True).distinct())
        counted = Coalesce(f"{progress}__last_serial", 0)
        return self.filter(Q(recorded__gt=counted) | Q(pk__in=voided)).order_by("pk")

    def alarmed(self) -> LadderQuerySet:
        """Select ladders with too long a wait."""
        return self.filter(alarmed_at__isnull=False).order_by("alarmed_at")

    def to_fit(self) -> LadderQuerySet:
        """Select ladders with a due fit and no unfinished rating run."""
        due = self.filter(recorded__gte=F("next_fit"))
        return due.exclude(rating_runs__state="filling").order_by("pk")


class Ladder(Competition):
    """A continuous competition."""

    class State(models.TextChoices):
        """Frozen: no entries."""

        OPEN = "open", _("open")
        PAUSED = "paused", _("paused")
        FROZEN = "frozen", _("frozen")
        CLOSED = "closed", _("closed")

    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    draw_probability = FiniteField(
        null=True,
        blank=True,
        help_text=_("Share of ties between equal bots, if fixed by organisers."),
    )
    game_noise = FiniteField(
        null=True,
        blank=True,
        help_text=_("Noise of a game relative to a match, if fixed by organisers."),
    )
    bench_after = models.PositiveSmallIntegerField(
        default=BENCH_AFTER, help_text=_("Faults in a row in rated matches.")
    )
    recorded = models.PositiveBigIntegerField(default=0)
    rating_run = models.PositiveIntegerField(
        default=0, help_text=_("The rating run whose ratings are shown.")
    )
    rated_at = BoundedDateTimeField(
        null=True, blank=True, help_text=_("When its last rated match was finished.")
    )
    fit_every = models.PositiveIntegerField(
        default=FIT_EVERY, help_text=_("Fits include the matches up to a multiple of this.")
    )
    next_fit = models.PositiveBigIntegerField(
        default=FIT_EVERY, help_text=_("The rated match after which the next fit is due.")
    )
    fit: models.ForeignKey[RatingFit | None, RatingFit | None] = models.ForeignKey(
        "arena.RatingFit",
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
        editable=False,
        help_text=_("The fit that its ratings are based on."),
    )
    virtual_time = FiniteField(
        default=0.0, help_text=_("The current virtual time of the queue, in seconds.")
    )
    matchmake_at = BoundedDateTimeField(
        default=timezone.now,
        db_default=Now(),
        editable=False,
        help_text=_("When the tick looks whether its queue ran empty."),
    )
    alarmed_at = BoundedDateTimeField(
        null=True, blank=True, help_text=_("Time since a bot has been waiting too long.")
    )
    created_at = BoundedDateTimeField(auto_now_add=True)

    waits_since: datetime | None  # by `with_first_wait`

    objects = LadderQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(
                fields=["matchmake_at"], name="ladder_to_matchmake", condition=Q(state="open")
            ),
        ]

    @property
    def takes_entries(self) -> bool:
        return self.state in TAKING

    def plays_like(self, other: Ladder) -> bool:
        """Return whether a check for one is a check for the other."""
        return all(getattr(self, name) == getattr(other, name) for name in CHECKED_TERMS)

    @property
    def may_try_versions(self) -> bool:
        """Whether trials can use its rules."""
        return self.seats == 2 and self.state != self.State.CLOSED

    @property
    def active_since(self) -> datetime | None:
        """Entries unrated since are idle; None: none is."""
        return self.rated_at - timedelta(days=IDLE_GRACE) if self.rated_at else None

    @property
    def parameters(self) -> Parameters:
        return self.fit.as_parameters if self.fit else Parameters().fixed_by(self.fixed)

    def parameters_at(self, serial: int) -> Parameters:
        """Return the parameters that rated this match."""
        fits = self.fits.filter(rating_run=self.rating_run, serial__lt=serial)
        before = fits.order_by("serial").last()
        return before.as_parameters if before else Parameters().fixed_by(self.fixed)

    @property
    def fixed(self) -> Fixed:
        return Fixed(self.draw_probability, self.game_noise).possible()

    def use_fit(self, fit: RatingFit | None) -> None:
        """Make a fit current on the locked ladder, unsaved."""
        self.fit = fit
        self.next_fit = next_fit(fit.serial if fit else 0, every=self.fit_every)


class EntryQuerySet(models.QuerySet["Entry"]):
    def seen_by(self, viewer: Person) -> EntryQuerySet:
        on_ladder = rights.ladders_seen_by(viewer, "ladder__")
        return self.filter(on_ladder & rights.bots_seen_by(viewer, "bot__"))

    def playing(self) -> EntryQuerySet:
        return self.filter(SEATED, bot__state="active", bot__current__isnull=False)

    def stopped(self) -> EntryQuerySet:
        """Select entries that cannot play, by partial index, on ladders that take entries."""
        return self.filter(is_active=True, is_playing=False, ladder__state__in=TAKING)

    def unchecked(self) -> EntryQuerySet:
        """Select entries whose bot's current version has no check there yet."""
        waiting = self.stopped().filter(bot__state="active", bot__current__isnull=False)
        here = FilteredRelation(
            "ladder__checks",
            condition=Q(ladder__checks__version=F("bot__current"))
            & ~Q(ladder__checks__state="dropped"),
        )
        return waiting.alias(known_check=here).filter(known_check__isnull=True)

    def seatable(self) -> EntryQuerySet:
        """Select seatable entries by partial index, without reading bots."""
        return self.filter(SEATED)

    def unsettled(self) -> EntryQuerySet:
        """Select entries whose ratings still narrow."""
        return self.seatable().filter(version_matches__lt=SETTLED_MATCHES)

    def by_virtual_time(self) -> EntryQuerySet:
        return self.seatable().order_by("virtual_finish", "waiting_since", "pk")

    def newcomers(self) -> EntryQuerySet:
        """Select versions that have not played yet."""
        return self.seatable().filter(virtual_finish=0.0, version_matches=0)

    def begin_anew(self) -> None:
        """Place new versions anew; those whose bots have used too much meanwhile wait their turn.

        Otherwise a bot that sleeps in each version's first matches would be first for ever.
        """
        used = Q(virtual_finish__gt=F("ladder__virtual_time") + SPARED)
        owing = self.filter(used, version_matches__lt=PLACEMENT_MATCHES)
        self.exclude(pk__in=list(owing.values_list("pk", flat=True))).update(virtual_finish=0.0)
        self.update(version_matches=0)

    def owed(self, owners: Iterable[int]) -> dict[int, float]:
        """Return the latest virtual finish of each owner's bots that are being placed."""
        placing = self.filter(bot__owner__in=owners, version_matches__lt=PLACEMENT_MATCHES)
        return dict(placing.order_by().values_list("bot__owner").annotate(Max("virtual_finish")))

    def end_waits(self, *, virtual_time: float, now: datetime) -> None:
        """Put members' bots in placement first that have waited three times as long as they played.

        In a field of house bots alone a slow bot would otherwise wait for its second match until
        each of them has used as many seconds. An owner gets at most a third of one slot this way.
        """
        used = PLACEMENT_HASTE * (F("virtual_finish") - virtual_time)
        longest = PLACEMENT_WAIT * used * Value(timedelta(seconds=1))
        placing = self.seatable().filter(version_matches__range=(1, PLACEMENT_MATCHES - 1))
        waiting = placing.filter(bot__is_house=False, virtual_finish__gt=virtual_time).alias(
            waited=ExpressionWrapper(now - F("waiting_since"), models.DurationField()),
            longest=ExpressionWrapper(longest, models.DurationField()),
        )
        waiting.filter(waited__gte=F("longest")).update(virtual_finish=NEXT)

    def nearest(self, mu: float, count: int) -> tuple[EntryQuerySet, EntryQuerySet]:
        """Select up to `count` seatable entries on each side."""
        below = self.seatable().filter(mu__lt=mu).order_by("-mu", "-pk")
        above = self.seatable().filter(mu__gte=mu).order_by("mu", "pk")
        return below[:count], above[:count]

    def longest_wait(self, now: datetime) -> float:
        """Return seconds, 0 without entries."""
        first = self.seatable().order_by("waiting_since").first()
        return (now - first.waiting_since).total_seconds() if first else 0.0

    def ranked(self) -> EntryQuerySet:
        return self.order_by("-rating", "-mu", "pk")

    def active(self, ladder: Ladder) -> EntryQuerySet:
        """Select seatable entries not idle as of the last rated match."""
        return self.filter(_is_lively(ladder))

    def in_ranking(self, ladder: Ladder) -> EntryQuerySet:
        """Select each owner's best, and house bots."""
        return self.filter(_is_ranked(ladder))

    def outside_ranking(self, ladder: Ladder) -> EntryQuerySet:
        return self.exclude(_is_ranked(ladder))

    def choose_places(self, ladder: Ladder, owners: Iterable[int] | None = None) -> set[int]:
        """Rank and return the best active bot of these owners, None: all."""
        active = self.active(ladder).filter(bot__is_house=False)
        if owners is not None:
            active = active.filter(bot__owner__in=owners)
        ranked = list(active.ranked().values_list("pk", "bot__owner", "has_place"))
        best: dict[int, int] = {}
        for pk, owner, _has_place in ranked:
            best.setdefault(owner, pk)
        lost = [pk for pk, owner, has_place in ranked if has_place and best[owner] != pk]
        won = [pk for pk, owner, has_place in ranked if not has_place and best[owner] == pk]
        self.filter(pk__in=lost).update(has_place=False)
        self.filter(pk__in=won).update(has_place=True)
        return set(best.values())


def _is_lively(ladder: Ladder) -> Q:
    seated = SEATED & Q(ladder=ladder)
    if ladder.rated_at is None:
        return seated
    return seated & (Q(rated_at__isnull=True) | Q(rated_at__gte=ladder.active_since))


def _is_ranked(ladder: Ladder) -> Q:
    return _is_lively(ladder) & Q(has_place=True)


class RatingStats(models.Model):
    """Ratings and counts, all recomputable."""

    COUNTED = ("matches", "wins", "draws", "losses", "faults")

    mu = FiniteField(default=MU)
    sigma = FiniteField(default=SIGMA)
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    faults = models.PositiveIntegerField(default=0)
    rated_at = BoundedDateTimeField(
        null=True, blank=True, help_text=_("When its last rated match was finished.")
    )

    class Meta:
        abstract = True

    @property
    def skill(self) -> Rating:
        return Rating(self.mu, self.sigma)

    @property
    def interval(self) -> tuple[float, float]:
        return interval(self.skill)

    def skill_at(self, now: datetime | None) -> Rating:
        """Return the skill decayed until then."""
        if now is None or self.rated_at is None:
            return self.skill
        return after_idle_days(self.skill, (now - self.rated_at).total_seconds() / DAY)

    def played(self, *, skill: Rating, outcome: str, seat: Seat, at: datetime) -> None:
        """Count a match; `outcome`: wins, draws or losses."""
        self.mu, self.sigma = skill
        self.matches += 1
        setattr(self, outcome, getattr(self, outcome) + 1)
        self.faults += bool(seat.faults)
        self.rated_at = at


class Entry(RatingStats):
    """A bot on a ladder: its current version's rating, all versions' counts."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="entries")
    bot = models.ForeignKey("arena.Bot", on_delete=models.CASCADE, related_name="entries")
    rating = models.GeneratedField(
        expression=F("mu") - Value(CAUTION) * F("sigma"),
        output_field=FiniteField(),
        db_persist=True,
    )
    is_active = models.BooleanField(default=True)
    is_playing = models.BooleanField(
        default=True,
        help_text=_("False while the bot cannot play, or its version has not passed the check."),
    )
    has_place = models.BooleanField(
        default=True, help_text=_("False while a better bot of the same owner is in the ranking.")
    )
    virtual_finish = FiniteField(
        default=0.0, help_text=_("Its virtual time in the queue, in seconds; smaller is earlier.")
    )
    version_matches = models.PositiveIntegerField(
        default=0, help_text=_("Matches played here by the bot's current version.")
    )
    waiting_since = BoundedDateTimeField()
    last_played_at = BoundedDateTimeField(null=True, blank=True)
    created_at = BoundedDateTimeField(auto_now_add=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["ladder", "bot"], name="bot_is_entered_once"),
        ]
        indexes = [
            models.Index(fields=["ladder", "-rating"], name="entry_by_rating"),
            models.Index(fields=["ladder", "-id"], name="entry_newest"),
            models.Index(
                fields=["ladder", "-rating", "-mu", "id"],
                name="entry_by_place",
                condition=SEATED & Q(has_place=True),
            ),
            models.Index(
                fields=["ladder", "waiting_since"], name="entry_by_wait", condition=SEATED
            ),
            models.Index(
                fields=["ladder", "virtual_finish", "waiting_since", "id"],
                name="entry_by_virtual_finish",
                condition=SEATED,
            ),
            models.Index(fields=["ladder", "mu", "id"], name="entry_by_mu", condition=SEATED),
            models.Index(
                fields=["bot"],
                name="entry_waiting",
                condition=Q(is_active=True, is_playing=False),
            ),
            models.Index(
                fields=["ladder"],
                name="entry_unsettled",
                condition=SEATED & Q(version_matches__lt=SETTLED_MATCHES),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bot} on {self.ladder}"

    @property
    def is_seated(self) -> bool:
        return self.is_active and self.is_playing
