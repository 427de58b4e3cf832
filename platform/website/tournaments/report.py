"""A tournament as visible to a viewer; templates get nothing else."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.db.models import Prefetch, prefetch_related_objects

from arena.core.database_clock import database_now
from arena.models import Entrant, Match, Pairing, PairingSeat, Round, Tournament
from arena.tournaments.format import PlayedPairing, TournamentPlan
from arena.tournaments.standings import StandingsRow
from website.accounts.models import User
from website.tournaments.bracket_layout import Drawing
from website.tournaments.words import TieBreakText, order_of, tie_break_texts

CROSS_MOST = 24  # most entrants of a readable crosstable


@dataclass(frozen=True)
class EntrantRow:
    """A line of the standings; `values` are in the order of the tie-breaks."""

    rank: int
    entrant: Entrant
    points: Fraction
    values: tuple[Fraction | None, ...]
    is_gone: bool


@dataclass(frozen=True)
class Cell:
    """A result from the first's side: 1, 1/2 or 0, and its match."""

    result: Fraction | None
    is_forfeit: bool
    match_id: int | None


@dataclass(frozen=True)
class Table:
    """Standings of all entrants, or of one group (from 0)."""

    group: int | None
    lines: list[EntrantRow]
    cells: Mapping[tuple[int, int], list[Cell]]

    @property
    def cross(self) -> list[tuple[EntrantRow, list[list[Cell] | None]]]:
        """Return the crosstable by line; None against oneself."""
        numbers = [line.entrant.number or 0 for line in self.lines]
        rows = []
        for line, own in zip(self.lines, numbers, strict=True):
            cells = [
                None if other == own else self.cells.get((own, other), []) for other in numbers
            ]
            rows.append((line, cells))
        return rows


class Report:
    """A tournament for one viewer; `asked`: the number of the round to show."""

    def __init__(self, tournament: Tournament, viewer: User | None, asked: str = "") -> None:
        self.tournament = tournament
        self.viewer_runs_it = tournament.is_run_by(viewer)
        self.entrants = _load_entrants(tournament)  # seeded ones first, by number
        self.hidden_after = tournament.revealed_until(database_now())
        self._asked = asked

    # --- rounds ---------------------------------------------------------------------------------

    @property
    def until(self) -> int | None:
        """Return the last round whose results are visible; None: all."""
        return None if self.viewer_runs_it else self.hidden_after

    @cached_property
    def rounds(self) -> list[Round]:
        """Return rounds up to the first hidden one: later pairings would give results away."""
        rounds = list(self.tournament.rounds.all())
        return [each for each in rounds if self.until is None or each.number <= self.until + 1]

    @cached_property
    def shown(self) -> Round | None:
        """Return the round asked for, else the latest."""
        asked = [each for each in self.rounds if str(each.number) == self._asked]
        shown = next(iter(asked or self.rounds[-1:]), None)
        if shown is not None:
            load_matches(shown.pairings.all())
        return shown

    @property
    def hides_shown(self) -> bool:
        return self.shown is not None and self.hides(self.shown)

    def hides(self, a_round: Round) -> bool:
        """Return whether the round's results are not visible yet."""
        return self.until is not None and a_round.number > self.until

    # --- entrants -------------------------------------------------------------------------------

    @cached_property
    def by_number(self) -> dict[int, Entrant]:
        """Return entrants by seed."""
        return {entrant.number: entrant for entrant in self.entrants if entrant.number is not None}

    @property
    def field(self) -> int:
        """Return the number of entrants."""
        return sum(entrant.state == Entrant.State.ENTERED for entrant in self.entrants)

    @property
    def champions(self) -> list[Entrant]:
        """Return the revealed winners, several if they share first place."""
        if self.tournament.state != Tournament.State.FINISHED or self.until is not None:
            return []
        return [entrant for entrant in self.entrants if entrant.place == 1]

    # --- standings ------------------------------------------------------------------------------

    @cached_property
    def plan(self) -> TournamentPlan:
        return self.tournament.plan()

    @cached_property
    def withdrawn(self) -> frozenset[int]:
        return self.tournament.withdrawn(self.until)

    @cached_property
    def pairings(self) -> list[Pairing]:
        """Return pairings with visible results."""
        visible = [each for each in self.rounds if not self.hides(each)]
        return [pairing for each in visible for pairing in each.pairings.all()]

    @cached_property
    def history(self) -> list[PlayedPairing]:
        return [pairing.as_played() for pairing in self.pairings if pairing.is_over]

    @cached_property
    def _standings(self) -> list[list[StandingsRow]]:
        begun = self.tournament.has_begun
        return self.plan.standings(self.history, self.withdrawn) if begun else []

    @cached_property
    def tables(self) -> list[Table]:
        """Return the standings, by group if there are any; none for a knockout."""
        grouped = self.tournament.format_rules.has_groups
        cells = self._cells if self.has_cross else {}
        tables = []
        for group, rows in enumerate(self._standings):
            lines = [
                EntrantRow(
                    row.rank,
                    self.by_number[int(row.entrant)],
                    row.points,
                    row.values,
                    row.has_withdrawn,
                )
                for row in rows
            ]
            tables.append(Table(group if grouped else None, lines, cells))
        return tables

    @property
    def has_cross(self) -> bool:
        """Return whether everybody meets everybody in a readable table."""
        fits = all(len(rows) <= CROSS_MOST for rows in self._standings)
        return self.tournament.format_rules.has_crosstable and fits

    @cached_property
    def _cells(self) -> dict[tuple[int, int], list[Cell]]:
        load_matches(self.pairings)
        cells: dict[tuple[int, int], list[Cell]] = {}
        for pairing in self.pairings:
            seats = list(pairing.seats.all())
            if len(seats) == 2 and pairing.code is None:
                for one, other in (seats, reversed(seats)):
                    cells.setdefault((one.number, other.number), []).append(
                        _cell(pairing, one, other)
                    )
        return cells

    @property
    def tie_breaks(self) -> list[TieBreakText]:
        return tie_break_texts(order_of(self.tournament))

    @cached_property
    def places(self) -> list[tuple[int, Entrant]]:
        """Return ranks where no table shows them, once anybody is out."""
        if not self.tournament.has_begun or (self.tables and not self.drawing):
            return []
        places = self.plan.places(self.history, self.withdrawn)
        if all(place == 1 for place, _number in places):
            return []
        return [(place, self.by_number[int(number)]) for place, number in places]

    @cached_property
    def drawing(self) -> Drawing | None:
        """Return the bracket, if the format has one that can be drawn."""
        bracket = self.tournament.has_begun and self.plan.bracket(self.history, self.withdrawn)
        if not bracket:
            return None
        played = {pairing.code: pairing for pairing in self.pairings if pairing.code is not None}
        load_matches(played.values())
        winners = {
            code: pairing.winner.number
            for code, pairing in played.items()
            if pairing.is_over and pairing.winner
        }
        known = {code: number for code, number in winners.items() if number is not None}
        return Drawing(bracket, bracket.after(known, self.withdrawn), played, self.by_number)


