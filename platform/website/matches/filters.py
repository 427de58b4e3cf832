"""Filters of matches."""

from typing import Any

import django_filters
from django import forms
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.choices import CallableChoiceIterator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.core.competition_terms import game_choices
from arena.models import Bot, Match, Seat
from website.matches import lists
from website.site.filters import Filters, ladder_choice, unknown_bot

OF_BOT = ("opponent", "version", "result")  # they need a bot
GAMES = CallableChoiceIterator(game_choices)
RESULTS = [("won", _("won")), ("tied", _("tied")), ("lost", _("lost"))]
DATE = forms.DateInput({"type": "date"}, format="%Y-%m-%d")


class MatchForm(forms.Form):
    """Refuse filters of one bot's side without a bot."""

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        for name in OF_BOT:
            if data.get(name) and not data.get("bot") and "bot" not in self.errors:
                self.add_error(name, gettext("Enter a bot first: this is about its side."))
        return data


class MatchFilter(Filters):
    """Filter matches."""

    bot = django_filters.CharFilter(
        method="of_bot",
        max_length=50,
        label=_("Bot"),
        help_text="A bot in the match, by its slug or name.",
    )
    opponent = django_filters.CharFilter(
        method="against",
        max_length=50,
        label=_("Opponent"),
        help_text="Another bot in the match; needs `bot`.",
    )
    version = django_filters.NumberFilter(
        method="with_bot",
        label=_("Version"),
        help_text="The number of the version of `bot`.",
        min_value=1,
        max_value=2**31 - 1,
        decimal_places=0,
    )
    result = django_filters.ChoiceFilter(
        choices=RESULTS,
        method="with_bot",
        label=_("Result"),
        help_text="How the match ended for `bot`.",
    )
    ladder = django_filters.CharFilter(
        field_name="ladder__slug",
        max_length=80,
        label=_("Ladder"),
        help_text="The ladder whose rules apply.",
    )
    purpose = django_filters.ChoiceFilter(
        choices=[(kind.value, kind.label) for kind in Match.Purpose if kind in lists.SHOWN],
        label=_("Purpose"),
    )
    status = django_filters.ChoiceFilter(choices=Match.Status.choices, label=_("Status"))
    since = django_filters.IsoDateTimeFilter(
        field_name="finished_at",
        lookup_expr="gte",
        label=_("Finished since"),
        help_text="Finished at this time or later.",
    )
    game = django_filters.ChoiceFilter(choices=GAMES, label=_("Game"))

    class Meta:
        form = MatchForm

    def of_bot(self, matches: QuerySet[Match], _name: str, named: str) -> QuerySet[Match]:
        """Select matches of this bot, with this version and this result."""
        asked = self.form.cleaned_data
        seats = Seat.objects.filter(version__bot=self.find_bot(named))
        if asked.get("version"):
            seats = seats.filter(version__number=asked["version"])
        result = asked.get("result")
        if result == "lost":
            seats = seats.filter(rank__gt=1)
        elif result:
            equals = Seat.objects.filter(~Q(pk=OuterRef("pk")), match=OuterRef("match"), rank=1)
            is_shared = Exists(equals)
            seats = seats.filter(is_shared if result == "tied" else ~is_shared, rank=1)
        return matches.filter(pk__in=seats.values("match"))

    def against(self, matches: QuerySet[Match], _name: str, named: str) -> QuerySet[Match]:
        other, bot = self.find_bot(named), self.form.cleaned_data.get("bot")
        if other is None or (bot and self.find_bot(bot) == other):
            return matches.none()
        return matches.filter(pk__in=Seat.objects.filter(version__bot=other).values("match"))

    def find_bot(self, named: str) -> Bot | None:
        return Bot.objects.seen_by(self.viewer).called(named)

    def with_bot(self, matches: QuerySet[Match], _name: str, _value: object) -> QuerySet[Match]:
        """Leave the rows: `of_bot` reads it."""
        return matches


class MatchPageFilter(MatchFilter):
    """The same on a page, with ladders to choose from and errors for unknown bots."""

    ladder = ladder_choice()
    since = django_filters.IsoDateTimeFilter(
        field_name="finished_at", lookup_expr="gte", label=_("Finished since"), widget=DATE
    )
    game = django_filters.ChoiceFilter(choices=GAMES, widget=forms.HiddenInput)

    def is_valid(self) -> bool:
        """Return whether the filters make sense and their bots exist."""
        if super().is_valid():
            for name in ("bot", "opponent"):
                asked = self.form.cleaned_data[name]
                if asked and self.find_bot(asked) is None:
                    self.form.add_error(name, unknown_bot(asked))
        return not self.form.errors
