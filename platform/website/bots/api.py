"""Bots and their versions: list, upload, edit, check, try, activate, withdraw."""

from http import HTTPStatus
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from arena.bots.checks import recheck_bot
from arena.bots.manage_bot import delete_bot, edit_bot, withdraw_bot
from arena.bots.versions import activate_version
from arena.core.errors import NotYours, VersionUnfit
from arena.ladders.entries import submit_to_ladder
from arena.matches.trials import order_gauntlet, order_trial
from arena.models import Bot, Ladder, Version
from website.accounts.models import Token
from website.api.base import Resource
from website.api.pagination import ByNumber, Oldest
from website.api.throttles import UPLOADS
from website.bots.filters import BotFilter
from website.bots.serializers import (
    BotDetail,
    BotEdit,
    BotName,
    BotSummary,
    BotUpload,
    NextVersion,
    Ordered,
    TrialResult,
    VersionDetail,
    VersionSummary,
)
from website.bots.versions import trial_of


class Bots(Resource[Bot]):
    write_scope = Token.Scope.BOTS
    paces = {"create": UPLOADS, "recheck": UPLOADS}
    takes_files = frozenset({"create"})
    pagination_class = Oldest
    filterset_class = BotFilter
    serializer_class = BotSummary

    def get_queryset(self) -> QuerySet[Bot]:
        return Bot.objects.seen_by(self.viewer).select_related("owner", "current")

    @extend_schema(summary="Bots, oldest first")
    def list(self, _request: Request) -> Response:
        """Bots with an accepted version, and your own."""
        return self.page(BotSummary, self.filter_queryset(self.get_queryset()))

    @extend_schema(responses=BotDetail, summary="One bot")
    def retrieve(self, _request: Request, slug: str) -> Response:
        """With ratings; `own` is for its owner only."""
        return self.respond(BotDetail, self._bot(slug))

    @extend_schema(
        request={"multipart/form-data": BotUpload},
        responses={201: VersionDetail},
        summary="Upload a new bot",
    )
    def create(self, _request: Request) -> Response:
        """The first version is checked, then plays: poll it until it is no longer `checking`."""
        version = submit_to_ladder(owner=self.user, **self.read_input(BotUpload))
        place = {"Location": reverse("api:version", args=[version.bot.slug, version.number])}
        return self.respond(VersionDetail, version, status=HTTPStatus.CREATED, headers=place)

    @extend_schema(request=BotEdit, responses=BotDetail, summary="Change one of your bots")
    def partial_update(self, _request: Request, slug: str) -> Response:
        """Fields left out stay."""
        bot = self._bot(slug)
        present: dict[str, Any] = {
            "description": bot.description,
            "takes_challenges": bot.takes_challenges,
        }
        return self.respond(
            BotDetail, edit_bot(owner=self.user, bot=bot, **present | self.read_input(BotEdit))
        )

    @extend_schema(
        request=None, responses=VersionDetail, summary="Check one of your benched bots again"
    )
    def recheck(self, _request: Request, slug: str) -> Response:
        """It plays again once it passes."""
        return self.respond(VersionDetail, recheck_bot(owner=self.user, bot=self._bot(slug)))

    @extend_schema(request=BotName, responses=BotDetail, summary="Rename one of your bots")
    def rename(self, _request: Request, slug: str) -> Response:
        """By the rules for new names. The slug stays the same."""
        bot = self._bot(slug)
        renamed = edit_bot(
            owner=self.user,
            bot=bot,
            description=bot.description,
            takes_challenges=bot.takes_challenges,
            **self.read_input(BotName),
        )
        return self.respond(BotDetail, renamed)

    @extend_schema(
        request=None, responses={204: None}, summary="Delete one of your bots that never played"
    )
    def destroy(self, _request: Request, slug: str) -> Response:
        """With its uploads. One that has played can be withdrawn."""
        delete_bot(owner=self.user, bot=self._bot(slug))
        return Response(status=HTTPStatus.NO_CONTENT)

    @extend_schema(request=None, responses=BotDetail, summary="Withdraw one of your bots")
    def withdraw(self, _request: Request, slug: str) -> Response:
        """Its matches stay. Uploading a new bot with its name brings it back."""
        return self.respond(BotDetail, withdraw_bot(owner=self.user, bot=self._bot(slug)))

    def _bot(self, slug: str) -> Bot:
        return get_object_or_404(self.get_queryset(), slug=slug)


