"""Tournaments: settings, entrants, rounds, standings."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from arena.models import Entrant, Pairing, PairingSeat, Round, Tournament
from arena.tournaments import terms as tournament_terms
from arena.tournaments.format import MOST_NUMBER, OPTIONS
from website.api.fields import (
    BotRef,
    Freely,
    LadderRef,
    Share,
    serialize,
    viewer_of,
)
from website.api.terms import TermsInput, further_terms
from website.tournaments.decisions import Decision, decision_of
from website.tournaments.report import EntrantRow, Table


class TournamentRef(serializers.ModelSerializer[Tournament]):
    """A tournament in a list."""

    class Meta:
        model = Tournament
        fields: tuple[str, ...] = (
            "slug",
            "name",
            "game",
            "seats",
            "format",
            "state",
            "entry_deadline",
            "starts_at",
            "finished_at",
        )
        read_only_fields: tuple[str, ...] = fields


class EntrantShown(serializers.ModelSerializer[Entrant]):
    """An entrant: `number` is its seed once drawn, `place` its final rank once revealed."""

    bot = BotRef(read_only=True)
    version = serializers.IntegerField(source="version.number", read_only=True, allow_null=True)
    place = serializers.SerializerMethodField()

    class Meta:
        model = Entrant
        fields: tuple[str, ...] = ("bot", "version", "number", "rating", "state", "place")
        read_only_fields: tuple[str, ...] = fields

    def get_place(self, entrant: Entrant) -> int | None:
        return None if self.context["hides"] else entrant.place


class TournamentDetail(TournamentRef):
    """A tournament with its settings and entrants; `seed` is shown when it is over."""

    ladder = LadderRef(read_only=True, allow_null=True)
    organiser = serializers.CharField(source="organiser.username", read_only=True)
    config = Freely(read_only=True)
    limits = Freely(read_only=True)
    terms = Freely(read_only=True, help_text="Options of its format.")
    tie_breaks = serializers.ListField(child=serializers.CharField(), read_only=True)
    problem = serializers.SerializerMethodField(help_text="Why it is blocked. Only for organisers.")
    seed = serializers.SerializerMethodField()
    entrants = serializers.SerializerMethodField()

    class Meta(TournamentRef.Meta):
        fields: tuple[str, ...] = (
            *TournamentRef.Meta.fields,
            *further_terms(tournament_terms.TournamentTerms, TournamentRef.Meta.fields),
            "organiser",
            "allows_rematches",
            "rules",
            "problem",
            "started_at",
            "seed",
            "entrants",
        )
        read_only_fields: tuple[str, ...] = fields

    def get_problem(self, tournament: Tournament) -> str:
        return tournament.problem if tournament.is_run_by(viewer_of(self)) else ""

    def get_seed(self, tournament: Tournament) -> int | None:
        """Null until the tournament is over: it would predict draws."""
        return tournament.seed if tournament.is_over else None

    @extend_schema_field(EntrantShown(many=True))
    def get_entrants(self, _tournament: Tournament) -> Any:
        return serialize(EntrantShown, self.context["entrants"], **self.context)


class SeatShown(serializers.ModelSerializer[PairingSeat]):
    """An entrant's result in a pairing; null until revealed."""

    bot = serializers.CharField(source="entrant.bot.slug", read_only=True)
    points = serializers.SerializerMethodField()
    score = serializers.SerializerMethodField()
    rank = serializers.SerializerMethodField()
    has_forfeited = serializers.SerializerMethodField()

    class Meta:
        model = PairingSeat
        fields: tuple[str, ...] = ("position", "bot", "points", "score", "rank", "has_forfeited")
        read_only_fields: tuple[str, ...] = fields

    def _unless_hidden(self, value: Any) -> Any:
        return None if self.context["hides"] else value

    def get_points(self, seat: PairingSeat) -> float | None:
        """Match points."""
        found: float | None = self._unless_hidden(seat.points)
        return found

    def get_score(self, seat: PairingSeat) -> float | None:
        """The game's own points."""
        found: float | None = self._unless_hidden(seat.score)
        return found

    def get_rank(self, seat: PairingSeat) -> int | None:
        """1 is best."""
        found: int | None = self._unless_hidden(seat.rank)
        return found

    def get_has_forfeited(self, seat: PairingSeat) -> bool | None:
        """True if it lost without playing."""
        found: bool | None = self._unless_hidden(seat.has_forfeited)
        return found


