"""Time zones that forms offer."""

from zoneinfo import available_timezones

from django import forms

USUAL_ZONE = "UTC"


def zones() -> list[str]:
    """Return UTC and the time zones named for cities."""
    return [USUAL_ZONE, *sorted(one for one in available_timezones() if _has_city(one))]


def _has_city(zone: str) -> bool:
    return "/" in zone and not zone.startswith(("Etc/", "posix/", "right/", "SystemV/", "US/"))


def offer_zones(form: forms.Form, name: str, present: str = USUAL_ZONE) -> None:
    """Set the field's choices to the time zones, including the present one."""
    names = zones()
    names += [] if present in names else [present]
    choices = [(one, one.replace("_", " ")) for one in names]
    form.fields[name].choices = choices  # type: ignore[attr-defined]
