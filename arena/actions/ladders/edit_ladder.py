"""Change a ladder, as far as its matches allow."""

from dataclasses import asdict

from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext as _

from arena.actions.errors import RulesFixed
from arena.actions.ladders.check_terms import Terms, check_terms
from arena.actions.matches.void_matches import void_matches
from arena.actions.names import name_kept
from arena.actions.ratings.ask_recompute import ask_recompute
from arena.models import Ladder, Match

RULES = ("game", "seats", "config")  # what the ratings of a ladder are about


def edit_ladder(*, organiser: AbstractBaseUser, ladder: Ladder, terms: Terms) -> Ladder:
    """The ladder on its new terms; its address stays.

    Matches that wait in the queue are void where the rules change or the ladder closes. What is
    fixed of its ratings counts from the first match on, by a new epoch of ratings. Raises
    NotOrganiser, NameTaken or BadTerms, and RulesFixed where matches have been played by the
    present game, seats or options; then nothing has changed.
    """
    with name_kept(name=terms.name, among=Ladder):
        ladder = Ladder.objects.locked(ladder.pk)
        check_terms(organiser=organiser, terms=terms, ladder=ladder)
        _make_room(ladder, terms)
        before = ladder.fixed
        for name, value in asdict(terms).items():
            setattr(ladder, name, value)
        ladder.save(update_fields=list(asdict(terms)))
        if ladder.fixed != before and ladder.recorded > 0:
            ask_recompute(ladder=ladder)
        return ladder


def _make_room(ladder: Ladder, terms: Terms) -> None:
    """Take out of the queue what the new terms have no room for; RulesFixed if it is too late."""
    rated = ladder.matches.filter(purpose=Match.Purpose.LADDER)
    changed = any(getattr(ladder, name) != getattr(terms, name) for name in RULES)
    if changed and rated.filter(status=Match.Status.FINISHED).exists():
        raise RulesFixed(
            _(
                "Game, seats and options of this ladder stay as they are: matches are recorded "
                "under them, and its ratings would mix two competitions. Make another ladder, and "
                "close this one if it is over."
            )
        )
    if changed or terms.state == Ladder.State.CLOSED:
        void_matches(matches=rated.all(), reason="the ladder was changed or closed")
    if changed and rated.filter(status=Match.Status.RUNNING).exists():  # not before they are void
        raise RulesFixed(
            _(
                "A first match is being played under the present game, seats and options. Pause "
                "the ladder, wait until it is over, and see whether it left a result."
            )
        )
