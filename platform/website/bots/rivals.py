"""A bot's opponents, and head-to-head pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.models import Bot, Entry, HeadToHead, Match, PairMatch
from arena.ratings.models.statistics import ALL
from website.accounts.models import User
from website.bots.bot_page import Rival, bot_page_of, rivals_of
from website.bots.lookup import bot_or_404
from website.matches.lists import listed_matches
from website.site.http import viewer

PAGE = 50
MATCHES = 20
PAIRS_OF_VERSIONS = 30


@require_safe
def rivals(request: HttpRequest, slug: str) -> HttpResponse:
    bot_page = bot_page_of(request, slug)
    met = rivals_of(bot_page.entry) if bot_page.entry else HeadToHead.objects.none()
    # Not joined: to join a page's opponents, the database may read all entries of the platform.
    met = met.select_related(None).select_related("entry").prefetch_related("opponent__bot")
    page = Paginator(met, PAGE).get_page(request.GET.get("page"))
    context = {
        "bot": bot_page.bot,
        "bot_page": bot_page,
        "page": page,
        "rivals": [Rival(meeting) for meeting in page],
    }
    return render(request, "bots/rivals.html", context)


class HeadToHeadPage:
    """Two bots on their common ladders."""

    def __init__(self, bot: Bot, opponent: Bot, ladder: str, viewer: User | None) -> None:
        self.bot, self.opponent, self._ladder, self._viewer = bot, opponent, ladder, viewer

    @cached_property
    def common(self) -> list[tuple[Entry, Entry]]:
        seen = Entry.objects.seen_by(self._viewer).select_related("ladder")
        entries = seen.filter(bot__in=[self.bot, self.opponent])
        own = {entry.ladder_id: entry for entry in entries if entry.bot_id == self.bot.pk}
        theirs = {entry.ladder_id: entry for entry in entries if entry.bot_id == self.opponent.pk}
        return [(own[ladder], theirs[ladder]) for ladder in sorted(own) if ladder in theirs]

    @cached_property
    def totals(self) -> list[HeadToHead]:
        met = HeadToHead.objects.filter(
            entry__in=[own for own, _other in self.common],
            opponent__in=[other for _own, other in self.common],
            version=ALL,
            opponent_version=ALL,
            played__gt=0,
        )
        return list(met.select_related("entry__ladder").order_by("-played", "pk"))

    @cached_property
    def total(self) -> HeadToHead | None:
        """Return the head-to-head asked for, or the longest."""
        asked = [total for total in self.totals if total.entry.ladder.slug == self._ladder]
        return next(iter(asked or self.totals), None)

    @cached_property
    def versions(self) -> list[HeadToHead]:
        if self.total is None:
            return []
        return list(
            HeadToHead.objects.filter(
                entry=self.total.entry_id,
                opponent=self.total.opponent_id,
                version__gt=ALL,
                opponent_version__gt=ALL,
                played__gt=0,
            ).order_by("-version", "-opponent_version")[:PAIRS_OF_VERSIONS]
        )

    def matches(self, before: int | None) -> list[Match]:
        """Return matches, latest first, one more than a page."""
        if self.total is None:
            return []
        met = PairMatch.objects.between(self.total.entry_id, self.total.opponent_id)
        if before is not None:
            met = met.filter(match__id__lt=before)
        ids = list(met.values_list("match", flat=True)[: MATCHES + 1])
        return list(listed_matches().filter(pk__in=ids))


@dataclass(frozen=True)
class Page:
    matches: Sequence[Match]

    @property
    def shown(self) -> Sequence[Match]:
        return self.matches[:MATCHES]

    @property
    def older(self) -> int | None:
        return self.matches[MATCHES - 1].pk if len(self.matches) > MATCHES else None


@require_safe
def pairing(request: HttpRequest, slug: str, other: str) -> HttpResponse:
    """Show a head-to-head; `before` (a match id) pages back."""
    if slug == other:
        raise Http404
    bot, opponent = (bot_or_404(request, name) for name in (slug, other))
    both = HeadToHeadPage(bot, opponent, request.GET.get("ladder", ""), viewer(request))
    before = request.GET.get("before", "")
    context = {
        "bot": bot,
        "opponent": opponent,
        "pairing": both,
        "page": Page(both.matches(int(before) if before.isdecimal() else None)),
        "before": before,
    }
    return render(request, "bots/pairing.html", context)
