"""Bots and versions."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from arena.models import Bot, LadderCheck, Match, Version, Worker
from arena.ratings.sprt import Verdict
from website.api.fields import (
    BotRef,
    Freely,
    KnownLadder,
    LadderRef,
    serialize,
    viewer_of,
)
from website.bots.filters import STATES
from website.bots.forms import check_upload
from website.bots.versions import DealComparison, Gauntlet, Trial, progress
from website.ladders import board
from website.ladders.serializers import RatingOf


class BotSummary(BotRef):
    """A bot in a list; `version` is the active one, null before the first."""

    state = serializers.ChoiceField(
        choices=STATES,
        source="shown_state",
        read_only=True,
        help_text="Unaccepted: no version has passed its check.",
    )
    version = serializers.IntegerField(source="current.number", read_only=True, allow_null=True)

    class Meta(BotRef.Meta):
        fields: tuple[str, ...] = (
            *BotRef.Meta.fields,
            "state",
            "takes_challenges",
            "asks_first",
            "version",
            "created_at",
        )
        read_only_fields: tuple[str, ...] = fields


class LadderRating(RatingOf):
    """A bot's rating on a ladder."""

    ladder = LadderRef(source="entry.ladder", read_only=True)
    is_active = serializers.BooleanField(source="entry.is_active")


class OwnBot(serializers.ModelSerializer[Bot]):
    """Details for the bot's owner."""

    bench_reason = serializers.CharField(read_only=True)

    class Meta:
        model = Bot
        fields: tuple[str, ...] = ("bench_reason", "faults_in_row")
        read_only_fields: tuple[str, ...] = fields


class BotDetail(BotSummary):
    """A bot; `own` is null for all but its owner."""

    standings = serializers.SerializerMethodField()
    own = serializers.SerializerMethodField()

    class Meta(BotSummary.Meta):
        fields: tuple[str, ...] = (
            *BotSummary.Meta.fields,
            "description",
            "source_is_public",
            "standings",
            "own",
        )
        read_only_fields: tuple[str, ...] = fields

    @extend_schema_field(LadderRating(many=True))
    def get_standings(self, bot: Bot) -> Any:
        """Ratings on all its ladders."""
        seen = bot.entries.seen_by(viewer_of(self))
        entries = list(seen.select_related("ladder", "bot"))
        entries.sort(key=lambda entry: entry.ladder_id)
        return serialize(LadderRating, board.rows(entries))

    @extend_schema_field(OwnBot(allow_null=True))
    def get_own(self, bot: Bot) -> dict[str, Any] | None:
        """Bench reason and faults in a row."""
        return OwnBot(bot).data if bot.is_run_by(viewer_of(self)) else None


class BotEdit(serializers.Serializer[Any]):
    """Changes to a bot; fields left out stay."""

    description = serializers.CharField(required=False, allow_blank=True, max_length=1000)
    takes_challenges = serializers.BooleanField(required=False)
    asks_first = serializers.BooleanField(
        required=False, help_text="Do challenges wait until you accept them?"
    )
    source_is_public = serializers.BooleanField(
        required=False, help_text="Can everyone read its accepted versions?"
    )


class BotName(serializers.Serializer[Any]):
    """A bot's new name."""

    name = serializers.CharField(min_length=2, max_length=40)


class VersionUpload(serializers.Serializer[Any]):
    """A file, and the ladder on which it is checked and entered."""

    upload = serializers.FileField(
        allow_empty_file=True,  # our own check names the problem
        help_text="A Python file, or a zip with bot.py or kingsbench.toml at the top level.",
    )
    ladder = KnownLadder(
        required=False,
        help_text="An open or paused ladder. Default: that of the previous version.",
    )

    note = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=1000,
        help_text="What this version does differently. Everyone can see it.",
    )

    def validate_upload(self, upload: "UploadedFile[bytes]") -> "UploadedFile[bytes]":
        """Check kind and size without opening the file."""
        try:
            return check_upload(upload)
        except ValidationError as problem:
            raise serializers.ValidationError(problem.messages) from problem


class NextVersion(VersionUpload):
    """A new version of an existing bot."""

    activates = serializers.BooleanField(
        required=False,
        help_text="If false, the previous version keeps playing when this one is accepted.",
    )


class BotUpload(VersionUpload):
    """A new bot with its first version."""

    name = serializers.CharField(min_length=2, max_length=40)
    description = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=1000
    )
    ladder = KnownLadder(help_text="An open or paused ladder.")


class MatchRef(serializers.ModelSerializer[Match]):
    """A match, in brief."""

    class Meta:
        model = Match
        fields: tuple[str, ...] = ("id", "status")
        read_only_fields: tuple[str, ...] = fields


