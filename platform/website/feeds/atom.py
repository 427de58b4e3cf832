"""Atom feeds (RFC 4287) of public results: the latest matches, and news of competitions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.translation import gettext_lazy as _

from arena.models import Bot, Ladder, League, Tournament
from website.feeds.feed import (
    FeedItem,
    Source,
    entries_on,
    matches_of,
    matches_on,
    read_page,
    rounds_of,
    seasons_of,
)
from website.feeds.following import KINDS, targets
from website.leagues.feed import platform_id
from website.site.plain_text import show_invisible


class About(NamedTuple):
    """The subject of a feed."""

    kind: str
    target: Any
    name: str

    @property
    def path(self) -> str:
        return reverse(KINDS[self.kind].route, args=[self.name])


class DatedFeed(Atom1Feed):
    """An empty feed is as old as what it is about, so that it stays the same."""

    def latest_post_date(self) -> datetime:
        since: datetime = self.feed["since"]
        return super().latest_post_date() if self.items else since


if TYPE_CHECKING:  # Django's own class takes no parameter
    AnyFeed = Feed[FeedItem, About]
else:
    AnyFeed = Feed


class PublicFeed(AnyFeed):
    """A feed of what everyone may see, by kind; ids are the same under any host name."""

    feed_type = DatedFeed

    def __init__(
        self, kind: str, words: Promise, sources: Callable[[Any], Sequence[Source]]
    ) -> None:
        self.kind, self.words, self.sources = kind, words, sources

    def get_object(self, _request: HttpRequest, name: str) -> About:
        """Raise Http404 for what the public may not see."""
        target = get_object_or_404(KINDS[self.kind].select(targets(None, self.kind), name))
        return About(self.kind, target, getattr(target, KINDS[self.kind].named))

    def title(self, about: About) -> str:
        return str(self.words) % {"name": show_invisible(str(about.target))}

    def link(self, about: About) -> str:
        return about.path

    def feed_guid(self, about: About) -> str:
        subject = "matches" if self.words is MATCHES else "news"
        return _urn(f"{subject} {about.kind} {about.target.pk}")

    def feed_extra_kwargs(self, about: About) -> dict[str, Any]:
        target = about.target
        return {"since": target.date_joined if self.kind == "people" else target.created_at}

    def author_name(self, about: About) -> str:
        """Name what it is about: Atom requires an author, of the feed or of each entry."""
        return show_invisible(str(about.target))

    def items(self, about: About) -> list[FeedItem]:
        return read_page(self.sources(about.target)).items

    def item_title(self, item: FeedItem) -> str:
        return item.title

    def item_description(self, item: FeedItem) -> str | None:  # type: ignore[override]
        """Return its summary, which Django marks as HTML; None: it has none."""
        return escape(item.more) if item.more else None

    def item_link(self, item: FeedItem) -> str:
        return item.path

    def item_pubdate(self, item: FeedItem) -> datetime:
        return item.at

    item_updateddate = item_pubdate

    def item_guid(self, item: FeedItem) -> str:
        return _urn(f"{item.kind} {item.pk}")


def _urn(text: str) -> str:
    return uuid5(NAMESPACE_URL, f"{platform_id()} {text}").urn


MATCHES, NEWS = _("Matches of %(name)s"), _("News of %(name)s")
bot_matches = PublicFeed(
    "bots", MATCHES, lambda bot: [matches_of(Bot.objects.seen_by(None).filter(pk=bot.pk), None)]
)
person_matches = PublicFeed(
    "people",
    MATCHES,
    lambda person: [matches_of(Bot.objects.seen_by(None).filter(owner=person), None)],
)
ladder_matches = PublicFeed("ladders", MATCHES, lambda ladder: [matches_on(ladder)])
ladder_news = PublicFeed(
    "ladders",
    NEWS,
    lambda ladder: [entries_on(Ladder.objects.seen_by(None).filter(pk=ladder.pk), None)],
)
tournament_news = PublicFeed(
    "tournaments",
    NEWS,
    lambda cup: [rounds_of(Tournament.objects.seen_by(None).filter(pk=cup.pk))],
)


def _league_sources(league: League) -> list[Source]:
    leagues = League.objects.seen_by(None).filter(pk=league.pk)
    divisions = Tournament.objects.seen_by(None).filter(division__season__league=league)
    return [seasons_of(leagues, None), rounds_of(divisions)]


league_news = PublicFeed("leagues", NEWS, _league_sources)
