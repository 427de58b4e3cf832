"""Visible tournaments and the sections of their list."""

from typing import NamedTuple

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from arena.core.database_clock import database_now
from arena.models import Bot, Entrant, Round, Tournament
from arena.models.rights import tournaments_seen_by
from arena.tournaments.models.tournaments import TournamentQuerySet
from website.accounts.models import User

State = Tournament.State
MOST_FINISHED = 50
MOST_OF_A_BOT = 15


class Section(NamedTuple):
    name: str
    title: Promise
    tournaments: list[Tournament]


def seen_tournaments(viewer: User | None) -> TournamentQuerySet:
    """Return visible tournaments with what their pages show."""
    return Tournament.objects.seen_by(viewer).select_related("ladder", "organiser")


def sections(viewer: User | None, game: str | None) -> list[Section]:
    """Return the non-empty sections of the list."""
    seen = with_counts(seen_tournaments(viewer))
    if game:
        seen = seen.filter(game=game)
    over = seen.filter(state__in=[State.FINISHED, State.CANCELLED]).order_by("-starts_at", "-pk")
    ahead = list(seen.not_over().order_by("starts_at"))
    coming = [cup for cup in ahead if cup.state != State.DRAFT and not cup.has_begun]
    drafts = [cup for cup in ahead if cup.state == State.DRAFT]
    parts = [
        Section("running", _("Running"), [cup for cup in ahead if cup.has_begun]),
        Section("coming", _("Upcoming"), coming),
        Section("drafts", _("Drafts (organisers only)"), drafts),
        Section("finished", _("Over"), list(over[:MOST_FINISHED])),
    ]
    return [part for part in parts if part.tournaments]


def with_counts(tournaments: TournamentQuerySet) -> TournamentQuerySet:
    """Annotate `field` (entrants) and `drawn` (rounds) in subqueries, for shown rows only."""
    of_each = {"tournament": OuterRef("pk")}
    entered = Entrant.objects.filter(state=Entrant.State.ENTERED, **of_each).order_by()
    field = entered.values("tournament").annotate(count=Count("pk")).values("count")
    drawn = Round.objects.filter(**of_each).order_by("-number").values("number")[:1]
    return tournaments.annotate(field=Coalesce(Subquery(field), 0), drawn=Subquery(drawn))


def running(viewer: User | None) -> list[Tournament]:
    """Return running tournaments for the home page."""
    going_on = Tournament.objects.seen_by(viewer).going_on()
    return list(with_counts(going_on).order_by("starts_at")[:5])


def of_bot(bot: Bot, viewer: User | None) -> list[Entrant]:
    """Return a bot's latest public tournaments, without ranks not revealed yet."""
    entrants = bot.entrants.seen_by(viewer).filter(tournaments_seen_by(None, "tournament__"))
    entrants = entrants.select_related("tournament")
    latest = list(entrants.order_by("-tournament__starts_at")[:MOST_OF_A_BOT])
    for entrant in latest:
        if not is_revealed(entrant.tournament):
            entrant.place = None
    return latest


def is_revealed(tournament: Tournament) -> bool:
    return tournament.revealed_until(database_now()) is None
