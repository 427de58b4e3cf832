"""Time zones that forms offer."""

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

USUAL_ZONE = "UTC"


class ZoneSelect(forms.Select):
    """A select without a template for each of its hundreds of options."""

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: Any = None,  # noqa: ARG002  Django passes it
    ) -> SafeString:
        chosen = self.format_value(value)
        options = format_html_join(
            "\n",
            '<option value="{}"{}>{}</option>',
            ((zone, flatatt({"selected": zone in chosen}), label) for zone, label in self.choices),
        )
        own = flatatt(self.build_attrs(self.attrs, attrs))
        return format_html('<select name="{}"{}>\n{}\n</select>', name, own, options)


@cache
def zones() -> tuple[str, ...]:
    """Return UTC and the time zones named for cities."""
    others = ("Etc/", "posix/", "right/", "SystemV/", "US/")
    cities = [zone for zone in available_timezones() if "/" in zone and not zone.startswith(others)]
    return (USUAL_ZONE, *sorted(cities))


def offer_zones(form: forms.Form, name: str, present: str = USUAL_ZONE) -> None:
    """Set the field's choices to the time zones, including the present one."""
    names = zones() if present in zones() else (*zones(), present)
    choices = [(zone, zone.replace("_", " ")) for zone in names]
    form.fields[name].choices = choices  # type: ignore[attr-defined]
