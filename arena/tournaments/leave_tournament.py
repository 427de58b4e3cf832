from arena.matches.end_early import forfeit_seats, void_live
from arena.models import Entrant, Pairing, Tournament
from arena.tournaments.advance_tournament import advance_locked
from arena.tournaments.seed_entrants import fill_field, number_seeds
from arena.tournaments.settle_pairing import decide_pairing
from engine.messages import Message
from engine.messages import gettext_noop as _


def leave_tournament(*, entrant: Entrant, tournament: Tournament, state: Entrant.State) -> Entrant:
    """Withdraw or exclude an entrant from a locked tournament.

    Before the start the waiting list moves up; afterwards undecided and scheduled pairings are
    forfeited.
    """
    entrant.state = state
    if not tournament.has_begun:
        entrant.number = None
        entrant.save(update_fields=["state", "number"])
        fill_field(tournament=tournament)
        if tournament.is_frozen:
            number_seeds(tournament=tournament)
        return entrant
    if entrant.number is not None:
        entrant.last_round = tournament.rounds.count()
    entrant.save(update_fields=["state", "last_round"])
    playing = Pairing.objects.playing().filter(round__tournament=tournament, seats__entrant=entrant)
    for pairing in playing.select_related("round"):
        is_played = not pairing.matches.live().exists()  # played, but not settled yet
        if not (is_played and decide_pairing(pairing=pairing, tournament=tournament)):
            forfeit_seat(pairing=pairing, entrant=entrant, tournament=tournament)
    advance_locked(tournament=tournament)
    return entrant


def forfeit_seat(*, pairing: Pairing, entrant: Entrant, tournament: Tournament) -> None:
    """Forfeit a pairing of a locked tournament; two others play on, else its match is void."""
    pairing.seats.filter(entrant=entrant).update(has_forfeited=True)
    if pairing.seats.filter(has_forfeited=False).count() > 1:
        forfeit_seats(matches=pairing.matches.all(), bots=[entrant.bot])
    else:
        void_live(
            matches=pairing.matches.all(),
            reason=Message(_("%(bot)s forfeits."), {"bot": str(entrant)}),
        )
    if not pairing.matches.live().exists():
        decide_pairing(pairing=pairing, tournament=tournament)
