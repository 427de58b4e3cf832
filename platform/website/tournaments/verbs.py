"""Organisers' verbs on a tournament, in the order of the page, and the inputs they take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django.db.models import Model
from django.http import Http404, QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, ngettext_lazy
from rest_framework import serializers
from rest_framework.fields import empty

from arena.core.errors import Refused
from arena.models import Bot, Entrant, Pairing, PairingSeat, Tournament
from arena.tournaments.corrections import forfeit_pairing, redraw_round, rejudge_pairing
from arena.tournaments.entries import admit_entrant, exclude_entrant
from arena.tournaments.field import freeze_entrants, seed_by_hand
from arena.tournaments.lifecycle import (
    allow_rematches,
    cancel_tournament,
    finish_tournament,
    pause_tournament,
    resume_tournament,
    start_tournament,
)
from arena.tournaments.organise import open_tournament
from arena.tournaments.terms import MOST_ENTRANTS
from website.api.fields import BadForm, BotWhy, KnownBot, ReasonInput
from website.competitions.verbs import Verb, bot_name, by_key
from website.site.http import OwnRequest, viewer
from website.tournaments.report import Report

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


if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

State = Tournament.State


@dataclass(frozen=True)
class TournamentVerb(Verb):
    """`offered` asks a Report; `logged` is its line in the tournament's history."""

    _: KW_ONLY
    logged: _StrPromise
    target: ClassVar[str] = "tournament"


class PairingVerb(TournamentVerb):
    """Acts on the pairing that was sent."""

    target = ""


class Admission(TournamentVerb):
    """The page's form may name several bots."""

    def run_form(self, request: OwnRequest, on: Model) -> str:
        """Admit bots up to the first refusal."""
        reason = ReasonInput.from_form(request.POST, on)
        slugs = list(filter(str.isprintable, request.POST.getlist("bot")))
        bots = Bot.objects.seen_by(request.user).filter(slug__in=slugs)
        if not bots:
            raise BadForm(gettext_noop("Choose a bot."))
        for done, bot in enumerate(sorted(bots, key=lambda bot: bot.name)):
            try:
                self.run(organiser=request.user, on=on, sent=reason | {"bot": bot})
            except Refused as refused:
                if not done:
                    raise
                words = gettext_noop("%(done)d admitted, then a problem: %(problem)s")
                raise BadForm(words, done=done, problem=refused.problem) from refused
        return str(self.done % {"n": len(bots)})


def _in(state: State) -> Callable[[Report], bool]:
    return lambda report: report.tournament.state == state


def _is_not_over(report: Report) -> bool:
    return not report.tournament.is_over


def _is_before_start(report: Report) -> bool:
    return _is_not_over(report) and not report.tournament.has_begun


def _is_under_way(report: Report) -> bool:
    return _is_not_over(report) and report.tournament.has_begun


def _has_open_round(report: Report) -> bool:
    latest = report.rounds[-1:]
    return _is_under_way(report) and any(each.finished_at is None for each in latest)


def _can_allow_rematches(report: Report) -> bool:
    here = report.tournament
    may = _is_not_over(report) and here.format_rules.may_allow_rematches
    return may and not here.allows_rematches


