"""Challenges: send, list, answer; blocked people."""

from http import HTTPStatus

import django_filters
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from arena.matches.challenges import block_person, order_challenge, refuse_challenge, send_challenge
from arena.models import Block, Bot, Challenge
from website.accounts.models import Token, User
from website.api.base import Resource
from website.bots.challenge_serializers import (
    BlockShown,
    ChallengeDetail,
    ChallengeOrder,
    ChallengeSent,
    ChallengeSummary,
    RefusalInput,
)
from website.bots.challenges import RELATED, act, box_of, challenge_or_404
from website.matches.api import ordered
from website.matches.serializers import MatchDetail
from website.site.filters import Filters
from website.site.http import person_or_404

BOXES = [("waiting", "to be answered"), ("received", "received"), ("sent", "sent")]
PACE = "challenges"


class BoxFilter(Filters):
    """Filter the user's challenges."""

    box = django_filters.ChoiceFilter(
        choices=BOXES, method="in_box", help_text="By default both sent and received."
    )

    def in_box(self, _found: QuerySet[Challenge], _name: str, box: str) -> QuerySet[Challenge]:
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
        found = self.filter_queryset(self.get_queryset()).select_related(*RELATED)
        return self.page(ChallengeSummary, found)

    @extend_schema(
        request=ChallengeOrder, responses={201: MatchDetail}, summary="Play one match at once"
    )
    def create(self, _request: Request) -> Response:
        """The match is public and moves no rating. Refused where the owner wants to be asked."""
        sent = self.sent(ChallengeOrder)
        return ordered(self, order_challenge(challenger=self.user, **sent))

    @extend_schema(
        request=ChallengeSent, responses={201: ChallengeDetail}, summary="Challenge a bot"
    )
    def send(self, _request: Request, slug: str) -> Response:
        """Starts at once, or waits for its owner's answer: see `state`."""
        opponent = get_object_or_404(Bot.objects.seen_by(self.viewer), slug=slug)
        sent = self.sent(ChallengeSent)
        made = send_challenge(challenger=self.user, opponent=opponent, **sent)
        at = {"Location": reverse("api:challenge", args=[made.pk])}
        return self.shown(ChallengeDetail, made, status=HTTPStatus.CREATED, headers=at)

    @extend_schema(request=None, responses=ChallengeDetail, summary="Accept a challenge")
    def accept(self, _request: Request, challenge_id: int) -> Response:
        """The versions that are active now play."""
        return self._act(challenge_id, "accept")

    @extend_schema(request=RefusalInput, responses=ChallengeDetail, summary="Refuse a challenge")
    def refuse(self, _request: Request, challenge_id: int) -> Response:
        """With `block`, all that this person sends."""
        found = challenge_or_404(self.viewer, challenge_id)
        done = refuse_challenge(challenge=found, by=self.user, **self.sent(RefusalInput))
        return self.shown(ChallengeDetail, done)

    @extend_schema(request=None, responses=ChallengeDetail, summary="Withdraw a challenge")
    def withdraw(self, _request: Request, challenge_id: int) -> Response:
        """Only while it waits for an answer."""
        return self._act(challenge_id, "withdraw")

    def _act(self, challenge_id: int, verb: str) -> Response:
        found = challenge_or_404(self.viewer, challenge_id)
        return self.shown(ChallengeDetail, act(found, self.user, verb))


class ChallengeResults(Resource[Challenge]):
    """A challenge, for everyone once it is accepted."""

    serializer_class = ChallengeDetail
    queryset = Challenge.objects.none()

    @extend_schema(responses=ChallengeDetail, summary="One challenge with its result")
    def retrieve(self, _request: Request, challenge_id: int) -> Response:
        """Public once accepted; before, for both sides."""
        return self.shown(ChallengeDetail, challenge_or_404(self.viewer, challenge_id))


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
