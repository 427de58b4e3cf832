"""The search form."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from website.search.results import Asked
from website.search.search import TITLES

LONGEST = 80


class SearchForm(forms.Form):
    q = forms.CharField(
        label=pgettext_lazy("noun", "Search"),
        max_length=LONGEST,
        error_messages={
            "required": _("Enter what you are looking for."),
            "max_length": _("At most 80 characters. Enter fewer words."),
        },
        widget=forms.TextInput({"type": "search", "autocomplete": "off"}),
    )
    kind = forms.ChoiceField(
        choices=[("", ""), *TITLES.items()],
        required=False,
        widget=forms.HiddenInput,
    )

    def clean_q(self) -> str:
        text = str(self.cleaned_data["q"])
        if not Asked(text).words:
            raise ValidationError(_("Enter a word or a number: other signs are ignored."))
        return text
