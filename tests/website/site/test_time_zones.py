"""Time zones in forms."""

from django import forms
from django.test import SimpleTestCase

from website.site.time_zones import ZoneSelect, offer_zones, zones


class Choice(forms.Form):
    """A form that offers time zones in our widget and in Django's."""

    zone = forms.ChoiceField(widget=ZoneSelect(attrs={"data-zone": "", "title": '"'}))


class PlainChoice(forms.Form):
    zone = forms.ChoiceField(widget=forms.Select(attrs={"data-zone": "", "title": '"'}))


def rendered(form: forms.Form) -> str:
    offer_zones(form, "zone", "Odd/<b>")
    return str(form["zone"])


def test_the_select_is_the_one_of_django() -> None:
    for data in (None, {"zone": "Europe/Berlin"}, {"zone": "Odd/<b>"}, {"zone": "nowhere"}):
        SimpleTestCase().assertHTMLEqual(rendered(Choice(data)), rendered(PlainChoice(data)))
    assert rendered(Choice()).count("<option") == len(zones()) + 1 > 300
    assert rendered(Choice({"zone": "Europe/Berlin"})).count(" selected") == 1
