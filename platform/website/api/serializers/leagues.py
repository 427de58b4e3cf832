"""Leagues and seasons."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from arena.actions.ladders.check_terms import GAMES_MOST
from arena.actions.leagues.check_league import MOST_DIVISIONS, MOST_SIZE, NAME_MOST
from arena.actions.tournaments.check_tournament import MOST_REVEAL_MINUTES
from arena.models import League, Season
from arena.models.leagues import MOST_FREEZE_MINUTES
from arena.tournaments.schedule import LINE_MOST
from arena.tournaments.standings import TieBreak
from website.api.serializers.fields import (
    BotRef,
    FormatField,
    Freely,
    KnownLadder,
    LadderRef,
    Share,
    serialized,
)
from website.leagues.board import DivisionBoard, DivisionRow


class LeagueSummary(serializers.ModelSerializer[League]):
    """A league in a list; its next season starts at `next_run_at`."""

    ladder = LadderRef(read_only=True)

    class Meta:
        model = League
        fields: tuple[str, ...] = (
            "slug",
            "name",
            "game",
            "seats",
            "ladder",
            "format",
            "state",
            "schedule",
            "time_zone",
            "next_run_at",
        )
        read_only_fields: tuple[str, ...] = fields


class LeagueDetail(LeagueSummary):
    """A league with its settings."""

    config = Freely(read_only=True)
    limits = Freely(read_only=True)
    terms = Freely(read_only=True, help_text="Options of its format.")
    tie_breaks = serializers.ListField(child=serializers.CharField(), read_only=True)
    problem = serializers.CharField(
        source="translated_problem", read_only=True, help_text="Why the last start was skipped."
    )

    class Meta(LeagueSummary.Meta):
        fields: tuple[str, ...] = (
            *LeagueSummary.Meta.fields,
            "description",
            "config",
            "games_per_match",
            "limits",
            "terms",
            "tie_breaks",
            "divisions",
            "division_size",
            "promoted",
            "bots_per_owner",
            "freeze_minutes",
            "reveal_minutes",
            "problem",
        )
        read_only_fields: tuple[str, ...] = fields


class SeasonSummary(serializers.ModelSerializer[Season]):
    """A season in a list."""

    champion = BotRef(read_only=True, allow_null=True)

    class Meta:
        model = Season
        fields: tuple[str, ...] = ("number", "starts_at", "finished_at", "champion")
        read_only_fields: tuple[str, ...] = fields


class DivisionPlace(serializers.Serializer[DivisionRow]):
    """A line of a division; `points` is null before the first round and in a knockout."""

    place = serializers.IntegerField(allow_null=True)
    bot = BotRef(source="entrant.bot")
    points = Share(source="line.points", allow_null=True, default=None)
    goes_up = serializers.BooleanField()
    goes_down = serializers.BooleanField()


class DivisionShown(serializers.Serializer[DivisionBoard]):
    """A division and its tournament."""

    level = serializers.IntegerField(source="division.level", help_text="1 is the highest.")
    tournament = serializers.CharField(source="tournament.slug")
    places = DivisionPlace(many=True)


class SeasonDetail(SeasonSummary):
    """A season with its own settings and its divisions, up to the last revealed round."""

    divisions = serializers.SerializerMethodField()

    class Meta(SeasonSummary.Meta):
        fields: tuple[str, ...] = (
            *SeasonSummary.Meta.fields,
            "most_divisions",
            "division_size",
            "promoted",
            "divisions",
        )
        read_only_fields: tuple[str, ...] = fields

    @extend_schema_field(DivisionShown(many=True))
    def get_divisions(self, _season: Season) -> Any:
        """Highest first."""
        return serialized(DivisionShown, self.context["divisions"])


class LeagueTerms(serializers.Serializer[Any]):
    """A league's settings; its ladder decides the rules of play."""

    name = serializers.CharField(min_length=2, max_length=NAME_MOST)
    description = serializers.CharField(required=False, allow_blank=True, max_length=1000)
    ladder = KnownLadder()
    games_per_match = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=GAMES_MOST,
        help_text="Default for a new one: twice the seats.",
    )
    format = FormatField(required=False)
    terms = Freely(required=False, help_text="Options of the format, as for a tournament.")
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(choices=[one.value for one in TieBreak]),
        required=False,
        max_length=len(TieBreak),
    )
    divisions = serializers.IntegerField(required=False, min_value=1, max_value=MOST_DIVISIONS)
    division_size = serializers.IntegerField(required=False, min_value=2, max_value=MOST_SIZE)
    promoted = serializers.IntegerField(required=False, min_value=0, max_value=MOST_SIZE)
    bots_per_owner = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST_DIVISIONS * MOST_SIZE
    )
    schedule = serializers.CharField(
        max_length=LINE_MOST,
        help_text="Cron expression, for example 0 18 * * FRI for every Friday at 18:00.",
    )
    time_zone = serializers.CharField(
        required=False, max_length=60, help_text="Time zone, for example Europe/Berlin."
    )
    freeze_minutes = serializers.IntegerField(
        required=False, min_value=0, max_value=MOST_FREEZE_MINUTES
    )
    reveal_minutes = serializers.IntegerField(
        required=False, min_value=0, max_value=MOST_REVEAL_MINUTES
    )