VERBS = by_key(
    [
        TournamentVerb(
            "open",
            open_tournament,
            takes=None,
            summary="Open a draft",
            about="Makes it public; owners may enter if admission is open.",
            done=_("Tournament opened. Everyone can see it."),
            logged=_("Opened"),
            offered=_in(State.DRAFT),
            label=_("Open tournament"),
            help=_("Once opened, everyone can see it, and it runs automatically."),
        ),
        TournamentVerb(
            "freeze",
            freeze_entrants,
            takes=None,
            summary="Close the entries",
            about="Before the deadline; freezes versions and draws seeds.",
            done=_("Entries are closed, versions are frozen, and seeds are assigned."),
            logged=_("Entries closed"),
            offered=_in(State.OPEN),
            label=_("Close entries now"),
        ),
        TournamentVerb(
            "start",
            start_tournament,
            takes=None,
            summary="Pair the first round",
            about="Starts before the set time.",
            done=_("The first round is paired."),
            logged=_("Started"),
            offered=_in(State.FROZEN),
            label=_("Start now"),
        ),
        TournamentVerb(
            "pause",
            pause_tournament,
            summary="Pause a tournament",
            about="Running matches are finished.",
            done=_("Tournament paused. Running matches are played to the end."),
            logged=_("Paused"),
            offered=_in(State.RUNNING),
            label=_("Pause tournament"),
            help=_("It runs automatically: rounds start, advance and finish."),
        ),
        TournamentVerb(
            "resume",
            resume_tournament,
            takes=Resume,
            summary="Resume a tournament",
            about="Changed rules must be accepted.",
            done=_("Tournament resumed."),
            logged=_("Resumed"),
            offered=_in(State.PAUSED),
            label=_("Resume tournament"),
            help=_("It is paused."),
        ),
        TournamentVerb(
            "redraw",
            redraw_round,
            needs_reason=True,
            summary="Pair the latest round again",
            about="Only while the round has no results.",
            done=_("The round was paired again."),
            logged=_("Round paired again"),
            offered=_has_open_round,
            title=_("Pair this round again"),
            label=_("Pair again"),
            help=_(
                "The pairings of this round become void and are made again, without entrants "
                "who have left. Only possible before the first result."
            ),
        ),
        TournamentVerb(
            "rematches",
            allow_rematches,
            summary="Allow rematches in a Swiss",
            about="If no other pairing is possible.",
            done=_(
                "Rematches are allowed where no other pairing is left. Resume the tournament if it "
                "is paused."
            ),
            logged=_("Rematches allowed"),
            offered=_can_allow_rematches,
            title=_("Allow rematches"),
            label=_("Allow rematches"),
            help=_(
                "Pair opponents again, as rarely as possible, if a round cannot be paired "
                "otherwise."
            ),
        ),
        TournamentVerb(
            "finish",
            finish_tournament,
            needs_reason=True,
            summary="End a tournament now",
            about="Keeps the ranks after the rounds played.",
            done=_("The tournament is over. The standings are final."),
            logged=_("Finished"),
            offered=lambda report: _is_under_way(report) and not _has_open_round(report),
            title=_("End now"),
            label=_("End with these standings"),
            help=_("The standings after the last finished round become final."),
        ),
        TournamentVerb(
            "cancel",
            cancel_tournament,
            needs_reason=True,
            summary="Cancel a tournament",
            about="Cannot be undone.",
            done=_("Tournament cancelled."),
            logged=_("Cancelled"),
            offered=_is_not_over,
            title=_("Cancel tournament"),
            label=_("Permanently cancel"),
            help=_("It ends permanently without final standings; its matches become void."),
        ),
        Admission(
            "admit",
            admit_entrant,
            takes=BotWhy,
            summary="Admit a bot",
            about="Before the start, whoever owns it.",
            done=ngettext_lazy("%(n)d bot admitted.", "%(n)d bots admitted.", "n"),
            logged=_("Admitted"),
            offered=_is_before_start,
        ),
        TournamentVerb(
            "seeds",
            seed_by_hand,
            takes=Seeds,
            has_revision=True,
            summary="Seed by hand",
            about="Before the start; survives later entries. An empty list undoes it.",
            done=_("Seeds saved. The other entrants follow by rating and lot."),
            logged=_("Seeded by hand"),
            offered=_is_before_start,
        ),
        PairingVerb(
            "forfeit",
            forfeit_pairing,
            takes=Forfeit,
            needs_reason=True,
            summary="Forfeit a pairing",
            about="The bot loses without playing.",
            done=_("“%(name)s” has forfeited."),
            params=lambda sent, _result: {"name": sent["entrant"].bot.name},
            logged=_("Pairing forfeited"),
            offered=_is_under_way,
        ),
        PairingVerb(
            "rejudge",
            rejudge_pairing,
            takes=PairingWhy,
            needs_reason=True,
            summary="Rejudge a pairing",
            about="On a new deal.",
            done=_("The pairing will be played again with a new deal."),
            logged=_("Pairing to be played again"),
            offered=_is_under_way,
        ),
        TournamentVerb(
            "exclude",
            exclude_entrant,
            takes=BotWhy,
            needs_reason=True,
            summary="Exclude a bot",
            about="At any time.",
            done=_("“%(name)s” was excluded."),
            params=bot_name,
            logged=_("Excluded"),
            offered=_is_not_over,
        ),
    ]
)
