"""What has been drawn from a result holds the result."""

from django.utils.translation import gettext as _

from arena.actions.errors import LaterRounds, WrongState
from arena.models import Pairing, Tournament
from arena.tournaments.plan import KNOCKOUT


def require_latest_round(*, pairing: Pairing, tournament: Tournament) -> None:
    """Raise LaterRounds where a later round depends on this pairing, and WrongState where it is a
    bye or was drawn anew. A round robin's schedule, in groups too, depends on no result."""
    if pairing.state in {Pairing.State.BYE, Pairing.State.VOID}:
        raise WrongState(_("Nothing was to be played there."))
    standing = Pairing.objects.standing().filter(round__number__gt=pairing.round.number)
    later = tournament.rounds.filter(pairings__in=standing)
    if tournament.format == Tournament.Format.ROUND_ROBIN:
        return
    if tournament.format == Tournament.Format.GROUPS and pairing.round.stage != KNOCKOUT:
        later = later.filter(stage=KNOCKOUT)
    if first := later.first():
        words = _(
            "Round %(later)d was drawn from what came of round %(round)d. While it has no results: "
            "pause, have it drawn again, and then change what was before. Later, who should not "
            "have come so far can only be excluded."
        )
        raise LaterRounds(words % {"later": first.number, "round": pairing.round.number})
