"""Saving changed terms: logged with their values, and never over changes that were not seen."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser

from arena.core.errors import EditedMeanwhile
from arena.core.log_action import log_action
from arena.core.terms import Terms
from arena.models import Action, Ladder, League, Tournament
from engine.messages import Message
from engine.messages import gettext_noop as _

Values = tuple[Any, Any]  # old and new, as the log has them


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
    raise EditedMeanwhile(
        _(
            "%(who)s has saved other settings since you began. Nothing of yours is stored yet: "
            "compare the values, then save again."
        ),
        who=who.get_username() if who else Message(_("Somebody else")),
        changes=_merge(action.details.get("changed", {}) for action in actions),
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


def _merge(changes: Iterable[Mapping[str, Values]]) -> dict[str, Values]:
    """Return each term's first old and last new value, where they differ."""
    merged: dict[str, Values] = {}
    for changed in changes:
        for name, (old, new) in changed.items():
            merged[name] = (merged.get(name, (old,))[0], new)
    return {name: (old, new) for name, (old, new) in merged.items() if old != new}
