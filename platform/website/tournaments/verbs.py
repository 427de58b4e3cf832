"""Organisers' verbs on a tournament, in the order of the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django.db.models import Model
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, ngettext_lazy

from arena.core.errors import Refused
from arena.models import Bot, Tournament
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
from website.api.fields import BadForm, BotWhy, ReasonInput
from website.competitions.verbs import Verb, bot_name, by_key
from website.site.http import OwnRequest
from website.tournaments.report import Report
from website.tournaments.verb_inputs import Forfeit, PairingWhy, Resume, Seeds

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
        bots = _bots(request)
        if not bots:
            raise BadForm(gettext_noop("Choose a bot."))
        for done, bot in enumerate(bots):
            try:
                self.run(organiser=request.user, on=on, sent=reason | {"bot": bot})
            except Refused as refused:
                if not done:
                    raise
                words = gettext_noop("%(done)d admitted, then a problem: %(problem)s")
                raise BadForm(words, done=done, problem=refused.problem) from refused
        return str(self.done % {"n": len(bots)})


def _bots(request: OwnRequest) -> list[Bot]:
    slugs = filter(str.isprintable, request.POST.getlist("bot"))
    found = Bot.objects.seen_by(request.user).filter(slug__in=list(slugs))
    return sorted(found, key=lambda bot: bot.name)


def _in(state: State) -> Callable[[Report], bool]:
    return lambda report: report.tournament.state == state


def _is_not_over(report: Report) -> bool:
    return not report.tournament.is_over


def _is_before_start(report: Report) -> bool:
    return _is_not_over(report) and not report.tournament.has_begun


def _is_under_way(report: Report) -> bool:
    return _is_not_over(report) and report.tournament.has_begun


def _has_open_round(report: Report) -> bool:
    return _is_under_way(report) and any(one.finished_at is None for one in report.rounds[-1:])


def _can_end(report: Report) -> bool:
    return _is_under_way(report) and not _has_open_round(report)


def _can_allow_rematches(report: Report) -> bool:
    here = report.tournament
    may = _is_not_over(report) and here.format_rules.may_allow_rematches
    return may and not here.allows_rematches


def _name_forfeiter(sent: Any, _result: Any) -> dict[str, str]:
    return {"name": sent["entrant"].bot.name}


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
            offered=_can_end,
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
            params=_name_forfeiter,
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
