"""A tournament's admin page, and its audit log in words."""

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from arena.core.errors import EditedMeanwhile, Refused
from arena.models import Action, Bot, Entrant, Pairing, Tournament
from arena.tournaments.estimate_tournament import Pace
from arena.tournaments.terms import TournamentTerms
from website.accounts.models import User
from website.competitions.terms import changes_text
from website.tournaments.estimate import FormEstimate, estimate, estimates, pace
from website.tournaments.report import Report
from website.tournaments.verbs import SEED, VERBS, TournamentVerb

IN = (Entrant.State.ENTERED, Entrant.State.WAITING)


class SeedLine(NamedTuple):
    """A line of the form of seeds: what its field has, and what is stored."""

    entrant: Entrant
    typed: str
    stored: str


class TournamentAdmin:
    """A tournament for its organisers; `asked`: the round whose pairings are listed.

    `refused`: why seeds that were `sent` are not stored; they stay in the form.
    """

    def __init__(
        self,
        tournament: Tournament,
        organiser: User,
        *,
        asked: str = "",
        sent: Mapping[str, str] | None = None,
        refused: Refused | None = None,
    ) -> None:
        self.tournament, self.organiser = tournament, organiser
        self.report = Report(tournament, organiser, asked)
        self.refused = refused
        self._sent = sent

    @cached_property
    def can(self) -> dict[str, TournamentVerb]:
        """Return the verbs that fit the state; the actions check again."""
        return {key: verb for key, verb in VERBS.items() if verb.offered(self.report)}

    @property
    def next_steps(self) -> list[TournamentVerb]:
        return [verb for verb in self.can.values() if verb.label and not verb.title]

    @property
    def lesser(self) -> list[TournamentVerb]:
        return [verb for verb in self.can.values() if verb.title]

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
        return [entrant for entrant in self.report.entrants if entrant.state not in gone]

    @property
    def seeds(self) -> list[SeedLine]:
        """Return entrants that can be seeded, those seeded by hand first."""
        entered = [
            entrant for entrant in self.report.entrants if entrant.state == Entrant.State.ENTERED
        ]
        entered.sort(key=lambda entry: (entry.seed is None, entry.seed or 0, entry.number or 0))
        lines = []
        for entrant in entered:
            stored = "" if entrant.seed is None else str(entrant.seed)
            typed = stored if self._sent is None else self._sent.get(SEED + entrant.bot.slug, "")
            lines.append(SeedLine(entrant, typed, stored))
        return lines

    @property
    def revision(self) -> str:
        """Return the revision that the form of seeds shows, and that its next save replaces."""
        if self._sent is None:
            return str(self.tournament.revision)
        if isinstance(self.refused, EditedMeanwhile):
            return str(self.refused.revision)
        return self._sent.get("revision", "")

    @property
    def pairings(self) -> list[Pairing]:
        """Return pairings of the shown round that can be forfeited."""
        shown = self.report.shown
        pairings = list(shown.pairings.all()) if shown else []
        return [pairing for pairing in pairings if pairing.state != Pairing.State.BYE]

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


OTHERS = {
    "make_tournament": _("Created as a draft"),
    "edit_tournament": _("Changed"),
    "withdraw_entrant": _("Withdrawn by its owner"),
}
SHOWN = 100


def actions(tournament: Tournament) -> QuerySet[Action]:
    """Return its actions, latest first."""
    found = Action.objects.filter(target=f"tournament {tournament.pk}").select_related("actor")
    return found.order_by("-pk")[:SHOWN]


def audit_text(action: Action) -> str:
    """Describe an action and what it was done to."""
    own = {verb.action.__name__: verb.logged for verb in VERBS.values()}
    words = str((OTHERS | own).get(action.verb, action.verb.replace("_", " ")))
    details = action.details
    params = [
        details.get("bot", ""),
        changes_text(TournamentTerms, details.get("changed", [])),
        ", ".join(details.get("dropped", [])),
        ", ".join(details.get("bots", [])),
    ]
    return ": ".join([words, *filter(None, params)])
