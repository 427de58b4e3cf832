"""The search page."""

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from website.search.results import LONGEST, Asked
from website.search.search import TITLES, search
from website.site.http import viewer


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


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Search for `q`; `kind` selects one group."""
    form = SearchForm(request.GET if "q" in request.GET else None)
    context = {"form": form, "is_asked": form.is_valid()}
    if context["is_asked"]:
        asked = form.cleaned_data
        context["groups"] = search(asked["q"], viewer(request), only=asked["kind"])
    return render(request, "search/page.html", context)
