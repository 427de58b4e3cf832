"""Game, options, seats and clocks of a competition's form."""

from typing import Any, TypeVar

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.formats import localize
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.core.clocks import CLOCKS
from arena.core.competition_terms import CompetitionTerms
from arena.core.translation import translate
from arena.models import Ladder, Tournament
from engine import catalogue
from engine.game import BadConfig
from website.competitions.terms import TermsForm, form_field
from website.games.contract import SiteGame
from website.games.fields import GameFields
from website.games.registry import site_game, site_games

C = TypeVar("C", bound=CompetitionTerms)

CLOCK_LABELS = {
    "start_cpu": _("CPU time to start, in seconds"),
    "game_cpu": _("CPU time per game, in seconds"),
    "increment_cpu": _("CPU time added per decision, in seconds"),
    "decision_cpu": _("CPU time for one decision, in seconds"),
}


class RulesForm(TermsForm[C]):
    """Name, description and rules; the engine has the last word.

    Only the chosen game's part counts.
    """

    composed = frozenset({"config", "limits"})

    game = form_field(CompetitionTerms, "game", widget=forms.RadioSelect)
    seats = form_field(CompetitionTerms, "seats", initial=2)
    games_per_match = form_field(CompetitionTerms, "games_per_match", initial=2)

    def __init__(
        self,
        data: Any = None,
        *,
        initial: dict[str, Any],
        config: dict[str, Any],
        present: Ladder | Tournament | None = None,
    ) -> None:
        """Show the other games' parts unsent; `present` is what the form changes."""
        super().__init__(data, initial=initial)
        self.present = present
        chosen = data.get("game") if data else None
        self.parts = {
            game.name: game.form(
                data if game.name == chosen else None,
                config if game.name == initial["game"] else {},
            )
            for game in site_games()
        }
        games = [(game.name, game.title) for game in site_games()]
        self.fields["game"].choices = games  # type: ignore[attr-defined]
        for name, clock in CLOCKS.items():
            self.fields[name] = forms.FloatField(
                label=CLOCK_LABELS[name],
                required=False,
                min_value=clock.least,
                max_value=clock.most,
                help_text=gettext("Default: %(usual)s") % {"usual": localize(clock.usual)},
                widget=forms.NumberInput(attrs={"step": "any"}),
            )

    @property
    def games(self) -> list[tuple[BoundWidget, SiteGame, GameFields]]:
        radios = {radio.data["value"]: radio for radio in self["game"]}
        return [(radios[name], site_game(name), part) for name, part in self.parts.items()]

    @property
    def clocks(self) -> list[forms.BoundField]:
        return [self[name] for name in CLOCKS]

    @property
    def part(self) -> GameFields | None:
        return self.parts.get(self.cleaned_data.get("game", ""))

    def is_valid(self) -> bool:
        return super().is_valid() and self.part is not None and self.part.is_valid()

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        part = self.part
        if part is None:
            return data
        seats, allowed = data.get("seats"), part.info.seats
        if seats is not None and seats not in allowed:
            words = gettext("%(game)s needs %(seats)s seats, not %(asked)d.")
            numbers = ", ".join(map(str, allowed))
            values = {"game": part.info.title, "seats": numbers, "asked": seats}
            self.add_error("seats", words % values)
        if part.is_valid() and "seats" in data:
            part.check_seats(data["seats"])
        if part.is_valid():
            data["config"] = self._config_of(part)
        if not self.errors and part.is_valid():
            try:
                catalogue.new(
                    part.info.name, seats=data["seats"], seed=0, config=data["config"], log=False
                )
            except BadConfig as problem:
                part.add_error(part.find_blamed_field(str(problem)), translate(problem.problem))
        return data

    def _config_of(self, part: GameFields) -> dict[str, Any]:
        present: dict[str, Any] = {}
        if self.present and self.present.game == part.info.name:
            present = self.present.config
            if not part.has_changed():
                return present
        kept = {name: present[name] for name in present if name not in part.options}
        return kept | part.config()

    def values(self) -> dict[str, Any]:
        """Keep limits that the form does not show."""
        present = self.present.limits if self.present else {}
        kept = {name: value for name, value in present.items() if name not in CLOCKS}
        clocks = {name: self.cleaned_data[name] for name in CLOCKS}
        limits = kept | {name: value for name, value in clocks.items() if value is not None}
        return super().values() | {"config": self.cleaned_data["config"], "limits": limits}

    @classmethod
    def initial_values(cls, present: Any) -> dict[str, Any]:
        return super().initial_values(present) | {name: present.limits.get(name) for name in CLOCKS}
