"""A game's own part of a ladder's form."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.game import ConfigOption, GameInfo


class GameFields(forms.Form):
    """A game's configuration form; `options` are set by it, `template` gets it as `part`."""

    template = "games/fields.html"
    use_required_attribute = False  # a browser would insist on the fields of games not chosen
    options: tuple[str, ...] = ()

    def __init__(self, *args: Any, info: GameInfo, **kwargs: Any) -> None:
        self.info = info
        super().__init__(*args, **kwargs)

    @classmethod
    def initial_of(cls, _info: GameInfo, config: dict[str, Any]) -> dict[str, Any]:
        """Return the initial values for that configuration."""
        return dict(config)

    def check_seats(self, seats: int) -> None:
        """Add an error where a choice does not fit."""

    def config(self) -> dict[str, Any]:
        """Return the chosen options; the fields are valid."""
        return {name: self.cleaned_data[name] for name in self.options}

    def find_blamed_field(self, problem: str) -> str | None:
        """Return the field that the rules' complaint names, if any."""
        return next((name for name in self.fields if name in problem), None)


class GenericFields(GameFields):
    """A field for each option of the catalogue."""

    def __init__(self, *args: Any, info: GameInfo, **kwargs: Any) -> None:
        super().__init__(*args, info=info, **kwargs)
        self.options = tuple(info.config)
        for name, option in info.config.items():
            field = field_for(option)
            field.label, field.help_text, field.required = label_of(name), option.description, False
            self.fields[name] = field

    @classmethod
    def initial_of(cls, info: GameInfo, config: dict[str, Any]) -> dict[str, Any]:
        return {name: config.get(name, option.default) for name, option in info.config.items()}

    def config(self) -> dict[str, Any]:
        """Return what was chosen, without the empty fields."""
        chosen = super().config()
        return {name: value for name, value in chosen.items() if value not in (None, "")}


class Named(forms.TypedChoiceField):
    """A choice of plain values, told apart by their text."""

    def __init__(self, values: Iterable[Any]) -> None:
        self.values = {str(value): value for value in values}
        choices = [("", _("default")), *((name, name) for name in self.values)]
        super().__init__(choices=choices, coerce=self.values.__getitem__, empty_value=None)


def field_for(option: ConfigOption) -> forms.Field:
    """Return a field for the option's kind of value."""
    default = option.default
    if isinstance(default, bool):
        return forms.BooleanField()
    if isinstance(default, list) and option.choices:
        choices = [(choice, label_of(str(choice))) for choice in option.choices]
        return forms.MultipleChoiceField(choices=choices, widget=forms.CheckboxSelectMultiple)
    if option.choices:
        return Named(option.choices)
    if isinstance(default, int):
        return forms.IntegerField()
    return forms.FloatField() if isinstance(default, float) else forms.JSONField()


def label_of(name: str) -> str:
    return name.replace("_", " ").capitalize()
