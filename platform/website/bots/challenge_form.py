"""The form that challenges a bot."""

from typing import Any

from django import forms
from django.conf import settings
from django.db.models import QuerySet
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.models import Bot, Ladder
from engine import catalogue
from website.accounts.models import User
from website.bots.forms import LadderChoice
from website.games.contract import SiteGame
from website.games.fields import GameFields
from website.games.registry import site_game

AS_LADDER = "ladder"
FIELDS = {"config": "rules", "matches": "match_count"}  # by term
OWN = {"invalid_choice": _("Choose one of your bots that plays this game.")}


class ChallengeForm(forms.Form):
    """Bots, ladder, number of matches, and another game than the ladder's if chosen."""

    bot = forms.ModelChoiceField(
        label=_("Your bot"), queryset=Bot.objects.none(), empty_label=None, error_messages=OWN
    )
    ladder = LadderChoice(
        label=_("Ladder rules"),
        queryset=Ladder.objects.none(),
        empty_label=None,
        error_messages={"invalid_choice": _("Choose one of these ladders.")},
        help_text=_("Seats, games per match and time limits are the ladder's."),
    )
    match_count = forms.IntegerField(  # no input may hide the form's own method `matches`
        label=_("Matches"), min_value=1, initial=1, required=False
    )
    rules = forms.ChoiceField(
        label=_("Played with"), widget=forms.RadioSelect, initial=AS_LADDER, required=False
    )
    seed = forms.IntegerField(
        label=_("Seed"),
        required=False,
        min_value=0,
        help_text=_(
            "Optional. The same seed gives the same deals again, but never those of other matches. "
            "Everyone can see it."
        ),
        widget=forms.NumberInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Any = None, *, person: User, opponent: Bot) -> None:
        super().__init__(data)
        own = challengers(person, opponent).order_by("name")
        self.fields["bot"].queryset = own  # type: ignore[attr-defined]
        ladders = Ladder.objects.seen_by(person).for_challenge(opponent, opponent)
        self.fields["ladder"].queryset = ladders  # type: ignore[attr-defined]
        most = min(settings.CHALLENGE_MATCHES, settings.CHALLENGES_PER_DAY)
        self.fields["match_count"].help_text = gettext("1 to %(most)d.") % {"most": most}
        chosen = data.get("rules") if data else None
        games = dict.fromkeys(ladders.values_list("game", flat=True))
        self.parts = {
            name: site_game(name).form(data if name == chosen else None, {})
            for name in games
            if name in catalogue.FOLDERS
        }
        titles = {
            name: gettext("other options of %(game)s") % {"game": site_game(name).title}
            for name in self.parts
        }
        if len(titles) == 1:
            titles = dict.fromkeys(titles, gettext("other options"))
        self.fields["rules"].choices = [  # type: ignore[attr-defined]
            (AS_LADDER, _("the ladder's options")),
            *titles.items(),
        ]

    @property
    def ways(self) -> list[tuple[BoundWidget, SiteGame | None, GameFields | None]]:
        """Return each radio button, with a game's part."""
        parts = self.parts
        return [
            (radio, site_game(name) if name in parts else None, parts.get(name))
            for radio in self["rules"]
            for name in [radio.data["value"]]
        ]

    def clean(self) -> dict[str, Any]:
        """Put the chosen options together as `config`."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        part, ladder = self.parts.get(data.pop("rules", "")), data.get("ladder")
        data["matches"] = data.pop("match_count", None) or 1
        data["config"] = None
        if part is None or ladder is None:
            return data
        if part.info.name != ladder.game:
            words = gettext("“%(ladder)s” plays another game. Choose its options, or the ladder's.")
            self.add_error("rules", words % {"ladder": ladder.name})
            return data
        if part.is_valid():
            part.check_seats(ladder.seats)
        if not part.is_valid():
            self.add_error("rules", _("Check the options below."))
            return data
        kept = {name: value for name, value in ladder.config.items() if name not in part.options}
        data["config"] = kept | part.config()
        return data

    def blame(self, term: str, message: str) -> None:
        """Show a refusal where it belongs."""
        name = FIELDS.get(term, term)
        self.add_error(name if name in self.fields else None, message)


def challengers(person: User, opponent: Bot) -> QuerySet[Bot]:
    """Return the person's bots that can play the opponent."""
    games = opponent.entries.values("ladder__game")
    own = Bot.objects.run_by(person).filter(state=Bot.State.ACTIVE, current__isnull=False)
    return own.filter(entries__ladder__game__in=games).exclude(pk=opponent.pk).distinct()


def may_be_challenged(bot: Bot, viewer: User | None) -> bool:
    return bot.may_play and (bot.takes_challenges or bot.is_run_by(viewer))
