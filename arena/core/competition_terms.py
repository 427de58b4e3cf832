"""The terms that several kinds of competitions share."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser

from arena.core.clocks import wrong_clock
from arena.core.errors import BadTerms, EditedMeanwhile
from arena.core.log_action import log_action
from arena.core.require_name import NAME_MOST
from arena.core.terms import Stage, Terms, term
from arena.models import Action, Ladder, League, Tournament
from engine import catalogue
from engine.game import BadConfig
from engine.messages import Message
from engine.messages import gettext_noop as _

SEATS_MOST = 6
GAMES_MOST = 60
Values = tuple[Any, Any]  # old and new, as the log has them


def game_choices() -> Iterable[tuple[str, str]]:
    """Return the names and titles of the games, as choices."""
    return [(name, info.title) for name, info in catalogue.games().items()]


class CompetitionTerms(Terms):
    """Name and rules of play."""

    name: str = term(_("Name"), least=2, most=NAME_MOST, fixed_from=Stage.NEVER)
    description: str = term(
        _("Description"),
        default="",
        most=1000,
        fixed_from=Stage.NEVER,
        help=_("What is special about it. Everyone can see this. Optional."),
    )
    game: str = term(_("Game"), choices=game_choices, fixed_from=Stage.ENTERED)
    config: dict[str, Any] = term(
        _("Options of the game"),
        default=dict,
        fixed_from=Stage.ENTERED,
        help="Only what differs from the defaults.",
    )
    seats: int = term(
        _("Seats"),
        least=2,
        most=SEATS_MOST,
        fixed_from=Stage.ENTERED,
        help=_("Number of players in a game."),
    )
    games_per_match: int = term(
        _("Games per match"),
        least=1,
        most=GAMES_MOST,
        help=_("1 or a multiple of the seats, so that every bot plays every seat."),
    )
    limits: dict[str, Any] = term(_("Time limits of a bot"), default=dict)


def check_bounds(terms: Terms) -> None:
    """Raise BadTerms for a value of the wrong type or out of its bounds."""
    for name, declared in terms.declared().items():
        if problem := declared.problem(getattr(terms, name)):
            raise BadTerms(problem, term=name)


def check_limits(terms: CompetitionTerms) -> None:
    """Raise BadTerms for a time limit out of range."""
    if clock := wrong_clock(terms.limits):
        raise BadTerms(_("The time limit %(name)s is out of range."), term="limits", name=clock)


def check_game(terms: CompetitionTerms, *, seats: int | None = None) -> None:
    """Raise BadTerms for what the engine refuses with so many seats."""
    try:
        catalogue.new(
            terms.game, seats=seats or terms.seats, seed=0, config=terms.config, log=False
        )
    except BadConfig as problem:
        raise BadTerms.like(problem) from problem


def check_rotation(terms: CompetitionTerms) -> None:
    """Raise BadTerms unless every bot plays every seat equally often, or there is one game."""
    if terms.games_per_match > 1 and terms.games_per_match % terms.seats:
        words = _(
            "A match must have one game or a multiple of its %(seats)s seats, so that every bot "
            "plays every seat equally often."
        )
        raise BadTerms(words, term="games_per_match", seats=terms.seats)


def require_revision(*, competition: Ladder | League | Tournament, revision: int | None) -> None:
    """Raise EditedMeanwhile unless the locked competition has this revision; None: any.

    The error says what the log knows of the changes since.
    """
    if revision is None or revision == competition.revision:
        return
    since = Action.objects.filter(
        target=f"{competition._meta.model_name} {competition.pk}", details__revision__gt=revision
    )
    actions = list(since.select_related("actor").order_by("pk"))
    who = next((action.actor for action in reversed(actions) if action.actor), None)
    merged: dict[str, Values] = {}  # each term's first old and last new value
    for action in actions:
        for name, (old, new) in action.details.get("changed", {}).items():
            merged[name] = (merged.get(name, (old,))[0], new)
    raise EditedMeanwhile(
        _(
            "%(who)s has saved other settings since you began. Nothing of yours is stored yet: "
            "compare the values, then save again."
        ),
        who=who.get_username() if who else Message(_("Somebody else")),
        changes={name: (old, new) for name, (old, new) in merged.items() if old != new},
        revision=competition.revision,
    )


def save_terms(
    *,
    competition: Ladder | League | Tournament,
    terms: Terms,
    organiser: AbstractBaseUser,
    verb: str,
) -> Mapping[str, Any]:
    """Store the changed terms of a locked competition, log them, and return the new values.

    Changes count up the revision; without any, nothing is stored or logged.
    """
    new = terms.changes(competition)
    if not new:
        return new
    changed = {
        name: (as_logged(getattr(competition, name)), as_logged(value))
        for name, value in new.items()
    }
    for name, value in new.items():
        setattr(competition, name, value)
    competition.revision += 1
    competition.save(update_fields=[*new, "revision"])
    log_action(
        actor=organiser,
        verb=verb,
        target=competition,
        changed=changed,
        revision=competition.revision,
    )
    return new


def as_logged(value: Any) -> Any:
    """Return a term's value for the log, in JSON."""
    if isinstance(value, datetime):
        return value.isoformat()
    return value.slug if isinstance(value, Ladder) else value
