"""Formats, terms and tie-breaks in words."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, npgettext
from django.utils.translation import gettext_lazy as _

from arena.models import Tournament
from arena.tournaments.odds import FormatChoice
from arena.tournaments.pairing import Format
from arena.tournaments.pairing.bracket import Stage
from arena.tournaments.plan import ORDERS
from arena.tournaments.standings import ROUND_ROBIN_ORDER, TieBreak

FORMATS = {
    Format.ROUND_ROBIN: _("Everyone plays everyone."),
    Format.SWISS: _(
        "Each round pairs entrants with equal points who have not played each other. Nobody is "
        "eliminated."
    ),
    Format.SINGLE_ELIMINATION: _("One loss and you are out. The last one left wins."),
    Format.DOUBLE_ELIMINATION: _(
        "Two losses and you are out; after the first you play in the lower bracket."
    ),
    Format.GROUPS: _("Everyone in a group plays everyone; the best advance to a knockout."),
    Format.POD_ROTATION: _("Pods of three or more, with different opponents in every round."),
    Format.POD_SWISS: _("Pods of three or more entrants with equal points."),
    Format.POD_KNOCKOUT: _("Pods of three or more; the best of each advance."),
}
# the fields of arena.tournaments.pairing.FormatTerms that each format offers
CHOICES: dict[Format, tuple[str, ...]] = {
    Format.ROUND_ROBIN: ("double",),
    Format.SWISS: ("rounds",),
    Format.SINGLE_ELIMINATION: ("third_place",),
    Format.DOUBLE_ELIMINATION: ("reset",),
    Format.GROUPS: ("groups", "advance", "double", "third_place"),
    Format.POD_ROTATION: ("rounds", "fewest_seats"),
    Format.POD_SWISS: ("rounds", "fewest_seats"),
    Format.POD_KNOCKOUT: ("advance", "fewest_seats"),
}


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
    form = Format(tournament.format)
    usual = ROUND_ROBIN_ORDER if form is Format.GROUPS else ORDERS.get(form, ())
    return tournament.chosen_tie_breaks or usual if usual else ()


def choices_of(tournament: Tournament) -> list[str]:
    """Return the format's choices in short phrases."""
    terms = tournament.pairing_terms
    tie_break_texts = {
        "double": gettext("twice, with swapped seats") if terms.double else "",
        "rounds": gettext("%(n)d rounds") % {"n": terms.rounds} if terms.rounds else "",
        "groups": gettext("%(n)d groups") % {"n": terms.groups},
        "advance": gettext("%(n)d advance from each") % {"n": terms.advance},
        "third_place": gettext("with a third-place match") if terms.third_place else "",
        "reset": _reset(is_on=terms.reset),
        "fewest_seats": _fewest(terms.fewest_seats),
    }
    return [tie_break_texts[name] for name in CHOICES[terms.format] if tie_break_texts[name]]


def _reset(*, is_on: bool) -> str:
    if is_on:
        return gettext("the final is replayed if the unbeaten entrant loses it")
    return gettext("single final")


def _fewest(seats: int | None) -> str:
    return gettext("at least %(n)d per pod") % {"n": seats} if seats else ""


def tie_break_texts(order: Iterable[TieBreak]) -> list[TieBreakText]:
    return [TIE_BREAKS[one] for one in order]


def choice_text(choice: FormatChoice, games: int) -> str:
    """Describe a way to play, its cost and the best entrant's chance.

    Mention games per match unless they are `games`.
    """
    parts = {
        "way": _way(choice, games),
        "matches": _matches(choice.estimate.matches, choice.estimate.most_matches),
        "games": _games(choice.all_games, choice.most_games),
    }
    if choice.odds is None:
        return gettext("%(way)s: %(matches)s, %(games)s") % parts
    parts["wins"] = str(choice.odds.of_100)
    return gettext("%(way)s: the best wins %(wins)s%% of the time; %(matches)s, %(games)s") % parts


def _way(choice: FormatChoice, games: int) -> str:
    rounds = choice.estimate.rounds
    words = [
        capfirst(str(Tournament.Format(choice.terms.format).label)),
        ngettext("%(n)d round", "%(n)d rounds", rounds) % {"n": rounds},
    ]
    if choice.games != games:
        tie_break_texts = ngettext("%(n)d game per match", "%(n)d games per match", choice.games)
        words.append(tie_break_texts % {"n": choice.games})
    return ", ".join(words)


def _matches(least: int, most: int) -> str:
    return ngettext("%(n)s match", "%(n)s matches", most) % {"n": _range(least, most)}


def _games(least: int, most: int) -> str:
    tie_break_texts = npgettext("all together", "%(n)s game", "%(n)s games", most)
    return tie_break_texts % {"n": _range(least, most)}


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}\N{EN DASH}{most}"
