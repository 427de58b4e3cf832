"""Pairs of owners with unlikely results, for organisers."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.models import Bot, Ladder
from website.accounts.models import User
from website.competitions.pages import own_competition
from website.site.http import OwnRequest

BOTS = 5  # named per owner


@dataclass(frozen=True)
class Side:
    """An owner (None: deleted) and their best bots."""

    owner: User | None
    bots: list[Bot]


@dataclass(frozen=True)
class UnusualPair:
    """Two owners; `points` are the first's.

    `z`: standard deviations from the expected points; `weight`: in the fit, 0 to 1.
    """

    one: Side
    other: Side
    matches: int
    points: float
    expected: float
    z: float
    weight: float


def unusual_pairs(ladder: Ladder) -> list[UnusualPair]:
    """Return the fit's pairs, most unlikely first."""
    rows = ladder.fit.unusual if ladder.fit else []
    owners = User.objects.filter(pk__in={row[name] for row in rows for name in ("one", "other")})
    sides = {owner.pk: Side(owner, []) for owner in owners}
    entries = ladder.entries.filter(bot__owner__in=sides, is_active=True)
    for entry in entries.ranked().select_related("bot"):
        bots = sides[entry.bot.owner_id].bots
        if len(bots) < BOTS:
            bots.append(entry.bot)
    nobody = Side(None, [])
    pairs = [
        UnusualPair(
            one=sides.get(row["one"], nobody),
            other=sides.get(row["other"], nobody),
            **{name: row[name] for name in ("matches", "points", "expected", "z", "weight")},
        )
        for row in rows
    ]
    return sorted(pairs, key=lambda pair: -abs(pair.z))


@login_required
@require_safe
def page(request: OwnRequest, slug: str) -> HttpResponse:
    ladders = Ladder.objects.seen_by(request.user).select_related("fit")
    ladder = own_competition(request.user, ladders, slug)
    context = {"ladder": ladder, "pairs": unusual_pairs(ladder)}
    return render(request, "ladders/unusual.html", context)
