from arena.core.database_clock import database_now
from arena.core.log_action import log_event
from arena.models import Pairing, PairingSeat, Round, Tournament
from arena.notifications.notify_tournament import notify_drawn
from arena.tournaments.keep_forfeits import keep_forfeits
from arena.tournaments.plan import PairingPlan, RoundPlan
from arena.tournaments.settle_pairing import order_first_matches, settle_pairing


def draw_round(*, tournament: Tournament, round_plan: RoundPlan) -> Round:
    """Store the planned round and queue its matches; void pairings stay. Raises Trouble.

    The caller has locked the tournament.
    """
    drawn, is_new = Round.objects.update_or_create(
        tournament=tournament,
        number=round_plan.number,
        defaults={"stage": round_plan.stage, "started_at": database_now()},
    )
    pairings = _pairings(
        drawn, [*round_plan.tables, *(PairingPlan((bye,)) for bye in round_plan.byes)]
    )
    playing = [pairing for pairing in pairings if pairing.state == Pairing.State.PLAYING]
    with_forfeits = set(
        PairingSeat.objects.filter(pairing__in=playing, has_forfeited=True).values_list(
            "pairing", flat=True
        )
    )
    order_first_matches(
        pairings=[pairing for pairing in playing if pairing.pk not in with_forfeits],
        tournament=tournament,
    )
    for pairing in playing:
        if pairing.pk in with_forfeits:
            settle_pairing(pairing=pairing, tournament=tournament)
    log_event("round_drawn", tournament=tournament.pk, round=drawn.number, pairings=len(pairings))
    if is_new and drawn.number == 1:
        notify_drawn(tournament=tournament)
    return drawn


def _pairings(drawn: Round, tables: list[PairingPlan]) -> list[Pairing]:
    entrants = {one.number: one for one in drawn.tournament.entrants.numbered()}
    withdrawn = drawn.tournament.withdrawn()
    first = drawn.pairings.count() + 1
    pairings = Pairing.objects.bulk_create(
        Pairing(
            round=drawn,
            number=number,
            code=table.code,
            group=table.group,
            state=Pairing.State.PLAYING if table.entrants[1:] else Pairing.State.BYE,
            decided_at=None if table.entrants[1:] else drawn.started_at,
        )
        for number, table in enumerate(tables, first)
    )
    PairingSeat.objects.bulk_create(
        PairingSeat(
            pairing=pairing,
            position=position,
            entrant=entrants[int(number)],
            rank=None if table.entrants[1:] else 1,
            has_forfeited=bool(table.entrants[1:]) and number in withdrawn,
        )
        for pairing, table in zip(pairings, tables, strict=True)
        for position, number in enumerate(table.entrants)
    )
    if first > 1:
        keep_forfeits(drawn=drawn, pairings=pairings)
    return pairings
