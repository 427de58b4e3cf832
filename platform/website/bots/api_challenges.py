"""Challenges: send, list, answer; blocked people."""

from http import HTTPStatus
from typing import Any

import django_filters
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from arena.matches.challenges import block_person, order_challenge, refuse_challenge, send_challenge
from arena.models import Block, Bot, Challenge
from website.accounts.models import Token, User
from website.api.base import Resource
from website.api.fields import BotRef, Freely, KnownBot, KnownLadder, LadderRef, serialize
from website.bots.challenges import (
    RELATED,
    ChallengeReport,
    SeatSum,
    Side,
    act,
    box_of,
    challenge_or_404,
)
from website.matches.api import new_match_response
from website.matches.serializers import MatchDetail, MatchSummary
from website.site.filters import Filters
from website.site.http import person_or_404

BOXES = [("waiting", "to be answered"), ("received", "received"), ("sent", "sent")]
PACE = "challenges"


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
        return serialize(ChallengeResult, ChallengeReport(challenge), **self.context)


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


class BoxFilter(Filters):
    """Filter the user's challenges."""

    box = django_filters.ChoiceFilter(
        choices=BOXES, method="in_box", help_text="By default both sent and received."
    )

    def in_box(self, _all: QuerySet[Challenge], _name: str, box: str) -> QuerySet[Challenge]:
        user = self.viewer
        return box_of(user, box) if user else Challenge.objects.none()


class Challenges(Resource[Challenge]):
    """The user's challenges."""

    personal = True
    write_scope = Token.Scope.CHALLENGES
    paces = {"create": PACE, "send": PACE, "accept": PACE}
    filterset_class = BoxFilter
    serializer_class = ChallengeSummary

    def get_queryset(self) -> QuerySet[Challenge]:
        """Select those sent and received."""
        user = self.viewer
        if user is None:
            return Challenge.objects.none()
        return Challenge.objects.run_by(user) | Challenge.objects.received_by(user)

    @extend_schema(summary="Challenges that you sent or received, newest first")
    def list(self, _request: Request) -> Response:
        """`box=waiting` has those that you can accept or refuse."""
        challenges = self.filter_queryset(self.get_queryset()).select_related(*RELATED)
        return self.page(ChallengeSummary, challenges)

    @extend_schema(
        request=ChallengeOrder, responses={201: MatchDetail}, summary="Play one match at once"
    )
    def create(self, _request: Request) -> Response:
        """The match is public and moves no rating. Refused where the owner wants to be asked."""
        sent = self.read_input(ChallengeOrder)
        return new_match_response(self, order_challenge(challenger=self.user, **sent))

    @extend_schema(
        request=ChallengeSent, responses={201: ChallengeDetail}, summary="Challenge a bot"
    )
    def send(self, _request: Request, slug: str) -> Response:
        """Starts at once, or waits for its owner's answer: see `state`."""
        opponent = get_object_or_404(Bot.objects.seen_by(self.viewer), slug=slug)
        sent = self.read_input(ChallengeSent)
        challenge = send_challenge(challenger=self.user, opponent=opponent, **sent)
        place = {"Location": reverse("api:challenge", args=[challenge.pk])}
        return self.respond(ChallengeDetail, challenge, status=HTTPStatus.CREATED, headers=place)

    @extend_schema(request=None, responses=ChallengeDetail, summary="Accept a challenge")
    def accept(self, _request: Request, challenge_id: int) -> Response:
        """The versions that are active now play."""
        return self._act(challenge_id, "accept")

    @extend_schema(request=RefusalInput, responses=ChallengeDetail, summary="Refuse a challenge")
    def refuse(self, _request: Request, challenge_id: int) -> Response:
        """With `block`, all that this person sends."""
        challenge = challenge_or_404(self.viewer, challenge_id)
        refused = refuse_challenge(
            challenge=challenge, by=self.user, **self.read_input(RefusalInput)
        )
        return self.respond(ChallengeDetail, refused)

    @extend_schema(request=None, responses=ChallengeDetail, summary="Withdraw a challenge")
    def withdraw(self, _request: Request, challenge_id: int) -> Response:
        """Only while it waits for an answer."""
        return self._act(challenge_id, "withdraw")

    def _act(self, challenge_id: int, verb: str) -> Response:
        challenge = challenge_or_404(self.viewer, challenge_id)
        return self.respond(ChallengeDetail, act(challenge, self.user, verb))


class ChallengeResults(Resource[Challenge]):
    """A challenge, for everyone once it is accepted."""

    serializer_class = ChallengeDetail
    queryset = Challenge.objects.none()

    @extend_schema(responses=ChallengeDetail, summary="One challenge with its result")
    def retrieve(self, _request: Request, challenge_id: int) -> Response:
        """Public once accepted; before, for both sides."""
        return self.respond(ChallengeDetail, challenge_or_404(self.viewer, challenge_id))


class Blocks(Resource[Block]):
    """People whose challenges the user refuses."""

    personal = True
    write_scope = Token.Scope.CHALLENGES
    filter_backends = []
    serializer_class = BlockShown

    def get_queryset(self) -> QuerySet[Block]:
        user = self.viewer
        return user.blocks.select_related("blocked") if user else Block.objects.none()

    @extend_schema(summary="People that you blocked, latest first")
    def list(self, _request: Request) -> Response:
        """Their challenges are refused."""
        return self.page(BlockShown, self.get_queryset())

    @extend_schema(request=None, responses={204: None}, summary="Block a person")
    def update(self, _request: Request, username: str) -> Response:
        """Repeatable. Waiting challenges are refused, too."""
        people = User.objects.filter(is_active=True)
        block_person(owner=self.user, person=person_or_404(people, username))
        return Response(status=HTTPStatus.NO_CONTENT)

    @extend_schema(request=None, responses={204: None}, summary="Unblock a person")
    def destroy(self, _request: Request, username: str) -> Response:
        """404 if they are not blocked."""
        person = person_or_404(User.objects.all(), username)
        get_object_or_404(self.get_queryset(), blocked=person).delete()
        return Response(status=HTTPStatus.NO_CONTENT)
