"""Challenges and blocked people."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from arena.models import Block, Challenge
from website.api.fields import BotRef, Freely, KnownBot, KnownLadder, LadderRef, serialized
from website.bots.challenge_report import ChallengeReport, SeatSum, Side
from website.matches.serializers import MatchSummary


class ChallengeOrder(serializers.Serializer[Any]):
    """An unrated match: the user's bot, an opponent, and the ladder whose rules apply."""

    bot = KnownBot(help_text="One of your bots.")
    opponent = KnownBot()
    ladder = KnownLadder(help_text="Unrated. Only the rules of the ladder apply.")


class ChallengeSent(serializers.Serializer[Any]):
    """Unrated matches against a bot."""

    bot = KnownBot(help_text="One of your bots.")
    ladder = KnownLadder(help_text="Unrated. Only the rules of the ladder apply.")
    matches = serializers.IntegerField(required=False, default=1)
    config = Freely(
        required=False,
        allow_null=True,
        default=None,
        help_text="Options of the game instead of the ladder's.",
    )
    seed = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Gives the same deals again. Everyone can see it.",
    )


class ChallengeSummary(serializers.ModelSerializer[Challenge]):
    """A challenge in a list."""

    challenger = serializers.CharField(source="challenger.username", read_only=True)
    bot = BotRef(read_only=True)
    opponent = BotRef(read_only=True)
    ladder = LadderRef(read_only=True)
    state = serializers.SerializerMethodField()
    matches = serializers.IntegerField(source="matches_planned", read_only=True)

    class Meta:
        model = Challenge
        fields: tuple[str, ...] = (
            "id",
            "challenger",
            "bot",
            "opponent",
            "ladder",
            "state",
            "matches",
            "created_at",
            "expires_at",
            "answered_at",
        )
        read_only_fields: tuple[str, ...] = fields

    @extend_schema_field(serializers.ChoiceField(choices=Challenge.State.choices))
    def get_state(self, challenge: Challenge) -> str:
        return challenge.present_state


class SeatPoints(serializers.Serializer[SeatSum]):
    """Points at one seat of the table; `most` is what they can be."""

    seat = serializers.IntegerField(help_text="From 1.")
    games = serializers.IntegerField()
    points = serializers.FloatField()
    most = serializers.IntegerField()


class SideShown(serializers.Serializer[Side]):
    """A side's results; `most` is what its points can be."""

    bot = serializers.CharField(source="bot.slug")
    versions = serializers.SerializerMethodField()
    points = serializers.FloatField()
    most = serializers.FloatField()
    seats = SeatPoints(many=True)

    def get_versions(self, side: Side) -> list[int]:
        """Versions that play."""
        return [version.number for version in side.versions]


class Lead(serializers.Serializer[Any]):
    """The challenger's lead as a share of the points; `low` to `high` is the 95 % interval."""

    mean = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()


class ChallengeResult(serializers.Serializer[ChallengeReport]):
    """What was played."""

    waiting = serializers.IntegerField(help_text="Matches still to be played.")
    void = serializers.IntegerField(help_text="Matches without a result.")
    sides = SideShown(many=True)
    lead = Lead(source="difference")
    matches = MatchSummary(many=True)


class ChallengeDetail(ChallengeSummary):
    """A challenge with its result."""

    config = Freely(read_only=True)
    result = serializers.SerializerMethodField()

    class Meta(ChallengeSummary.Meta):
        fields: tuple[str, ...] = (*ChallengeSummary.Meta.fields, "config", "seed", "result")
        read_only_fields: tuple[str, ...] = fields

    @extend_schema_field(ChallengeResult)
    def get_result(self, challenge: Challenge) -> Any:
        """Score, points by seat, interval and matches."""
        return serialized(ChallengeResult, ChallengeReport(challenge), **self.context)


class RefusalInput(serializers.Serializer[Any]):
    """A choice to refuse all that this person sends."""

    block = serializers.BooleanField(required=False, default=False)


class BlockShown(serializers.ModelSerializer[Block]):
    """A person whose challenges are refused."""

    username = serializers.CharField(source="blocked.username", read_only=True)

    class Meta:
        model = Block
        fields: tuple[str, ...] = ("username", "created_at")
        read_only_fields: tuple[str, ...] = fields