class Versions(Resource[Version]):
    """Versions of a bot."""

    write_scope = Token.Scope.BOTS
    paces = {
        "create": UPLOADS,
        "activate": UPLOADS,
        "roll_back": UPLOADS,
        "trial": "challenges",
        "gauntlet": "challenges",
    }
    takes_files = frozenset({"create"})
    pagination_class = ByNumber
    filter_backends = []
    serializer_class = VersionSummary
    queryset = Version.objects.none()

    @extend_schema(summary="Versions of a bot, latest first")
    def list(self, _request: Request, slug: str) -> Response:
        """All of your own bot, the accepted ones of others."""
        return self.page(VersionSummary, self._versions(slug))

    @extend_schema(responses=VersionDetail, summary="One version")
    def retrieve(self, _request: Request, slug: str, number: int) -> Response:
        """`own` has its check, for its owner only."""
        return self.respond(VersionDetail, self._version(slug, number))

    @extend_schema(
        request={"multipart/form-data": NextVersion},
        responses={201: VersionDetail},
        summary="Upload a new version of one of your bots",
    )
    def create(self, _request: Request, slug: str) -> Response:
        """Plays once it passes its check."""
        bot = self._bot(slug)
        sent = self.read_input(NextVersion)
        ladder = sent.get("ladder") or _usual_ladder(bot)
        if ladder is None:
            raise ValidationError(
                {
                    "ladder": [
                        "It is no longer on the previous version's ladder. Choose another one."
                    ]
                }
            )
        version = submit_to_ladder(owner=self.user, bot=bot, **{**sent, "ladder": ladder})
        place = {"Location": reverse("api:version", args=[slug, version.number])}
        return self.respond(VersionDetail, version, status=HTTPStatus.CREATED, headers=place)

    @extend_schema(request=None, responses=VersionDetail, summary="Switch to this version")
    def activate(self, _request: Request, slug: str, number: int) -> Response:
        """The bot plays with this accepted version from now on."""
        version = self._version(slug, number)
        return self.respond(VersionDetail, activate_version(version=version, by=self.user))

    @extend_schema(request=None, responses={201: Ordered}, summary="Test a version")
    def trial(self, _request: Request, slug: str, number: int) -> Response:
        """Orders unrated matches against the active version."""
        matches = order_trial(version=self._version(slug, number), by=self.user)
        return self.respond(Ordered, {"matches": matches}, status=HTTPStatus.CREATED)

    @extend_schema(request=None, responses={201: Ordered}, summary="Start a gauntlet")
    def gauntlet(self, _request: Request, slug: str, number: int) -> Response:
        """Orders unrated matches of this and the active version against the house bots, on the same
        deals."""
        matches = order_gauntlet(version=self._version(slug, number), by=self.user)
        return self.respond(Ordered, {"matches": matches}, status=HTTPStatus.CREATED)

    @extend_schema(responses=TrialResult, summary="Is a version better?")
    def retrieve_trial(self, _request: Request, slug: str, number: int) -> Response:
        """Results of trial and gauntlet, for the owner. 404 for the active version, or one that
        cannot be tried."""
        version = self._version(slug, number)
        if not version.bot.is_run_by(self.viewer):
            raise NotYours("Only the owner can see the trials of this version.")
        trial = trial_of(version)
        if trial is None:
            raise Http404
        return self.respond(TrialResult, trial)

    @extend_schema(request=None, responses=VersionDetail, summary="Go back to the previous version")
    def roll_back(self, _request: Request, slug: str) -> Response:
        """Activates the last accepted version before the active one."""
        bot = self._bot(slug)
        present = bot.current.number if bot.current else 0
        sound = bot.versions.accepted().filter(number__lt=present, failure__isnull=True)
        before = sound.order_by("-number").first()
        if before is None:
            raise VersionUnfit("There is no accepted version before the current one.")
        return self.respond(VersionDetail, activate_version(version=before, by=self.user))

    @extend_schema(
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
        summary="The file of a version",
    )
    def source(self, _request: Request, slug: str, number: int) -> HttpResponse:
        """As uploaded."""
        version = self._version(slug, number)
        if not version.may_be_read_by(self.viewer):
            raise NotYours("Only the owner can see the source of this version.")
        try:
            with version.source.open() as file:
                answer = HttpResponse(file.read(), content_type="application/octet-stream")
        except FileNotFoundError as problem:
            raise Http404 from problem
        answer["Content-Disposition"] = content_disposition_header(True, version.filename)
        return answer

    def _version(self, slug: str, number: int) -> Version:
        return get_object_or_404(self._versions(slug), number=number)

    def _versions(self, slug: str) -> QuerySet[Version]:
        seen = self._bot(slug).versions.seen_by(self.viewer)
        return seen.select_related("bot", "ladder")

    def _bot(self, slug: str) -> Bot:
        bots = Bot.objects.seen_by(self.viewer).select_related("current")
        return get_object_or_404(bots, slug=slug)


def _usual_ladder(bot: Bot) -> Ladder | None:
    """Return the latest version's ladder, unless the bot has left it."""
    latest = bot.versions.select_related("ladder").order_by("-number").first()
    left = bot.entries.filter(is_active=False).values_list("ladder", flat=True)
    return latest.ladder if latest and latest.ladder_id not in left else None
