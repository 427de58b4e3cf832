"""The form that begins a game."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.models import Bot, Ladder
from engine import catalogue
from website.accounts.models import User
from website.games.registry import site_game
from website.site.plain_text import show_invisible

SEATS_MOST = 4
FIRST, LAST, LOT = "first", "last", "lot"


def companions(person: User, bot: Bot) -> list[Bot]:
    """Return the bots for the other seats."""
    games = set(bot.entries.values_list("ladder__game", flat=True))
    seen = Bot.objects.seen_by(person).filter(state=Bot.State.ACTIVE, current__isnull=False)
    shared = seen.filter(entries__ladder__game__in=games).exclude(pk=bot.pk).distinct()
    house = shared.house().filter(takes_challenges=True)
    return [bot, *shared.run_by(person).order_by("name"), *house.order_by("name")]


class HumanGameForm(forms.Form):
    """Rules, opponents and seat."""

    rules = forms.ChoiceField(
        label=_("Ladder rules"),
        error_messages={"invalid_choice": _("Choose one of these rules.")},
    )
    seats = forms.TypedChoiceField(
        label=_("Seats"),
        coerce=int,
        choices=[(count, str(count)) for count in range(2, SEATS_MOST + 1)],
        help_text=_("A ladder's rules fix the number of seats."),
    )
    others = forms.ChoiceField(
        label=_("Opponents at the other seats"),
        help_text=_("For more than two seats."),
        error_messages={"invalid_choice": _("Choose one of these bots.")},
    )
    seat = forms.ChoiceField(
        label=_("Your seat"),
        choices=[
            (FIRST, _("first")),
            (LAST, _("last")),
            (LOT, _("random")),
        ],
    )

    def __init__(self, *args: Any, bot: Bot, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.bot = bot
        ladders = Ladder.objects.seen_by(person).for_challenge(bot, bot)
        self.ladders = {f"ladder:{one.pk}": one for one in ladders}
        self.bots = {str(companion.pk): companion for companion in companions(person, bot)}
        rules = [(key, self._title(ladder)) for key, ladder in self.ladders.items()]
        rules += [(f"game:{game}", self._usual(game)) for game in sorted(self._games())]
        self.fields["rules"].choices = rules  # type: ignore[attr-defined]
        named = [(key, show_invisible(one.name)) for key, one in self.bots.items()]
        self.fields["others"].choices = named  # type: ignore[attr-defined]

    @staticmethod
    def _title(ladder: Ladder) -> str:
        words = gettext("%(name)s (%(game)s, %(seats)d seats)")
        title = site_game(ladder.game).title
        return words % {"name": show_invisible(ladder.name), "game": title, "seats": ladder.seats}

    @staticmethod
    def _usual(game: str) -> str:
        return gettext("%(game)s with default rules") % {"game": site_game(game).title}

    def _games(self) -> set[str]:
        played = set(self.bot.entries.values_list("ladder__game", flat=True))
        return played & set(catalogue.FOLDERS)

    def clean(self) -> dict[str, Any]:
        """Add `table`: what the action takes."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return data
        ladder = self.ladders.get(data["rules"])
        game = "" if ladder else data["rules"].removeprefix("game:")
        seats = ladder.seats if ladder else data["seats"]
        if game and seats not in catalogue.info(game).seats:
            self.add_error("seats", _("This game does not allow that many players."))
        more = [self.bots[data["others"]]] * (seats - 2)
        data["table"] = {"bots": [self.bot, *more], "ladder": ladder, "game": game}
        return data

    def seat_of(self, draw: int) -> int:
        """Return the chosen seat, or the drawn one."""
        count = len(self.cleaned_data["table"]["bots"]) + 1
        return {FIRST: 0, LAST: count - 1}.get(self.cleaned_data["seat"], draw % count)
