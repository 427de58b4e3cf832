"""A tournament's audit log in words."""

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from arena.models import Action, Tournament
from arena.tournaments.terms import TournamentTerms
from website.competitions.terms import changes_text
from website.tournaments.verbs import VERBS

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
