"""Compare two bots or versions."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from arena.models import Bot, BotTally, Entry, HeadToHead
from arena.ratings.models.statistics import ALL
from arena.ratings.trueskill import Rating, ordinal
from website.accounts.models import User
from website.bots.bot_page import SURE, Dimension, Rival, rivals_of
from website.bots.ratings import ChartSeries, line, matches_and_rating
from website.games.contract import Subject
from website.games.registry import site_game
from website.ladders import board
from website.site.filters import unknown_bot
from website.site.http import viewer

SHARED = 15
LOOKED_AT = 300  # most frequent opponents of the first
SUGGESTED = 8
FAVOURED = 6
KINGDOM = 10  # cards; with no more, every match had the same kingdom


class CompareForm(forms.Form):
    a = forms.CharField(label=_("Bot"), max_length=50, required=False)
    a_version = forms.IntegerField(label=_("Version"), min_value=1, required=False)
    b = forms.CharField(label=_("Other bot"), max_length=50, required=False)
    b_version = forms.IntegerField(label=_("Other version"), min_value=1, required=False)

    def __init__(self, *args: Any, sees: User | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._sees = sees

    def _bot(self, name: str) -> Bot | None:
        asked = self.cleaned_data[name].strip()
        if not asked:
            return None
        bot = Bot.objects.seen_by(self._sees).select_related("owner").called(asked)
        if bot is None:
            raise ValidationError(unknown_bot(asked))
        return bot

    def clean_a(self) -> Bot | None:
        return self._bot("a")

    def clean_b(self) -> Bot | None:
        return self._bot("b")

    def clean(self) -> None:
        """Refuse unknown versions and equal sides."""
        data = super().clean() or self.cleaned_data
        a, b = data.get("a"), data.get("b")
        for name, bot in (("a", a), ("b", b)):
            number = data.get(f"{name}_version")
            if bot and number and not bot.versions.accepted().filter(number=number).exists():
                words = gettext("This bot has no accepted version %(number)d.")
                self.add_error(f"{name}_version", words % {"number": number})
        if a and a == b and data.get("a_version") == data.get("b_version"):
            self.add_error(
                "b", _("Both sides are the same. Choose another bot or another version.")
            )


@dataclass(frozen=True)
class Contestant:
    """A bot on a ladder; `version` 0 is all."""

    bot: Bot
    version: int
    entry: Entry
    total: BotTally | None

    @cached_property
    def skill(self) -> Rating | None:
        """Return the rating, None before a rated match."""
        if not self.version:
            return board.skill_of(self.entry)
        counted = matches_and_rating(self.entry, self.version)
        return counted[1] if counted else None

    @property
    def rating(self) -> float | None:
        return ordinal(self.skill) if self.skill else None

    @property
    def name(self) -> str:
        return f"{self.bot.name} v{self.version}" if self.version else self.bot.name


@dataclass(frozen=True)
class CommonOpponent:
    opponent: Bot
    a: HeadToHead
    b: HeadToHead

    @property
    def difference(self) -> float:
        return (self.a.share or 0.0) - (self.b.share or 0.0)


@dataclass(frozen=True)
class CardDuel:
    """A card and both bots' results."""

    subject: Subject
    a: BotTally
    b: BotTally

    @property
    def difference(self) -> float:
        return (self.a.share or 0.0) - (self.b.share or 0.0)

    @property
    def is_sure(self) -> bool:
        return min(self.a.played, self.b.played) >= SURE


