"""A ladder's statistics."""

from rest_framework import serializers

from website.api.fields import LadderRef
from website.games.histogram import Histogram
from website.games.statistics import CardRow, EndingRow, OpeningRow, SeatRow, WinShare
from website.ladders.statistics import LadderStatistics


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
