"""Kingdomino's implementation of SiteGame."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.models import BotTally, Game
from engine.game import BadConfig, Decision
from engine.kingdomino.dominoes import DOMINOES, TERRAINS
from engine.kingdomino.setup import table
from website.games.contract import (
    BROKEN,
    Config,
    Event,
    Fact,
    PlayerResult,
    Position,
    PositionRow,
    Say,
    SiteGame,
    Subject,
    TemplatePart,
)
from website.games.kingdomino import texts
from website.games.kingdomino.form import KingdominoFields
from website.games.kingdomino.stored_game import game_result, small_kingdoms
from website.games.kingdomino.texts import land, variants


class Kingdomino(SiteGame):
    fields = KingdominoFields
    board = "js/games/kingdomino.js"
    sprites = "games/kingdomino/symbols.html"
    prompts = texts.PROMPTS
    tie_break = _("the larger area")
    opening_title = _("First domino")
    opening_about = _("Where a player's first domino was in the first row, by its number.")
    opening_head = _("Place in the first row")
    sentences, plurals = texts.SENTENCES, texts.PLURALS

    @property
    def about(self) -> str:
        return gettext("Build a kingdom of large areas with many crowns from dominoes.")

    def facts(self, seats: int, config: Config) -> list[Fact]:
        try:
            laid = table(seats, config)
        except BadConfig:
            return super().facts(seats, config)
        size = gettext("%(size)d by %(size)d squares") % {"size": laid.size}
        rule = gettext("must be placed") if laid.must_place else gettext("can be discarded")
        facts = [Fact(gettext("Kingdoms"), size), Fact(gettext("A domino that fits"), rule)]
        return (
            facts
            if config.get("variants")
            else [Fact(gettext("Variants"), gettext("none")), *facts]
        )

    def of_ladder(self, seats: int, config: Config) -> TemplatePart | None:
        try:
            table(seats, config)
        except BadConfig:
            return None
        chosen = variants(config.get("variants", ()))
        return TemplatePart("games/kingdomino/variants.html", chosen) if chosen else None

    def of_game(
        self, game: Game, events: list[Event], names: Sequence[str], order: Sequence[int]
    ) -> TemplatePart | None:
        try:
            result = game_result(events, names, game.match.config).sorted_by(order)
        except BadConfig:
            return None
        return TemplatePart("games/kingdomino/kingdoms.html", result)

    def summary(
        self, events: Iterable[Event], players: Sequence[PlayerResult], config: Config
    ) -> TemplatePart | None:
        try:
            kingdoms = small_kingdoms(events, players, table(len(players), config).size)
        except BROKEN:
            return None
        return TemplatePart("games/kingdomino/summary.html", kingdoms)

    def position_rows(
        self, position: Position, names: Sequence[str], _scores: Sequence[int | None]
    ) -> Iterable[PositionRow]:
        return position_rows(self.say, position, names)

    def option_text(self, value: Any, position: Position, seat: int) -> str:
        """Return a domino, or a place seen from the castle."""
        if value is None:
            return self.say("put_away")
        if isinstance(value, int):
            return texts.domino(value)
        x, y, *step = value
        left, right = texts.halves(position["seats"][seat]["domino"])
        beside = self.say(f"beside {step[0]},{step[1]}")
        return self.say("place", left=left, x=x, y=y, right=right, beside=beside)

    def zone(self, decision: Decision, _view: Position) -> str | None:
        return decision.kind

    def things(self) -> dict[str, Any]:
        return {
            "lands": {terrain: texts.land(terrain) for terrain in TERRAINS},
            "dominoes": {number: texts.domino(number) for number in DOMINOES},
        }

    def opening(self, parts: Sequence[str]) -> list[Subject]:
        return [Subject(str(texts.PLACES.get(part, part))) for part in parts]

    def statistic(self, dimension: str, key: str) -> Subject | None:
        if dimension != BotTally.Dimension.VARIANT:
            return None
        return next((Subject(str(variant.title)) for variant in variants([key])), None)


def position_rows(say: Say, position: Position, names: Sequence[str]) -> Iterator[PositionRow]:
    """Yield the bag, both rows and every kingdom as text; `asText` of kingdomino.js agrees."""
    yield PositionRow(
        say("text_round", n=position["round"], name=names[position["current"]]),
        say("bag", n=position["bag_size"]),
    )
    yield PositionRow(say("row"), _row(say, position["row"], names))
    yield PositionRow(say("next_row"), _row(say, position["next_row"], names))
    for name, seat in zip(names, position["seats"], strict=True):
        tiles = [
            f"{x},{y} {land(terrain)}{'+' * crowns}" for x, y, terrain, crowns in seat["tiles"]
        ]
        kingdom = "; ".join(tiles) or say("castle_alone")
        yield PositionRow(name, f"{say('text_score', score=seat['score'])}. {kingdom}")


def _row(say: Say, row: Iterable[dict[str, Any]], names: Sequence[str]) -> str:
    texts = []
    for domino in row:
        halves = ", ".join(f"{land(terrain)}{'+' * crowns}" for terrain, crowns in domino["halves"])
        king = "" if domino["king"] is None else f" ({names[domino['king']]})"
        texts.append(f"{domino['number']} {halves}{king}")
    return "; ".join(texts) or say("nothing")


SITE_GAME = Kingdomino("kingdomino")
