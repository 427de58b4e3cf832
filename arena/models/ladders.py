"""Ladders, and the bots that are entered on them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import F, Q, Value
from django.utils.translation import gettext_lazy as _

from arena.matchmaking.opponents import SETTLED_MATCHES
from arena.models.bounded import FiniteField, MomentField
from arena.models.competition import Competition
from arena.models.locking import LockingQuerySet
from arena.ratings.parameters import Fixed, Parameters
from arena.ratings.schedule import FIT_EVERY, next_fit
from arena.ratings.trueskill import CAUTION, IDLE_GRACE, MU, SIGMA, Rating, idled, interval

if TYPE_CHECKING:
    from arena.models.bots import Bot
    from arena.models.fits import RatingFit
    from arena.models.matches import Seat

BENCH_AFTER = 3  # own faults in a row, counted in rated matches
DAY = 24 * 60 * 60.0
SEATED = Q(is_active=True, is_playing=True)  # the entries that matchmaking looks at


class LadderQuerySet(LockingQuerySet["Ladder"]):
    """Sets of ladders."""

    def open(self) -> LadderQuerySet:
        """Those on which matches are made."""
        return self.filter(state=Ladder.State.OPEN)

    def for_challenge(self, bot: Bot, opponent: Bot) -> LadderQuerySet:
        """Those by whose rules these two can meet: of a game that both play."""
        games = [set(one.entries.values_list("ladder__game", flat=True)) for one in (bot, opponent)]
        known = self.filter(game__in=set.intersection(*games))
        return known.exclude(state=Ladder.State.CLOSED).order_by("pk")

    def alarmed(self) -> LadderQuerySet:
        """Those on which a bot has waited too long, for the longest time first."""
        return self.filter(alarmed_at__isnull=False).order_by("alarmed_at")

    def to_fit(self) -> LadderQuerySet:
        """Select those with a fit to make, while their ratings are not all computed again."""
        due = self.filter(recorded__gte=F("next_fit"))
        return due.exclude(epochs__state="filling").order_by("pk")


class Ladder(Competition):
    """A standing competition: a game with its options, and a rating for every entry."""

    class State(models.TextChoices):
        """Open: matches are made. Paused: none for now. Frozen: no entries. Closed: over."""

        OPEN = "open", _("open")
        PAUSED = "paused", _("paused")
        FROZEN = "frozen", _("frozen")
        CLOSED = "closed", _("closed")

    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    draw_probability = FiniteField(
        null=True,
        blank=True,
        help_text=_("The share of ties between equals, where organisers have fixed it."),
    )
    game_noise = FiniteField(
        null=True,
        blank=True,
        help_text=_("The noise of a game relative to a match, where organisers have fixed it."),
    )
    bench_after = models.PositiveSmallIntegerField(
        default=BENCH_AFTER, help_text=_("Own faults in a row, counted in rated matches.")
    )
    recorded = models.PositiveBigIntegerField(default=0)
    epoch = models.PositiveIntegerField(
        default=0, help_text=_("The computation of all ratings that counts: see `Epoch`.")
    )
    rated_at = MomentField(
        null=True, blank=True, help_text=_("When its last rated match was finished.")
    )
    fit_every = models.PositiveIntegerField(
        default=FIT_EVERY, help_text=_("Fits cover the matches up to a multiple of this.")
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
        help_text=_("The fit on which its ratings stand."),
    )
    line = FiniteField(
        default=0.0, help_text=_("The turn that the line has reached, in virtual seconds.")
    )
    alarmed_at = MomentField(
        null=True, blank=True, help_text=_("Since when a bot has been waiting too long.")
    )
    created_at = MomentField(auto_now_add=True)

    objects = LadderQuerySet.as_manager()

    @property
    def takes_entries(self) -> bool:
        """May a bot be entered now?"""
        return self.state in {self.State.OPEN, self.State.PAUSED}

    @property
    def may_try_versions(self) -> bool:
        """Can two versions of a bot meet by its rules, for no rating?"""
        return self.seats == 2 and self.state != self.State.CLOSED

    @property
    def lively_since(self) -> datetime | None:
        """Who has played no rated match since then is idle; None: nobody is."""
        return self.rated_at - timedelta(days=IDLE_GRACE) if self.rated_at else None

    @property
    def parameters(self) -> Parameters:
        """Return what all of its bots have in common, by the fit that counts."""
        return self.fit.known if self.fit else Parameters().fixed_by(self.fixed)

    def parameters_at(self, serial: int) -> Parameters:
        """Return what they were when the ratings of this match were moved."""
        fits = self.fits.filter(epoch=self.epoch, serial__lt=serial)
        before = fits.order_by("serial").last()
        return before.known if before else Parameters().fixed_by(self.fixed)

    @property
    def fixed(self) -> Fixed:
        """Return what organisers have fixed of them."""
        return Fixed(self.draw_probability, self.game_noise).possible()

    def stand_on(self, fit: RatingFit | None) -> None:
        """Let this fit count; the caller holds the ladder's lock and saves it."""
        self.fit = fit
        self.next_fit = next_fit(fit.serial if fit else 0, every=self.fit_every)

    def next_serial(self) -> int:
        """Count one more recorded match; the caller holds the ladder's lock."""
        self.recorded += 1
        self.save(update_fields=["recorded"])
        return self.recorded


