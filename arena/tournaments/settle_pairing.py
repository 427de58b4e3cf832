from collections import defaultdict
from collections.abc import Sequence

from arena.core.database_clock import database_now
from arena.matches.end_early import forfeit_seats, void_live
from arena.matches.order_match import order_pairing_matches
from arena.models import Entrant, Game, Match, Pairing, PairingSeat, Tournament
from arena.queue.enqueue import enqueue
from arena.tournaments.format import MOST_EXTRAS, is_undecided
from engine.game import rank
from engine.messages import Message, UserError
from engine.messages import gettext_noop as _

MOST_RETRIES = 2  # matches ordered again after host failures
LIVE = {Match.Status.QUEUED, Match.Status.RUNNING}


class PairingProblem(UserError):
    """A problem that its organisers must solve."""


def settle_pairing(*, pairing: Pairing, tournament: Tournament) -> None:
    """Decide the pairing, or queue its next match.

    Idempotent; the caller has locked the tournament. Raises PairingProblem where another match
    would end as the last one.
    """
    matches = list(pairing.matches.order_by("pk"))
    if any(match.status in LIVE for match in matches):
        return
    if decide_pairing(pairing=pairing, tournament=tournament):
        return
    last = matches[-1] if matches else None
    if last and last.status == Match.Status.FINISHED and last.engine != tournament.rules:
        raise PairingProblem(
            _("Match %(match)d was played under rules %(there)s instead of %(here)s."),
            match=last.pk,
            there=last.engine,
            here=tournament.rules,
        )
    if last and last.status == Match.Status.VOID and last.worker:  # it failed, and was not stopped
        if pairing.retries >= MOST_RETRIES:
            raise PairingProblem(
                _(
                    "No worker could play pairing %(pairing)d of round %(round)d: %(error)s Fix "
                    "the problem, then resume."
                ),
                pairing=pairing.number,
                round=pairing.round.number,
                error=last.error,
            )
        pairing.retries += 1
        pairing.save(update_fields=["retries"])
    played = [
        match
        for match in matches
        if match.status == Match.Status.FINISHED and match.engine == tournament.rules
    ]
    seats = pairing.seats.filter(has_forfeited=False, entrant__version__isnull=False)
    versions = list(seats.values_list("entrant__version", flat=True))
    turn = len(played) % len(versions)  # an extra single game starts with another seat
    rounds = 1 if played else tournament.games_per_match // tournament.seats
    games = _games(tournament, rounds, len(versions))
    tables = [(pairing, versions[turn:] + versions[:turn], games)]
    enqueue(matches=order_pairing_matches(tournament=tournament, tables=tables))


def order_first_matches(*, pairings: Sequence[Pairing], tournament: Tournament) -> None:
    """Queue the first match of fresh pairings without forfeits, however many, in a few queries."""
    versions: dict[int, list[int]] = {pairing.pk: [] for pairing in pairings}
    seats = PairingSeat.objects.filter(pairing__in=pairings, entrant__version__isnull=False)
    for pk, version in seats.order_by("position").values_list("pairing", "entrant__version"):
        versions[pk].append(version)
    rounds = tournament.games_per_match // tournament.seats
    tables = [
        (pairing, versions[pairing.pk], _games(tournament, rounds, len(versions[pairing.pk])))
        for pairing in pairings
    ]
    enqueue(matches=order_pairing_matches(tournament=tournament, tables=tables))


def _games(tournament: Tournament, rounds: int, seats: int) -> int:
    return rounds * seats if tournament.is_mirrored else 1


def decide_pairing(*, pairing: Pairing, tournament: Tournament) -> bool:
    """Store a result by forfeit or matches; False: none yet, or a knockout's tie."""
    pairing.round.tournament = tournament
    seats = list(pairing.seats.select_related("entrant"))
    fit = [seat for seat in seats if not seat.has_forfeited]
    if len(fit) < 2:
        _set_ranks(seats, fit, [1] * len(fit))
        pairing.decide(Pairing.State.FORFEITED, seats, database_now())
        return True
    finished = pairing.matches.filter(status=Match.Status.FINISHED, engine=tournament.rules)
    played = list(finished.order_by("pk"))
    if not played:
        return False
    ranks = rank(_count_points(fit, played))  # later matches break ties of the first
    stage = pairing.round.stage
    if len(played) <= MOST_EXTRAS and tournament.is_knockout(stage):
        terms, pairings = tournament.pairing_terms, pairing.round.pairings.not_void().count()
        if is_undecided(ranks, terms.format.advancing(terms, stage, pairings)):
            return False
    _set_ranks(seats, fit, ranks)
    pairing.decide(Pairing.State.DECIDED, seats, database_now())
    return True


def _count_points(fit: Sequence[PairingSeat], played: Sequence[Match]) -> list[list[float]]:
    """Set the seats' sums of points and scores; return each seat's points match by match."""
    match_points: list[dict[int, float]] = []  # of each match, by version
    scores: dict[int, float] = defaultdict(float)
    for match in played:
        seats = list(match.seats.all())
        match_points.append({seat.version_id: seat.points or 0.0 for seat in seats})
        versions = {seat.position: seat.version_id for seat in seats}
        for seating, marks in Game.objects.filter(match=match).values_list("seating", "scores"):
            for position, mark in zip(seating, marks, strict=True):
                scores[versions[position]] += mark
    points: list[list[float]] = []
    for seat in fit:
        version = seat.entrant.version_id or 0
        points.append([by_version.get(version, 0.0) for by_version in match_points])
        seat.points, seat.score = sum(points[-1]), scores[version]
    return points


def _set_ranks(
    seats: Sequence[PairingSeat], fit: Sequence[PairingSeat], ranks: Sequence[int]
) -> None:
    for seat in seats:
        seat.rank = len(fit) + 1
    for seat, place in zip(fit, ranks, strict=True):
        seat.rank = place


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
