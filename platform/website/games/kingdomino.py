"""Kingdomino: its variants on ladders and matches, the fields that choose them, its kingdoms."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.models import Match
from engine.game import BadConfig, GameInfo
from engine.kingdomino.setup import MIGHTY_DUEL, VARIANTS, table
from website.dominoes.kingdoms import chronicle
from website.dominoes.words import Variant, variants
from website.games.fields import GameFields
from website.games.presentation import Config, Event, Fact, Part, Presentation

SEATS_OF_A_DUEL = 2


class KingdominoFields(GameFields):
    """Which variants are played, in any combination, and whether a domino may be declined."""

    template = "dominoes/fields.html"
    options = ("variants", "must_place")

    variants = forms.MultipleChoiceField(
        label=_("Variants"),
        required=False,
        choices=[(one.key, one.title) for one in variants()],
        widget=forms.CheckboxSelectMultiple,
    )
    must_place = forms.BooleanField(
        label=_("A domino that fits must be placed"),
        required=False,
        help_text=_("This follows the English rules. The German rules also let you discard it."),
    )

    @property
    def boxes(self) -> list[tuple[forms.boundfield.BoundWidget, Variant]]:
        """The checkboxes, each with its variant."""
        return list(zip(self["variants"], variants(), strict=True))

    def clean_variants(self) -> list[str]:
        """Each once, in the order of the rulebook."""
        return [name for name in VARIANTS if name in self.cleaned_data["variants"]]

    def check_seats(self, seats: int) -> None:
        if MIGHTY_DUEL in self.cleaned_data["variants"] and seats != SEATS_OF_A_DUEL:
            words = gettext("The Mighty Duel is for 2 seats, not for %(asked)d.")
            self.add_error("variants", words % {"asked": seats})

    @classmethod
    def initial_of(cls, _info: GameInfo, config: dict[str, Any]) -> dict[str, Any]:
        return {
            "variants": config.get("variants", []),
            "must_place": config.get("must_place", False),
        }


class Kingdomino(Presentation):
    """Kingdomino is shown by its variants, and a finished game by the kingdoms it left."""

    fields = KingdominoFields

    @property
    def about(self) -> str:
        return gettext("Build a kingdom of large areas with many crowns from dominoes.")

    def facts(self, seats: int, config: Config) -> list[Fact]:
        try:
            laid = table(seats, config)
        except BadConfig:
            return super().facts(seats, config)
        size = gettext("%(size)d by %(size)d squares") % {"size": laid.size}
        rule = gettext("must be placed") if laid.must_place else gettext("can be discarded")
        facts = [Fact(gettext("Kingdoms"), size), Fact(gettext("A domino that fits"), rule)]
        return (
            facts
            if config.get("variants")
            else [Fact(gettext("Variants"), gettext("none")), *facts]
        )

    def of_ladder(self, seats: int, config: Config) -> Part | None:
        try:
            table(seats, config)
        except BadConfig:
            return None
        chosen = variants(config.get("variants", ()))
        return Part("dominoes/variants.html", chosen) if chosen else None

    def of_game(self, match: Match, events: list[Event], names: Sequence[str]) -> Part | None:
        try:
            found = chronicle(events, names, match.config)
        except BadConfig:
            return None
        return Part("dominoes/kingdoms.html", found)


PRESENTATION = Kingdomino("kingdomino")
