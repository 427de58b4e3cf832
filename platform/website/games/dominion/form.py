"""The fields of a ladder's form that choose a kingdom, with card names in either language."""

import re
from difflib import get_close_matches
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import flatatt
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.dominion.card import CARDS, Card
from engine.dominion.kingdoms import KINGDOMS, find_recommended
from engine.dominion.setup import CONFIG, EXPANSION_NAMES, KINGDOM_SIZE, may_be_bane
from engine.game import GameInfo
from website.games.dominion.card_view import (
    by_expansion,
    by_name,
    card_views,
    search_key,
    set_title,
)
from website.games.dominion.kingdoms import OWN_OPTIONS, RANDOM
from website.games.fields import GameFields
from website.site.language import reader_language
from website.site.plain_text import show_invisible

BETWEEN_NAMES = re.compile(r"[,;\n]")
RECOMMENDED, PICKED = "recommended", "cards"
COLONIES: dict[str, bool | str] = {"auto": "auto", "yes": True, "no": False}
FIELD_OF = {RECOMMENDED: "kingdom", RANDOM: "sets", PICKED: "cards"}


class NameList(forms.TextInput):
    """Names separated by commas."""

    def value_from_datadict(
        self,
        data: Any,
        files: Any,  # noqa: ARG002  Django's signature
        name: str,
    ) -> list[str]:
        parts = BETWEEN_NAMES.split("\n".join(data.getlist(name)))
        return [part.strip() for part in parts if part.strip()]

    def format_value(self, value: Any) -> str:
        return ", ".join(map(str, value or []))


class TenNames(NameList):
    """Ten inputs with suggestions."""

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: Any = None,  # noqa: ARG002  Django's signature
    ) -> SafeString:
        given = list(value or [])
        lines = []
        for line in given:
            card = find_card(line)
            is_wrong = card is None or list(map(find_card, given)).count(card) > 1
            lines.append((line, is_wrong))
        lines += [("", False)] * (KINGDOM_SIZE - len(lines))
        known = [
            card_view.name
            for card_view in card_views(reader_language()).values()
            if card_view.card.expansion != "basic"
        ]
        first = flatatt({**self.attrs, **(attrs or {}), "aria-invalid": None})
        context = {"name": name, "first": first, "lines": lines, "known": sorted(known)}
        return render_to_string("games/dominion/ten_names.html", context)


def find_card(name: str) -> Card | None:
    """Return the card of an English or German name, however it is written."""
    return by_name().get(search_key(name))


class CardNames(forms.Field):
    """Different card names, English or German; cleans to English ones."""

    widget = NameList

    def clean(self, value: Any) -> list[str]:
        """Return the engine's names; ValidationError names the culprit."""
        names = [_known_card(str(name)).name for name in value or []]
        for name in names:
            if names.count(name) > 1:
                raise ValidationError(self.twice(CARDS[name].name_in(reader_language())))
        return names

    def twice(self, card: str) -> str:
        return gettext("%(card)s is listed twice.") % {"card": card}


class TenCards(CardNames):
    widget = TenNames

    def clean(self, value: Any) -> list[str]:
        names = super().clean(value)
        if names and len(names) != KINGDOM_SIZE:
            words = gettext("A kingdom needs ten cards, not %(count)d.")
            raise ValidationError(words % {"count": len(names)})
        return names

    def twice(self, card: str) -> str:
        words = gettext("%(card)s is listed twice. A kingdom needs ten different cards.")
        return words % {"card": card}


def _known_card(name: str) -> Card:
    """Return the card. Raise ValidationError, with a name that is meant if one is near."""
    if card := find_card(name):
        return card
    words = gettext("There is no card named “%(name)s”.") % {"name": show_invisible(name)}
    near = get_close_matches(search_key(name), by_name(), n=1)
    if near:
        meant = by_name()[near[0]].name_in(reader_language())
        words += " " + gettext("Did you mean “%(card)s”?") % {"card": meant}
    raise ValidationError(words)


