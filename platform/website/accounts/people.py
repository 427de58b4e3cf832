"""A user's public page: bots and titles."""

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.core.database_clock import query_now
from arena.models import Entrant, Round, Season, Tournament
from website.accounts.models import User
from website.site.http import person_or_404, viewer

MOST = 50


@require_safe
def person(request: HttpRequest, username: str) -> HttpResponse:
    owner = person_or_404(User.objects.filter(is_active=True), username)
    sees = viewer(request)
    playing = owner.bots.seen_by(sees).exclude(current=None).exclude(state="withdrawn")
    context = {
        "person": owner,
        "bots": playing.select_related("current").order_by("name")[:MOST],
        "seasons": _seasons(owner, sees),
        "tournaments": _titles(owner, sees),
    }
    return render(request, "account/person.html", context)


def _seasons(owner: User, viewer: User | None) -> QuerySet[Season]:
    won = Season.objects.seen_by(viewer).filter(champion__owner=owner)
    return won.select_related("league", "champion").order_by("-starts_at")[:MOST]


def _titles(owner: User, viewer: User | None) -> QuerySet[Entrant]:
    """Return tournaments won whose results are all revealed; divisions do not count."""
    first = Entrant.objects.seen_by(viewer).filter(
        bot__owner=owner,
        place=1,
        tournament__state=Tournament.State.FINISHED,
        tournament__division=None,
    )
    hidden = Round.objects.filter(tournament__reveal_minutes__gt=0, reveal_at__gt=query_now())
    known = first.exclude(tournament__in=hidden.values("tournament"))
    return known.select_related("tournament", "bot").order_by("-tournament__finished_at")[:MOST]
