"""Inputs of organisers' verbs on a tournament."""

from typing import Any

from django.http import Http404, QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop
from rest_framework import serializers
from rest_framework.fields import empty

from arena.models import Bot, Entrant, Pairing, PairingSeat, Tournament
from arena.tournaments.terms import MOST_ENTRANTS
from website.api.fields import BadForm, KnownBot, ReasonInput
from website.site.http import viewer

SEED = "seed-"  # prefix of field names, before a bot's slug


class KnownPairing(serializers.IntegerField):
    """A pairing of the tournament by its id, unless void."""

    form_error = _("This pairing does not exist or no longer exists. Reload the page.")

    def run_validation(self, data: Any = empty) -> Any:
        """Return the pairing. Raises ValidationError, Http404."""
        number = super().run_validation(data)
        pairings = Pairing.objects.not_void().filter(round__tournament=self.context["target"])
        found = pairings.select_related("round").filter(pk=number).first()
        if found is None:
            raise Http404(self.form_error)
        return found


class KnownEntrant(KnownBot):
    """An entrant of the tournament by its bot."""

    form_error = _("Choose who forfeits.")

    def run_validation(self, data: Any = empty) -> Entrant:
        """Return the entrant. Raises ValidationError, Http404."""
        bot = super().run_validation(data)
        entrants = self.context["target"].entrants.select_related("bot")
        found: Entrant | None = entrants.filter(bot=bot).first()
        if found is None:
            raise Http404(self.form_error)
        return found


class BotOrder(serializers.ListField):
    """Bots by slug, in order."""

    child = serializers.SlugField(max_length=50)
    form_error = _("One of these bots no longer exists. Reload the page.")

    def run_validation(self, data: Any = empty) -> list[Bot]:
        """Return the bots in this order. Raises ValidationError."""
        slugs = super().run_validation(data)
        bots = Bot.objects.seen_by(viewer(self.context["request"]))
        known = bots.in_bulk(slugs, field_name="slug")
        if strange := [slug for slug in slugs if slug not in known]:
            raise serializers.ValidationError(f"Bot not found: {strange[0]}.")
        return [known[slug] for slug in slugs]


class Resume(ReasonInput):
    """Options for resuming."""

    accept_rules = serializers.BooleanField(
        default=False, help_text="Continue under newer rules than it began with."
    )


class Seeds(ReasonInput):
    """Bots to seed first, and a reason."""

    bots = BotOrder(
        max_length=MOST_ENTRANTS,
        help_text="Best seed first. The others follow by rating and lot, or all if empty.",
    )

    @classmethod
    def from_form(cls, sent: QueryDict, competition: Any) -> dict[str, Any]:
        """Order the bots by the numbers given."""
        fields = [name for name in sent if name.startswith(SEED)]
        chosen = {name.removeprefix(SEED): _number(sent, name) for name in fields if sent[name]}
        if 0 in chosen.values() or len(set(chosen.values())) < len(chosen):
            raise BadForm(gettext_noop("Enter whole numbers from 1, each for one bot only."))
        order = sorted(chosen, key=chosen.__getitem__)
        return super().from_form(sent, competition) | {"bots": order}


class PairingWhy(ReasonInput):
    """A pairing and a reason."""

    pairing = KnownPairing(min_value=1, max_value=2**63 - 1, help_text="Its id.")


class Forfeit(PairingWhy):
    """A pairing, the bot that forfeits it, and a reason."""

    bot = KnownEntrant(source="entrant")

    @classmethod
    def from_form(cls, sent: QueryDict, competition: Tournament) -> dict[str, Any]:
        """Name pairing and bot of the seat chosen."""
        seats = PairingSeat.objects.filter(
            pk=_number(sent, "seat"), pairing__round__tournament=competition
        )
        pairing, slug = seats.values_list("pairing", "entrant__bot__slug").first() or (0, "")
        return super().from_form(sent, competition) | {"pairing": pairing, "bot": slug}


def _number(sent: QueryDict, name: str) -> int:
    """Return a number that fits the database, else 0."""
    text = sent.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 19 else 0
