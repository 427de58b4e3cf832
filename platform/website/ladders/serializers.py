"""Ladders, leaderboards, rating changes and statistics."""

from typing import Any

from django.utils.choices import CallableChoiceIterator
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from arena.core.competition_terms import game_choices
from arena.ladders import manage_ladder
from arena.models import Ladder
from arena.ratings.parameters import Parameters
from website.api.fields import BotRef, Freely, LadderRef, viewer_of
from website.api.terms import TermsInput, further_terms
from website.games.histogram import Histogram
from website.games.statistics import CardRow, EndingRow, OpeningRow, SeatRow, WinShare
from website.ladders.board import LeaderboardRow
from website.ladders.joined import STATES, Joined
from website.ladders.statistics import LadderStatistics
from website.ladders.unusual import UnusualPair
from website.matches.serializers import RatingChangeValues

GAMES = CallableChoiceIterator(game_choices)


class RatingOf(serializers.Serializer[LeaderboardRow]):
    """A rating: `rating` is mu - sigma, the leaderboard's order; `low` to `high` is the 95 %
    interval.

    `provisional` while the rating is still uncertain.
    """

    rating = serializers.FloatField()
    mu = serializers.FloatField(source="skill.mu")
    sigma = serializers.FloatField(source="skill.sigma")
    low = serializers.SerializerMethodField()
    high = serializers.SerializerMethodField()
    provisional = serializers.BooleanField(source="is_provisional")
    matches = serializers.IntegerField(source="entry.matches")
    wins = serializers.IntegerField(source="entry.wins")
    draws = serializers.IntegerField(source="entry.draws")
    losses = serializers.IntegerField(source="entry.losses")
    faults = serializers.IntegerField(source="entry.faults")
    last_played_at = serializers.DateTimeField(source="entry.last_played_at", allow_null=True)

    def get_low(self, row: LeaderboardRow) -> float:
        """Lower end of the interval."""
        return row.interval[0]

    def get_high(self, row: LeaderboardRow) -> float:
        """Upper end of the interval."""
        return row.interval[1]


class LadderSummary(LadderRef):
    """A ladder in a list."""

    class Meta(LadderRef.Meta):
        fields: tuple[str, ...] = (
            *LadderRef.Meta.fields,
            "game",
            "seats",
            "games_per_match",
            "state",
            "created_at",
        )
        read_only_fields: tuple[str, ...] = fields


class Estimates(serializers.Serializer[Parameters]):
    """Estimates over all results of a ladder; a new ladder's defaults before its first fit."""

    draw_probability = serializers.FloatField(help_text="Share of ties between equal bots.")
    game_noise = serializers.FloatField(help_text="Noise of a game relative to a match.")
    spread = serializers.FloatField(help_text="Standard deviation of the bots, in points.")
    drift = serializers.FloatField(
        help_text="Standard deviation of a new version from the previous one, in points."
    )


class LadderDetail(LadderSummary):
    """A ladder with its rules. `fitted` is the serial of the last match in its rating fit."""

    estimates = Estimates(source="parameters", read_only=True)
    fitted = serializers.SerializerMethodField(allow_null=True)

    config = Freely(read_only=True)
    limits = Freely(read_only=True)

    class Meta(LadderSummary.Meta):
        fields: tuple[str, ...] = (
            *LadderSummary.Meta.fields,
            *further_terms(manage_ladder.LadderTerms, LadderSummary.Meta.fields),
            "estimates",
            "recorded",
            "rating_run",
            "fitted",
            "rated_at",
        )
        read_only_fields: tuple[str, ...] = fields

    def get_fitted(self, ladder: Ladder) -> int | None:
        return ladder.fit.serial if ladder.fit else None


class LadderTerms(TermsInput):
    """A ladder's settings."""

    kind = manage_ladder.LadderTerms


class LeaderboardLine(RatingOf):
    """A line of a leaderboard."""

    place = serializers.IntegerField(
        allow_null=True, help_text="From 1; equal ratings share a rank."
    )
    rank_range = serializers.ListField(
        child=serializers.IntegerField(),
        min_length=2,
        max_length=2,
        allow_null=True,
        help_text="Best and worst rank within the intervals of all ranked bots.",
    )
    bot = BotRef(source="entry.bot")
    version = serializers.IntegerField(source="entry.bot.current.number", allow_null=True)


class Unusual(serializers.Serializer[UnusualPair]):
    """Two owners whose results against each other their ratings make unlikely; null: deleted
    account."""

    one = serializers.CharField(source="one.owner.username", allow_null=True, default=None)
    other = serializers.CharField(source="other.owner.username", allow_null=True, default=None)
    matches = serializers.IntegerField()
    points = serializers.FloatField(
        help_text="Points of the first owner's bots; half a point for a tie."
    )
    expected = serializers.FloatField(help_text="Points expected from the ratings.")
    z = serializers.FloatField(help_text="Difference in standard deviations.")
    weight = serializers.FloatField(help_text="Weight of their matches in the fit, from 0 to 1.")