class PairingShown(serializers.ModelSerializer[Pairing]):
    """A pairing or a bye; `state` is null until revealed."""

    state = serializers.SerializerMethodField()
    decided_by = serializers.SerializerMethodField()
    seats = SeatShown(many=True, read_only=True)
    matches = serializers.SerializerMethodField()

    class Meta:
        model = Pairing
        fields: tuple[str, ...] = (
            "id",
            "number",
            "code",
            "group",
            "state",
            "decided_by",
            "seats",
            "matches",
        )
        read_only_fields: tuple[str, ...] = fields

    @extend_schema_field(
        serializers.ChoiceField(choices=Pairing.State.choices, allow_null=True, read_only=True)
    )
    def get_state(self, pairing: Pairing) -> str | None:
        """Null until revealed; a bye is always shown."""
        hides = self.context["hides"] and pairing.state != Pairing.State.BYE
        return None if hides else pairing.state

    @extend_schema_field(
        serializers.ChoiceField(choices=Decision.choices, allow_null=True, read_only=True)
    )
    def get_decided_by(self, pairing: Pairing) -> str | None:
        """Null until decided and revealed; of a tied knockout an extra match or the better seed."""
        hides = self.context["hides"] and pairing.state != Pairing.State.BYE
        return None if hides else decision_of(pairing)

    def get_matches(self, pairing: Pairing) -> list[int]:
        """Matches that count, finished or not."""
        return [] if self.context["hides"] else [match.pk for match in pairing.matches.all()]


class EntrantOutcome(EntrantShown):
    """An entrant; `last_round`: the last one paired before it left, null if it stayed."""

    last_round = serializers.SerializerMethodField()

    class Meta(EntrantShown.Meta):
        fields: tuple[str, ...] = (*EntrantShown.Meta.fields, "last_round")
        read_only_fields: tuple[str, ...] = fields

    def get_last_round(self, entrant: Entrant) -> int | None:
        until, last = self.context["until"], entrant.last_round
        return None if last is None or (until is not None and last > until) else last


class SeatOutcome(SeatShown):
    """An entrant's result; `number` is its seed."""

    number = serializers.IntegerField(read_only=True)

    class Meta(SeatShown.Meta):
        fields: tuple[str, ...] = (*SeatShown.Meta.fields, "number")
        read_only_fields: tuple[str, ...] = fields


class PairingOutcome(PairingShown):
    """A pairing or a bye, with its round."""

    round = serializers.IntegerField(source="round.number", read_only=True)
    stage = serializers.CharField(source="round.stage", read_only=True)
    seats = SeatOutcome(many=True, read_only=True)

    class Meta(PairingShown.Meta):
        fields: tuple[str, ...] = ("round", "stage", *PairingShown.Meta.fields)
        read_only_fields: tuple[str, ...] = fields


class TournamentOutcome(serializers.Serializer[Any]):
    """All that standings follow from, up to the last revealed round."""

    revealed_until = serializers.IntegerField(
        allow_null=True, help_text="The last round included; null for all."
    )
    tie_breaks = serializers.ListField(child=serializers.CharField())
    entrants = serializers.SerializerMethodField()
    pairings = PairingOutcome(many=True)

    @extend_schema_field(EntrantOutcome(many=True))
    def get_entrants(self, shown: Any) -> Any:
        """Places are null until all rounds are revealed."""
        until = shown["revealed_until"]
        context = {**self.context, "hides": until is not None, "until": until}
        return serialize(EntrantOutcome, shown["entrants"], **context)


class RoundRef(serializers.ModelSerializer[Round]):
    """A round in a list."""

    class Meta:
        model = Round
        fields: tuple[str, ...] = ("number", "stage", "started_at", "finished_at", "reveal_at")
        read_only_fields: tuple[str, ...] = fields


class RoundDetail(RoundRef):
    """A round with its pairings."""

    hides_results = serializers.SerializerMethodField()
    pairings = PairingShown(many=True, read_only=True)

    class Meta(RoundRef.Meta):
        fields: tuple[str, ...] = (*RoundRef.Meta.fields, "hides_results", "pairings")
        read_only_fields: tuple[str, ...] = fields

    def get_hides_results(self, _round: Round) -> bool:
        """True while its results are hidden from you."""
        hides: bool = self.context["hides"]
        return hides


class StandingsLine(serializers.Serializer[EntrantRow]):
    """A line of the standings; `values` follow `tie_breaks`, null where one did not count."""

    rank = serializers.IntegerField()
    bot = BotRef(source="entrant.bot")
    points = Share()
    values = serializers.ListField(child=Share(allow_null=True))
    is_gone = serializers.BooleanField()


class StandingsTable(serializers.Serializer[Table]):
    """Standings of all entrants, or of one group (numbered from 0)."""

    group = serializers.IntegerField(allow_null=True)
    lines = StandingsLine(many=True)


class Place(serializers.Serializer[Any]):
    """A rank in a knockout."""

    place = serializers.IntegerField()
    bot = BotRef()


class Standings(serializers.Serializer[Any]):
    """Standings up to the last revealed round: tables, or ranks of a knockout."""

    revealed_until = serializers.IntegerField(
        allow_null=True, help_text="The last round included; null for all."
    )
    tie_breaks = serializers.ListField(child=serializers.CharField())
    tables = StandingsTable(many=True)
    places = Place(many=True)
    champions = BotRef(many=True)


class TournamentTerms(TermsInput):
    """A tournament's settings."""

    kind = tournament_terms.TournamentTerms

    terms = Freely(
        required=False,
        help_text=(
            f"Of the format: {', '.join(OPTIONS)}; numbers are at most {MOST_NUMBER}. Without "
            "rounds, a Swiss has the base-2 logarithm of its entrants plus more_rounds: 1 in a new "
            "tournament, 0 in older ones."
        ),
    )
