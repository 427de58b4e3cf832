"""What a platform says of a ladder's game."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import quote

import msgspec

from engine import catalogue
from kit.hosted.platform import Platform
from sandbox.limits import Limits


class LadderTerms(msgspec.Struct):
    game: str
    seats: Annotated[int, msgspec.Meta(ge=2, le=6)]
    config: dict[str, Any]
    limits: dict[str, Any]


def read_terms(platform: Platform, ladder: str) -> tuple[LadderTerms, Limits]:
    """Return a ladder's terms and its limits.

    Raises BadInput, or ValueError where the answer is none of a ladder's terms.
    """
    answer = platform.ask("GET", f"ladders/{quote(ladder, safe='')}/")
    terms = msgspec.convert(answer, LadderTerms)
    if terms.game not in catalogue.games():
        raise ValueError("its game is unknown to this version")
    return terms, Limits.from_json(terms.limits)
