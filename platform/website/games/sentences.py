"""Texts of all boards. SENTENCES have {placeholders}; PLURALS depend on {n}."""

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise
Forms = tuple[Text, Text]
Say = Callable[..., str]  # `SiteGame.say`

SENTENCES: Mapping[str, Text] = {
    "turn_and_counters": _("Current position"),
    "seat": _("{name}"),
    "seat_on_turn": _("{name}, on turn"),
    "you": _("you"),
    "marked": _("chosen"),
    "nothing": _("nothing"),
    "text_score": _("points {score}"),
    "in_turn_of": _("In the turn of {name}, with the cards of {name}."),
    "about": _("It is about: {what}."),
    "pick_range": _("Pick {least} to {most} of them."),
}
PLURALS: Mapping[str, Forms] = {
    "points": (_("{n} point"), _("{n} points")),
    "pick_exactly": (_("Pick {n}."), _("Pick {n} of them.")),
    "pick_up_to": (_("Pick {n} or none."), _("Pick up to {n}, or none.")),
}
