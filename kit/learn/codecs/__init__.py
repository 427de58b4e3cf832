"""Codecs by game and version."""

from __future__ import annotations

from engine import catalogue
from engine.game import BadConfig, JsonObject
from kit.learn.codecs.codec import Codec
from kit.learn.codecs.dominion_v1 import DominionV1
from kit.learn.codecs.kingdomino_v1 import KingdominoV1

VERSIONS: dict[str, dict[int, type[DominionV1] | type[KingdominoV1]]] = {
    "dominion": {1: DominionV1},
    "kingdomino": {1: KingdominoV1},
}


def codec(game: str, seats: int, config: JsonObject | None = None, version: int = 1) -> Codec:
    """Return the codec for such games. Raises BadConfig, a ValueError."""
    catalogue.new(game, seats=seats, seed=0, config=config, log=False)  # refuses what cannot be
    versions = VERSIONS[game]
    if version not in versions:
        known = ", ".join(map(str, versions))
        raise BadConfig(f"{game} has no codec version {version!r}; there are: {known}")
    return versions[version](seats, config or {})
