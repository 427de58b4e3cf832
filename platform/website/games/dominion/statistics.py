"""Statistics of cards in rated matches."""

from collections import defaultdict
from dataclasses import dataclass

from arena.models import CardTotal, Ladder
from website.games.dominion.card_view import CardView, card_views
from website.language import reader_language

LEAST_LEADS = 20  # below, a share says nothing


@dataclass(frozen=True)
class Use:
    """A card on a ladder, or on all where `ladder` is None."""

    card_view: CardView
    ladder: Ladder | None
    games: int
    gained: int
    leads: int
    lead_points: float

    @property
    def a_game(self) -> float:
        """Copies gained a game by all seats."""
        return self.gained / self.games if self.games else 0.0

    @property
    def share(self) -> float | None:
        """The leaders' share of points; None below LEAST_LEADS."""
        return self.lead_points / self.leads if self.leads >= LEAST_LEADS else None


def of_card(card_view: CardView) -> list[Use]:
    """Return one card's use by ladder, most games first."""
    totals = CardTotal.objects.filter(card=card_view.card.name, games__gt=0).select_related(
        "ladder"
    )
    return [
        Use(card_view, total.ladder, total.games, total.gained, total.leads, total.lead_points)
        for total in totals.order_by("-games", "ladder")
    ]


def of_all() -> list[Use]:
    """Return every card's use over all ladders, best share first."""
    sums: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0, 0.0])
    columns = ("card", "games", "gained", "leads", "lead_points")
    for card, *figures in CardTotal.objects.filter(games__gt=0).values_list(*columns):
        sums[card] = [one + other for one, other in zip(sums[card], figures, strict=True)]
    known = {card_view.card.name: card_view for card_view in card_views(reader_language()).values()}
    found = [
        Use(known[card], None, int(games), int(gained), int(leads), points)
        for card, (games, gained, leads, points) in sums.items()
        if card in known
    ]
    return sorted(
        found, key=lambda use: (use.share is None, -(use.share or 0.0), use.card_view.name)
    )
