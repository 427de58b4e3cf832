from arena.actions.notify_tournament import notify_drawn
from arena.actions.settle_pairing import settle_pairing
from arena.course import Stint, Table
from arena.database_clock import database_now
from arena.event_log import log_event
from arena.models import Pairing, PairingSeat, Round, Tournament


def draw_round(*, tournament: Tournament, stint: Stint) -> Round:
    """Store the planned round and queue its matches; void pairings stay. Raises Trouble.

    The caller has locked the tournament.
    """
    drawn, is_new = Round.objects.update_or_create(
        tournament=tournament,
        number=stint.number,
        defaults={"stage": stint.stage, "started_at": database_now()},
    )
    pairings = _pairings(drawn, [*stint.tables, *(Table((one,)) for one in stint.byes)])
    for pairing in pairings:
        if pairing.state == Pairing.State.PLAYING:
            settle_pairing(pairing=pairing, tournament=tournament)
    log_event("round_drawn", tournament=tournament.pk, round=drawn.number, pairings=len(pairings))
    if is_new and drawn.number == 1:
        notify_drawn(tournament=tournament)
    return drawn


def _pairings(drawn: Round, tables: list[Table]) -> list[Pairing]:
    entrants = {one.number: one for one in drawn.tournament.entrants.numbered()}
    gone = drawn.tournament.gone()
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
            has_forfeited=bool(table.entrants[1:]) and number in gone,
        )
        for pairing, table in zip(pairings, tables, strict=True)
        for position, number in enumerate(table.entrants)
    )
    return pairings
