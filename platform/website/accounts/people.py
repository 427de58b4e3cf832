"""A user's public page: bots and titles."""

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.database_clock import query_now
from arena.models import Entrant, Season, Tournament
from website.accounts.models import User
from website.http import found_or_404

MOST = 50


@require_safe
def person(request: HttpRequest, username: str) -> HttpResponse:
    owner = found_or_404(User.objects.filter(is_active=True), username__iexact=username)
    playing = owner.bots.exclude(current=None).exclude(state="withdrawn")
    context = {
        "person": owner,
        "bots": playing.select_related("current").order_by("name")[:MOST],
        "seasons": _seasons(owner),
        "tournaments": _won(owner),
    }
    return render(request, "account/person.html", context)


def _seasons(owner: User) -> QuerySet[Season]:
    won = Season.objects.filter(champion__owner=owner)
    return won.select_related("league", "champion").order_by("-starts_at")[:MOST]


def _won(owner: User) -> QuerySet[Entrant]:
    """Return tournaments won whose results are all revealed; divisions do not count."""
    first = Entrant.objects.filter(
        bot__owner=owner,
        place=1,
        tournament__state=Tournament.State.FINISHED,
        tournament__division=None,
    )
    hidden = Tournament.objects.filter(
        reveal_minutes__gt=0, rounds__reveal_at__gt=query_now()
    ).values("pk")
    known = first.exclude(tournament__in=hidden)
    return known.select_related("tournament", "bot").order_by("-tournament__finished_at")[:MOST]