def _cell(pairing: Pairing, one: PairingSeat, other: PairingSeat) -> Cell:
    matches = list(pairing.matches.all())
    match_id = matches[-1].pk if matches else None
    if not pairing.is_over:
        return Cell(None, False, match_id)
    if one.has_forfeited or other.has_forfeited:
        return Cell(Fraction(not one.has_forfeited), True, match_id)
    mine, theirs = one.rank or 1, other.rank or 1
    return Cell(Fraction((mine < theirs) + (mine <= theirs), 2), False, match_id)


def _load_entrants(tournament: Tournament) -> list[Entrant]:
    """Load entrants, rounds, pairings and seats in a fixed number of queries.

    Seats share entrant objects: a round robin has as many seats as their square.
    """
    pairings = Pairing.objects.not_void().prefetch_related("seats")
    rounds = Round.objects.prefetch_related(Prefetch("pairings", queryset=pairings))
    prefetch_related_objects([tournament], Prefetch("rounds", queryset=rounds))
    entrants = {
        entrant.pk: entrant
        for entrant in tournament.entrants.select_related("bot__owner", "version")
    }
    for loaded_round in tournament.rounds.all():
        for pairing in loaded_round.pairings.all():
            for seat in pairing.seats.all():
                seat.entrant = entrants[seat.entrant_id]
    order = {state: place for place, state in enumerate(Entrant.State.values)}
    last = len(order)
    return sorted(
        entrants.values(),
        key=lambda entrant: (order.get(entrant.state, last), entrant.number or 0, entrant.pk),
    )


def load_matches(pairings: Iterable[Pairing]) -> None:
    matches = Match.objects.exclude(status=Match.Status.VOID).only(
        "pk", "pairing_id", "status", "engine"
    )
    prefetch_related_objects(list(pairings), Prefetch("matches", queryset=matches.order_by("pk")))
