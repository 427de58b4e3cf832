"""A tournament's admin page."""

from functools import cached_property

from django.db.models import QuerySet

from arena.actions.tournaments.check_tournament import TournamentTerms
from arena.models import Action, Bot, Entrant, Pairing, Tournament
from website.accounts.models import User
from website.tournaments.audit_lines import actions
from website.tournaments.estimate import FormEstimate, Pace, estimate, estimates, pace
from website.tournaments.report import Report

State = Tournament.State
IN = (Entrant.State.ENTERED, Entrant.State.WAITING)


class TournamentAdmin:
    """A tournament for its organisers; `asked`: the round whose pairings are listed."""

    def __init__(self, tournament: Tournament, organiser: User, asked: str) -> None:
        self.tournament, self.organiser = tournament, organiser
        self.report = Report(tournament, organiser, asked)

    @property
    def can(self) -> set[str]:
        """Return the verbs that fit the state; the actions check again."""
        here = self.tournament
        latest = self.report.rounds[-1:]
        freely = {
            State.DRAFT: {"open"},
            State.OPEN: {"freeze"},
            State.FROZEN: {"start"},
            State.RUNNING: {"pause"},
            State.PAUSED: {"resume"},
        }
        found = set(freely.get(State(here.state), set()))
        if not here.is_over:
            found |= {"cancel", "exclude"}
        if not here.is_over and here.format_rules.may_allow_rematches:
            found |= set() if here.allows_rematches else {"rematches"}
        if not here.has_begun and not here.is_over:
            found |= {"admit", "seeds"}
        if here.has_begun and not here.is_over:
            found |= {"forfeit", "rejudge"}
            found |= {"redraw"} if latest and latest[0].finished_at is None else {"finish"}
        return found

    @property
    def needs_rules(self) -> bool:
        """Return whether its rules have changed since the start."""
        here = self.tournament
        return here.has_begun and here.rules != here.present_rules

    @cached_property
    def bots(self) -> QuerySet[Bot]:
        """Return bots of the game that are not entered."""
        inside = self.tournament.entrants.filter(state__in=IN).values("bot")
        playing = Bot.objects.seen_by(self.organiser).filter(state=Bot.State.ACTIVE)
        fit = (
            playing.exclude(current=None)
            .filter(entries__ladder__game=self.tournament.game)
            .exclude(pk__in=inside)
        )
        return fit.select_related("owner").distinct().order_by("-is_house", "name")

    @property
    def inside(self) -> list[Entrant]:
        """Return entrants that can be excluded."""
        gone = {Entrant.State.WITHDRAWN, Entrant.State.EXCLUDED}
        return [one for one in self.report.entrants if one.state not in gone]

    @property
    def field(self) -> list[Entrant]:
        """Return entrants that can be seeded, those seeded by hand first."""
        entered = [one for one in self.report.entrants if one.state == Entrant.State.ENTERED]
        return sorted(entered, key=lambda one: (one.seed is None, one.seed or 0, one.number or 0))

    @property
    def pairings(self) -> list[Pairing]:
        """Return pairings of the shown round that can be forfeited."""
        shown = self.report.shown
        found = list(shown.pairings.all()) if shown else []
        return [one for one in found if one.state != Pairing.State.BYE]

    @cached_property
    def terms(self) -> TournamentTerms:
        """Return the present terms."""
        return TournamentTerms.of(self.tournament)

    @cached_property
    def pace(self) -> Pace:
        return pace(self.terms)

    @property
    def estimates(self) -> list[FormEstimate]:
        """Return duration estimates before the start."""
        return (
            [] if self.tournament.has_begun else estimates(self.terms, self.pace, self.report.field)
        )

    @property
    def compared(self) -> FormEstimate:
        """Return alternatives for the present entrants, or for a full field."""
        entered = self.report.field
        return estimate(self.terms, self.pace, entered if entered > 1 else self.terms.most_entrants)

    @property
    def log(self) -> QuerySet[Action]:
        return actions(self.tournament)
