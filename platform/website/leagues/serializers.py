"""Leagues and seasons."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from arena.leagues import terms as league_terms
from arena.models import League, Season
from website.api.fields import BotRef, Freely, LadderRef, Share, serialized
from website.api.terms import TermsInput, further_terms
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
        read_only=True, help_text="Why its last start was skipped, or its next one has to wait."
    )

    class Meta(LeagueSummary.Meta):
        fields: tuple[str, ...] = (
            *LeagueSummary.Meta.fields,
            *further_terms(league_terms.LeagueTerms, LeagueSummary.Meta.fields),
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


class LeagueTerms(TermsInput):
    """A league's settings; its ladder decides the rules of play."""

    kind = league_terms.LeagueTerms
    left_out = league_terms.LeagueTerms.FROM_LADDER
