"""The ladder form."""

from typing import Any

from django.template.defaultfilters import floatformat
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.ladders.manage_ladder import LadderTerms
from arena.models import Ladder
from arena.ratings.parameters import Parameters
from website.competitions.rules_form import RulesForm
from website.competitions.terms import form_field


class LadderForm(RulesForm[LadderTerms]):
    kind = LadderTerms

    state = form_field(
        LadderTerms,
        "state",
        choices=[
            (Ladder.State.OPEN, _("open: matches are scheduled")),
            (Ladder.State.PAUSED, _("paused: accepts bots, schedules no matches")),
            (Ladder.State.FROZEN, _("frozen: accepts no bots, schedules no matches")),
            (Ladder.State.CLOSED, _("closed: over; queued matches become void")),
        ],
    )
    bench_after = form_field(LadderTerms, "bench_after", required=False)
    draw_probability = form_field(LadderTerms, "draw_probability")
    game_noise = form_field(LadderTerms, "game_noise")

    def __init__(self, data: Any = None, *, present: Ladder | None = None, **given: Any) -> None:
        super().__init__(data, present=present, **given)
        if present is not None:
            self._tell_estimates(present.parameters)

    def _tell_estimates(self, known: Parameters) -> None:
        words = gettext("Current value: %(number)s.")
        for name, number in (
            ("draw_probability", known.draw_probability),
            ("game_noise", known.game_noise),
        ):
            params = words % {"number": floatformat(number, 2)}
            self.fields[name].help_text = f"{self.fields[name].help_text} {params}"
