"""Filters of bots."""

import django_filters
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from arena.bots.models import UNACCEPTED, BotQuerySet
from arena.models import Bot, Entry, Ladder
from arena.models.name_key import contains, select_named
from website.accounts.models import User
from website.site.filters import Filters, ladder_choice

STATES = [*Bot.State.choices, (UNACCEPTED, _("no accepted version"))]


class BotFilter(Filters):
    """Filter bots."""

    search = django_filters.CharFilter(
        method="with_part",
        max_length=80,
        label=_("Name"),
        help_text="Part of the name.",
    )
    owner = django_filters.CharFilter(
        method="of_owner",
        max_length=150,
        label=_("Owner"),
        help_text="Name of the owner.",
    )
    ladder = django_filters.CharFilter(
        method="on_ladder",
        max_length=80,
        label=_("Ladder"),
        help_text="The ladder that it plays on.",
    )
    state = django_filters.ChoiceFilter(
        choices=STATES, method="in_state", label=_("State"), help_text="Can it play?"
    )

    def in_state(self, bots: BotQuerySet, _name: str, state: str) -> BotQuerySet:
        return bots.in_state(state)

    def with_part(self, bots: QuerySet[Bot], _name: str, part: str) -> QuerySet[Bot]:
        return bots.filter(contains("name", part))

    def of_owner(self, bots: QuerySet[Bot], _name: str, username: str) -> QuerySet[Bot]:
        return bots.filter(owner__in=select_named(User.objects.all(), username, "username"))

    def on_ladder(self, bots: QuerySet[Bot], _name: str, ladder: str | Ladder) -> QuerySet[Bot]:
        slug = ladder if isinstance(ladder, str) else ladder.slug
        entries = Entry.objects.seen_by(self.viewer).filter(ladder__slug=slug, is_active=True)
        return bots.filter(pk__in=entries.values("bot"))


class BotPageFilter(BotFilter):
    """The same on a page, with ladders to choose from."""

    ladder = ladder_choice(method="on_ladder")
