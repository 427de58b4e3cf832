"""Organiser actions: parse a button's form and run the action."""

from collections.abc import Callable, Iterable, Mapping

from django.http import QueryDict
from django.utils.translation import gettext, ngettext

from arena.actions.errors import Refused
from arena.actions.tournaments.admit_entrant import admit_entrant
from arena.actions.tournaments.allow_rematches import allow_rematches
from arena.actions.tournaments.cancel_tournament import cancel_tournament
from arena.actions.tournaments.exclude_entrant import exclude_entrant
from arena.actions.tournaments.finish_tournament import finish_tournament
from arena.actions.tournaments.forfeit_pairing import forfeit_pairing
from arena.actions.tournaments.freeze_entrants import freeze_entrants
from arena.actions.tournaments.open_tournament import open_tournament
from arena.actions.tournaments.pause_tournament import pause_tournament
from arena.actions.tournaments.redraw_round import redraw_round
from arena.actions.tournaments.rejudge_pairing import rejudge_pairing
from arena.actions.tournaments.resume_tournament import resume_tournament
from arena.actions.tournaments.seed_by_hand import seed_by_hand
from arena.actions.tournaments.start_tournament import start_tournament
from arena.models import Bot, Pairing, Tournament
from website.accounts.models import User
from website.http import sent_text

SEED = "seed-"  # prefix of field names, before a bot's slug
Control = Callable[[User, Tournament, QueryDict], str]


class BadAction(Exception):
    """The form cannot be carried out; the message says why."""


def _open(user: User, tournament: Tournament, _sent: QueryDict) -> str:
    open_tournament(organiser=user, tournament=tournament)
    return gettext("Tournament opened. Everyone can see it.")


def _freeze(user: User, tournament: Tournament, _sent: QueryDict) -> str:
    freeze_entrants(organiser=user, tournament=tournament)
    return gettext("Entries are closed, versions are frozen, and seeds are assigned.")


def _start(user: User, tournament: Tournament, _sent: QueryDict) -> str:
    start_tournament(organiser=user, tournament=tournament)
    return gettext("The first round is paired.")


def _pause(user: User, tournament: Tournament, sent: QueryDict) -> str:
    pause_tournament(organiser=user, tournament=tournament, reason=_reason(sent))
    return gettext("Tournament paused. Running matches are played to the end.")


def _resume(user: User, tournament: Tournament, sent: QueryDict) -> str:
    resume_tournament(
        organiser=user,
        tournament=tournament,
        accept_rules="accept_rules" in sent,
        reason=_reason(sent),
    )
    return gettext("Tournament resumed.")


def _cancel(user: User, tournament: Tournament, sent: QueryDict) -> str:
    cancel_tournament(organiser=user, tournament=tournament, reason=_reason(sent))
    return gettext("Tournament cancelled.")


def _finish(user: User, tournament: Tournament, sent: QueryDict) -> str:
    finish_tournament(organiser=user, tournament=tournament, reason=_reason(sent))
    return gettext("The tournament is over. The standings are final.")


def _redraw(user: User, tournament: Tournament, sent: QueryDict) -> str:
    redraw_round(organiser=user, tournament=tournament, reason=_reason(sent))
    return gettext("The round was paired again.")


def _rematches(user: User, tournament: Tournament, sent: QueryDict) -> str:
    allow_rematches(organiser=user, tournament=tournament, reason=_reason(sent))
    return gettext(
        "Rematches are allowed where no other pairing is left. Resume the tournament if it is "
        "paused."
    )


def _admit(user: User, tournament: Tournament, sent: QueryDict) -> str:
    """Admit bots up to the first refusal."""
    bots = sorted(_bots(user, sent.getlist("bot")).values(), key=lambda bot: bot.name)
    if not bots:
        raise BadAction(gettext("Choose a bot."))
    for done, bot in enumerate(bots):
        try:
            admit_entrant(organiser=user, tournament=tournament, bot=bot, reason=_reason(sent))
        except Refused as refused:
            if not done:
                raise
            params = gettext("%(done)d admitted, then a problem: %(problem)s")
            raise BadAction(params % {"done": done, "problem": refused.message}) from refused
    words = ngettext("%(n)d bot admitted.", "%(n)d bots admitted.", len(bots))
    return words % {"n": len(bots)}


def _seeds(user: User, tournament: Tournament, sent: QueryDict) -> str:
    """Seed by the numbers given; the others follow as usual."""
    fields = [name for name in sent if name.startswith(SEED)]
    chosen = {name.removeprefix(SEED): _number(sent, name) for name in fields if sent[name]}
    if 0 in chosen.values() or len(set(chosen.values())) < len(chosen):
        raise BadAction(gettext("Enter whole numbers from 1, each for one bot only."))
    bots = _bots(user, chosen)
    if len(bots) < len(chosen):
        raise BadAction(gettext("One of these bots no longer exists. Reload the page."))
    order = [bots[slug] for slug in sorted(bots, key=lambda slug: chosen[slug])]
    seed_by_hand(organiser=user, tournament=tournament, bots=order, reason=_reason(sent))
    return gettext("Seeds saved. The other entrants follow by rating and lot.")


def _bots(user: User, slugs: Iterable[str]) -> dict[str, Bot]:
    known = list(filter(str.isprintable, slugs))
    return Bot.objects.seen_by(user).in_bulk(known, field_name="slug")


def _exclude(user: User, tournament: Tournament, sent: QueryDict) -> str:
    bot = Bot.objects.seen_by(user).filter(slug=sent_text(sent, "bot")).first()
    if bot is None:
        raise BadAction(gettext("Choose a bot."))
    exclude_entrant(organiser=user, tournament=tournament, bot=bot, reason=_reason(sent))
    return gettext("“%(name)s” was excluded.") % {"name": bot.name}


def _forfeit(user: User, tournament: Tournament, sent: QueryDict) -> str:
    pairing = _pairing(tournament, sent)
    entrant = tournament.entrants.filter(pk=_number(sent, "entrant")).first()
    if entrant is None:
        raise BadAction(gettext("Choose who forfeits."))
    forfeit_pairing(organiser=user, pairing=pairing, entrant=entrant, reason=_reason(sent))
    return gettext("“%(name)s” has forfeited.") % {"name": entrant.bot.name}


def _rejudge(user: User, tournament: Tournament, sent: QueryDict) -> str:
    rejudge_pairing(organiser=user, pairing=_pairing(tournament, sent), reason=_reason(sent))
    return gettext("The pairing will be played again with a new deal.")


def _pairing(tournament: Tournament, sent: QueryDict) -> Pairing:
    pairings = Pairing.objects.not_void().filter(round__tournament=tournament)
    found = pairings.select_related("round").filter(pk=_number(sent, "pairing")).first()
    if found is None:
        raise BadAction(
            gettext("This pairing does not exist or no longer exists. Reload the page.")
        )
    return found


def _number(sent: QueryDict, name: str) -> int:
    """Return a number that fits the database, else 0."""
    text = sent.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 19 else 0


def _reason(sent: QueryDict) -> str:
    return sent_text(sent, "reason")[:500]


CONTROLS: Mapping[str, Control] = {
    "open": _open,
    "freeze": _freeze,
    "start": _start,
    "pause": _pause,
    "resume": _resume,
    "cancel": _cancel,
    "finish": _finish,
    "redraw": _redraw,
    "rematches": _rematches,
    "admit": _admit,
    "exclude": _exclude,
    "seeds": _seeds,
    "forfeit": _forfeit,
    "rejudge": _rejudge,
}
