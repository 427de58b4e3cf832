"""The ladder form."""

from typing import Any

from django import forms
from django.template.defaultfilters import floatformat
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.actions.ladders.check_terms import BENCH_MOST, LadderTerms
from arena.models import Ladder
from arena.ratings.parameters import FIXED_NOISE, Parameters
from website.games.rules_form import RulesForm, initial_rules


class LadderForm(RulesForm):
    state = forms.ChoiceField(
        label=_("State"),
        choices=[
            (Ladder.State.OPEN, _("open: matches are scheduled")),
            (Ladder.State.PAUSED, _("paused: accepts bots, schedules no matches")),
            (Ladder.State.FROZEN, _("frozen: accepts no bots, schedules no matches")),
            (Ladder.State.CLOSED, _("closed: over; queued matches become void")),
        ],
        initial=Ladder.State.OPEN,
    )

    bench_after = forms.IntegerField(
        label=_("Bench after faults in a row"),
        required=False,
        min_value=1,
        max_value=BENCH_MOST,
        help_text=_("Counted in rated matches. Default: 3."),
    )
    draw_probability = forms.FloatField(
        label=_("Share of ties between equal bots"),
        required=False,
        min_value=0.001,
        max_value=0.999,
        help_text=_("From 0 to 1. If empty, estimated from the results."),
        widget=forms.NumberInput(attrs={"step": "any"}),
    )
    game_noise = forms.FloatField(
        label=_("Noise of a game relative to a match"),
        required=False,
        min_value=FIXED_NOISE[0],
        max_value=FIXED_NOISE[1],
        help_text=_(
            "1 means a match tells as much as one game. If empty, estimated from the results."
        ),
        widget=forms.NumberInput(attrs={"step": "any"}),
    )

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

    def terms(self) -> LadderTerms:
        names = ("bench_after", "draw_probability", "game_noise")
        policies = {name: self.cleaned_data[name] for name in names}
        given = {name: value for name, value in policies.items() if value is not None}
        return LadderTerms(**self.rules(), state=self.cleaned_data["state"], **given)


def initial_of(ladder: Ladder) -> dict[str, Any]:
    return initial_rules(ladder) | {
        "state": ladder.state,
        "bench_after": ladder.bench_after,
        "draw_probability": ladder.draw_probability,
        "game_noise": ladder.game_noise,
    }
