"""Options and tie-breaks in words."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, npgettext
from django.utils.translation import gettext_lazy as _

from arena.core.translation import translate
from arena.models import Tournament
from arena.tournaments.formats import OPTIONS
from arena.tournaments.odds import FormatChoice
from arena.tournaments.pairing.bracket import Stage
from arena.tournaments.standings import TieBreak
from engine.messages import Message


class TieBreakText(NamedTuple):
    """A tie-break: name, column heading, one-line explanation."""

    name: Promise
    head: Promise
    line: Promise


TIE_BREAKS = {
    TieBreak.DIRECT_ENCOUNTER: TieBreakText(
        _("head-to-head"),
        _("Direct"),
        _("Points from matches between the tied entrants."),
    ),
    TieBreak.BUCHHOLZ: TieBreakText(
        _("Buchholz"),
        _("Buchholz"),
        _("Sum of the opponents' points: stronger opponents rank you higher."),
    ),
    TieBreak.BUCHHOLZ_CUT_1: TieBreakText(
        _("Buchholz without the lowest"),
        _("Buchh. −1"),  # noqa: RUF001  a real minus
        _("Buchholz without the lowest score: one weak opponent does not count."),
    ),
    TieBreak.SONNEBORN_BERGER: TieBreakText(
        _("Sonneborn-Berger"),
        _("Sonneb.-B."),
        _("Points of beaten opponents plus half those of drawn opponents."),
    ),
    TieBreak.WINS: TieBreakText(
        _("wins"),
        _("Wins"),
        _("Matches won by playing; byes and forfeits do not count."),
    ),
    TieBreak.SCORE_DIFFERENCE: TieBreakText(
        _("score difference"),
        _("Score diff."),
        _("Own scores minus the opponents' scores in all matches played."),
    ),
    TieBreak.SEED: TieBreakText(_("seed"), _("Seeding"), _("The better seed ranks higher.")),
    TieBreak.LOT: TieBreakText(
        _("lot"), _("Lot"), _("A lot drawn from the tournament's random seed.")
    ),
}
STAGES = {
    Stage.WINNERS: _("Winners"),
    Stage.LOSERS: _("Losers"),
    Stage.FINAL: _("Final"),
    Stage.RESET: _("Bracket reset final"),
    Stage.THIRD: _("Third place"),
}


def order_of(tournament: Tournament) -> tuple[TieBreak, ...]:
    """Return the tie-breaks that count: chosen or the format's; none in a knockout."""
    usual = tournament.format_rules.tie_breaks
    return tournament.chosen_tie_breaks or usual if usual else ()


def choices_of(tournament: Tournament) -> list[str]:
    """Return the format's choices in short phrases."""
    terms = tournament.pairing_terms
    phrases = [OPTIONS[name].phrase(getattr(terms, name)) for name in terms.format.options]
    return [translate(phrase) for phrase in phrases if phrase.words]


def tie_break_texts(order: Iterable[TieBreak]) -> list[TieBreakText]:
    return [TIE_BREAKS[tie_break] for tie_break in order]


def choice_text(choice: FormatChoice, games: int) -> str:
    """Describe a way to play, its cost and the best entrant's chance.

    Mention games per match unless they are `games`.
    """
    matches, most_matches = choice.estimate.matches, choice.estimate.most_matches
    in_matches = ngettext("%(n)s match", "%(n)s matches", most_matches)
    in_games = npgettext("all together", "%(n)s game", "%(n)s games", choice.most_games)
    parts = {
        "way": _way(choice, games),
        "matches": in_matches % {"n": _range(matches, most_matches)},
        "games": in_games % {"n": _range(choice.all_games, choice.most_games)},
    }
    if choice.odds is None:
        return gettext("%(way)s: %(matches)s, %(games)s") % parts
    parts["wins"] = str(choice.odds.of_100)
    return gettext("%(way)s: the best wins %(wins)s%% of the time; %(matches)s, %(games)s") % parts


def _way(choice: FormatChoice, games: int) -> str:
    rounds = choice.estimate.rounds
    words = [
        capfirst(translate(Message(choice.terms.format.name))),
        ngettext("%(n)d round", "%(n)d rounds", rounds) % {"n": rounds},
    ]
    if choice.games != games:
        in_games = ngettext("%(n)d game per match", "%(n)d games per match", choice.games)
        words.append(in_games % {"n": choice.games})
    return ", ".join(words)


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}\N{EN DASH}{most}"
