"""Formats, their terms and tie-breaks in the reader's language."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, npgettext
from django.utils.translation import gettext_lazy as _

from arena.models import Tournament
from arena.tournaments.odds import Choice
from arena.tournaments.pairing import Format
from arena.tournaments.pairing.bracket import Stage
from arena.tournaments.plan import ORDERS
from arena.tournaments.standings import ROUND_ROBIN_ORDER, TieBreak

FORMATS = {
    Format.ROUND_ROBIN: _("Everybody meets everybody."),
    Format.SWISS: _("Each round pairs those of equal points who have not met; nobody is put out."),
    Format.SINGLE_ELIMINATION: _("Who loses is out; the last one wins."),
    Format.DOUBLE_ELIMINATION: _(
        "Who has lost twice is out: after the first time one goes on below."
    ),
    Format.GROUPS: _("Everybody meets everybody in a group; the best go on to a knockout."),
    Format.POD_ROTATION: _("Tables of three and more, with other neighbours in every round."),
    Format.POD_SWISS: _("Tables of three and more, each for those of equal points."),
    Format.POD_KNOCKOUT: _("Tables of three and more; the best of each go on."),
}
# what each format lets an organiser choose, of arena.tournaments.pairing.Terms
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


class Told(NamedTuple):
    """A tie-break: its name, as it stands above a column, and what it says in one line."""

    name: Promise
    head: Promise
    line: Promise


TIE_BREAKS = {
    TieBreak.DIRECT_ENCOUNTER: Told(
        _("direct encounter"),
        _("Direct"),
        _("The points from the matches of the tied against each other."),
    ),
    TieBreak.BUCHHOLZ: Told(
        _("Buchholz"),
        _("Buchholz"),
        _("The sum of the points of all opponents: who met stronger ones is ahead."),
    ),
    TieBreak.BUCHHOLZ_CUT_1: Told(
        _("Buchholz without the lowest"),
        _("Buchh. −1"),  # noqa: RUF001  a real minus
        _("Buchholz without its lowest part: one weak opponent does not count."),
    ),
    TieBreak.SONNEBORN_BERGER: Told(
        _("Sonneborn-Berger"),
        _("Sonneb.-B."),
        _("The points of beaten opponents, and half of those drawn with."),
    ),
    TieBreak.WINS: Told(
        _("wins"),
        _("Wins"),
        _("How many matches were won by playing; byes and forfeits do not count."),
    ),
    TieBreak.SCORE_DIFFERENCE: Told(
        _("score difference"),
        _("Score diff."),
        _("Own scores less those of the opponents, over all played matches."),
    ),
    TieBreak.SEED: Told(_("seed"), _("Seeding"), _("The better seed is ahead.")),
    TieBreak.LOT: Told(_("lot"), _("Lot"), _("A lot that was drawn with the tournament's seed.")),
}
STAGES = {
    Stage.WINNERS: _("Winners"),
    Stage.LOSERS: _("Losers"),
    Stage.FINAL: _("Final"),
    Stage.RESET: _("Deciding final"),
    Stage.THIRD: _("Third place"),
}


def order_of(tournament: Tournament) -> tuple[TieBreak, ...]:
    """The tie-breaks that count: the organiser's, or the usual ones; none in a mere knockout."""
    form = Format(tournament.format)
    usual = ROUND_ROBIN_ORDER if form is Format.GROUPS else ORDERS.get(form, ())
    return tournament.chosen_tie_breaks or usual if usual else ()


def choices_of(tournament: Tournament) -> list[str]:
    """What the organiser chose for the format, in short phrases."""
    terms = tournament.pairing_terms
    told = {
        "double": gettext("twice, with the seats changed") if terms.double else "",
        "rounds": gettext("%(n)d rounds") % {"n": terms.rounds} if terms.rounds else "",
        "groups": gettext("%(n)d groups") % {"n": terms.groups},
        "advance": gettext("%(n)d go on from each") % {"n": terms.advance},
        "third_place": gettext("with a match for the third place") if terms.third_place else "",
        "reset": _reset(is_on=terms.reset),
        "fewest_seats": _fewest(terms.fewest_seats),
    }
    return [told[name] for name in CHOICES[terms.format] if told[name]]


def _reset(*, is_on: bool) -> str:
    if is_on:
        return gettext("the final is played again if the unbeaten one loses it")
    return gettext("one final")


def _fewest(seats: int | None) -> str:
    return gettext("at least %(n)d at a table") % {"n": seats} if seats else ""


def told(order: Iterable[TieBreak]) -> list[Told]:
    """These tie-breaks in words."""
    return [TIE_BREAKS[one] for one in order]


def told_choice(choice: Choice, games: int) -> str:
    """Tell what an organiser can choose in a sentence: how often the best wins, and what it costs.

    `games` a match are not told, any other number is.
    """
    parts = {
        "way": _way(choice, games),
        "matches": _matches(choice.estimate.matches, choice.estimate.most_matches),
        "games": _games(choice.all_games, choice.most_games),
    }
    if choice.odds is None:
        return gettext("%(way)s: %(matches)s, %(games)s") % parts
    parts["wins"] = str(choice.odds.of_100)
    return gettext("%(way)s: the best wins %(wins)s of 100; %(matches)s, %(games)s") % parts


def _way(choice: Choice, games: int) -> str:
    rounds = choice.estimate.rounds
    words = [
        capfirst(str(Tournament.Format(choice.terms.format).label)),
        ngettext("%(n)d round", "%(n)d rounds", rounds) % {"n": rounds},
    ]
    if choice.games != games:
        told = ngettext("%(n)d game a match", "%(n)d games a match", choice.games)
        words.append(told % {"n": choice.games})
    return ", ".join(words)


def _matches(least: int, most: int) -> str:
    return ngettext("%(n)s match", "%(n)s matches", most) % {"n": _range(least, most)}


def _games(least: int, most: int) -> str:
    told = npgettext("all together", "%(n)s game", "%(n)s games", most)
    return told % {"n": _range(least, most)}


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}\N{EN DASH}{most}"
