"""Bots: list, page, uploads, checks, ladders."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus
from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arena.bots.checks import recheck_bot
from arena.bots.manage_bot import delete_bot, edit_bot, withdraw_bot
from arena.bots.versions import activate_version
from arena.core.errors import (
    BadName,
    NameTaken,
    Refused,
)
from arena.ladders.entries import join_ladder, leave_ladder, submit_to_ladder
from arena.matches.trials import order_gauntlet, order_trial
from arena.models import Bot, BotTally, Entry, Failure, Ladder, Match, Version
from website.accounts.models import User
from website.bots.bot_page import bot_page_of, of_versions, version_rows
from website.bots.challenge_form import may_be_challenged
from website.bots.filters import BotPageFilter
from website.bots.forms import BotForm, EditForm, NextVersionForm, VersionForm
from website.bots.lookup import sees_more
from website.bots.versions import progress
from website.ladders import board
from website.ladders.board import LeaderboardRow
from website.ladders.joined import said_after
from website.notifications.context import count_unread
from website.site.filters import PageFilters
from website.site.http import OwnRequest, Request, live_page, sent_text, viewer
from website.site.page_cache import cached_page
from website.site.rate_limits import rate_limited

PAGE = 50


@dataclass
class OwnBot:
    bot: Bot
    rows: list[LeaderboardRow] = field(default_factory=list)
    failures: int = 0

    @property
    def last_played_at(self) -> datetime | None:
        played = [row.entry.last_played_at for row in self.rows if row.entry.last_played_at]
        return max(played, default=None)


def own_bots(bots: Sequence[Bot], owner: User | None) -> list[OwnBot]:
    """Return them in this order, in one query a ladder and two more."""
    own = {bot.pk: OwnBot(bot) for bot in bots}
    entries = Entry.objects.seen_by(owner).filter(bot__in=bots, is_active=True)
    by_ladder = defaultdict[int, list[Entry]](list)
    for entry in entries.select_related("ladder", "bot").order_by("ladder"):
        by_ladder[entry.ladder_id].append(entry)
    for on_ladder in by_ladder.values():
        for row in board.rows_of(on_ladder[0].ladder, on_ladder):
            own[row.entry.bot_id].rows.append(row)
    unfixed = Failure.objects.filter(bot__in=bots, is_done=False).order_by()
    for bot, count in unfixed.values("bot").annotate(n=Count("pk")).values_list("bot", "n"):
        own[bot].failures = count
    return list(own.values())


@require_safe
@cached_page()
def index(request: HttpRequest) -> HttpResponse:
    """List bots, or with `mine` one's own."""
    sees = viewer(request)
    mine = sees is not None and "mine" in request.GET
    bots = Bot.objects.run_by(sees) if mine else Bot.objects.seen_by(sees).exclude(current=None)
    listed = bots.select_related("owner", "current").order_by("name")
    filters = PageFilters(BotPageFilter, request, listed)
    page = Paginator(filters.rows, PAGE).get_page(request.GET.get("page"))
    own = own_bots(list(page), sees) if mine else []
    context = {"page": page, "mine": mine, "own": own, "filters": filters}
    return render(request, "bots/index.html", context)


@require_safe
@cached_page(part_unless=sees_more)
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    bot_page = bot_page_of(request, slug)
    context = {
        "bot": bot_page.bot,
        "bot_page": bot_page,
        "is_owner": bot_page.is_owner,
        "may_challenge": may_be_challenged(bot_page.bot, viewer(request)),
    }
    return live_page(cast("Request", request), "bots/detail.html", context, part="live")


@require_safe
def versions(request: HttpRequest, slug: str) -> HttpResponse:
    bot_page = bot_page_of(request, slug)
    page = Paginator(bot_page.seen_versions, PAGE).get_page(request.GET.get("page"))
    shown, entry = list(page), bot_page.entry
    played = BotTally.objects.filter(of_versions(entry, shown), played__gt=0) if entry else ()
    rows = version_rows(entry, shown, played)
    context = {"bot": bot_page.bot, "bot_page": bot_page, "page": page, "rows": rows}
    return render(request, "bots/versions.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limited("uploads")
def upload(request: OwnRequest) -> HttpResponse:
    first = {"ladder": request.GET.get("ladder"), "name": request.GET.get("name")}
    form = BotForm(request.POST or None, request.FILES or None, initial=first, viewer=request.user)
    if request.method == "POST" and form.is_valid():
        about = {name: form.cleaned_data[name] for name in ("name", "description")}
        version = _submit(form, owner=request.user, **about)
        if version is not None:
            return redirect("bots:version", version.bot.slug, version.number)
    return _upload_page(request, form)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limited("uploads")
def new_version(request: OwnRequest, slug: str) -> HttpResponse:
    bot = get_object_or_404(Bot.objects.run_by(request.user), slug=slug)
    # Preset is the ladder of the latest version, unless the bot has left it.
    last, first = bot.versions.order_by("-number").first(), {}
    if last and not bot.entries.filter(ladder=last.ladder_id, is_active=False).exists():
        first = {"ladder": last.ladder_id}
    form = NextVersionForm(
        request.POST or None, request.FILES or None, initial=first, viewer=request.user
    )
    if request.method == "POST" and form.is_valid():
        version = _submit(form, owner=request.user, bot=bot)
        if version is not None:
            return redirect("bots:version", bot.slug, version.number)
    return _upload_page(request, form, bot)


def _upload_page(request: HttpRequest, form: VersionForm, bot: Bot | None = None) -> HttpResponse:
    context = {"form": form, "bot": bot, "most": settings.UPLOAD_MOST}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "bots/upload.html", context, status=status)


