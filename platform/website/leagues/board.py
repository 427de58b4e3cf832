"""Leagues and seasons as visible to a viewer."""

from dataclasses import dataclass

from django.db.models import Case, IntegerField, OuterRef, QuerySet, Subquery, Value, When
from django.utils.translation import get_language

from arena.leagues.promotion import moves_between
from arena.leagues.schedule import BadSchedule
from arena.leagues.schedule_words import words
from arena.models import Division, Entrant, League, Season, Tournament
from website.accounts.models import User
from website.tournaments.report import EntrantRow, Report

Ranked = tuple[int | None, Entrant, EntrantRow | None]


@dataclass(frozen=True)
class DivisionRow:
    """A row of a division; `line` is None before the first round and in a knockout."""

    place: int | None
    entrant: Entrant
    line: EntrantRow | None
    goes_up: bool
    goes_down: bool


@dataclass(frozen=True)
class DivisionBoard:
    division: Division
    tournament: Tournament
    places: list[DivisionRow]
    is_over: bool  # all results are shown: bots on promotion places are promoted

    @property
    def has_begun(self) -> bool:
        return self.tournament.has_begun


def leagues(viewer: User | None) -> QuerySet[League]:
    """Return visible leagues, active first, closed last, by next start."""
    order = Case(
        *(When(state=state, then=Value(place)) for place, state in enumerate(League.State.values)),
        output_field=IntegerField(),
    )
    seen = League.objects.seen_by(viewer).annotate(order=order)
    return seen.order_by("order", "next_run_at", "name")


def champions(found: QuerySet[League], viewer: User | None) -> dict[int, Season]:
    """Return each league's latest season with a champion, by league id."""
    crowned = Season.objects.seen_by(viewer).crowned()
    latest = crowned.filter(league=OuterRef("pk")).values("pk")[:1]
    seasons = found.annotate(latest=Subquery(latest)).values_list("latest", flat=True)
    shown = crowned.filter(pk__in=[pk for pk in seasons if pk])
    return {season.league_id: season for season in shown}


def schedule_words(league: League) -> str:
    """Return the schedule in words, or as given if its time zone is unknown here."""
    try:
        return words(league.calendar, get_language() or "en")
    except BadSchedule:
        return f"{league.schedule} {league.time_zone}"


def latest_season(league: League) -> Season | None:
    return league.seasons.select_related("champion__owner").order_by("number").last()


def divisions(season: Season, viewer: User | None) -> list[DivisionBoard]:
    """Return the divisions, highest first, up to the last revealed round."""
    reports = [
        (division, Report(tournament, viewer))
        for division in season.divisions.all()
        if (tournament := division.tournament)
    ]
    orders = [_order_of(report) for _division, report in reports]
    moves = moves_between([len(order) for order in orders], season.promoted)
    boards = []
    for (division, report), order, up, down in zip(
        reports, orders, [0, *moves], [*moves, 0], strict=bool(reports)
    ):
        stay = len(order) - down
        begun = report.tournament.has_begun and bool(report.history)
        rows = [
            DivisionRow(place, entrant, line, begun and rank < up, begun and rank >= stay)
            for rank, (place, entrant, line) in enumerate(order)
        ]
        is_over = report.tournament.state == Tournament.State.FINISHED and report.until is None
        boards.append(DivisionBoard(division, report.tournament, rows, is_over))
    return boards


def _order_of(report: Report) -> list[Ranked]:
    """Order by standings, or knockout ranks; by seed among equals, as for promotion."""
    lines = [line for table in report.tables for line in table.lines]
    ranked: list[Ranked] = [(place, entrant, None) for place, entrant in report.places]
    ranked = ranked or [(line.rank, line.entrant, line) for line in lines]
    if not ranked:
        entered = Entrant.State.ENTERED
        return [(None, entrant, None) for entrant in report.entrants if entrant.state == entered]
    return sorted(ranked, key=lambda row: (row[0] or 0, row[1].number or 0))
