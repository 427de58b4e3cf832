"""Organisers' verbs on a ladder."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from http import HTTPStatus
from typing import ClassVar

from django.utils.translation import gettext_lazy as _

from arena.ladders.entries import put_on_ladder, take_off_ladder
from arena.ladders.manage_ladder import LadderTerms, edit_ladder, recompute_ladder
from arena.models import Ladder
from website.accounts.models import User
from website.api.fields import BotWhy
from website.competitions.verbs import NEW_STATE, Verb, bot_name, by_key, new_state


@dataclass(frozen=True)
class LadderVerb(Verb):
    """`offered` asks the ladder."""

    target: ClassVar[str] = "ladder"


def _change_state(state: Ladder.State, *, organiser: User, ladder: Ladder) -> Ladder:
    terms = replace(LadderTerms.of(ladder), state=state)
    return edit_ladder(organiser=organiser, ladder=ladder, terms=terms, revision=ladder.revision)


def _to_state(key: str, state: Ladder.State, *, about: str) -> LadderVerb:
    """Return a verb that changes the state; on the page it is a field of the form."""
    return LadderVerb(
        key,
        partial(_change_state, state),
        takes=None,
        summary=f"{key.capitalize()} a ladder",
        about=about,
        done=NEW_STATE,
        params=new_state,
        offered=lambda ladder: ladder.state != state,
    )


VERBS = by_key(
    [
        _to_state("open", Ladder.State.OPEN, about="Reopens a paused, frozen or closed ladder."),
        _to_state("pause", Ladder.State.PAUSED, about="Takes new bots, makes no matches."),
        _to_state("freeze", Ladder.State.FROZEN, about="Takes no new bots, makes no matches."),
        _to_state(
            "close", Ladder.State.CLOSED, about="Ends the ladder and voids its queued matches."
        ),
        LadderVerb(
            "recompute",
            recompute_ladder,
            needs_reason=True,
            summary="Recompute ratings",
            about="Runs in the background; the number of the rating run changes when it is done.",
            status=HTTPStatus.ACCEPTED,
            done=_("Ratings will be updated within minutes."),
            offered=lambda _ladder: True,
            label=_("Recompute ratings"),
            help=_("All ratings are computed again from the recorded matches."),
        ),
        LadderVerb(
            "admit",
            put_on_ladder,
            takes=BotWhy,
            summary="Put a house bot on a ladder",
            about="As a baseline. It plays once it has passed the ladder's check.",
            done=_("“%(name)s” plays here as soon as it has passed the check."),
            params=bot_name,
            offered=lambda ladder: ladder.takes_entries,
            label=_("Put on the ladder"),
        ),
        LadderVerb(
            "exclude",
            take_off_ladder,
            takes=BotWhy,
            summary="Take a house bot off a ladder",
            about="Its results stay.",
            done=_("“%(name)s” was taken off the ladder."),
            params=bot_name,
            offered=lambda _ladder: True,
            label=_("Take off the ladder"),
        ),
    ]
)