class EntryQuerySet(models.QuerySet["Entry"]):
    """Sets of entries."""

    def playing(self) -> EntryQuerySet:
        """Those that may be seated: entered, with an accepted version, not benched."""
        return self.filter(is_active=True, bot__state="active", bot__current__isnull=False)

    def listed(self) -> EntryQuerySet:
        """The same as the entries themselves know it, by what the bots told: see `is_playing`.

        Indexes hold these alone; without the bots' table, a step reads no more than it needs.
        """
        return self.filter(SEATED)

    def unsettled(self) -> EntryQuerySet:
        """Those about which matches still find something out."""
        return self.listed().filter(version_matches__lt=SETTLED_MATCHES)

    def in_line(self) -> EntryQuerySet:
        """Those that may be seated, in the order of their turns."""
        return self.listed().order_by("turn", "waiting_since", "pk")

    def nearest(self, mu: float, count: int) -> list[Entry]:
        """Those that may be seated, at most so many on either side of a rating."""
        below = self.listed().filter(mu__lt=mu).order_by("-mu", "-pk")
        above = self.listed().filter(mu__gte=mu).order_by("mu", "pk")
        return [*below[:count], *above[:count]]

    def longest_wait(self, now: datetime) -> float:
        """Seconds since the one that may be seated and has waited longest last played; 0: none."""
        first = self.listed().order_by("waiting_since").first()
        return (now - first.waiting_since).total_seconds() if first else 0.0

    def ranked(self) -> EntryQuerySet:
        """Best first, as a leaderboard shows them."""
        return self.order_by("-rating", "-mu", "pk")

    def lively(self, ladder: Ladder) -> EntryQuerySet:
        """The ladder's entries of bots that may play and did so lately. Where no matches are made
        any more, or none for now, nobody is idle."""
        return self.filter(_is_lively(ladder))

    def in_ranking(self, ladder: Ladder) -> EntryQuerySet:
        """Of these, those that have a place: the best of every owner, and all house bots."""
        return self.filter(_is_ranked(ladder))

    def outside_ranking(self, ladder: Ladder) -> EntryQuerySet:
        """All others of these."""
        return self.exclude(_is_ranked(ladder))

    def choose_places(self, ladder: Ladder, owners: Iterable[int] | None = None) -> None:
        """Give a place to the best of these owners' lively bots, to house bots, and to no other;
        without `owners` to everybody's."""
        lively = self.lively(ladder).filter(bot__is_house=False)
        if owners is not None:
            lively = lively.filter(bot__owner__in=owners)
        found = list(lively.ranked().values_list("pk", "bot__owner", "has_place"))
        best: dict[int, int] = {}
        for pk, owner, _has_place in found:
            best.setdefault(owner, pk)
        lost = [pk for pk, owner, has_place in found if has_place and best[owner] != pk]
        won = [pk for pk, owner, has_place in found if not has_place and best[owner] == pk]
        self.filter(pk__in=lost).update(has_place=False)
        self.filter(pk__in=won).update(has_place=True)