class LadderEntry(serializers.Serializer[Joined]):
    """A bot on a ladder. It plays there while `state` is `playing`."""

    bot = BotRef()
    ladder = LadderRef()
    version = serializers.IntegerField(source="bot.current.number", allow_null=True, default=None)
    state = serializers.ChoiceField(
        choices=STATES,
        help_text="`waiting`: for its check, while the ladder takes no bots. `stopped`: benched or "
        "withdrawn.",
    )
    only_defaults = serializers.BooleanField(
        help_text="Did it give the default answer to every question of its check? Then this may be "
        "the wrong game."
    )
    failure = serializers.SerializerMethodField()

    @extend_schema_field(Freely(allow_null=True))
    def get_failure(self, joined: Joined) -> dict[str, Any] | None:
        """Why it failed the check; for its owner only."""
        return joined.failure if joined.bot.is_run_by(viewer_of(self)) else None


class Change(RatingChangeValues):
    """One step of a rating's history."""

    match = serializers.IntegerField(source="seat.match_id", read_only=True)
    version = serializers.IntegerField(source="seat.version.number", read_only=True)

    class Meta(RatingChangeValues.Meta):
        fields = ("serial", "match", "version", "played_at", *RatingChangeValues.Meta.fields)
        read_only_fields = fields


class StatisticsQuery(serializers.Serializer[LadderStatistics]):
    """A condition of statistics."""

    card = serializers.CharField(
        required=False,
        max_length=40,
        help_text="Only games with this card in the kingdom, by its English name; one of "
        "`cards_given`.",
    )


class WinShareShown(serializers.Serializer[WinShare]):
    """Share of opponents beaten, ties counting half: one half is average."""

    count = serializers.IntegerField(help_text="Players that it is about.")
    share = serializers.FloatField(allow_null=True)
    interval = serializers.ListField(
        child=serializers.FloatField(),
        min_length=2,
        max_length=2,
        allow_null=True,
        help_text="95 % interval. Games of one match, which share their deal, count as one.",
    )


class SeatStatistic(serializers.Serializer[SeatRow]):
    seat = serializers.IntegerField(help_text="From 0.")
    points = serializers.FloatField(help_text="Mean points.")
    win_share = WinShareShown()


class Counts(serializers.Serializer[Histogram]):
    """How often each number came, as pairs of number and count."""

    mean = serializers.FloatField(allow_null=True)
    median = serializers.IntegerField(allow_null=True)
    counts = serializers.SerializerMethodField()

    def get_counts(self, chart: Histogram) -> list[list[int]]:
        return [[value, count] for value, count in chart.counts.items()]


class Ending(serializers.Serializer[EndingRow]):
    reason = serializers.CharField()
    games = serializers.IntegerField()


class CardStatistic(serializers.Serializer[CardRow]):
    """A card's use, in games with it in the supply."""

    card = serializers.CharField()
    games = serializers.IntegerField(source="sums.games")
    copies = serializers.IntegerField(
        source="sums.amount", help_text="Gained by all players in all these games."
    )
    gained = WinShareShown(help_text="Of the players who gained at least one.")
    not_gained = WinShareShown(help_text="Of those who gained none.")
    difference = serializers.FloatField(
        allow_null=True, help_text="Between both win shares; no proof that the card wins games."
    )


class OpeningStatistic(serializers.Serializer[OpeningRow]):
    opening = serializers.ListField(
        child=serializers.CharField(),
        source="parts",
        help_text="Dominion: cards bought in the first two turns, sorted. Kingdomino: the place of "
        "the first domino in the first row, from 1, the lowest.",
    )
    win_share = WinShareShown()


class StatisticsShown(serializers.Serializer[LadderStatistics]):
    """Statistics of a ladder's rated games without faults; numbers of openings are limited."""

    ladder = LadderRef()
    card = serializers.CharField(allow_blank=True, help_text="Given card, or empty.")
    cards_given = serializers.ListField(
        child=serializers.CharField(), help_text="What `card` may be; empty for a fixed kingdom."
    )
    counted = serializers.IntegerField(
        help_text="Serial of the last rated match that is counted; `recorded` of the ladder is the "
        "last of all."
    )
    counted_at = serializers.DateTimeField(source="progress.counted_at", allow_null=True)
    games = serializers.IntegerField()
    seats = SeatStatistic(many=True)
    lengths = Counts(help_text="Turns of Dominion; decisions of all players of other games.")
    points = Counts(source="scores", help_text="Of all players; empty with `card`.")
    endings = Ending(many=True)
    cards = CardStatistic(many=True)
    openings = OpeningStatistic(
        many=True,
        help_text="The 500 most played; with `card`, those with it.",
    )