class Comparison:
    """Two contestants on their common ladders; the details are of one."""

    def __init__(
        self, a: tuple[Bot, int], b: tuple[Bot, int], ladder: str, viewer: User | None
    ) -> None:
        self._asked, self._ladder, self._viewer = (a, b), ladder, viewer

    @cached_property
    def common(self) -> list[tuple[Entry, Entry]]:
        """Return both entries by ladder, most matches first."""
        bots = [bot for bot, _version in self._asked]
        seen = Entry.objects.seen_by(self._viewer).filter(bot__in=bots)
        entries = list(seen.select_related("ladder", "bot"))
        own, other = (
            {entry.ladder_id: entry for entry in entries if entry.bot_id == bot.pk} for bot in bots
        )
        pairs = [(own[ladder], other[ladder]) for ladder in own if ladder in other]
        return sorted(pairs, key=lambda pair: -min(entry.matches for entry in pair))

    @cached_property
    def pair(self) -> tuple[Entry, Entry] | None:
        asked = [pair for pair in self.common if pair[0].ladder.slug == self._ladder]
        return next(iter(asked or self.common), None)

    @cached_property
    def contestants(self) -> list[Contestant]:
        """Return both, or none without a common ladder."""
        if self.pair is None:
            return []
        tallies = BotTally.objects.filter(
            entry__in=self.pair,
            version__in=[version for _bot, version in self._asked],
            dimension=Dimension.TOTAL,
            played__gt=0,
        )
        totals = {(tally.entry_id, tally.version): tally for tally in tallies}
        return [
            Contestant(bot, version, entry, totals.get((entry.pk, version)))
            for (bot, version), entry in zip(self._asked, self.pair, strict=True)
        ]

    @property
    def lines(self) -> list[ChartSeries]:
        return [
            line(contestant.bot, contestant.entry, contestant.version)
            for contestant in self.contestants
        ]

    @property
    def entries(self) -> list[Entry]:
        return [own for own, _other in self.common]

    @property
    def more(self) -> str:
        params = {}
        for name, (bot, version) in zip("ab", self._asked, strict=True):
            params[name] = bot.slug
            if version:
                params[f"{name}_version"] = str(version)
        return f"&{urlencode(params)}"

    @property
    def is_one_bot(self) -> bool:
        """Return whether both are one bot's: versions play no rated matches."""
        return self._asked[0][0] == self._asked[1][0]

    @cached_property
    def direct(self) -> HeadToHead | None:
        """Return their head-to-head."""
        if self.pair is None or self.is_one_bot:
            return None
        (own, version), (other, against) = (
            (contestant.entry, contestant.version) for contestant in self.contestants
        )
        met = HeadToHead.objects.filter(played__gt=0)
        if version or not against:
            keys = {"entry": own, "version": version, "opponent": other}
            return met.filter(**keys, opponent_version=against).first()
        mirrored = met.filter(
            entry=other, version=against, opponent=own, opponent_version=ALL
        ).first()
        return other_side(mirrored) if mirrored else None

    @cached_property
    def shared(self) -> list[CommonOpponent]:
        """Return common opponents, most matches first."""
        if self.pair is None:
            return []
        a, b = self.contestants
        first = {record.opponent_id: record for record in _head_to_heads(a)[:LOOKED_AT]}
        second = _head_to_heads(b).filter(opponent__in=first)
        common = [
            CommonOpponent(record.opponent.bot, first[record.opponent_id], record)
            for record in second
        ]
        return sorted(common, key=lambda both: -min(both.a.played, both.b.played))[:SHARED]

    @property
    def favoured(self) -> list[tuple[str, list[CardDuel]]]:
        """Return cards that clearly favour either."""
        sure = [duel for duel in self.cards if duel.is_sure]
        first = [duel for duel in sure if duel.difference > 0][:FAVOURED]
        second = [duel for duel in reversed(sure) if duel.difference < 0][:FAVOURED]
        names = (contestant.bot.name for contestant in self.contestants)
        return [(name, duels) for name, duels in zip(names, (first, second), strict=False) if duels]

    @cached_property
    def cards(self) -> list[CardDuel]:
        """Return shared cards, from the first's best, if kingdoms vary."""
        if self.pair is None or self.is_one_bot:
            return []
        tallies = BotTally.objects.filter(
            entry__in=self.pair, version=ALL, dimension=Dimension.CARD, played__gt=0
        )
        own, other = (
            {tally.key: tally for tally in tallies if tally.entry_id == entry.pk}
            for entry in self.pair
        )
        if len(own) <= KINGDOM:
            return []
        game = site_game(self.pair[0].ladder.game)
        duels = [
            CardDuel(subject, own[key], other[key])
            for key in own
            if key in other and (subject := game.statistic(Dimension.CARD, key))
        ]
        return sorted(duels, key=lambda duel: -duel.difference)


def other_side(meeting: HeadToHead) -> HeadToHead:
    """Return the head-to-head from the other side, unsaved."""
    return HeadToHead(
        entry_id=meeting.opponent_id,
        opponent_id=meeting.entry_id,
        played=meeting.played,
        wins=meeting.losses,
        draws=meeting.draws,
        losses=meeting.wins,
        points=meeting.played - meeting.points,
    )


def _head_to_heads(contestant: Contestant) -> QuerySet[HeadToHead]:
    met = HeadToHead.objects.filter(
        entry=contestant.entry, version=contestant.version, opponent_version=ALL, played__gt=0
    )
    return met.select_related("opponent__bot").order_by("-played", "pk")


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    form = CompareForm(request.GET or None, sees=viewer(request))
    comparison, suggestions = None, []
    if form.is_valid():
        data = form.cleaned_data
        if data["a"] and data["b"]:
            comparison = Comparison(
                (data["a"], data["a_version"] or ALL),
                (data["b"], data["b_version"] or ALL),
                request.GET.get("ladder", ""),
                viewer(request),
            )
        elif data["a"]:
            suggestions = frequent_opponents(data["a"], viewer(request))
    context = {"form": form, "comparison": comparison, "suggestions": suggestions}
    return render(request, "bots/compare.html", context)


def frequent_opponents(bot: Bot, viewer: User | None) -> list[Rival]:
    """Return the bot's most frequent opponents on the ladder of most of its matches."""
    entry = bot.entries.seen_by(viewer).order_by("-matches").first()
    return [Rival(meeting) for meeting in rivals_of(entry)[:SUGGESTED]] if entry else []
