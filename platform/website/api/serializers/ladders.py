"""Ladders, leaderboards and rating changes."""

from typing import Any

from django.utils.choices import CallableChoiceIterator
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from arena.core.competition_terms import game_choices
from arena.ladders import check_terms
from arena.models import Ladder, RatingChange
from arena.ratings.parameters import Parameters
from website.api.serializers.fields import BotRef, Freely, LadderRef, RatingOf, viewer_of
from website.api.serializers.terms import TermsInput, further_terms
from website.ladders.joined import STATES, Joined
from website.ladders.unusual import UnusualPair

GAMES = CallableChoiceIterator(game_choices)


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


class Estimates(serializers.Serializer[Parameters]):
    """Estimates over all results of a ladder; a new ladder's defaults before its first fit."""

    draw_probability = serializers.FloatField(help_text="Share of ties between equal bots.")
    game_noise = serializers.FloatField(help_text="Noise of a game relative to a match.")
    spread = serializers.FloatField(help_text="Standard deviation of the bots, in points.")
    drift = serializers.FloatField(
        help_text="Standard deviation of a new version from the previous one, in points."
    )


class LadderDetail(LadderSummary):
    """A ladder with its rules. `fitted` is the serial of the last match in its rating fit."""

    estimates = Estimates(source="parameters", read_only=True)
    fitted = serializers.SerializerMethodField(allow_null=True)

    config = Freely(read_only=True)
    limits = Freely(read_only=True)

    class Meta(LadderSummary.Meta):
        fields: tuple[str, ...] = (
            *LadderSummary.Meta.fields,
            *further_terms(check_terms.LadderTerms, LadderSummary.Meta.fields),
            "estimates",
            "recorded",
            "rating_run",
            "fitted",
            "rated_at",
        )
        read_only_fields: tuple[str, ...] = fields

    def get_fitted(self, ladder: Ladder) -> int | None:
        return ladder.fit.serial if ladder.fit else None


class LadderTerms(TermsInput):
    """A ladder's settings."""

    kind = check_terms.LadderTerms


class LeaderboardLine(RatingOf):
    """A line of a leaderboard."""

    place = serializers.IntegerField(
        allow_null=True, help_text="From 1; equal ratings share a rank."
    )
    rank_range = serializers.ListField(
        child=serializers.IntegerField(),
        min_length=2,
        max_length=2,
        allow_null=True,
        help_text="Best and worst rank within the intervals of all ranked bots.",
    )
    bot = BotRef(source="entry.bot")
    version = serializers.IntegerField(source="entry.bot.current.number", allow_null=True)


class Unusual(serializers.Serializer[UnusualPair]):
    """Two owners whose results against each other their ratings make unlikely; null: deleted
    account."""

    one = serializers.CharField(source="one.owner.username", allow_null=True, default=None)
    other = serializers.CharField(source="other.owner.username", allow_null=True, default=None)
    matches = serializers.IntegerField()
    points = serializers.FloatField(
        help_text="Points of the first owner's bots; half a point for a tie."
    )
    expected = serializers.FloatField(help_text="Points expected from the ratings.")
    z = serializers.FloatField(help_text="Difference in standard deviations.")
    weight = serializers.FloatField(help_text="Weight of their matches in the fit, from 0 to 1.")


class LadderEntry(serializers.Serializer[Joined]):
    """A bot on a ladder. It plays there while `state` is `playing`."""

    bot = BotRef()
    ladder = LadderRef()
    version = serializers.IntegerField(source="bot.current.number", allow_null=True, default=None)
    state = serializers.ChoiceField(
        choices=STATES,
        help_text="`waiting`: for its check, while the ladder takes no bots. `stopped`: benched or "
        "withdrawn.",
    )
    only_defaults = serializers.BooleanField(
        help_text="Did it give the default answer to every question of its check? Then this may be "
        "the wrong game."
    )
    failure = serializers.SerializerMethodField()

    @extend_schema_field(Freely(allow_null=True))
    def get_failure(self, joined: Joined) -> dict[str, Any] | None:
        """Why it failed the check; for its owner only."""
        return joined.failure if joined.bot.is_run_by(viewer_of(self)) else None


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


class Change(RatingChangeValues):
    """One step of a rating's history."""

    match = serializers.IntegerField(source="seat.match_id", read_only=True)
    version = serializers.IntegerField(source="seat.version.number", read_only=True)

    class Meta(RatingChangeValues.Meta):
        fields = ("serial", "match", "version", "played_at", *RatingChangeValues.Meta.fields)
        read_only_fields = fields
