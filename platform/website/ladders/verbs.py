"""Organisers' verbs on a ladder: house bots as baselines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _

from arena.actions.ladders.put_on_ladder import put_on_ladder
from arena.actions.ladders.take_off_ladder import take_off_ladder
from website.competitions.verb_inputs import BotWhy
from website.competitions.verbs import Sent, Verb, by_key


@dataclass(frozen=True)
class LadderVerb(Verb):
    """`offered` asks the ladder."""

    target: ClassVar[str] = "ladder"


def _named(sent: Sent, _result: Any) -> Sent:
    return {"name": sent["bot"].name}


VERBS = by_key(
    [
        LadderVerb(
            "admit",
            put_on_ladder,
            takes=BotWhy,
            summary="Put a house bot on a ladder",
            about="As a baseline. It plays once it has passed the ladder's check.",
            done=_("“%(name)s” plays here as soon as it has passed the check."),
            params=_named,
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
            params=_named,
            offered=lambda _ladder: True,
            label=_("Take off the ladder"),
        ),
    ]
)