class Ordered(serializers.Serializer[Any]):
    """The unrated matches ordered."""

    matches = MatchRef(many=True)


class GauntletRow(serializers.Serializer[DealComparison]):
    """Shares of the points on the same deals, and their difference with its 95 % interval."""

    deals = serializers.IntegerField(source="played")
    new = serializers.FloatField()
    old = serializers.FloatField()
    difference = serializers.FloatField(source="difference.mean")
    low = serializers.FloatField(source="difference.low")
    high = serializers.FloatField(source="difference.high")


class GauntletOpponent(GauntletRow):
    """Results against one house bot."""

    opponent = BotRef()


class GauntletResult(serializers.Serializer[Gauntlet]):
    """A version and the active one against the same house bots; `all` is null before the first
    deal."""

    waiting = serializers.IntegerField(help_text="Matches left to play.")
    opponents = GauntletOpponent(source="rows", many=True)
    all = GauntletRow(source="total", allow_null=True)


class TrialResult(serializers.Serializer[Trial]):
    """A version's trial against the active one."""

    against = serializers.IntegerField(source="present.number")
    played = serializers.IntegerField()
    waiting = serializers.IntegerField(help_text="Matches left to play.")
    share = serializers.FloatField(allow_null=True, help_text="Share of the points.")
    verdict = serializers.ChoiceField(choices=[verdict.value for verdict in Verdict])
    counts = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Matches with 0, 0.5, 1, 1.5 and 2 points.",
    )
    llr = serializers.FloatField(
        source="ratio", help_text="Log likelihood ratio of a lead of 70 Elo against none."
    )
    los = serializers.FloatField(help_text="Probability of being better.")
    gauntlet = GauntletResult()
    contradicts = serializers.BooleanField(
        help_text="Does it beat the playing version but do worse against the house bots?"
    )


class VersionSummary(serializers.ModelSerializer[Version]):
    """A version in a list; only its owner sees it before it passes its check."""

    bot = serializers.CharField(source="bot.slug", read_only=True)
    plays = serializers.SerializerMethodField(help_text="Is this the playing version?")

    class Meta:
        model = Version
        fields: tuple[str, ...] = (
            "bot",
            "number",
            "state",
            "plays",
            "sha256",
            "size",
            "note",
            "created_at",
            "checked_at",
        )
        read_only_fields: tuple[str, ...] = fields

    def get_plays(self, version: Version) -> bool:
        return version.bot.current_id == version.pk


class LadderCheckShown(serializers.ModelSerializer[LadderCheck]):
    """A version's check by the rules of one ladder."""

    ladder = LadderRef()
    failure = Freely(allow_null=True)

    class Meta:
        model = LadderCheck
        fields: tuple[str, ...] = ("ladder", "state", "only_defaults", "failure")
        read_only_fields: tuple[str, ...] = fields


class OwnVersion(serializers.Serializer[Version]):
    """Details for the owner: the latest check's failure and games."""

    filename = serializers.CharField()
    ladder = LadderRef(allow_null=True)
    failure = Freely(
        allow_null=True,
        help_text="Verdict, message and, if available, traceback, decision, view and log.",
    )
    only_defaults = serializers.SerializerMethodField()
    checks = serializers.SerializerMethodField()
    ladders = serializers.SerializerMethodField()
    waits_for_worker = serializers.SerializerMethodField()

    def get_waits_for_worker(self, version: Version) -> bool:
        """True if its check waits because no worker runs."""
        return version.state == Version.State.CHECKING and Worker.objects.nobody_plays()

    def get_only_defaults(self, version: Version) -> bool:
        """True if it gave the default answer to every question of its check: is this the right
        game?"""
        return progress(version).only_defaults

    @extend_schema_field(LadderCheckShown(many=True))
    def get_ladders(self, version: Version) -> Any:
        """The ladders whose check it has passed, failed or is being given."""
        checks = (
            version.ladder_checks.seen_by(version.bot.owner).standing().select_related("ladder")
        )
        return serialize(LadderCheckShown, list(checks.order_by("ladder")))

    @extend_schema_field(MatchRef(many=True))
    def get_checks(self, version: Version) -> Any:
        """Matches of the latest checks, latest first."""
        return serialize(MatchRef, progress(version).checks)


class VersionDetail(VersionSummary):
    """A version; `own` is null for all but its owner."""

    own = serializers.SerializerMethodField()

    class Meta(VersionSummary.Meta):
        fields: tuple[str, ...] = (*VersionSummary.Meta.fields, "own")
        read_only_fields: tuple[str, ...] = fields

    @extend_schema_field(OwnVersion(allow_null=True))
    def get_own(self, version: Version) -> dict[str, Any] | None:
        is_owner = version.bot.is_run_by(viewer_of(self))
        return OwnVersion(version).data if is_owner else None
