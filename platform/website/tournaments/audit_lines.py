"""A tournament's audit log in words."""

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from arena.models import Action, Tournament

VERBS = {
    "make_tournament": _("Created as a draft"),
    "edit_tournament": _("Changed"),
    "open_tournament": _("Opened"),
    "admit_entrant": _("Admitted"),
    "seed_by_hand": _("Seeded by hand"),
    "exclude_entrant": _("Excluded"),
    "withdraw_entrant": _("Withdrawn by its owner"),
    "freeze_entrants": _("Entries closed"),
    "start_tournament": _("Started"),
    "pause_tournament": _("Paused"),
    "resume_tournament": _("Resumed"),
    "cancel_tournament": _("Cancelled"),
    "finish_tournament": _("Finished"),
    "forfeit_pairing": _("Pairing forfeited"),
    "rejudge_pairing": _("Pairing to be played again"),
    "redraw_round": _("Round paired again"),
    "allow_rematches": _("Rematches allowed"),
}
SHOWN = 100


def actions(tournament: Tournament) -> QuerySet[Action]:
    """Return its actions, latest first."""
    found = Action.objects.filter(target=f"tournament {tournament.pk}").select_related("actor")
    return found.order_by("-pk")[:SHOWN]


def audit_text(action: Action) -> str:
    """Describe an action and what it was done to."""
    words = str(VERBS.get(action.verb, action.verb.replace("_", " ")))
    details = action.details
    params = [
        details.get("bot", ""),
        ", ".join(str(one).replace("_", " ") for one in details.get("changed", [])),
        ", ".join(details.get("dropped", [])),
        ", ".join(details.get("bots", [])),
    ]
    return ": ".join([words, *filter(None, params)])
