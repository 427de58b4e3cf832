"""The fields of a ladder's form that choose variants."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.game import GameInfo
from engine.kingdomino.setup import MIGHTY_DUEL, VARIANTS
from website.games.fields import GameFields
from website.games.kingdomino.texts import Variant, variants

SEATS_OF_A_DUEL = 2


class KingdominoFields(GameFields):
    template = "games/kingdomino/fields.html"
    options = ("variants", "must_place")

    variants = forms.MultipleChoiceField(
        label=_("Variants"),
        required=False,
        choices=[(variant.key, variant.title) for variant in variants()],
        widget=forms.CheckboxSelectMultiple,
    )
    must_place = forms.BooleanField(
        label=_("A domino that fits must be placed"),
        required=False,
        help_text=_("This follows the English rules. The German rules also let you discard it."),
    )

    @property
    def boxes(self) -> list[tuple[forms.boundfield.BoundWidget, Variant]]:
        return list(zip(self["variants"], variants(), strict=True))

    def clean_variants(self) -> list[str]:
        return [name for name in VARIANTS if name in self.cleaned_data["variants"]]

    def check_seats(self, seats: int) -> None:
        if MIGHTY_DUEL in self.cleaned_data["variants"] and seats != SEATS_OF_A_DUEL:
            words = gettext("The Mighty Duel needs 2 seats, not %(asked)d.")
            self.add_error("variants", words % {"asked": seats})

    @classmethod
    def initial_of(cls, _info: GameInfo, config: dict[str, Any]) -> dict[str, Any]:
        return {
            "variants": config.get("variants", []),
            "must_place": config.get("must_place", False),
        }
