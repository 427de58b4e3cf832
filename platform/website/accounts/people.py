"""A user's public page: bots and titles."""

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
    # of tournaments won, those whose results are all revealed; divisions do not count
    won = Entrant.objects.seen_by(sees).filter(
        bot__owner=owner,
        place=1,
        tournament__state=Tournament.State.FINISHED,
        tournament__division=None,
    )
    hidden = Round.objects.filter(tournament__reveal_minutes__gt=0, reveal_at__gt=query_now())
    won = won.exclude(tournament__in=hidden.values("tournament"))
    seasons = Season.objects.seen_by(sees).filter(champion__owner=owner)
    playing = owner.bots.seen_by(sees).exclude(current=None).exclude(state="withdrawn")
    context = {
        "person": owner,
        "bots": playing.select_related("current").order_by("name")[:MOST],
        "seasons": seasons.select_related("league", "champion").order_by("-starts_at")[:MOST],
        "tournaments": won.select_related("tournament", "bot").order_by("-tournament__finished_at")[
            :MOST
        ],
    }
    return render(request, "account/person.html", context)
