"""Bots: the list, a bot's page, the two uploads, and the live check of a version."""

from http import HTTPStatus
from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arena.actions.edit_bot import edit_bot
from arena.actions.errors import Refused
from arena.actions.recheck_bot import recheck_bot
from arena.actions.submit_bot import submit_bot
from arena.actions.withdraw_bot import withdraw_bot
from arena.models import Bot, Entry, Fault, PairCount, Version
from website.bots.challenges import may_be_challenged
from website.bots.forms import BotForm, EditForm, VersionForm
from website.bots.versions import progress
from website.http import OwnRequest, Request, live_page, viewer
from website.ladders import board
from website.matches import lists
from website.tournaments.lists import of_bot as tournaments_of

PAGE = 50
RECENT = 15
MOST_MET = 5


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All bots by name, or with `mine` the viewer's own with their state."""
    sees = viewer(request)
    mine = sees is not None and "mine" in request.GET
    bots = Bot.objects.select_related("owner", "current").order_by("name")
    bots = bots.filter(owner=sees) if mine else bots.exclude(current=None)
    page = Paginator(bots, PAGE).get_page(request.GET.get("page"))
    return render(request, "bots/index.html", {"page": page, "mine": mine})


@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    """A bot: its versions, its places, its matches and its faults."""
    bot = get_object_or_404(Bot.objects.select_related("owner", "current"), slug=slug)
    sees = viewer(request)
    is_owner = sees is not None and bot.owner_id == sees.pk
    versions = bot.versions.order_by("-number")
    context = {
        "bot": bot,
        "is_owner": is_owner,
        "versions": versions if is_owner else versions.accepted(),
        "rows": board.rows(_entries(bot)),
        "tournaments": tournaments_of(bot),
        "matches": lists.of_bot(bot, RECENT),
        "faults": _faults(bot)[:RECENT],
        "pairs": _most_met(bot),
        "may_challenge": may_be_challenged(bot, sees),
    }
    return live_page(cast("Request", request), "bots/detail.html", context, part="live")


def _entries(bot: Bot) -> list[Entry]:
    return list(bot.entries.select_related("ladder", "bot", "refit").order_by("ladder"))


def _most_met(bot: Bot) -> QuerySet[PairCount]:
    met = PairCount.objects.filter(entry__bot=bot, matches__gt=0)
    return met.select_related("entry__ladder", "opponent__bot").order_by("-matches", "pk")[
        :MOST_MET
    ]


def _faults(bot: Bot) -> QuerySet[Fault]:
    faults = Fault.objects.filter(seat__version__bot=bot, game__match__purpose="ladder")
    return faults.select_related("seat__version", "game").order_by("-id")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: OwnRequest) -> HttpResponse:
    """Upload a new bot; afterwards its check is watched."""
    first = {"ladder": request.GET.get("ladder")}
    form = BotForm(request.POST or None, request.FILES or None, initial=first)
    if request.method == "POST" and form.is_valid():
        version = _submit(form, owner=request.user, **_named(form))
        if version is not None:
            return redirect("bots:version", version.bot.slug, version.number)
    return _upload_page(request, form)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_version(request: OwnRequest, slug: str) -> HttpResponse:
    """Upload a new version of one's own bot; another's bot is not found here."""
    bot = get_object_or_404(Bot, slug=slug, owner=request.user)
    form = VersionForm(request.POST or None, request.FILES or None, initial=_last_choice(bot))
    if request.method == "POST" and form.is_valid():
        version = _submit(form, owner=request.user, bot=bot)
        if version is not None:
            return redirect("bots:version", bot.slug, version.number)
    return _upload_page(request, form, bot)


def _upload_page(request: HttpRequest, form: VersionForm, bot: Bot | None = None) -> HttpResponse:
    context = {"form": form, "bot": bot, "most": settings.UPLOAD_MOST}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "bots/upload.html", context, status=status)


def _named(form: BotForm) -> dict[str, Any]:
    return {name: form.cleaned_data[name] for name in ("name", "description")}


def _last_choice(bot: Bot) -> dict[str, Any]:
    last = bot.versions.order_by("-number").first()
    return {"ladder": last.ladder_id} if last else {}


def _submit(form: VersionForm, **who: Any) -> Version | None:
    data = form.cleaned_data
    try:
        return submit_bot(upload=data["upload"], ladder=data["ladder"], **who)
    except Refused as refused:
        form.add_error(None, str(refused))
        return None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: OwnRequest, slug: str) -> HttpResponse:
    """Change what is said about one's own bot, and whether it takes challenges."""
    bot = get_object_or_404(Bot, slug=slug, owner=request.user)
    present = {"description": bot.description, "takes_challenges": bot.takes_challenges}
    form = EditForm(request.POST or None, initial=present)
    if request.method == "POST" and form.is_valid():
        edit_bot(owner=request.user, bot=bot, **form.cleaned_data)
        messages.success(request, gettext("Saved."))
        return redirect("bots:detail", slug)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "bots/edit.html", {"form": form, "bot": bot}, status=status)


@login_required
@require_POST
def recheck(request: OwnRequest, slug: str) -> HttpResponse:
    """Have one's own benched bot checked again, and watch it."""
    bot = get_object_or_404(Bot, slug=slug, owner=request.user)
    try:
        version = recheck_bot(owner=request.user, bot=bot)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("bots:detail", slug)
    return redirect("bots:version", slug, version.number)


@login_required
@require_POST
def withdraw(request: OwnRequest, slug: str) -> HttpResponse:
    """Take one's own bot out of play; its matches stay."""
    bot = get_object_or_404(Bot, slug=slug, owner=request.user)
    withdraw_bot(owner=request.user, bot=bot)
    messages.success(request, gettext("%(name)s plays no more.") % {"name": bot.name})
    return redirect("bots:detail", slug)


@login_required
@require_safe
def version(request: OwnRequest, slug: str, number: int) -> HttpResponse:
    """The check of one's own version as it happens: accepted or not, and why."""
    own = Version.objects.select_related("bot", "ladder").filter(bot__owner=request.user)
    found = get_object_or_404(own, bot__slug=slug, number=number)
    context = {"version": found, "bot": found.bot, "progress": progress(found)}
    return live_page(request, "bots/version.html", context, part="live")
