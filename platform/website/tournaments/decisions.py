"""By what a pairing was decided."""

from collections.abc import Sequence

from django.db import models
from django.db.models import Prefetch, prefetch_related_objects
from django.utils.translation import gettext_lazy as _

from arena.models import Match, Pairing, Round
from arena.tournaments.format import is_undecided


class Decision(models.TextChoices):
    MATCH = "match", _("by the match")
    EXTRA_MATCH = "extra_match", _("tied, then decided by an extra match")
    SEED = "seed", _("tied, then decided by the better seed")
    FORFEIT = "forfeit", _("by forfeit")
    BYE = "bye", _("bye")


AFTER_TIE = {Decision.EXTRA_MATCH, Decision.SEED}


def decision_of(pairing: Pairing) -> Decision | None:
    """Return by what it was decided, None: not yet. Its round's pairings and matches are loaded."""
    if not pairing.is_over:
        return None
    if pairing.state != Pairing.State.DECIDED:
        return Decision.BYE if pairing.state == Pairing.State.BYE else Decision.FORFEIT
    tournament, stage = pairing.round.tournament, pairing.round.stage
    if not tournament.is_knockout(stage):
        return Decision.MATCH
    ranks = [seat.rank or 1 for seat in pairing.seats.all() if not seat.has_forfeited]
    terms = tournament.pairing_terms
    advancing = terms.format.advancing(terms, stage, len(pairing.round.pairings.all()))
    if is_undecided(ranks, advancing):
        return Decision.SEED
    counted = [
        match
        for match in pairing.matches.all()
        if match.status == Match.Status.FINISHED and match.engine == tournament.rules
    ]
    return Decision.EXTRA_MATCH if len(counted) > 1 else Decision.MATCH


def decision_after_tie(pairing: Pairing | None) -> Decision | None:
    """Return by what a tied knockout was decided, None: it was not tied, or is not over."""
    decision = decision_of(pairing) if pairing else None
    return decision if decision in AFTER_TIE else None


def load_knockouts(rounds: Sequence[Round]) -> None:
    """Load pairings, bots and matches of rounds of knockouts, for their decisions."""
    matches = Match.objects.exclude(status=Match.Status.VOID)
    matches = matches.only("pk", "pairing_id", "status", "engine").order_by("pk")
    pairings = Pairing.objects.not_void().prefetch_related(
        "seats__entrant__bot", Prefetch("matches", queryset=matches)
    )
    prefetch_related_objects(list(rounds), Prefetch("pairings", queryset=pairings))


def ties_text(one: Round) -> str:
    """Say of each tied pairing of a loaded knockout by what it was decided, and for whom."""
    lines = []
    for pairing in one.pairings.all():
        decision, winner = decision_after_tie(pairing), pairing.winner
        if decision and winner:
            names = " \N{EN DASH} ".join(seat.entrant.bot.name for seat in pairing.seats.all())
            words = _("%(names)s: %(decision)s. Winner: %(winner)s.")
            params = {"names": names, "decision": decision.label, "winner": winner.bot.name}
            lines.append(words % params)
    return " ".join(lines)
