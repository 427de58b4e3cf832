"""The form of a ladder, new or old."""

from typing import Any

from django import forms
from django.utils.formats import localize
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.actions.check_terms import GAMES_MOST, NAME_MOST, Terms
from arena.clocks import CLOCKS
from arena.models import Ladder
from engine import catalogue
from engine.game import BadConfig
from website.cards.kingdoms import OWN_OPTIONS
from website.ladders.kingdom_fields import KingdomFields, kingdom_initial

CLOCK_LABELS = {
    "start_cpu": _("CPU to start, in seconds"),
    "game_cpu": _("CPU for a game, in seconds"),
    "increment_cpu": _("CPU added by every decision, in seconds"),
    "decision_cpu": _("CPU for one decision, in seconds"),
}


class LadderForm(KingdomFields):
    """All that an organiser decides about a ladder; the engine has the last word on its rules."""

    name = forms.CharField(
        label=_("Name"),
        min_length=2,
        max_length=NAME_MOST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=1000,
        help_text=_("What is special here; everybody sees this. May stay empty."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    game = forms.ChoiceField(label=_("Game"))
    seats = forms.IntegerField(label=_("Seats"), initial=2)
    games_per_match = forms.IntegerField(
        label=_("Games a match"),
        initial=2,
        help_text=_("1, or a multiple of the seats: then every bot sits on every seat."),
    )
    state = forms.ChoiceField(
        label=_("State"),
        choices=[
            (Ladder.State.OPEN, _("open: matches are made")),
            (Ladder.State.PAUSED, _("paused: takes bots, makes no matches for now")),
            (Ladder.State.FROZEN, _("frozen: takes no new bots, makes no matches")),
            (Ladder.State.CLOSED, _("closed: over; what waits in the queue is void")),
        ],
        initial=Ladder.State.OPEN,
    )

    def __init__(self, *args: Any, ladder: Ladder | None = None, **kwargs: Any) -> None:
        self.ladder = ladder
        super().__init__(*args, **kwargs)
        games = [(name, info.title) for name, info in catalogue.games().items()]
        self.fields["game"].choices = games  # type: ignore[attr-defined]
        for name, clock in CLOCKS.items():
            self.fields[name] = forms.FloatField(
                label=CLOCK_LABELS[name],
                required=False,
                min_value=clock.least,
                max_value=clock.most,
                help_text=gettext("Empty: %(usual)s") % {"usual": localize(clock.usual)},
                widget=forms.NumberInput(attrs={"step": "any"}),
            )

    @property
    def clocks(self) -> list[forms.BoundField]:
        """The fields of the clocks."""
        return [self[name] for name in CLOCKS]

    def clean_name(self) -> str:
        """The name on one line, single spaces between its words."""
        return " ".join(self.cleaned_data["name"].split())

    def clean(self) -> dict[str, Any]:
        """Whether games, seats and kingdom can be played together, by the engine's word."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        data["config"] = self._config()
        game, seats = data.get("game"), data.get("seats")
        if game and seats is not None:
            self._check_seats(game, seats, data.get("games_per_match"))
        if not self.errors:
            self._check_config(data)
        return data

    def _config(self) -> dict[str, Any]:
        """The ladder's own configuration while nothing of it was touched, else the new one."""
        present = self.ladder.config if self.ladder else {}
        touched = set(self.changed_data) & set(KingdomFields.base_fields)
        chosen = self.dominion_config()
        if self.ladder and not touched:
            return present
        return {name: present[name] for name in present if name not in OWN_OPTIONS} | chosen

    def _check_seats(self, game: str, seats: int, games: int | None) -> None:
        allowed = catalogue.info(game).seats
        if seats not in allowed:
            words = gettext("%(game)s is for %(seats)s seats, not for %(asked)d.")
            title, numbers = catalogue.info(game).title, ", ".join(map(str, allowed))
            self.add_error("seats", words % {"game": title, "seats": numbers, "asked": seats})
        elif games is not None and not self._fits(seats, games):
            words = gettext("One game, or a multiple of the %(seats)d seats up to %(most)d games.")
            self.add_error("games_per_match", words % {"seats": seats, "most": GAMES_MOST})

    @staticmethod
    def _fits(seats: int, games: int) -> bool:
        return games == 1 or (0 < games <= GAMES_MOST and games % seats == 0)

    def _check_config(self, data: dict[str, Any]) -> None:
        try:
            catalogue.new(
                data["game"], seats=data["seats"], seed=0, config=data["config"], log=False
            )
        except BadConfig as problem:
            self.add_error(self.chosen_field, str(problem))

    def terms(self) -> Terms:
        """What was decided, as the actions take it; the other limits of an old ladder stay."""
        data = self.cleaned_data
        present = self.ladder.limits if self.ladder else {}
        kept = {name: value for name, value in present.items() if name not in CLOCKS}
        clocks = {name: data[name] for name in CLOCKS if data[name] is not None}
        return Terms(
            name=data["name"],
            description=data["description"],
            game=data["game"],
            config=data["config"],
            seats=data["seats"],
            games_per_match=data["games_per_match"],
            limits=kept | clocks,
            state=data["state"],
        )


def initial_of(ladder: Ladder) -> dict[str, Any]:
    """What stands in the form of that ladder before anything is changed."""
    plain = ("name", "description", "game", "seats", "games_per_match", "state")
    return (
        {name: getattr(ladder, name) for name in plain}
        | {name: ladder.limits.get(name) for name in CLOCKS}
        | kingdom_initial(ladder.config)
    )
