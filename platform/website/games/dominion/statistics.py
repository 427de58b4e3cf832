"""Cards in rated games, on all ladders that a viewer sees."""

from django import forms
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from arena.models import Ladder, LadderStatistic
from arena.models.rights import Person
from engine.dominion import GAME
from engine.dominion.card import Card
from website.games.contract import Subject
from website.games.registry import site_game
from website.games.statistics import CardRow, Dimension, Sums, add_up, card_rows


class SeatsForm(forms.Form):
    """A number of seats."""

    seats = forms.TypedChoiceField(
        label=_("Seats"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", _("any")), *((str(seats), str(seats)) for seats in GAME.seats)],
        error_messages={"invalid_choice": _("Dominion is for two to six seats.")},
    )


def of_card(card: Card, viewer: Person) -> list[CardRow]:
    """Return one card's use by ladder, most games first."""
    rows = _of_cards(viewer).filter(key=card.name, games__gt=0).select_related("ladder")
    uses = []
    for row in rows.order_by("-games", "ladder"):
        ladder = row.ladder
        page = reverse("ladders:statistics_cards", args=[ladder.slug])
        sums = Sums(
            row.games,
            row.seats,
            row.points,
            row.amount,
            row.games * ladder.seats,
            ladder.games_per_match,
        )
        uses.append(CardRow(row.key, Subject(ladder.name, page), sums))
    return uses


def of_all(viewer: Person, seats: int | None = None) -> list[CardRow]:
    """Return every card's use over all ladders, or those with so many seats."""
    rows = _of_cards(viewer).filter(ladder__seats=seats) if seats else _of_cards(viewer)
    return card_rows(site_game(GAME.name), add_up(rows)[Dimension.CARD])


def _of_cards(viewer: Person) -> QuerySet[LadderStatistic]:
    ladders = Ladder.objects.seen_by(viewer).filter(game=GAME.name)
    return LadderStatistic.objects.filter(
        ladder__in=ladders, dimension=Dimension.CARD, given=""
    ).order_by()