class KingdomFields(GameFields):
    template = "games/dominion/kingdom_fields.html"
    options = OWN_OPTIONS

    way = forms.ChoiceField(
        label=_("Kingdom"),
        choices=[
            (RECOMMENDED, _("recommended in a rulebook")),
            (RANDOM, _("random: ten new cards for every match")),
            (PICKED, _("ten cards of your choice")),
        ],
        widget=forms.RadioSelect,
    )
    kingdom = forms.ChoiceField(label=_("Recommended kingdom"), required=False)
    sets = forms.MultipleChoiceField(
        label=_("Sets for random cards"), required=False, widget=forms.CheckboxSelectMultiple
    )
    cards = TenCards(
        label=_("Ten cards"),
        required=False,
        help_text=_("English or German names. You can paste a comma-separated list into one line."),
    )
    colonies = forms.ChoiceField(
        label=_("Platinum and Colony"),
        choices=[
            ("auto", _("with four or more Prosperity cards, as the rulebook recommends")),
            ("yes", _("always")),
            ("no", _("never")),
        ],
    )
    bane = forms.ChoiceField(
        label=_("Bane"),
        required=False,
        help_text=_("For Young Witch: an eleventh pile, of a card that costs 2 or 3."),
    )
    black_market = CardNames(
        label=_("Black Market deck"),
        required=False,
        help_text=_(
            "For Black Market: names separated by commas. Leave it empty for every kingdom card "
            "that is not in the supply."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        german = reader_language() == "de"
        named = [
            (kingdom.english, kingdom.german if german else kingdom.english) for kingdom in KINGDOMS
        ]
        self.fields["kingdom"].choices = named  # type: ignore[attr-defined]
        sets = [(name, set_title(name)) for name in EXPANSION_NAMES]
        self.fields["sets"].choices = sets  # type: ignore[attr-defined]
        self.fields["bane"].choices = _banes()  # type: ignore[attr-defined]

    @property
    def has_extras(self) -> bool:
        """Whether to show what few cards need."""
        bane, market = self["bane"], self["black_market"]
        return bool(
            bane.errors or market.errors or market.value() or bane.value() not in (None, "", RANDOM)
        )

    @property
    def chosen_field(self) -> str:
        """The field of the chosen way, or empty."""
        return FIELD_OF.get(self.cleaned_data.get("way", ""), "")

    def clean(self) -> dict[str, Any]:
        """Demand a choice in the chosen way; the other ways' fields do not count."""
        chosen: dict[str, Any] = super().clean() or self.cleaned_data
        field = self.chosen_field
        for other in {*FIELD_OF.values()} - {field}:
            self.errors.pop(other, None)
        if field and field not in self.errors and not chosen[field]:
            self.add_error(field, _("Choose the cards for this ladder."))
        return chosen

    def config(self) -> dict[str, Any]:
        """Return the options; always names the sets, so that a new expansion changes none."""
        chosen, field = self.cleaned_data, self.chosen_field
        config: dict[str, Any] = {"kingdom": chosen[field]}
        if field == "sets":
            config = {"kingdom": RANDOM, "sets": chosen[field]}
        if chosen["colonies"] != "auto":
            config["colonies"] = COLONIES[chosen["colonies"]]
        if chosen["bane"] not in ("", RANDOM):
            config["bane"] = chosen["bane"]
        if chosen["black_market"]:
            config["black_market"] = chosen["black_market"]
        return config

    def find_blamed_field(self, problem: str) -> str | None:
        market = (f"{name} is " for name in self.cleaned_data["black_market"])
        if "bane" in problem:
            return "bane"
        if "black" in problem.lower() or problem.startswith(tuple(market)):
            return "black_market"
        return self.chosen_field

    @classmethod
    def initial_of(cls, _info: GameInfo, config: dict[str, Any]) -> dict[str, Any]:
        kingdom = config.get("kingdom", "First Game")
        named = find_recommended(kingdom) if isinstance(kingdom, str) else None
        cards = kingdom if isinstance(kingdom, list) else []
        market = config.get("black_market")
        ways = {value: key for key, value in COLONIES.items()}
        return {
            "way": RANDOM if kingdom == RANDOM else PICKED if cards else RECOMMENDED,
            "kingdom": named.english if named else "",
            "sets": list(config.get("sets") or CONFIG["sets"].default),
            "cards": [_card_name(str(name)) for name in cards],
            "colonies": ways.get(config.get("colonies", "auto"), "auto"),
            "bane": config.get("bane", RANDOM),
            "black_market": [_card_name(str(name)) for name in market]
            if isinstance(market, list)
            else [],
        }


def _card_name(name: str) -> str:
    card = find_card(name)
    return card.name_in(reader_language()) if card else name


def _banes() -> list[tuple[str, Any]]:
    """Return the choices of a bane, by set."""
    fitting = [view for view in card_views(reader_language()).values() if may_be_bane(view.card)]
    by_set = [
        (group.title, [(view.card.name, view.name) for view in group.card_views])
        for group in by_expansion(fitting)
    ]
    return [(RANDOM, _("random: another one for every match")), *by_set]
