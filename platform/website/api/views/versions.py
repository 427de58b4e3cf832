"""Versions of a bot: upload one, see how its check goes, choose which one plays."""

from http import HTTPStatus

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

from arena.actions.bots.activate_version import activate_version
from arena.actions.bots.submit_bot import submit_bot
from arena.actions.errors import NotYours, VersionUnfit
from arena.actions.matches.order_gauntlet import order_gauntlet
from arena.actions.matches.order_trial import order_trial
from arena.models import Bot, Version
from website.accounts.models import Token, User
from website.api.base import Resource
from website.api.pagination import ByNumber
from website.api.serializers.bots import (
    NextVersion,
    Ordered,
    TrialResult,
    VersionDetail,
    VersionSummary,
)
from website.api.views.bots import UPLOADS
from website.bots.trials import trial_of


class Versions(Resource[Version]):
    """Versions of one bot; others than its owner see those that passed their check."""

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

    @extend_schema(summary="Versions of a bot, the latest first")
    def list(self, _request: Request, slug: str) -> Response:
        """All of one's own bot, the accepted ones of another's."""
        return self.page(VersionSummary, seen(self._bot(slug), self.viewer))

    @extend_schema(responses=VersionDetail, summary="One version")
    def retrieve(self, _request: Request, slug: str, number: int) -> Response:
        """`own` says how its check went, to its owner alone."""
        return self.shown(VersionDetail, self._version(slug, number))

    @extend_schema(
        request={"multipart/form-data": NextVersion},
        responses={201: VersionDetail},
        summary="Upload a new version of one's own bot",
    )
    def create(self, _request: Request, slug: str) -> Response:
        """It is checked, and plays once it has passed; until then the one before does."""
        bot = self._bot(slug)
        sent = self.sent(NextVersion)
        latest = bot.versions.select_related("ladder").order_by("-number").first()
        ladder = sent.get("ladder") or (latest.ladder if latest else None)
        if ladder is None:
            raise ValidationError({"ladder": ["The last one is gone: name another ladder."]})
        version = submit_bot(owner=self.user, bot=bot, **{**sent, "ladder": ladder})
        at = reverse("api:version", args=[slug, version.number])
        return self.shown(
            VersionDetail, version, status=HTTPStatus.CREATED, headers={"Location": at}
        )

    @extend_schema(request=None, responses=VersionDetail, summary="Play with this version")
    def activate(self, _request: Request, slug: str, number: int) -> Response:
        """One's bot plays with this accepted version from now on."""
        version = self._version(slug, number)
        return self.shown(VersionDetail, activate_version(version=version, by=self.user))

    @extend_schema(request=None, responses={201: Ordered}, summary="Try a version")
    def trial(self, _request: Request, slug: str, number: int) -> Response:
        """Unrated matches against the version that plays: is this one better?"""
        matches = order_trial(version=self._version(slug, number), by=self.user)
        return self.shown(Ordered, {"matches": matches}, status=HTTPStatus.CREATED)

    @extend_schema(request=None, responses={201: Ordered}, summary="Run the gauntlet")
    def gauntlet(self, _request: Request, slug: str, number: int) -> Response:
        """Unrated matches of this version and the one that plays against the same sample bots, on
        the same deals: how do both do against others?"""
        matches = order_gauntlet(version=self._version(slug, number), by=self.user)
        return self.shown(Ordered, {"matches": matches}, status=HTTPStatus.CREATED)

    @extend_schema(responses=TrialResult, summary="Is a version better?")
    def tried(self, _request: Request, slug: str, number: int) -> Response:
        """What trial and gauntlet say so far, to its owner. There is nothing where the version
        plays, or cannot be tried."""
        version = self._version(slug, number)
        if self.viewer is None or self.viewer.pk != version.bot.owner_id:
            raise NotYours("The trials of this version are for its owner alone.")
        found = trial_of(version)
        if found is None:
            raise Http404
        return self.shown(TrialResult, found)

    @extend_schema(request=None, responses=VersionDetail, summary="Go back to the version before")
    def roll_back(self, _request: Request, slug: str) -> Response:
        """One's bot plays with the last accepted version before the present one again."""
        bot = self._bot(slug)
        present = bot.current.number if bot.current else 0
        sound = bot.versions.accepted().filter(number__lt=present, failure__isnull=True)
        before = sound.order_by("-number").first()
        if before is None:
            raise VersionUnfit("There is no accepted version before the present one.")
        return self.shown(VersionDetail, activate_version(version=before, by=self.user))

    @extend_schema(
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
        summary="The file of a version",
    )
    def source(self, _request: Request, slug: str, number: int) -> HttpResponse:
        """As it was uploaded."""
        version = self._version(slug, number)
        if not version.may_be_read_by(self.viewer):
            raise NotYours("The source of this version is for its owner alone.")
        try:
            with version.source.open() as file:
                answer = HttpResponse(file.read(), content_type="application/octet-stream")
        except FileNotFoundError as problem:
            raise Http404 from problem
        answer["Content-Disposition"] = content_disposition_header(True, version.filename)
        return answer

    def _version(self, slug: str, number: int) -> Version:
        return get_object_or_404(seen(self._bot(slug), self.viewer), number=number)

    def _bot(self, slug: str) -> Bot:
        bots = Bot.objects.seen_by(self.viewer).select_related("current")
        return get_object_or_404(bots, slug=slug)


def seen(bot: Bot, viewer: User | None) -> QuerySet[Version]:
    """The versions of the bot that this viewer may know of."""
    versions = bot.versions.select_related("bot", "ladder")
    is_owner = viewer is not None and bot.owner_id == viewer.pk
    return versions if is_owner else versions.accepted()
