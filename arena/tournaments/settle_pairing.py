from collections import defaultdict
from collections.abc import Sequence

from arena.core.database_clock import database_now
from arena.matches.order_match import order_pairing_matches
from arena.models import Game, Match, Pairing, PairingSeat, Tournament
from arena.queue.enqueue import enqueue
from arena.tournaments.format import MOST_EXTRAS, is_undecided
from engine.game import rank
from engine.messages import UserError
from engine.messages import gettext_noop as _

MOST_RETRIES = 2  # matches ordered again after host failures
LIVE = {Match.Status.QUEUED, Match.Status.RUNNING}


class PairingProblem(UserError):
    """A problem that its organisers must solve."""


def settle_pairing(*, pairing: Pairing, tournament: Tournament) -> None:
    """Decide the pairing, or queue its next match. Raises Trouble.

    Idempotent; the caller has locked the tournament.
    """
    matches = list(pairing.matches.order_by("pk"))
    if any(match.status in LIVE for match in matches):
        return
    if not decide_pairing(pairing=pairing, tournament=tournament):
        _order(pairing, tournament, matches)


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
    played = list(
        pairing.matches.filter(status=Match.Status.FINISHED, engine=tournament.rules).order_by("pk")
    )
    if len(fit) < 2:
        _rank(seats, fit, [1] * len(fit))
        pairing.decide(Pairing.State.FORFEITED, seats, database_now())
        return True
    if not played:
        return False
    _count(fit, played)
    points = _points(played)
    ranks = rank([[point.get(_version(seat), 0.0) for point in points] for seat in fit])
    if len(played) <= MOST_EXTRAS and _needs_winner(pairing, ranks):
        return False
    _rank(seats, fit, ranks)
    pairing.decide(Pairing.State.DECIDED, seats, database_now())
    return True


def _needs_winner(pairing: Pairing, ranks: Sequence[int]) -> bool:
    """Return whether a tie matters in a knockout."""
    tournament, stage = pairing.round.tournament, pairing.round.stage
    if not tournament.is_knockout(stage):
        return False
    pairings = pairing.round.pairings.not_void().count()
    terms = tournament.pairing_terms
    return is_undecided(ranks, terms.format.advancing(terms, stage, pairings))


def _version(seat: PairingSeat) -> int:
    return seat.entrant.version_id or 0


def _points(played: Sequence[Match]) -> list[dict[int, float]]:
    """Return match points by version; later matches break ties."""
    found: dict[int, dict[int, float]] = defaultdict(dict)
    for match in played:
        for seat in match.seats.all():
            found[match.pk][seat.version_id] = seat.points or 0.0
    return [found[match.pk] for match in played]


def _count(fit: Sequence[PairingSeat], played: Sequence[Match]) -> None:
    scores: dict[int, float] = defaultdict(float)
    for match in played:
        versions = dict(match.seats.values_list("position", "version_id"))
        for seating, marks in Game.objects.filter(match=match).values_list("seating", "scores"):
            for position, mark in zip(seating, marks, strict=True):
                scores[versions[position]] += mark
    points = _points(played)
    for seat in fit:
        seat.points = sum(point.get(_version(seat), 0.0) for point in points)
        seat.score = scores[_version(seat)]


def _rank(seats: Sequence[PairingSeat], fit: Sequence[PairingSeat], ranks: Sequence[int]) -> None:
    for seat in seats:
        seat.rank = len(fit) + 1
    for seat, place in zip(fit, ranks, strict=True):
        seat.rank = place


def _order(pairing: Pairing, tournament: Tournament, matches: Sequence[Match]) -> None:
    if matches:
        _after(pairing, tournament, matches[-1])
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


def _after(pairing: Pairing, tournament: Tournament, last: Match) -> None:
    """Raise Trouble where another match would end alike."""
    if last.status == Match.Status.FINISHED and last.engine != tournament.rules:
        raise PairingProblem(
            _("Match %(match)d was played under rules %(there)s instead of %(here)s."),
            match=last.pk,
            there=last.engine,
            here=tournament.rules,
        )
    if last.status != Match.Status.VOID or not last.worker:  # stopped, not failed
        return
    if pairing.retries >= MOST_RETRIES:
        raise PairingProblem(
            _(
                "No worker could play pairing %(pairing)d of round %(round)d: %(error)s Fix the "
                "problem, then resume."
            ),
            pairing=pairing.number,
            round=pairing.round.number,
            error=last.error,
        )
    pairing.retries += 1
    pairing.save(update_fields=["retries"])
