"""The part of a ladder's form that says with which cards Dominion is played."""

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

from engine.dominion.card import Card
from engine.dominion.kingdoms import KINGDOMS, WAITING, recommended
from engine.dominion.setup import EXPANSION_NAMES, KINGDOM_SIZE
from website.cards.faces import by_name, faces, folded, reader, set_title
from website.cards.kingdoms import RANDOM
from website.plain_text import visible

RECOMMENDED, PICKED = "recommended", "cards"
BETWEEN_NAMES = re.compile(r"[,;\n]")
COLONIES: dict[str, bool | str] = {"auto": "auto", "yes": True, "no": False}
FIELD_OF = {RECOMMENDED: "kingdom", RANDOM: "sets", PICKED: "cards"}


class TenNames(forms.TextInput):
    """Ten lines for names, with all cards to choose from as one types; several names on a line may
    be parted by commas."""

    def value_from_datadict(
        self,
        data: Any,
        files: Any,  # noqa: ARG002  Django's signature
        name: str,
    ) -> list[str]:
        """The names given on all lines."""
        parts = BETWEEN_NAMES.split("\n".join(data.getlist(name)))
        return [part.strip() for part in parts if part.strip()]

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: Any = None,  # noqa: ARG002  Django's signature
    ) -> SafeString:
        """The ten lines; more where more names were given."""
        given = list(value or [])
        lines = [(line, _is_wrong(line, given)) for line in given]
        lines += [("", False)] * (KINGDOM_SIZE - len(lines))
        known = [face.name for face in faces(reader()).values() if face.card.expansion != "basic"]
        first = flatatt({**self.attrs, **(attrs or {}), "aria-invalid": None})
        context = {"name": name, "first": first, "lines": lines, "known": sorted(known)}
        return render_to_string("ladders/ten_names.html", context)


def _is_wrong(line: str, lines: list[str]) -> bool:
    """Whether a line names no card, or one that another line names as well."""
    known = by_name()
    card = known.get(folded(line))
    return card is None or [known.get(folded(other)) for other in lines].count(card) > 1


class CardNames(forms.Field):
    """Ten cards by their names, English or German; comes to the engine's (English) names."""

    widget = TenNames

    def clean(self, value: Any) -> list[str]:
        """The names as the engine has them; nothing given is no mistake of this field."""
        found = [self._card(str(name)) for name in value or []]
        names = [card.name for card in found]
        for card in found:
            if names.count(card.name) > 1:
                words = gettext("%(card)s is there twice: a kingdom has ten different cards.")
                raise ValidationError(words % {"card": card.name_in(reader())})
        if names and len(names) != KINGDOM_SIZE:
            words = gettext("A kingdom has ten cards; here are %(count)d.")
            raise ValidationError(words % {"count": len(names)})
        return names

    def _card(self, name: str) -> Card:
        known = by_name()
        if card := known.get(folded(name)):
            return card
        words = gettext("No card is called “%(name)s”.") % {"name": visible(name)}
        near = get_close_matches(folded(name), known, n=1)
        if near:
            meant = known[near[0]].name_in(reader())
            words += " " + gettext("Is it “%(card)s”?") % {"card": meant}
        raise ValidationError(words)


class RecommendedChoice(forms.ChoiceField):
    """A recommended kingdom; for one that waits, the reason why it cannot be had."""

    def validate(self, value: Any) -> None:
        if value in WAITING:
            sets = ", ".join(set_title(one) for one in WAITING[value].split(", "))
            words = gettext("The kingdom “%(name)s” waits for its expansion: %(sets)s.")
            raise ValidationError(words % {"name": value, "sets": sets})
        super().validate(value)


class KingdomFields(forms.Form):
    """Which ten cards, and whether Platinum and Colony are there."""

    way = forms.ChoiceField(
        label=_("Kingdom"),
        choices=[
            (RECOMMENDED, _("one that the rulebooks recommend")),
            (RANDOM, _("random: ten cards drawn anew for every match")),
            (PICKED, _("ten cards of your choice")),
        ],
        widget=forms.RadioSelect,
    )
    kingdom = RecommendedChoice(label=_("Recommended kingdom"), required=False)
    sets = forms.MultipleChoiceField(
        label=_("Sets to draw from"), required=False, widget=forms.CheckboxSelectMultiple
    )
    cards = CardNames(
        label=_("Ten cards"),
        required=False,
        help_text=_("English or German names. You may paste a list with commas into one line."),
    )
    colonies = forms.ChoiceField(
        label=_("Platinum and Colony"),
        choices=[
            ("auto", _("with four cards of Prosperity or more, as the book advises")),
            ("yes", _("always")),
            ("no", _("never")),
        ],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        german = reader() == "de"
        kingdoms = [(one.english, one.german if german else one.english) for one in KINGDOMS]
        self.fields["kingdom"].choices = kingdoms  # type: ignore[attr-defined]
        sets = [(name, set_title(name)) for name in EXPANSION_NAMES]
        self.fields["sets"].choices = sets  # type: ignore[attr-defined]

    @property
    def chosen_field(self) -> str:
        """The field that belongs to the chosen way; empty where none was chosen."""
        return FIELD_OF.get(self.cleaned_data.get("way", ""), "")

    def dominion_config(self) -> dict[str, Any]:
        """The engine's configuration for what was chosen; adds an error where a choice is missing.

        What stands in the fields of the other ways, right or wrong, does not count. The sets of a
        random kingdom are always named, so that a new expansion changes no ladder.
        """
        chosen, field = self.cleaned_data, self.chosen_field
        for other in {*FIELD_OF.values()} - {field}:
            self.errors.pop(other, None)
        if field and field not in self.errors and not chosen[field]:
            self.add_error(field, _("Choose here what this ladder is played with."))
        if not field or field in self.errors:
            return {}
        config: dict[str, Any] = {"kingdom": chosen[field]}
        if field == "sets":
            config = {"kingdom": RANDOM, "sets": chosen[field]}
        if chosen.get("colonies", "auto") != "auto":
            config["colonies"] = COLONIES[chosen["colonies"]]
        return config


def kingdom_initial(config: dict[str, Any]) -> dict[str, Any]:
    """What stands in these fields for a ladder with that configuration."""
    kingdom = config.get("kingdom", "First Game")
    named = recommended(kingdom) if isinstance(kingdom, str) else None
    cards = kingdom if isinstance(kingdom, list) else []
    ways = {value: key for key, value in COLONIES.items()}
    return {
        "way": RANDOM if kingdom == RANDOM else PICKED if cards else RECOMMENDED,
        "kingdom": named.english if named else "",
        "sets": list(config.get("sets") or EXPANSION_NAMES),
        "cards": [_shown(str(name)) for name in cards],
        "colonies": ways.get(config.get("colonies", "auto"), "auto"),
    }


def _shown(name: str) -> str:
    card = by_name().get(folded(name))
    return card.name_in(reader()) if card else name
