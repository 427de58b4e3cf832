"""Matches, games, faults, and days of the archive."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from arena.core.public_reason import without_paths
from arena.matches.referee.fault import SECRET
from arena.models import ArchivedDay, Fault, Match, RatingChange, Seat
from website.api.fields import (
    BotRef,
    Freely,
    LadderRef,
    PlainFields,
    serialize,
    viewer_of,
)
from website.matches.report import FaultReport, GameReport, GameSeat


class RatingChangeValues(serializers.ModelSerializer[RatingChange]):
    """A match's change of a rating."""

    rating_before = serializers.FloatField(read_only=True)
    rating_after = serializers.FloatField(read_only=True)

    class Meta:
        model = RatingChange
        fields: tuple[str, ...] = (
            "mu_before",
            "sigma_before",
            "mu_after",
            "sigma_after",
            "rating_before",
            "rating_after",
        )
        read_only_fields: tuple[str, ...] = fields


class SeatResult(PlainFields, serializers.ModelSerializer[Seat]):
    """A version's result in a match: match points, rank (1 is best)."""

    bot = BotRef(source="version.bot", read_only=True)
    version = serializers.IntegerField(source="version.number", read_only=True)

    class Meta:
        model = Seat
        fields: tuple[str, ...] = (
            "position",
            "bot",
            "version",
            "points",
            "rank",
            "cpu",
            "decisions",
            "faults",
        )
        read_only_fields: tuple[str, ...] = fields


class MatchSummary(PlainFields, serializers.ModelSerializer[Match]):
    """A match in a list."""

    ladder = LadderRef(read_only=True, allow_null=True)
    tournament = serializers.CharField(
        source="pairing.round.tournament.slug", read_only=True, allow_null=True, default=None
    )
    seats = SeatResult(many=True, read_only=True)

    class Meta:
        model = Match
        fields: tuple[str, ...] = (
            "id",
            "purpose",
            "status",
            "game",
            "ladder",
            "tournament",
            "seats",
            "games_planned",
            "created_at",
            "started_at",
            "finished_at",
        )
        read_only_fields: tuple[str, ...] = fields


class SeatMove(SeatResult):
    """A version's result and rating change; `change` is null if unrated."""

    change = serializers.SerializerMethodField()

    class Meta(SeatResult.Meta):
        fields: tuple[str, ...] = (*SeatResult.Meta.fields, "change")
        read_only_fields: tuple[str, ...] = fields

    @extend_schema_field(RatingChangeValues(allow_null=True))
    def get_change(self, seat: Seat) -> Mapping[str, Any] | None:
        change = next(iter(seat.changes.all()), None)
        return RatingChangeValues(change).data if change else None


class FaultSecret(serializers.ModelSerializer[Fault]):
    """Details of a fault for the bot's owner."""

    decision = Freely(read_only=True, allow_null=True)
    view = Freely(read_only=True, allow_null=True)
    meter = Freely(read_only=True)

    class Meta:
        model = Fault
        fields: tuple[str, ...] = SECRET
        read_only_fields: tuple[str, ...] = fields


class FaultShown(serializers.Serializer[FaultReport]):
    """A bot's fault; `secret` is null for all but the owner."""

    bot = serializers.CharField(source="bot.slug")
    position = serializers.IntegerField(source="fault.seat.position")
    verdict = serializers.CharField(source="fault.verdict")
    message = serializers.CharField(source="fault.message")
    secret = FaultSecret(allow_null=True)


class GameLine(serializers.Serializer[GameSeat]):
    """A seat's result in a game."""

    bot = serializers.CharField(source="bot.slug")
    score = serializers.IntegerField()
    rank = serializers.IntegerField()
    decisions = serializers.IntegerField()
    cpu = serializers.FloatField()


class GameShown(serializers.Serializer[GameReport]):
    """A finished game; `lines` are in seat order."""

    number = serializers.IntegerField(help_text="From 1.")
    reason = serializers.CharField(source="game.reason", help_text="Why it ended.")
    lines = GameLine(many=True)
    faults = FaultShown(many=True)


class MatchDetail(MatchSummary):
    """A match; games and seed are shown once it is finished."""

    seats = SeatMove(many=True, read_only=True)
    config = Freely(read_only=True)
    limits = Freely(read_only=True)
    stamp = Freely(read_only=True, help_text="Kind of jail the bots ran in.")
    seed = serializers.IntegerField(source="published_seed", read_only=True, allow_null=True)
    error = serializers.SerializerMethodField(
        help_text="Why it does not count. Only organisers see host failures."
    )
    games = serializers.SerializerMethodField()
    is_being_rated = serializers.BooleanField(
        read_only=True,
        help_text="True for a moment after the end, until the ratings are updated.",
    )

    class Meta(MatchSummary.Meta):
        fields: tuple[str, ...] = (
            *MatchSummary.Meta.fields,
            "challenge",
            "is_being_rated",
            "config",
            "limits",
            "engine",
            "protocol",
            "stamp",
            "seed",
            "serial",
            "tries",
            "error",
            "games",
        )
        read_only_fields: tuple[str, ...] = fields

    def get_error(self, match: Match) -> str:
        """Empty after a host failure, except for organisers; older rows may name folders."""
        if match.was_stopped:
            return match.error
        return without_paths(match.error) if match.is_run_by(viewer_of(self)) else ""

    @extend_schema_field(GameShown(many=True))
    def get_games(self, _match: Match) -> Any:
        return serialize(GameShown, self.context["reports"])


class Events(serializers.Serializer[Any]):
    """A game's events in order, as the engine names them."""

    match = serializers.IntegerField()
    game = serializers.IntegerField()
    events = serializers.ListField(child=Freely())


class Output(serializers.Serializer[Any]):
    """A log that the user's bot wrote in a game."""

    name = serializers.CharField()
    text = serializers.CharField(allow_blank=True)


class ArchivedDayShown(PlainFields, serializers.ModelSerializer[ArchivedDay]):
    """A day's file, /archive/DAY.ndjson.gz; `left_out`: matches that are not in it."""

    class Meta:
        model = ArchivedDay
        fields = ("day", "sha256", "size", "matches", "decisions", "left_out", "made_at")
        read_only_fields = fields
