"""Ladders, their leaderboards, and how ratings moved."""

from typing import Any

from rest_framework import serializers

from arena.actions.check_terms import BENCH_MOST, GAMES_MOST
from arena.actions.need_free_name import NAME_MOST
from arena.models import Ladder, RatingChange
from arena.ratings.trueskill import SIGMA
from engine import catalogue
from website.api.serializers.fields import BotRef, Freely, LadderRef, Limits, RatingOf

GAMES = [(name, info.title) for name, info in catalogue.games().items()]
SEATS_MOST = 6


class LadderSummary(LadderRef):
    """A ladder in a list."""

    class Meta(LadderRef.Meta):
        fields: tuple[str, ...] = (
            *LadderRef.Meta.fields,
            "game",
            "seats",
            "games_per_match",
            "state",
            "created_at",
        )
        read_only_fields: tuple[str, ...] = fields


class LadderDetail(LadderSummary):
    """A ladder with all its rules. `epoch` counts the computations of all its ratings."""

    config = Freely(read_only=True)
    limits = Freely(read_only=True)

    class Meta(LadderSummary.Meta):
        fields: tuple[str, ...] = (
            *LadderSummary.Meta.fields,
            "description",
            "config",
            "limits",
            "bench_after",
            "version_sigma",
            "recorded",
            "epoch",
            "rated_at",
        )
        read_only_fields: tuple[str, ...] = fields


class Rules(serializers.Serializer[Any]):
    """A name and what is played."""

    name = serializers.CharField(min_length=2, max_length=NAME_MOST)
    description = serializers.CharField(required=False, allow_blank=True, max_length=1000)
    game = serializers.ChoiceField(choices=GAMES)
    config = Freely(required=False, help_text="The options of the game that differ from the usual.")
    seats = serializers.IntegerField(required=False, min_value=2, max_value=SEATS_MOST)
    games_per_match = serializers.IntegerField(required=False, min_value=1, max_value=GAMES_MOST)
    limits = Limits(required=False)


class LadderTerms(Rules):
    """All that an organiser decides about a ladder."""

    seats = serializers.IntegerField(min_value=2, max_value=SEATS_MOST)
    games_per_match = serializers.IntegerField(min_value=1, max_value=GAMES_MOST)
    state = serializers.ChoiceField(choices=Ladder.State.choices, required=False)
    bench_after = serializers.IntegerField(required=False, min_value=1, max_value=BENCH_MOST)
    version_sigma = serializers.FloatField(required=False, min_value=0, max_value=SIGMA)


class Line(RatingOf):
    """A line of a leaderboard."""

    place = serializers.IntegerField(
        allow_null=True, help_text="From 1; equal ratings share a place."
    )
    bot = BotRef(source="entry.bot")
    version = serializers.IntegerField(source="entry.bot.current.number", allow_null=True)


class Move(serializers.ModelSerializer[RatingChange]):
    """What a match did to a rating."""

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


class Change(Move):
    """One step of a rating's history."""

    match = serializers.IntegerField(source="seat.match_id", read_only=True)
    version = serializers.IntegerField(source="seat.version.number", read_only=True)

    class Meta(Move.Meta):
        fields = ("serial", "match", "version", "played_at", *Move.Meta.fields)
        read_only_fields = fields