def _submit(form: VersionForm, **who: Any) -> Version | None:
    data = form.cleaned_data
    try:
        more = {name: data[name] for name in ("note", "activates") if name in data}
        return submit_to_ladder(upload=data["upload"], ladder=data["ladder"], **more, **who)
    except Refused as refused:
        form.add_error(refused.term if refused.term in form.fields else None, str(refused))
        return None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: OwnRequest, slug: str) -> HttpResponse:
    bot = get_object_or_404(Bot.objects.run_by(request.user), slug=slug)
    present = {name: getattr(bot, name) for name in EditForm.base_fields}
    form = EditForm(request.POST or None, initial=present)
    if request.method == "POST" and form.is_valid():
        try:
            edit_bot(owner=request.user, bot=bot, **form.cleaned_data)
        except (BadName, NameTaken) as refused:
            form.add_error("name", str(refused))
            bot.refresh_from_db()
        else:
            messages.success(request, gettext("Saved."))
            return redirect("bots:detail", slug)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "bots/edit.html", {"form": form, "bot": bot}, status=status)


@login_required
@require_POST
@rate_limited("uploads")
def recheck(request: OwnRequest, slug: str) -> HttpResponse:
    bot = get_object_or_404(Bot.objects.run_by(request.user), slug=slug)
    try:
        version = recheck_bot(owner=request.user, bot=bot)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("bots:detail", slug)
    return redirect("bots:version", slug, version.number)


@login_required
@require_POST
def withdraw(request: OwnRequest, slug: str) -> HttpResponse:
    bot = get_object_or_404(Bot.objects.run_by(request.user), slug=slug)
    withdraw_bot(owner=request.user, bot=bot)
    messages.success(request, gettext("%(name)s was withdrawn.") % {"name": bot.name})
    return redirect("bots:detail", slug)


@login_required
@require_POST
def delete(request: OwnRequest, slug: str) -> HttpResponse:
    bot = get_object_or_404(Bot.objects.run_by(request.user), slug=slug)
    try:
        delete_bot(owner=request.user, bot=bot)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("bots:detail", slug)
    messages.success(request, gettext("%(name)s was deleted.") % {"name": bot.name})
    return redirect(f"{reverse('bots:index')}?mine=1")


@login_required
@require_POST
@rate_limited("uploads")
def activate(request: OwnRequest, slug: str, number: int) -> HttpResponse:
    own = Version.objects.run_by(request.user).select_related("bot")
    version = get_object_or_404(own, bot__slug=slug, number=number)
    try:
        activate_version(version=version, by=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        words = gettext("%(name)s now plays with version %(number)d.")
        messages.success(request, words % {"name": version.bot.name, "number": number})
    return redirect("bots:detail", slug)


@login_required
@require_POST
@rate_limited("challenges")
def trial(request: OwnRequest, slug: str, number: int) -> HttpResponse:
    return _try(request, slug, number, order_trial)


@login_required
@require_POST
@rate_limited("challenges")
def gauntlet(request: OwnRequest, slug: str, number: int) -> HttpResponse:
    return _try(request, slug, number, order_gauntlet)


def _try(
    request: OwnRequest, slug: str, number: int, order: Callable[..., list[Match]]
) -> HttpResponse:
    own = Version.objects.run_by(request.user).select_related("bot", "ladder")
    version = get_object_or_404(own, bot__slug=slug, number=number)
    try:
        order(version=version, by=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("bots:version", slug, number)


@login_required
@require_safe
def version(request: OwnRequest, slug: str, number: int) -> HttpResponse:
    own = Version.objects.run_by(request.user).select_related("bot__current", "ladder")
    version = get_object_or_404(own, bot__slug=slug, number=number)
    bot, is_fit = version.bot, version.state == Version.State.ACCEPTED and not version.failure
    context = {
        "version": version,
        "bot": bot,
        "progress": progress(version, request.user),
        # whether to offer it; the action checks again
        "may_activate": is_fit and bot.current is not None and bot.current != version,
    }
    count_unread(request, request.user)  # the result of the check may appear in a poll
    return live_page(request, "bots/version.html", context, part="live")


@login_required
@require_POST
@rate_limited("uploads")
def join(request: OwnRequest, slug: str) -> HttpResponse:
    def do(bot: Bot, ladder: Ladder) -> str:
        return said_after(join_ladder(owner=request.user, bot=bot, ladder=ladder))

    return _with_ladder(request, slug, do)


@login_required
@require_POST
def leave(request: OwnRequest, slug: str) -> HttpResponse:
    def do(bot: Bot, ladder: Ladder) -> str:
        leave_ladder(owner=request.user, bot=bot, ladder=ladder)
        words = gettext("“%(name)s” has left the ladder “%(ladder)s”. Its results stay.")
        return words % {"name": bot.name, "ladder": ladder.name}

    return _with_ladder(request, slug, do)


def _with_ladder(request: OwnRequest, slug: str, do: Callable[[Bot, Ladder], str]) -> HttpResponse:
    """Run `do` with the chosen ladder and report on the bot's page."""
    bot = get_object_or_404(Bot.objects.run_by(request.user), slug=slug)
    seen = Ladder.objects.seen_by(request.user)
    ladder = seen.filter(slug=sent_text(request.POST, "ladder")).first()
    try:
        if ladder is None:
            messages.error(request, gettext("Choose a ladder."))
        else:
            messages.success(request, do(bot, ladder))
    except Refused as refused:
        messages.error(request, refused.message)
    return redirect(f"{reverse('bots:detail', args=[slug])}#ladders")
