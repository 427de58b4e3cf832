"""Bots: list, upload, edit, recheck, withdraw."""

from http import HTTPStatus
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from arena.bots.checks import recheck_bot
from arena.bots.manage_bot import delete_bot, edit_bot, withdraw_bot
from arena.ladders.entries import submit_to_ladder
from arena.models import Bot
from website.accounts.models import Token
from website.api.base import Resource
from website.api.pagination import Oldest
from website.api.throttles import UPLOADS
from website.bots.filters import BotFilter
from website.bots.serializers import (
    BotDetail,
    BotEdit,
    BotName,
    BotSummary,
    BotUpload,
    VersionDetail,
)


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
        return self.shown(BotDetail, self._bot(slug))

    @extend_schema(
        request={"multipart/form-data": BotUpload},
        responses={201: VersionDetail},
        summary="Upload a new bot",
    )
    def create(self, _request: Request) -> Response:
        """The first version is checked, then plays: poll it until it is no longer `checking`."""
        version = submit_to_ladder(owner=self.user, **self.sent(BotUpload))
        at = reverse("api:version", args=[version.bot.slug, version.number])
        return self.shown(
            VersionDetail, version, status=HTTPStatus.CREATED, headers={"Location": at}
        )

    @extend_schema(request=BotEdit, responses=BotDetail, summary="Change one of your bots")
    def partial_update(self, _request: Request, slug: str) -> Response:
        """Fields left out stay."""
        bot = self._bot(slug)
        present: dict[str, Any] = {
            "description": bot.description,
            "takes_challenges": bot.takes_challenges,
        }
        return self.shown(
            BotDetail, edit_bot(owner=self.user, bot=bot, **present | self.sent(BotEdit))
        )

    @extend_schema(
        request=None, responses=VersionDetail, summary="Check one of your benched bots again"
    )
    def recheck(self, _request: Request, slug: str) -> Response:
        """It plays again once it passes."""
        return self.shown(VersionDetail, recheck_bot(owner=self.user, bot=self._bot(slug)))

    @extend_schema(request=BotName, responses=BotDetail, summary="Rename one of your bots")
    def rename(self, _request: Request, slug: str) -> Response:
        """By the rules for new names. The slug stays the same."""
        bot = self._bot(slug)
        done = edit_bot(
            owner=self.user,
            bot=bot,
            description=bot.description,
            takes_challenges=bot.takes_challenges,
            **self.sent(BotName),
        )
        return self.shown(BotDetail, done)

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
        return self.shown(BotDetail, withdraw_bot(owner=self.user, bot=self._bot(slug)))

    def _bot(self, slug: str) -> Bot:
        return get_object_or_404(self.get_queryset(), slug=slug)