def _is_lively(ladder: Ladder) -> Q:
    seated = SEATED & Q(ladder=ladder)
    if ladder.rated_at is None:
        return seated
    return seated & (Q(rated_at__isnull=True) | Q(rated_at__gte=ladder.lively_since))


def _is_ranked(ladder: Ladder) -> Q:
    return _is_lively(ladder) & Q(has_place=True)


class Account(models.Model):
    """What a ladder's rated matches say of a bot or a version. All of it can be computed again."""

    COUNTED = ("matches", "wins", "draws", "losses", "faults")

    mu = FiniteField(default=MU)
    sigma = FiniteField(default=SIGMA)
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    faults = models.PositiveIntegerField(default=0)
    rated_at = MomentField(
        null=True, blank=True, help_text=_("When its last rated match was finished.")
    )

    class Meta:
        abstract = True

    @property
    def skill(self) -> Rating:
        """Mu and sigma as the arithmetic takes them."""
        return Rating(self.mu, self.sigma)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the skill: mu -+ 1.96 sigma."""
        return interval(self.skill)

    def skill_at(self, now: datetime | None) -> Rating:
        """The belief while others have played on until then: less and less certain."""
        if now is None or self.rated_at is None:
            return self.skill
        return idled(self.skill, (now - self.rated_at).total_seconds() / DAY)

    def played(self, *, skill: Rating, outcome: str, seat: Seat, at: datetime) -> None:
        """Count a rated match; `outcome` names the column: wins, draws or losses."""
        self.mu, self.sigma = skill
        self.matches += 1
        setattr(self, outcome, getattr(self, outcome) + 1)
        self.faults += bool(seat.faults)
        self.rated_at = at


class Entry(Account):
    """A bot on a ladder: the rating of the version that plays, the counts of all."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="entries")
    bot = models.ForeignKey("arena.Bot", on_delete=models.CASCADE, related_name="entries")
    rating = models.GeneratedField(
        expression=F("mu") - Value(CAUTION) * F("sigma"),
        output_field=FiniteField(),
        db_persist=True,
    )
    is_active = models.BooleanField(default=True)
    is_playing = models.BooleanField(
        default=True, help_text=_("False while the bot itself may not be seated anywhere.")
    )
    has_place = models.BooleanField(
        default=True, help_text=_("False while a better bot of its owner stands in the ranking.")
    )
    turn = FiniteField(
        default=0.0, help_text=_("Its place in the line, in virtual seconds: smaller is earlier.")
    )
    version_matches = models.PositiveIntegerField(
        default=0, help_text=_("Matches that the bot's present version has played here.")
    )
    waiting_since = MomentField()
    last_played_at = MomentField(null=True, blank=True)
    created_at = MomentField(auto_now_add=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["ladder", "bot"], name="bot_is_entered_once"),
        ]
        indexes = [
            models.Index(fields=["ladder", "-rating"], name="entry_by_rating"),
            models.Index(
                fields=["ladder", "-rating", "-mu", "id"],
                name="entry_by_place",
                condition=SEATED & Q(has_place=True),
            ),
            models.Index(
                fields=["ladder", "waiting_since"], name="entry_by_wait", condition=SEATED
            ),
            models.Index(
                fields=["ladder", "turn", "waiting_since", "id"],
                name="entry_by_turn",
                condition=SEATED,
            ),
            models.Index(fields=["ladder", "mu", "id"], name="entry_by_mu", condition=SEATED),
            models.Index(
                fields=["ladder"],
                name="entry_unsettled",
                condition=SEATED & Q(version_matches__lt=SETTLED_MATCHES),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bot} on {self.ladder}"
